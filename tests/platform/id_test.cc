#include "platform/id.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace footfall::platform {
namespace {

struct PedTag {};
struct PathTag {};

TEST_CASE("a value-initialised id is invalid, every given-out generation is valid") {
  STATIC_REQUIRE(!Id<PedTag>{}.valid());
  STATIC_REQUIRE(!Id<PedTag>{7, 0}.valid());
  STATIC_REQUIRE(Id<PedTag>{0, 1}.valid());
}

TEST_CASE("ids of different tags do not mix") {
  STATIC_REQUIRE(!std::is_convertible_v<Id<PedTag>, Id<PathTag>>);
  STATIC_REQUIRE(!std::is_constructible_v<Id<PedTag>, Id<PathTag>>);
}

TEST_CASE("ids order by index, then generation") {
  CHECK(Id<PedTag>{1, 9} < Id<PedTag>{2, 1});
  CHECK(Id<PedTag>{2, 1} < Id<PedTag>{2, 3});
  CHECK(Id<PedTag>{2, 3} == Id<PedTag>{2, 3});
  CHECK(Id<PedTag>{2, 3} != Id<PedTag>{2, 4});
  CHECK(Id<PedTag>{2, 3} != Id<PedTag>{1, 3});
}

TEST_CASE("the bits of an id hold both parts") {
  CHECK(Id<PedTag>{0x89abcdef, 0x01234567}.bits() == 0x0123456789abcdef);
  CHECK(Id<PedTag>{}.bits() == 0);
}

TEST_CASE("generations wrap past the invalid 0") {
  constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
  STATIC_REQUIRE(NextGeneration(0) == 1);
  STATIC_REQUIRE(NextGeneration(1) == 2);
  STATIC_REQUIRE(NextGeneration(kLast - 1) == kLast);
  STATIC_REQUIRE(NextGeneration(kLast) == 1);
}

}  // namespace
}  // namespace footfall::platform
