#include "sim/scenario_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "platform/state_hash.h"
#include "sim/outcome.h"
#include "sim/world.h"

namespace footfall::sim {

namespace {

const char* NameOf(GoldenState state) {
  switch (state) {
    case GoldenState::kNone:
      return "none";
    case GoldenState::kEqual:
      return "equal";
    case GoldenState::kDifferent:
      return "different";
    case GoldenState::kStale:
      return "stale";
    case GoldenState::kNotJudged:
      return "not judged";
  }
  return "";
}

std::string Where(const std::string& leaf) { return leaf.empty() ? "" : absl::StrCat(", first in ", leaf); }

std::string GoldenText(const RunReport& report) {
  switch (report.golden) {
    case GoldenState::kDifferent:
      return absl::StrCat("golden hash: different, expected ", platform::HashText(report.expected->root),
                          ", found ", platform::HashText(report.final_digest().root),
                          Where(report.expected->FirstDifferentLeaf(report.final_digest())));
    case GoldenState::kStale:
      return absl::StrCat("golden hash: stale, the file has none of state schema ", kStateSchema);
    case GoldenState::kNotJudged:
      return "golden hash: not judged, for seed, profile or sets are not the scenario's own";
    default:
      return absl::StrCat("golden hash: ", NameOf(report.golden));
  }
}

std::string ResultText(const NamedResult& result) {
  std::string text = absl::StrCat("result: ", result.name, ": ");
  if (!result.refused.empty()) {
    return absl::StrCat(text, "refused with ", result.refused, ", tick ", result.tick, "\n");
  }
  if (!result.is_path && !result.is_query) {
    return absl::StrCat(text, "applied, tick ", result.tick, "\n");
  }
  absl::StrAppend(&text, NameOf(result.outcome));
  if (result.visible_tick != 0 && result.is_path) {
    absl::StrAppend(&text, ", ", result.length, " m, ", result.points, " points");
  } else if (result.visible_tick != 0) {
    absl::StrAppend(&text, ", ", result.hits, " hits, value ", result.value);
  }
  return absl::StrCat(text, ", submitted ", result.tick, ", visible ",
                      result.visible_tick == 0 ? "never" : absl::StrCat(result.visible_tick), "\n");
}

// What an answer alone has is null without one.
std::string ResultJson(const NamedResult& result) {
  const bool is_answered = result.visible_tick != 0;
  const bool is_request = result.refused.empty() && (result.is_path || result.is_query);
  const auto or_null = [](bool is_there, auto value) {
    return is_there ? absl::StrCat(value) : std::string("null");
  };
  return absl::StrCat("{\"name\":", JsonString(result.name), ",\"tick\":", result.tick,
                      ",\"refused\":", result.refused.empty() ? "null" : JsonString(result.refused),
                      ",\"outcome\":", is_request ? JsonString(NameOf(result.outcome)) : "null",
                      ",\"length\":", or_null(is_answered && result.is_path, result.length),
                      ",\"points\":", or_null(is_answered && result.is_path, result.points),
                      ",\"hits\":", or_null(is_answered && result.is_query, result.hits),
                      ",\"value\":", or_null(is_answered && result.is_query, result.value),
                      ",\"submitted_tick\":", or_null(is_request, result.tick),
                      ",\"visible_tick\":", or_null(is_answered, result.visible_tick), "}");
}

std::string RefusedText(const RunReport& report) {
  if (report.submits_refused + report.follow_ups_refused == 0) return "";
  return absl::StrCat(
      "requests refused: ", report.submits_refused,
      "\ncommands refused for they take the handle of a refused one: ", report.follow_ups_refused, "\n");
}

// What becomes of a golden hash.
struct Update {
  const char* state = "new";
  uint32_t old_schema = 0;
  std::string old_hash;  // "" for none
  std::string new_hash;
  std::string leaf;  // "" where it is not known
};

Update UpdateOf(const Scenario& scenario, const RunReport& report) {
  const platform::StateDigest& digest = report.final_digest();
  Update update;
  update.new_hash = platform::HashText(digest.root);
  const GoldenHash* old = nullptr;
  for (const GoldenHash& golden : scenario.golden) {
    if (old == nullptr || golden.state_schema == kStateSchema) {
      old = &golden;
    }
  }
  if (old == nullptr) {
    return update;
  }
  update.old_schema = old->state_schema;
  update.old_hash = platform::HashText(old->root);
  if (old->state_schema != kStateSchema) {
    update.state = "stale";
  } else if (old->root == digest.root) {
    update.state = "same";
  } else {
    update.state = "changed";
    update.leaf = old->FirstDifferentLeaf(digest);
  }
  return update;
}

}  // namespace

std::string JsonString(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      absl::StrAppend(&out, "\\", std::string(1, c));
    } else if (static_cast<unsigned char>(c) < 0x20) {
      absl::StrAppend(&out, "\\u", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad4));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string OneLine(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      absl::StrAppend(&out, "\\x", absl::Hex(byte, absl::kZeroPad2));
    } else {
      out += c;
    }
  }
  return out;
}

std::string HashLine(const RunReport& report) {
  return absl::StrCat(platform::HashText(report.final_digest().root), "\n");
}

