#include "clients/cli/cmd_profiles.h"

#include <cstdio>

#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/picture.h"
#include "platform/profile.h"
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

class ProfilesCommand final : public Command {
 public:
  std::string name() const override { return "profiles"; }
  std::string summary() const override {
    return "list, show NAME|FILE, or fit NEW_NAME --peds N --sessions M";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("action", &words_, 1, "list | show NAME|FILE | fit NEW_NAME");
    flags.Texts("--set", &sets_, "show: key=value over the profile; may be repeated");
    flags.Integer("--peds", &peds_, 0, kLoadMax, "fit, and a check in show: peds alive at once");
    flags.Integer("--sessions", &sessions_, 0, kLoadMax, "fit, and a check in show: sessions open at once");
    flags.Output(&output_);
    flags.Json(&json_);
  }

  int Run() override {
    const std::string& action = words_.front();
    const size_t arguments = action == "list" ? 1 : 2;
    if (action != "list" && action != "show" && action != "fit") {
      return Fail(name(), absl::InvalidArgumentError("action: '" + action + "' is not list, show or fit"));
    }
    if (words_.size() != arguments) {
      return Fail(name(),
                  absl::InvalidArgumentError(action + ": " + std::to_string(words_.size() - 1) +
                                             " arguments given, needs " + std::to_string(arguments - 1)));
    }
    const absl::Status status = action == "list" ? List() : action == "show" ? Show() : FitOne();
    return status.ok() ? kPassed : Fail(name(), status);
  }

 private:
  static constexpr std::uint64_t kLoadMax = 100'000'000;

  platform::ExpectedLoad load() const {
    return {static_cast<std::int32_t>(peds_), static_cast<std::int32_t>(sessions_)};
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
    if (peds_ + sessions_ > 0) {
      figures.Add("first_full_table", platform::FirstFullTable(*profile, load()).value_or("none"));
    }
    Figures values;
    for (const platform::ProfileFigure& figure : platform::DescribeProfile(*profile)) {
      values.Add(figure.name, figure.value + " (" + ProvenanceText(figure.provenance) + ", " + figure.source +
                                  ", set by " + figure.set_by + ")");
    }
    figures.Add("figures", std::move(values));
    figures.Print(json_);
    return absl::OkStatus();
  }

  absl::Status FitOne() const {
    const absl::StatusOr<std::string> text = platform::FitProfile(words_[1], load());
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
  std::uint64_t peds_ = 0;
  std::uint64_t sessions_ = 0;
  std::string output_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> NewProfilesCommand() { return std::make_unique<ProfilesCommand>(); }

}  // namespace footfall::cli
