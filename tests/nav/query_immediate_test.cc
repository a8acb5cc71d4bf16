#include <atomic>
#include <catch2/catch.hpp>
#include <limits>
#include <thread>

#include "nav/query/closest_position.h"
#include "nav/query/flood_fill.h"
#include "nav/query/immediate_queries.h"
#include "nav/query/nav_tracker.h"
#include "nav/query/nearest.h"
#include "platform/describe.h"
#include "platform/profile.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/query_judges.h"

namespace footfall::tests {
namespace {

using nav::ImmediateCaller;
using nav::ImmediateOutcome;
using nav::NavTracker;
using nav::PolyRef;
using nav::TrackerState;
using nav::TrackerUpdate;
using platform::Vec3;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr ImmediateCaller kMain{true};
constexpr nav::SnapLimits kLimits;

}  // namespace

TEST_CASE("an immediate query answers within the call, and only the main thread", "[NAV-250]") {
  const auto view = ViewOf(GridWorld(10));
  const platform::Profile profile;
  nav::ImmediateQueries immediate(profile);
  const PolyRef start(kHandTile, 0);
  CHECK(immediate.CanWalk(kMain, *view, start, {1, 1, 0}, {9, 9, 0}) == ImmediateOutcome::kFound);
  CHECK(immediate.CanWalk({}, *view, start, {1, 1, 0}, {9, 9, 0}) == ImmediateOutcome::kWrongThread);
  nav::ClosestForPed question;
  question.position = {1, 1, 0};
  CHECK(immediate.Closest(kMain, *view, question).outcome == ImmediateOutcome::kFound);
  const nav::ImmediatePosition refused = immediate.Closest({}, *view, question);
  CHECK(refused.outcome == ImmediateOutcome::kWrongThread);
  CHECK_FALSE(refused.poly.valid());
}

TEST_CASE("immediate queries and a worker read one view at once", "[NAV-251]") {
  const auto view = RaggedWorld(2);
  const platform::Profile profile;
  const std::vector<PolyRef> polys = AllPolys(*view);
  const auto ask = [&](nav::ImmediateQueries& immediate, int n) {
    platform::RandomStream random(9, platform::RandomPurpose::kTest, static_cast<uint64_t>(n), 0);
    nav::ClosestForPed question;
    question.position = DrawQueryPoint(*view, polys, random);
    question.filters = nav::kClosestNotWater | nav::kClosestSheltered;
    return immediate.Closest(kMain, *view, question);
  };
  std::vector<nav::ImmediatePosition> alone;
  nav::ImmediateQueries immediate(profile);
  for (int n = 0; n < 500; ++n) alone.push_back(ask(immediate, n));
  std::atomic<bool> done = false;
  std::thread worker([&] {
    nav::QueryScratch scratch(profile);
    nav::QueryResult result;
    nav::FloodFillRequest request;
    request.start = {150, 120, 0};
    request.goal = nav::FloodFillGoal::kAreaUnderfoot;
    while (!done) {
      platform::CostMeter meter;
      nav::RunFloodFill(*view, request, scratch, meter, result);
    }
  });
  for (int n = 0; n < 500; ++n) {
    const nav::ImmediatePosition beside = ask(immediate, n);
    CHECK(beside.poly == alone[static_cast<size_t>(n)].poly);
    CHECK(beside.point == alone[static_cast<size_t>(n)].point);
  }
  done = true;
  worker.join();
}

TEST_CASE("an immediate query visits at most 256 polygons with marks of its own", "[NAV-252]") {
  CHECK(nav::kMaxImmediateVisitedPolys == 256);
  CHECK(platform::Profile().immediate_visited_polys_max == 256);
  CHECK(platform::Profile().immediate_queue_max == 256);
  // 1 m squares: pavement 10 m away lies within some hundred polygons, pavement 30 m away beyond 256.
  HandWorld world;
  for (int row = 0; row < 40; ++row) {
    for (int column = 0; column < 40; ++column) {
      const auto x = static_cast<float>(column);
      const auto y = static_cast<float>(row);
      const bool paved = column == 10 && row == 0;
      world.Quad(x, y, x + 1, y + 1, 0, paved ? uint8_t{nav::kPolyPavement} : uint8_t{0});
    }
  }
  const auto view = ViewOf(world.Finish());
  platform::Profile profile;
  nav::ImmediateQueries immediate(profile);
  nav::ClosestForPed question;
  question.filters = nav::kClosestOnlyPavement;
  question.search_radius = 60;
  question.position = {0.5F, 0.5F, 0};
  CHECK(immediate.Closest(kMain, *view, question).outcome == ImmediateOutcome::kFound);
  question.position = {39.5F, 39.5F, 0};
  CHECK(immediate.Closest(kMain, *view, question).outcome == ImmediateOutcome::kNotFound);
  profile.immediate_visited_polys_max = 20;
  nav::ImmediateQueries lazy(profile);
  question.position = {0.5F, 0.5F, 0};
  CHECK(lazy.Closest(kMain, *view, question).outcome == ImmediateOutcome::kNotFound);
  // A walk over n edges visits n + 1 polygons.
  profile.immediate_visited_polys_max = 5;
  nav::ImmediateQueries short_sighted(profile);
  const PolyRef first(kHandTile, 0);
  CHECK(short_sighted.CanWalk(kMain, *view, first, {0.5F, 0.5F, 0}, {4.5F, 0.5F, 0}) ==
        ImmediateOutcome::kFound);
  CHECK(short_sighted.CanWalk(kMain, *view, first, {0.5F, 0.5F, 0}, {5.5F, 0.5F, 0}) ==
        ImmediateOutcome::kTooLong);
}

TEST_CASE("the short line of sight takes segments under 16 m", "[NAV-253]") {
  CHECK(nav::kMaxImmediateLosDist == 16);
  const auto view = ViewOf(GridWorld(20));
  const platform::Profile profile;
  const nav::ImmediateQueries immediate(profile);
  const PolyRef start(kHandTile, 0);
  const auto walk = [&](Vec3 to) { return immediate.CanWalk(kMain, *view, start, {1, 1, 0}, to); };
  CHECK(walk({16.99F, 1, 0}) == ImmediateOutcome::kFound);
  CHECK(walk({17, 1, 0}) == ImmediateOutcome::kTooLong);
  CHECK(walk({1, 1, 16}) == ImmediateOutcome::kTooLong);
  CHECK(walk({-3, 1, 0}) == ImmediateOutcome::kNotFound);
  CHECK(walk({kNaN, 1, 0}) == ImmediateOutcome::kBadNumber);
  CHECK(walk({1e30F, 1, 0}) == ImmediateOutcome::kTooLong);
  CHECK(immediate.CanWalk(kMain, *view, PolyRef(), {1, 1, 0}, {2, 1, 0}) == ImmediateOutcome::kNotFound);
  CHECK(immediate.CanWalk(kMain, *view, PolyRef(77, 1), {1, 1, 0}, {2, 1, 0}) == ImmediateOutcome::kNotFound);
}

TEST_CASE("the closest position for a ped is raised by its root's height", "[NAV-254]") {
  const auto view = ViewOf(SlopeWorld());  // z = x / 2
  const platform::Profile profile;
  nav::ImmediateQueries immediate(profile);
  nav::ClosestForPed question;
  question.position = {4, 5, 3};
  question.root_height = 0.75F;
  const nav::ImmediatePosition answer = immediate.Closest(kMain, *view, question);
  CHECK(answer.point == Vec3{4, 5, 2.75F});
  question.position.x = kNaN;
  CHECK(immediate.Closest(kMain, *view, question).outcome == ImmediateOutcome::kBadNumber);
  question.position = {500, 5, 3};
  CHECK(immediate.Closest(kMain, *view, question).outcome == ImmediateOutcome::kNotFound);
  question.search_radius = -1;
  CHECK(immediate.Closest(kMain, *view, question).outcome == ImmediateOutcome::kBadNumber);
}

TEST_CASE("immediate positions pass their filters on random meshes", "[NAV-252][NAV-254][NAV-255]") {
  platform::RandomStream random(5, platform::RandomPurpose::kTest, 46, 0);
  int found = 0;
  for (uint64_t seed = 0; seed < 4; ++seed) found += JudgeImmediate(*RaggedWorld(seed), random, 700);
  CHECK(found > 800);
  CHECK(found < 2700);
}

TEST_CASE("a tracker holds position, polygon and validity", "[NAV-256]") {
  const auto view = ViewOf(GridWorld(10));
  NavTracker tracker;
  CHECK_FALSE(tracker.is_valid());
  CHECK(nav::UpdateTracker(*view, {5, 5, 0.5F}, false, kLimits, tracker) == TrackerUpdate::kLookedUp);
  CHECK(tracker.is_valid());
  CHECK(tracker.position == Vec3{5, 5, 0.5F});
  CHECK(tracker.surface == Vec3{5, 5, 0});
  CHECK(tracker.poly == nav::NearestPoly(*view, {5, 5, 0.5F}, kLimits).poly);
  // One byte of state and three of padding.
  CHECK(platform::DescribedBytes(tracker) + 3 == sizeof(tracker));
}

TEST_CASE("the polygon is looked up again only after a move beyond the threshold", "[NAV-257]") {
  CHECK(nav::kTrackerMoveXy == 0.25F);
  CHECK(nav::kTrackerMoveZ == 1.0F);
  const auto view = ViewOf(GridWorld(10));
  NavTracker tracker;
  const auto update = [&](Vec3 p, bool rides = false) {
    return nav::UpdateTracker(*view, p, rides, kLimits, tracker);
  };
  update({5.875F, 5, 0});
  const PolyRef first = tracker.poly;
  // Into the next polygon, but not far enough.
  CHECK(update({6.125F, 5, 0}) == TrackerUpdate::kKept);
  CHECK(tracker.poly == first);
  CHECK(tracker.position == Vec3{5.875F, 5, 0});
  CHECK(update({6.13F, 5, 0}) == TrackerUpdate::kLookedUp);
  CHECK(tracker.poly != first);
  CHECK(update({6.13F, 5, 1}) == TrackerUpdate::kKept);
  CHECK(update({6.13F, 5, 1.01F}) == TrackerUpdate::kLookedUp);
  CHECK(update({6.13F, 5, 0}) == TrackerUpdate::kLookedUp);
  // A slow walk is measured from the last look-up, not from the last tick.
  int looked_up = 0;
  for (int i = 1; i <= 100; ++i) {
    if (update({6.13F + 0.05F * static_cast<float>(i), 5, 0}) == TrackerUpdate::kLookedUp) ++looked_up;
  }
  CHECK(looked_up >= 14);
  CHECK(looked_up <= 20);
  // In a vehicle: at once, without a move.
  CHECK(update({11.13F, 5, 0}, true) == TrackerUpdate::kSetInvalid);
  CHECK_FALSE(tracker.is_valid());
  CHECK(tracker == NavTracker());
  CHECK(update({11.13F, 5, 0}) == TrackerUpdate::kLookedUp);
  CHECK(update({kNaN, 5, 0}) == TrackerUpdate::kSetInvalid);
  // Off the mesh the same threshold holds.
  CHECK(update({-50, 5, 0}) == TrackerUpdate::kLookedUp);
  CHECK(tracker.state == TrackerState::kOffMesh);
  CHECK(update({-50, 5, 0}) == TrackerUpdate::kKept);
}

TEST_CASE("a tracker whose tile changed is looked up again", "[NAV-257]") {
  const auto view = ViewOf(GridWorld(10));
  NavTracker tracker;
  nav::UpdateTracker(*view, {5, 5, 0}, false, kLimits, tracker);
  nav::NavViewBuilder remove(*view);
  remove.Remove(kHandTile);
  const auto without = remove.Build();
  CHECK(nav::UpdateTracker(*without, {5, 5, 0}, false, kLimits, tracker) == TrackerUpdate::kLookedUp);
  CHECK(tracker.state == TrackerState::kOffMesh);
  // And back: the tile that comes back has another generation.
  CHECK(nav::UpdateTracker(*view, {5, 5, 0}, false, kLimits, tracker) == TrackerUpdate::kLookedUp);
  CHECK(tracker.is_valid());
  auto overlay = std::make_shared<nav::TileOverlay>(100, 400);
  overlay->SetPolyDisabled(tracker.poly.poly(), true);
  nav::NavViewBuilder change(*view);
  change.SetOverlay(kHandTile, overlay);
  const PolyRef before = tracker.poly;
  CHECK(nav::UpdateTracker(*change.Build(), {5, 5, 0}, false, kLimits, tracker) == TrackerUpdate::kLookedUp);
  CHECK(tracker.poly != before);
}

TEST_CASE("a replicated thing is tracked when its state comes, to the same values", "[NAV-258]") {
  // An update is a function of the tracker and the position alone: in which phase of a tick it is made, and
  // whether ticks without news make one, changes nothing.
  const auto view = RaggedWorld(3);
  platform::RandomStream random(9, platform::RandomPurpose::kTest, 47, 0);
  NavTracker each_tick;
  NavTracker on_arrival;
  Vec3 at{150, 120, 0};
  for (int tick = 0; tick < 2000; ++tick) {
    const bool arrives = tick % 7 == 0;
    if (arrives) {
      at.x += random.NextRange(-0.5F, 0.5F);
      at.y += random.NextRange(-0.5F, 0.5F);
      nav::UpdateTracker(*view, at, false, kLimits, on_arrival);
    }
    nav::UpdateTracker(*view, at, false, kLimits, each_tick);
    REQUIRE(each_tick == on_arrival);
  }
}

}  // namespace footfall::tests
