#ifndef FOOTFALL_PLATFORM_MOVEMENT_COST_NAMES_H_
#define FOOTFALL_PLATFORM_MOVEMENT_COST_NAMES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/profile.h"

namespace footfall::platform {

// Largest value that a movement cost takes; none is below 0. As in profile.proto.
inline constexpr int kMovementCostMax = 1'000'000;

// Names of the cost table's figures, as in a profile file, in the order of their description: a cost's place
// in it is its number, which the command log stores (NAV-147).
const std::vector<std::string>& MovementCostNames();

// The number of a cost; nothing: there is none of this name.
std::optional<uint8_t> MovementCostNumber(std::string_view name);

// The cost of a number. REQUIRES: number < MovementCostNames().size().
float& MovementCost(MovementCosts& costs, uint8_t number);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_MOVEMENT_COST_NAMES_H_