std::string ReportText(const Scenario& scenario, const RunReport& report) {
  std::string out = absl::StrCat(
      "scenario: ", scenario.name, "\nticks: ", report.digests.size(), " at ", scenario.hz,
      " Hz\nseed: ", report.seed, "\nprofile: ", report.profile, " ", platform::HashText(report.profile_hash),
      "\nworld build id: ", platform::HashText(report.world_build_id),
      "\ncommands: ", report.log.entries.size(), "\nslots in use at most: ", report.slots_high_water,
      "\ntiles placed, evicted, resident at most: ", report.tiles_placed, ", ", report.tiles_evicted, ", ",
      report.tiles_high_water, "\nsearches sent back by tiles: ", report.restarts, "\n", RefusedText(report));
  for (const NamedResult& result : report.results) {
    out += ResultText(result);
  }
  for (const std::string& failure : report.failures) {
    absl::StrAppend(&out, "failed: ", failure, "\n");
  }
  absl::StrAppend(&out, GoldenText(report), "\n", report.passed() ? "passed\n" : "failed\n");
  return out;
}

std::string ReportJson(const Scenario& scenario, const RunReport& report) {
  std::string failures;
  for (const std::string& failure : report.failures) {
    absl::StrAppend(&failures, failures.empty() ? "" : ",", JsonString(failure));
  }
  const std::string leaf =
      report.golden == GoldenState::kDifferent
          ? absl::StrCat(",\"golden_hash\":\"", platform::HashText(report.expected->root),
                         "\",\"first_different_leaf\":",
                         JsonString(report.expected->FirstDifferentLeaf(report.final_digest())))
          : "";
  std::string results;
  for (const NamedResult& result : report.results) {
    absl::StrAppend(&results, results.empty() ? "" : ",", ResultJson(result));
  }
  return absl::StrCat(
      "{\"scenario\":", JsonString(scenario.name), ",\"ticks\":", report.digests.size(),
      ",\"hz\":", scenario.hz, ",\"seed\":", report.seed, ",\"profile\":", JsonString(report.profile),
      ",\"profile_hash\":\"", platform::HashText(report.profile_hash), "\",\"world_build_id\":\"",
      platform::HashText(report.world_build_id), "\",\"state_schema\":", kStateSchema, ",\"hash\":\"",
      platform::HashText(report.final_digest().root), "\",\"golden\":\"", NameOf(report.golden), "\"", leaf,
      ",\"passed\":", report.passed() ? "true" : "false", ",\"submits_refused\":", report.submits_refused,
      ",\"follow_ups_refused\":", report.follow_ups_refused, ",\"failures\":[", failures, "]",
      results.empty() ? "" : absl::StrCat(",\"results\":[", results, "]"), "}\n");
}

std::string HashesText(const Scenario& scenario, const RunReport& report) {
  std::string out =
      absl::StrCat("# scenario ", absl::StrReplaceAll(scenario.name, {{"\n", "\\n"}}), " seed ", report.seed,
                   " profile ", report.profile, " ", platform::HashText(report.profile_hash), " world ",
                   platform::HashText(report.world_build_id), "\n# ",
                   std::string(platform::kStateHashAlgorithm), " state schema ", kStateSchema, "\n");
  uint64_t tick = 0;
  for (const platform::StateDigest& digest : report.digests) {
    absl::StrAppend(&out, ++tick, " ", platform::HashText(digest.root));
    for (const platform::LeafDigest& leaf : digest.leaves) {
      absl::StrAppend(&out, " ", leaf.name, "=", platform::HashText(leaf.hash));
    }
    out += "\n";
  }
  return out;
}

std::string UpdateText(const Scenario& scenario, const RunReport& report) {
  const Update update = UpdateOf(scenario, report);
  if (update.old_hash.empty()) {
    return absl::StrCat("golden hash: none before, now ", update.new_hash, "\n");
  }
  if (update.old_schema != kStateSchema) {
    return absl::StrCat("golden hash: was ", update.old_hash, " of state schema ", update.old_schema,
                        ", now ", update.new_hash, " of state schema ", kStateSchema, "\n");
  }
  if (update.old_hash == update.new_hash) {
    return absl::StrCat("golden hash: still ", update.new_hash, "\n");
  }
  return absl::StrCat("golden hash: was ", update.old_hash, ", now ", update.new_hash, Where(update.leaf),
                      "\n");
}

std::string UpdateLine(const Scenario& scenario, const RunReport& report) {
  const Update update = UpdateOf(scenario, report);
  const auto or_none = [](const std::string& text) { return text.empty() ? std::string("-") : text; };
  return absl::StrCat(update.state, " ", OneLine(scenario.file), " ", or_none(update.old_hash), " ",
                      update.new_hash, " ", or_none(update.leaf), "\n");
}

std::string UpdateJson(const Scenario& scenario, const RunReport& report) {
  const Update update = UpdateOf(scenario, report);
  return absl::StrCat("{\"file\":", JsonString(scenario.file), ",\"golden\":\"", update.state,
                      "\",\"old\":\"", update.old_hash, "\",\"new\":\"", update.new_hash,
                      "\",\"first_different_leaf\":", JsonString(update.leaf), "}\n");
}

}  // namespace footfall::sim
