#include "platform/movement_cost_names.h"

#include <algorithm>

#include "platform/check.h"
#include "platform/profile_figures.h"

namespace footfall::platform {
namespace {

struct NamesOfCosts {
  std::vector<std::string> names;
  void Field(const char* name, const float& /*value*/) { names.emplace_back(name); }
};

struct CostAt {
  int left;
  float* found = nullptr;
  void Field(const char* /*name*/, float& value) {
    if (left-- == 0) found = &value;
  }
};

}  // namespace

const std::vector<std::string>& MovementCostNames() {
  static const std::vector<std::string> names = [] {
    NamesOfCosts visitor;
    const MovementCosts costs;
    MovementCosts::Describe(costs, visitor);
    return visitor.names;
  }();
  return names;
}

std::optional<uint8_t> MovementCostNumber(std::string_view name) {
  const auto& names = MovementCostNames();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<uint8_t>(found - names.begin());
}

float& MovementCost(MovementCosts& costs, uint8_t number) {
  CostAt visitor{number};
  MovementCosts::Describe(costs, visitor);
  FOOTFALL_CHECK(visitor.found != nullptr);
  return *visitor.found;
}

}  // namespace footfall::platform
