#include "platform/profile_compare.h"

#include "absl/strings/str_cat.h"
#include "platform/check.h"
#include "platform/profile_schema.h"

namespace footfall::platform {
namespace {

// More than a whole tick is of use: it shows the floor of R14.
constexpr int kPercentMax = 1000;

}  // namespace

std::vector<ProfileDifference> DifferencesOf(const Profile& first, const Profile& second) {
  const std::vector<ProfileFigure> of_first = DescribeProfile(first);
  const std::vector<ProfileFigure> of_second = DescribeProfile(second);
  FOOTFALL_CHECK(of_first.size() == of_second.size());
  std::vector<ProfileDifference> differences;
  for (size_t i = 0; i < of_first.size(); ++i) {
    if (of_first[i].value != of_second[i].value) {
      differences.push_back({of_first[i], of_second[i]});
    }
  }
  return differences;
}

int64_t MainUnitsOfTick(const Profile& profile, const TickRate& rate) {
  return rate.TickLength(0).ns / profile.main_unit_ns;
}

absl::StatusOr<int32_t> MainLoadUnits(const Profile& profile, const TickRate& rate, int percent) {
  if (percent < 0 || percent > kPercentMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("main load: ", percent, " % is not in [0, ", kPercentMax, "]"));
  }
  const int64_t units = MainUnitsOfTick(profile, rate) * percent / 100;
  const auto most = static_cast<int64_t>(SchemaOf("main_load_units").max);
  if (units > most) {
    return absl::InvalidArgumentError(absl::StrCat("main load: ", percent, " % of a tick are ", units,
                                                   " units, more than ", most,
                                                   ", the bound of main_load_units"));
  }
  return static_cast<int32_t>(units);
}

}  // namespace footfall::platform
