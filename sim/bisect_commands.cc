#include "sim/bisect_commands.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "platform/state_hash.h"

namespace footfall::sim {

namespace {

using Pins = std::vector<PinDifference>;

void Compare(const std::string& name, const std::string& a, const std::string& b, Pins& pins) {
  if (a != b) pins.push_back({name, a, b});
}

std::string Text(const std::optional<platform::Vec3>& focus) {
  return focus ? absl::StrCat("(", focus->x, ", ", focus->y, ", ", focus->z, ")") : "the middle of the tiles";
}

std::map<std::string, std::string> FiguresByName(const std::string& figures) {
  std::map<std::string, std::string> by_name;
  for (const auto line : absl::StrSplit(figures, '\n', absl::SkipEmpty())) {
    const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits('=', 1));
    by_name[parts[0]] = parts.size() > 1 ? parts[1] : "";
  }
  return by_name;
}

void CompareProfiles(const RecordingHeader& a, const RecordingHeader& b, Pins& pins) {
  if (a.profile_hash == b.profile_hash) return;
  Compare("profile", absl::StrCat(a.profile_name, " (", platform::HashText(a.profile_hash), ")"),
          absl::StrCat(b.profile_name, " (", platform::HashText(b.profile_hash), ")"), pins);
  const auto figures_a = FiguresByName(a.profile_figures);
  auto figures_b = FiguresByName(b.profile_figures);
  for (const auto& [name, value] : figures_a) {
    const auto other = figures_b.find(name);
    Compare("profile figure " + name, value, other == figures_b.end() ? "none" : other->second, pins);
    figures_b.erase(name);
  }
  for (const auto& [name, value] : figures_b) Compare("profile figure " + name, "none", value, pins);
}

std::string GroupsText(const RecordingHeader& header) {
  std::string text;
  for (const RecordedContent& content : header.content_packs) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", "group ", content.group, " with checksum ",
                    platform::HashText(content.checksum));
  }
  return text.empty() ? "none" : text;
}

std::string ResultText(const RecordedCommand& command) {
  const std::string what = command.fault == CommandFault::kNone
                               ? "applied"
                               : absl::StrCat("refused with ", std::string(ReasonOf(command.fault)));
  return absl::StrCat(what, ", handle ", platform::HashText(command.handle.value));
}

bool IsSameBut(const Command& a, const Command& b) { return a.source == b.source && a.body == b.body; }

}  // namespace

std::vector<PinDifference> PinDifferences(const RecordingHeader& a, const RecordingHeader& b) {
  Pins pins;
  Compare("state schema", absl::StrCat(a.state_schema), absl::StrCat(b.state_schema), pins);
  Compare("hash algorithm", a.hash_algorithm, b.hash_algorithm, pins);
  Compare("floating-point policy", a.float_policy, b.float_policy, pins);
  Compare("world build id", platform::HashText(a.world_build_id), platform::HashText(b.world_build_id), pins);
  Compare("content packs", GroupsText(a), GroupsText(b), pins);
  RecordingHeader corrected = a;
  corrected.corrections = b.corrections;
  if (!(corrected == a)) {
    pins.push_back({"adjacency corrections", absl::StrCat(a.corrections.size(), " of its own"),
                    absl::StrCat(b.corrections.size(), " others")});
  }
  Compare("focus", Text(a.focus), Text(b.focus), pins);
  Compare("seed", absl::StrCat(a.seed), absl::StrCat(b.seed), pins);
  Compare("hz", absl::StrCat(a.hz), absl::StrCat(b.hz), pins);
  CompareProfiles(a, b, pins);
  return pins;
}

bool CommandComparison::IsSame(const Command& a, const Command& b) const {
  if (a == b || has_one_epoch_) return a == b;
  Command in_terms = b;
  if (handles_.Translate(in_terms.body)) return a == in_terms;
  // Both name what nothing made, each in its own way.
  Command other = a;
  return a.source == b.source && a.sequence == b.sequence && a.body.index() == b.body.index() &&
         !handles_.Translate(other.body);
}

bool CommandComparison::IsSameResult(const RecordedCommand& a, const RecordedCommand& b) const {
  const auto without_epoch = [](WireHandle handle) {
    return WireHandle::Make(handle.kind(), 0, handle.slot(), handle.counter());
  };
  return a.fault == b.fault && without_epoch(a.handle) == without_epoch(b.handle);
}

std::string CommandComparison::FirstDifference(const std::vector<RecordedCommand>& a,
                                               const std::vector<RecordedCommand>& b) {
  const size_t common = std::min(a.size(), b.size());
  for (size_t i = 0; i < common; ++i) {
    const std::string where = absl::StrCat("command ", i, " of the tick");
    if (IsSame(a[i].command, b[i].command)) {
      if (!has_one_epoch_) handles_.Note(b[i].handle, a[i].handle);
      if (IsSameResult(a[i], b[i])) continue;
      return absl::StrCat("something else came of ", where, " (", CommandText(a[i].command), "): A ",
                          ResultText(a[i]), "; B ", ResultText(b[i]));
    }
    if (i + 1 < b.size() && a.size() < b.size() && IsSameBut(a[i].command, b[i + 1].command)) {
      return absl::StrCat("B has a command more: ", where, ", ", CommandText(b[i].command));
    }
    if (i + 1 < a.size() && b.size() < a.size() && IsSameBut(a[i + 1].command, b[i].command)) {
      return absl::StrCat("A has a command more: ", where, ", ", CommandText(a[i].command));
    }
    return absl::StrCat(where, " differs: A ", CommandText(a[i].command), "; B ", CommandText(b[i].command));
  }
  if (a.size() == b.size()) return "";
  const bool is_of_a = a.size() > b.size();
  return absl::StrCat(is_of_a ? "A" : "B", " has a command more: command ", common, " of the tick, ",
                      CommandText((is_of_a ? a : b)[common].command));
}

}  // namespace footfall::sim
