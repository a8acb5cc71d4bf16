#include "clients/cli/cmd_profiles.h"

#include <cstdio>

#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/picture.h"
#include "platform/profile.h"
#include "platform/profile_compare.h"
#include "platform/profile_fit.h"
#include "platform/state_hash.h"

namespace footfall::cli {
namespace {

const char* ProvenanceText(platform::Provenance provenance) {
  switch (provenance) {
    case platform::Provenance::kDocumented:
      return "documented";
    case platform::Provenance::kReconstructed:
      return "reconstructed";
    case platform::Provenance::kOverridden:
      return "overridden";
  }
  return "";
}

// "32 (documented, NAV-077, set by default)".
std::string ValueText(const platform::ProfileFigure& figure) {
  return figure.value + " (" + ProvenanceText(figure.provenance) + ", " + figure.source + ", set by " +
         figure.set_by + ")";
}

// What the synthetic load of the main core is as a part of a tick, which its units alone do not tell.
std::string MainLoadText(const platform::Profile& profile) {
  const platform::TickRate rate;
  const std::int64_t tick = platform::MainUnitsOfTick(profile, rate);
  const std::int64_t percent = tick == 0 ? 0 : std::int64_t{profile.main_load_units} * 100 / tick;
  return std::to_string(percent) + " % of a tick at " + std::to_string(rate.hz()) + " Hz, which " +
         std::to_string(tick) + " units fill; " +
         (profile.path_core == profile.main_core ? "the path server gets what it leaves, for they share core "
                                                 : "the path server does not feel it, for it has core ") +
         std::to_string(profile.path_core);
}

class ProfilesCommand final : public Command {
 public:
  std::string name() const override { return "profiles"; }
  std::string summary() const override {
    return "list, show NAME|FILE, diff A B (1 if they differ), or fit NEW_NAME --peds N --sessions M";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("action", &words_, 1,
                    "list | show NAME|FILE | diff A B, exit code 1 if they differ | fit NEW_NAME");
    flags.Texts("--set", &sets_, "show, and diff over both: key=value over the profile; may be repeated");
    flags.Integer("--peds", &peds_, 0, kLoadMax, "needed by fit, and a check in show: peds alive at once");
    flags.Integer("--sessions", &sessions_, 0, kLoadMax,
                  "needed by fit, and a check in show: sessions open at once");
    flags.Text("--base", &base_, "fit: the built-in profile that the new one is based on [server]");
    flags.Output(&output_);
    flags.Json(&json_);
  }

  int Run() override {
    const std::string& action = words_.front();
    const size_t arguments = action == "list" ? 1 : action == "diff" ? 3 : 2;
    if (action != "list" && action != "show" && action != "diff" && action != "fit") {
      return Fail(name(),
                  absl::InvalidArgumentError("action: '" + action + "' is not list, show, diff or fit"));
    }
    if (words_.size() != arguments) {
      return Fail(name(),
                  absl::InvalidArgumentError(action + ": " + std::to_string(words_.size() - 1) +
                                             " arguments given, needs " + std::to_string(arguments - 1)));
    }
    if (action != "fit" && !base_.empty()) {
      return Fail(name(), absl::InvalidArgumentError("--base: is for fit, not for " + action));
    }
    if (!output_.empty() && action != "fit") {
      return Fail(name(), absl::InvalidArgumentError("--output: goes with fit; " + action + " prints"));
    }
    if (action == "diff") {
      return Diff();
    }
    const absl::Status status = action == "list" ? List() : action == "show" ? Show() : FitOne();
    return status.ok() ? kPassed : Fail(name(), status);
  }

 private:
  static constexpr std::uint64_t kLoadMax = 100'000'000;

  platform::ExpectedLoad load() const {
    return {static_cast<std::int32_t>(peds_.value_or(0)), static_cast<std::int32_t>(sessions_.value_or(0))};
  }

  absl::Status List() const {
    Figures figures;
    std::vector<std::string> names;
    for (const std::string_view profile_name : platform::ProfileNames()) {
      names.emplace_back(profile_name);
    }
    figures.Add("profile", names);
    figures.Print(json_);
    return absl::OkStatus();
  }

  absl::Status Show() const {
    const absl::StatusOr<platform::Profile> profile = platform::LoadProfile(words_[1], sets_);
    if (!profile.ok()) {
      return profile.status();
    }
    Figures figures;
    figures.Add("profile", profile->name);
    figures.Add("hash", platform::HashText(platform::ProfileHash(*profile)));
    if (peds_.has_value() || sessions_.has_value()) {
      figures.Add("first_full_table", platform::FirstFullTable(*profile, load()).value_or("none"));
    }
    figures.Add("main_load", MainLoadText(*profile));
    Figures values;
    for (const platform::ProfileFigure& figure : platform::DescribeProfile(*profile)) {
      AddValue(figure.name, figure, &values);
    }
    figures.Add("figures", std::move(values));
    figures.Print(json_);
    return absl::OkStatus();
  }

  // kFailed: they differ.
  int Diff() const {
    const absl::StatusOr<platform::Profile> first = platform::LoadProfile(words_[1], sets_);
    const absl::StatusOr<platform::Profile> second = platform::LoadProfile(words_[2], sets_);
    for (const auto* profile : {&first, &second}) {
      if (!profile->ok()) {
        return Fail(name(), profile->status());
      }
    }
    const std::vector<platform::ProfileDifference> differences = platform::DifferencesOf(*first, *second);
    Figures figures;
    figures.Add("first", first->name);
    figures.Add("second", second->name);
    figures.Add("different", static_cast<std::int64_t>(differences.size()));
    Figures values;
    for (const platform::ProfileDifference& difference : differences) {
      Figures both;
      AddValue("first", difference.first, &both);
      AddValue("second", difference.second, &both);
      values.Add(difference.first.name, std::move(both));
    }
    figures.Add("figures", std::move(values));
    figures.Print(json_);
    return differences.empty() ? kPassed : kFailed;
  }

  // A text for people; for programs its parts, the value in its own type.
  void AddValue(const std::string& key, const platform::ProfileFigure& figure, Figures* out) const {
    if (!json_) {
      out->Add(key, ValueText(figure));
      return;
    }
    Figures parts;
    if (figure.value == "true" || figure.value == "false") {
      parts.Add("value", figure.value == "true");
    } else {
      parts = FiguresOfLines("value: " + figure.value);
    }
    parts.Add("status", ProvenanceText(figure.provenance));
    parts.Add("source", figure.source);
    parts.Add("set_by", figure.set_by);
    out->Add(key, std::move(parts));
  }

  absl::Status FitOne() const {
    if (!peds_.has_value() || !sessions_.has_value()) {
      return absl::InvalidArgumentError(
          "fit: needs --peds and --sessions, what the world is to carry at once");
    }
    const absl::StatusOr<std::string> text =
        platform::FitProfile(words_[1], load(), base_.empty() ? "server" : base_);
    if (!text.ok()) {
      return text.status();
    }
    if (output_.empty()) {
      std::fputs(text->c_str(), stdout);
      return absl::OkStatus();
    }
    return WriteText(output_, *text);
  }

  std::vector<std::string> words_;
  std::vector<std::string> sets_;
  std::optional<std::uint64_t> peds_;
  std::optional<std::uint64_t> sessions_;
  std::string base_;
  std::string output_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> NewProfilesCommand() { return std::make_unique<ProfilesCommand>(); }

}  // namespace footfall::cli
