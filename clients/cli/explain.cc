#include "clients/cli/explain.h"

#include <cmath>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace footfall::cli {
namespace {

constexpr float kToldChange = 0.0005F;  // m: what three decimals show

std::string KindText(const v1::NavRequest& request) {
  if (request.has_wander()) return "wander";
  return request.has_flee() ? "flee" : "shortest path";
}

std::string FlagsText(const v1::NavRequest& request) {
  std::vector<std::string> names;
  for (const int flag : request.flags()) {
    names.push_back(absl::AsciiStrToLower(absl::StripPrefix(v1::PathFlag_Name(flag), "PATH_FLAG_")));
  }
  return names.empty() ? "none" : absl::StrJoin(names, " ");
}

void AddCosts(const v1::SearchExplanation& explanation, std::string* out) {
  float sum = 0;
  for (const v1::SearchCost& cost : explanation.costs()) sum += cost.cost();
  absl::StrAppendFormat(out, "costs of the way: %.1f\n", sum);
  for (const v1::SearchCost& cost : explanation.costs()) {
    absl::StrAppendFormat(out, "  %-20s %10.1f\n", cost.kind(), cost.cost());
  }
}

void AddStages(const v1::SearchExplanation& explanation, std::string* out) {
  absl::StrAppendFormat(out, "stages:%16s %10s %10s\n", "points", "length m", "units");
  const v1::RouteStage* before = nullptr;
  for (const v1::RouteStage& stage : explanation.stages()) {
    absl::StrAppendFormat(out, "  %-18s %3u %10.3f %10u", stage.name(), stage.points(), stage.length(),
                          stage.cost_units());
    const float change = before != nullptr ? stage.length() - before->length() : 0;
    if (std::fabs(change) >= kToldChange) absl::StrAppendFormat(out, "  (%+.3f m)", change);
    absl::StrAppend(out, "\n");
    before = &stage;
  }
}

}  // namespace

std::string ExplanationText(const v1::NavRequest& request, const v1::NavResult& result) {
  const v1::SearchExplanation& explanation = result.explanation();
  std::string out = absl::StrCat("search: ", KindText(request), "\nflags: ", FlagsText(request), "\n");
  if (explanation.searched()) {
    absl::StrAppend(&out, "ended: ", explanation.end(), ", ");
    absl::StrAppendFormat(&out, "%.3f m left to go\n", explanation.estimate());
    absl::StrAppend(&out, "polygons: ", explanation.expanded(), " expanded of ", explanation.visited(),
                    " looked at, ", explanation.corridor_poly_ref_size(), " crossed\n");
    absl::StrAppend(&out, "fragments: ", explanation.fragments(), " made, ", explanation.fragments_refused(),
                    " polygons left blocked for want of room\n");
    absl::StrAppend(&out, "influence spheres: ", explanation.spheres(), "\n");
    AddCosts(explanation, &out);
  } else {
    absl::StrAppend(&out, "no search was needed, or an end is off the mesh\n");
  }
  if (explanation.stages_size() > 0) AddStages(explanation, &out);
  absl::StrAppendFormat(&out, "virtual cost: %u units, %.3f ms\n", explanation.cost_units(),
                        static_cast<double>(result.timing().virtual_ns()) / 1e6);
  return out;
}

}  // namespace footfall::cli
