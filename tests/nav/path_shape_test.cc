#include <catch2/catch.hpp>
#include <memory>

#include "nav/dynamic/object_store.h"
#include "nav/path/movement_rules.h"
#include "nav/path/search_shape.h"
#include "tests/nav/path_fixture.h"

// What makes a search other than the plain way to a goal, part by part.
namespace footfall::nav {
namespace {

using platform::MovementCosts;
using platform::Vec3;
using tests::Request;

PolyRecord WithDensity(uint32_t density) {
  PolyRecord record{};
  record.attributes = static_cast<uint16_t>(density << 10);
  return record;
}

PolyRecord WithCover(unsigned bits) {
  PolyRecord record{};
  record.cover_directions = static_cast<uint8_t>(bits);
  return record;
}

PathRequest WanderEast(float distance = 40) {
  PathRequest request = Request({0, 0, 0}, {}, PathFlagMask(kFlagWander));
  request.reference = {1, 0, 0};
  request.reference_distance = distance;
  return request;
}

// The threat stands at the origin.
PathRequest FleeOrigin(uint64_t flags = 0) {
  PathRequest request = Request({5, 0, 0}, {}, flags | PathFlagMask(kFlagFleeTarget));
  request.reference_distance = 30;
  return request;
}

SearchShape ShapeOf(const PathRequest& request) {
  return SearchShape(request, MovementCosts{}, request.start, nullptr);
}

TEST_CASE("wander costs ped density by level and a hundred where nobody walks", "[NAV-151][NAV-138]") {
  const SearchShape shape = ShapeOf(WanderEast());
  CHECK(shape.DensityPerMetre(WithDensity(5), WithDensity(2)) == 3 * 10);
  CHECK(shape.DensityPerMetre(WithDensity(2), WithDensity(5)) == 0);
  CHECK(shape.DensityPerMetre(WithDensity(3), WithDensity(0)) == 3 * 10 + 100);
  CHECK(shape.DensityPerMetre(WithDensity(0), WithDensity(3)) == 100);
  const ShapedCost cost = shape.CostOf(WithDensity(5), WithDensity(2), {0, 0, 0}, {4, 0, 0}, 4, {});
  CHECK(cost.per_metre == 30);
  CHECK(cost.penalty == 0);
}

TEST_CASE("wander costs turns: one a metre, times 1 - cosine", "[NAV-152]") {
  const SearchShape shape = ShapeOf(WanderEast());
  CHECK(shape.TurnPerMetre({0, 0, 0}, {3, 0, 1}) == Approx(0).margin(1e-6));
  CHECK(shape.TurnPerMetre({0, 0, 0}, {0, 3, 0}) == Approx(1));
  CHECK(shape.TurnPerMetre({0, 0, 0}, {-3, 0, 0}) == Approx(2));
  CHECK(shape.TurnPerMetre({0, 0, 0}, {0, 0, 3}) == 0);
  // Only a wander has them.
  CHECK(ShapeOf(FleeOrigin()).CostOf(WithDensity(5), WithDensity(0), {5, 0, 0}, {6, 0, 0}, 1, {}).per_metre ==
        0);
}

TEST_CASE("a wander ends at the distance, and what is left is counted along its direction", "[NAV-138]") {
  const SearchShape shape = ShapeOf(WanderEast(40));
  CHECK_FALSE(shape.EndsAt(WithDensity(3), {39, 0, 0}, 39.9F));
  CHECK(shape.EndsAt(WithDensity(3), {0, 0, 0}, 40));
  CHECK(shape.Estimate({10, 25, 0}, {}) == 30);
  CHECK(shape.Estimate({-10, 0, 0}, {}) == 50);
  CHECK(shape.Estimate({50, 0, 0}, {}) == 0);
}

TEST_CASE("flee costs what lacks of the distance, and doubling back up to 400 or 200",
          "[NAV-139][NAV-154][NAV-170]") {
  const SearchShape normal = ShapeOf(FleeOrigin());
  CHECK(normal.Estimate({10, 0, 0}, {}) == 20);
  CHECK(normal.Estimate({31, 0, 0}, {}) == 0);
  CHECK(normal.DoubleBackPenalty({10, 0, 0}, {12, 0, 0}) == 0);
  CHECK(normal.DoubleBackPenalty({10, 0, 0}, {8, 0, 0}) == Approx(400 * 0.25 * 2));
  CHECK(normal.DoubleBackPenalty({10, 0, 0}, {1, 0, 0}) == 400);
  const SearchShape softer = ShapeOf(FleeOrigin(PathFlagMask(kFlagSofterFleeHeuristics)));
  CHECK(softer.DoubleBackPenalty({10, 0, 0}, {8, 0, 0}) == Approx(200 * 0.25 * 2));
  CHECK(softer.DoubleBackPenalty({10, 0, 0}, {1, 0, 0}) == 200);
  MovementCosts costs;
  costs.flee_double_back_multiplier = 1;
  CHECK(SearchShape(FleeOrigin(), costs, {}, nullptr).DoubleBackPenalty({10, 0, 0}, {9, 0, 0}) ==
        Approx(400));
  CHECK_FALSE(normal.EndsAt(WithDensity(0), {29.9F, 0, 0}, 100));
  CHECK(normal.EndsAt(WithDensity(0), {0, 30, 0}, 0));
}

TEST_CASE("a flee that may not end in water passes it", "[NAV-171]") {
  PolyRecord water{};
  water.flags = kPolyWater;
  CHECK(ShapeOf(FleeOrigin()).EndsAt(water, {40, 0, 0}, 0));
  const SearchShape dry = ShapeOf(FleeOrigin(PathFlagMask(kFlagFleeNeverEndInWater)));
  CHECK_FALSE(dry.EndsAt(water, {40, 0, 0}, 0));
  CHECK_FALSE(dry.MayEndOn(water));
  CHECK(dry.EndsAt(WithDensity(0), {40, 0, 0}, 0));
}

TEST_CASE("directional cover costs 500 without any, else 75 a missing direction", "[NAV-153][NAV-182]") {
  PathRequest request = Request({0, 0, 0}, {10, 0, 0}, PathFlagMask(kFlagUseDirectionalCover));
  request.reference = {100, 0, 0};  // the threat, due east: directions 7, 0 and 1 count
  const SearchShape shape = ShapeOf(request);
  CHECK(shape.CoverPenalty(WithCover(0), {0, 0, 0}) == 500);
  CHECK(shape.CoverPenalty(WithCover(0b10000011), {0, 0, 0}) == 0);
  CHECK(shape.CoverPenalty(WithCover(0b00000001), {0, 0, 0}) == 2 * 75);
  CHECK(shape.CoverPenalty(WithCover(0b00010000), {0, 0, 0}) == 3 * 75);
  CHECK(ShapeOf(Request({}, {})).CoverPenalty(WithCover(0), {0, 0, 0}) == 0);
}

TEST_CASE("the eighths of the compass", "[NAV-030][NAV-182]") {
  CHECK(CompassEighth({1, 0}) == 0);
  CHECK(CompassEighth({1, 0.4F}) == 0);
  CHECK(CompassEighth({1, -0.4F}) == 0);
  CHECK(CompassEighth({1, 1}) == 1);
  CHECK(CompassEighth({0, 1}) == 2);
  CHECK(CompassEighth({-1, 1}) == 3);
  CHECK(CompassEighth({-1, 0}) == 4);
  CHECK(CompassEighth({-1, -1}) == 5);
  CHECK(CompassEighth({0, -1}) == 6);
  CHECK(CompassEighth({1, -1}) == 7);
  CHECK(CompassEighth({0, 0}) == 0);
}

TEST_CASE("spheres cost five times weight times what lies inside, less towards the rim", "[NAV-146]") {
  PathRequest request = Request({0, 0, 0}, {10, 0, 0});
  request.spheres_count = 1;
  request.spheres[0] = {{0, 0, 0}, 10, 8, 8};
  const SearchShape flat = ShapeOf(request);
  CHECK(flat.SpherePenalty({-20, 0, 0}, {20, 0, 0}) == Approx(5 * 20 * 8));
  CHECK(flat.SpherePenalty({1, 0, 0}, {3, 0, 0}) == Approx(5 * 2 * 8));
  CHECK(flat.SpherePenalty({-20, 11, 0}, {20, 11, 0}) == 0);
  CHECK(flat.SpherePenalty({11, 0, 0}, {20, 0, 0}) == 0);
  CHECK(flat.SpherePenalty({1, 0, 0}, {1, 0, 0}) == 0);
  // 1 at the centre and 0 at the rim: half on the mean.
  request.spheres[0] = {{0, 0, 0}, 10, 1, 0};
  CHECK(ShapeOf(request).SpherePenalty({-10, 0, 0}, {10, 0, 0}) == Approx(5 * 20 * 0.5));
  CHECK(ShapeOf(request).SpherePenalty({0, 0, 0}, {1, 0, 0}) >
        ShapeOf(request).SpherePenalty({8, 0, 0}, {9, 0, 0}));
  CHECK(kMaxInfluenceSpheres == 8);
  // A line through it may not replace a way around that costs less.
  CHECK_FALSE(flat.AllowsShortcut({-20, 0, 0}, {20, 0, 0}, 5 * 80));
  CHECK(flat.AllowsShortcut({-20, 0, 0}, {20, 0, 0}, 5 * (40 + 20 * 8)));
  CHECK(flat.AllowsShortcut({-20, 11, 0}, {20, 11, 0}, 5 * 40));
}

TEST_CASE("hazards become spheres where the request avoids them, nearest first, the caller's kept",
          "[NAV-086][NAV-195][NAV-196]") {
  ObjectStore store(640, 64);
  for (uint64_t i = 1; i <= 10; ++i) {
    const HazardKind kind = i % 2 == 0 ? HazardKind::kExplosive : HazardKind::kGas;
    REQUIRE(store.PutHazard({ObjectId{i}, kind, {static_cast<float>(i) * 10, 0, 0}, 2}) ==
            PutOutcome::kPlaced);
  }
  store.Sync({0, 0});
  const auto objects = store.snapshot();
  const auto count = [&](const PathRequest& request) {
    return SearchShape(request, MovementCosts{}, request.start, objects.get()).spheres_count();
  };
  const uint64_t explosions = PathFlagMask(kFlagAvoidPotentialExplosions);
  const uint64_t gas = PathFlagMask(kFlagAvoidTearGas);
  CHECK(count(Request({0, 0, 0}, {1, 0, 0})) == 0);
  CHECK(count(Request({0, 0, 0}, {1, 0, 0}, explosions)) == 5);
  CHECK(count(Request({0, 0, 0}, {1, 0, 0}, gas)) == 5);
  CHECK(count(Request({0, 0, 0}, {1, 0, 0}, gas | explosions)) == 8);

  PathRequest full = Request({0, 0, 0}, {1, 0, 0}, gas | explosions);
  full.spheres_count = 7;
  for (size_t i = 0; i < 7; ++i) full.spheres[i] = {{0, -50, 0}, 1, 1, 1};
  const SearchShape shape(full, MovementCosts{}, full.start, objects.get());
  CHECK(shape.spheres_count() == 8);
  CHECK(shape.SpherePenalty({0, -52, 0}, {0, -48, 0}) == Approx(7 * 5 * 2));
  // The nearest: through the middle of its 2 m, from 5 at the rim to 20 and back.
  CHECK(shape.SpherePenalty({8, 0, 0}, {12, 0, 0}) == Approx(5 * 4 * 12.5));
  CHECK(shape.SpherePenalty({18, 0, 0}, {22, 0, 0}) == 0);  // surplus
  full.spheres_count = 8;
  CHECK(count(full) == 8);
}

TEST_CASE("only a plain way to a goal is searched without the shape", "[NAV-132]") {
  CHECK(ShapeOf(Request({}, {})).IsPlain());
  CHECK(ShapeOf(Request({}, {}, PathFlagMask(kFlagPreferPavements))).IsPlain());
  for (const PathFlagBit bit : {kFlagUseDirectionalCover, kFlagCoverFinder, kFlagEnsureLosBeforeEnding,
                                kFlagRandomisePoints, kFlagWander, kFlagFleeTarget}) {
    CAPTURE(bit);
    CHECK_FALSE(ShapeOf(Request({}, {}, PathFlagMask(bit))).IsPlain());
  }
  PathRequest slope = Request({}, {});
  slope.slope_max = 0.5F;
  CHECK_FALSE(ShapeOf(slope).IsPlain());
  CHECK(ShapeOf(Request({}, {})).AllowsEarlyOut());
  CHECK_FALSE(ShapeOf(Request({}, {}, PathFlagMask(kFlagUseDirectionalCover))).AllowsEarlyOut());
  CHECK_FALSE(ShapeOf(Request({}, {}, PathFlagMask(kFlagWander))).AllowsEarlyOut());
}

TEST_CASE("points at random depend on seed, request and polygon alone", "[NAV-007][NAV-204]") {
  PathRequest request = Request({}, {}, PathFlagMask(kFlagRandomisePoints));
  request.random_seed = 3;
  request.random_entity = 4;
  const auto draw = [](const PathRequest& r, PolyRef poly) {
    return ShapeOf(r).Crossing({0, 0, 0}, {10, 0, 0}, {5, -5, 0}, {5, 5, 0}, poly).x;
  };
  const float first = draw(request, PolyRef(1, 1));
  CHECK(first >= 2);
  CHECK(first < 8);
  CHECK(draw(request, PolyRef(1, 1)) == first);
  CHECK(draw(request, PolyRef(1, 2)) != first);
  PathRequest other = request;
  other.random_seed = 5;
  CHECK(draw(other, PolyRef(1, 1)) != first);
  other = request;
  other.random_entity = 5;
  CHECK(draw(other, PolyRef(1, 1)) != first);
  // Without the flag it is the straight way.
  CHECK(draw(Request({}, {}), PolyRef(1, 1)) == 5);
}

TEST_CASE("requests are judged and a wander's direction made a unit vector", "[NAV-085]") {
  PathRequest request = WanderEast();
  request.reference = {3, 4, 12};
  CHECK(PrepareRequest(request) == RequestFault::kNone);
  CHECK(request.reference == Vec3{0.6F, 0.8F, 0});
  request.reference = {0, 0, 5};
  CHECK(PrepareRequest(request) == RequestFault::kNoDirection);
  request = WanderEast(0);
  CHECK(PrepareRequest(request) == RequestFault::kNoDistance);
  request = WanderEast();
  request.flags |= PathFlagMask(kFlagFleeTarget);
  CHECK(PrepareRequest(request) == RequestFault::kTwoTypes);
  request = Request({}, {});
  request.spheres_count = 9;
  CHECK(PrepareRequest(request) == RequestFault::kTooMany);
  request = Request({}, {});
  request.spheres_count = 1;
  CHECK(PrepareRequest(request) == RequestFault::kSphere);
  request = Request({}, {});
  request.slope_max = -1;
  CHECK(PrepareRequest(request) == RequestFault::kSlope);
  CHECK(kMaxIncludedObjects == 8);
  CHECK(kMaxExcludedObjects == 8);
}

TEST_CASE("the parts of a step's costs add up to what the search takes", "[NAV-141]") {
  const uint64_t flags = PathFlagMask(kFlagPreferDownhill) | PathFlagMask(kFlagAvoidTrainTracks) |
                         PathFlagMask(kFlagFavourEnclosedSpaces);
  const MovementRules rules(Request({}, {}, flags), MovementCosts{}, false);
  PolyRecord to{};
  to.flags = kPolyWater | kPolyTooSteepToWalkOn;
  to.attributes = kAttrTrainTrack;
  const SurfaceCosts parts = rules.PartsOf(PolyRecord{}, to, AdjacencyType::kDropDown, 2, 8);
  CHECK(parts.crossing == 100 + 5 * 2);
  CHECK(parts.water == 50);
  CHECK(parts.steep == 100);
  CHECK(parts.tracks == 16000);
  CHECK(parts.rise == 20);
  CHECK(parts.open_space == 4);
  CHECK(rules.StepPenalty(PolyRecord{}, to, AdjacencyType::kDropDown, 2, 8) == parts.Sum());
}

}  // namespace
}  // namespace footfall::nav
