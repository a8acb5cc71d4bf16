#include <map>

#include "sim/live_requests.h"
#include "sim/request_blocks.h"
#include "sim/source_slots.h"
#include "sim/wire_handle.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

CommandResult Submit(World& world, nav::SourceId source) {
  return world.ApplyOpen(SubmitOf(source, 1, {1, 1, 0}, {30, 30, 0}));
}

TEST_CASE("a wire handle holds kind, tag, slot and counter", "[R8]") {
  constexpr WireHandle handle =
      WireHandle::Make(HandleKind::kPathRequest, 0xAB, 0xFFFF, WireHandle::kCounterMax);
  CHECK(handle.kind() == HandleKind::kPathRequest);
  CHECK(handle.epoch_tag() == 0xAB);
  CHECK(handle.slot() == 0xFFFF);
  CHECK(handle.counter() == (uint64_t{1} << 36) - 1);
  CHECK_FALSE(WireHandle{}.valid());
}

TEST_CASE("unknown, foreign, expired and other epochs' handles are told apart", "[R8]") {
  auto world = WorldOf(YardOptions());
  const WireHandle own = Submit(*world, 7).handle;
  const WireHandle foreign = Submit(*world, 8).handle;
  const auto view = world->view();
  CHECK(view->Judge(own, 7) == CommandFault::kNone);
  CHECK(view->Judge(foreign, 7) == CommandFault::kHandleUnknown);
  CHECK(view->Judge(own, 99) == CommandFault::kHandleUnknown);
  CHECK(view->Judge(WireHandle{}, 7) == CommandFault::kHandleUnknown);
  CHECK(view->Judge({own.value + 1}, 7) == CommandFault::kHandleUnknown);  // not issued yet
  CHECK(view->Judge({own.value | (uint64_t{0xF} << 60)}, 7) == CommandFault::kHandleUnknown);
  CHECK(view->Judge(WireHandle::Make(HandleKind::kPathRequest, own.epoch_tag(), 500, 1), 7) ==
        CommandFault::kHandleUnknown);
  CHECK(view->Judge(WireHandle::Make(HandleKind::kPathRequest, own.epoch_tag(), own.slot(), 0), 7) ==
        CommandFault::kHandleUnknown);
  CHECK(view->Judge(WireHandle::Make(HandleKind::kPed, own.epoch_tag(), own.slot(), own.counter()), 7) ==
        CommandFault::kHandleKind);
  CHECK(view->Judge(WireHandle::Make(HandleKind::kPathRequest, 77, own.slot(), own.counter()), 7) ==
        CommandFault::kWorldChanged);

  CHECK(world->ApplyOpen({8, 2, CancelPath{own}}).fault == CommandFault::kHandleUnknown);
  CHECK(world->ApplyOpen({7, 2, CancelPath{own}}).fault == CommandFault::kNone);
  CHECK(world->view()->Judge(own, 7) == CommandFault::kHandleExpired);
  CHECK(world->view()->Judge(own, 8) == CommandFault::kHandleUnknown);
  const CommandResult twice = world->ApplyOpen({7, 3, ReleasePath{own}});
  CHECK(twice.fault == CommandFault::kHandleExpired);
  CHECK(ReasonOf(twice.fault) == "HANDLE_EXPIRED");
}

TEST_CASE("an ended source's requests are gone and its slot's counter goes on", "[R8]") {
  auto world = WorldOf(YardOptions());
  const WireHandle first = Submit(*world, 7).handle;
  const WireHandle second = Submit(*world, 7).handle;
  const WireHandle kept = Submit(*world, 8).handle;
  CHECK(world->ApplyOpen({7, 3, EndSource{}}).fault == CommandFault::kNone);
  CHECK(world->view()->Find(first) == nullptr);
  CHECK(world->view()->Find(second) == nullptr);
  CHECK(world->view()->Find(kept) != nullptr);
  CHECK(world->view()->OfSource(7).empty());
  CHECK(world->view()->Judge(first, 7) == CommandFault::kHandleUnknown);
  CHECK(world->view()->figures.slots_in_use == 1);

  const WireHandle next = Submit(*world, 9).handle;  // takes the free slot
  CHECK(next.slot() == first.slot());
  CHECK(next.counter() == second.counter() + 1);
  CHECK(world->view()->Judge(first, 9) == CommandFault::kHandleUnknown);  // another's, although of its slot
  CHECK(world->view()->Judge(next, 9) == CommandFault::kNone);
  CHECK(world->ApplyOpen({55, 1, EndSource{}}).fault == CommandFault::kNone);  // never gave a command
}

TEST_CASE("a result that nobody fetches expires and its handle says so", "[NAV-094]") {
  auto world = WorldOf(YardOptions("server", {"request_timeout_ms=500", "stale_check_ms=100"}));
  const WireHandle handle = Submit(*world, 7).handle;
  for (int i = 0; i < 40; ++i) {
    world->Step({}, nullptr);
  }
  CHECK(world->view()->Find(handle) == nullptr);
  CHECK(world->view()->Judge(handle, 7) == CommandFault::kHandleExpired);
  CHECK(world->view()->figures.expired == 1);
}

TEST_CASE("a source slot's counter ends after 36 bits and the slot is never used again", "[R8]") {
  SourceSlots slots;
  const auto slot = slots.Open(1);
  REQUIRE(slot.has_value());
  slots.SetNextCounter(*slot, WireHandle::kCounterMax);
  CHECK(slots.TakeCounter(*slot) == WireHandle::kCounterMax);
  CHECK_FALSE(slots.TakeCounter(*slot).has_value());
  slots.Close(*slot);
  CHECK(slots.Open(2) == uint16_t{1});
}

TEST_CASE("source slots: lowest free first, 65,536 at most", "[R8]") {
  SourceSlots slots;
  for (uint32_t source = 0; source < SourceSlots::kSlotsMax; ++source) {
    REQUIRE(slots.Open(source) == static_cast<uint16_t>(source));
  }
  CHECK_FALSE(slots.Open(1'000'000).has_value());
  slots.Close(900);
  slots.Close(30);
  slots.Close(500);
  CHECK_FALSE(slots.Find(30).has_value());
  CHECK(slots.Open(1'000'000) == uint16_t{30});
  CHECK(slots.Open(1'000'001) == uint16_t{500});
  CHECK(slots.Find(1'000'001) == uint16_t{500});
  CHECK(slots.Find(901) == uint16_t{901});
}

TEST_CASE("a copy of the source slots does not see later writes") {
  SourceSlots slots;
  slots.Open(5);
  const SourceSlots copy = slots;
  slots.Seal();
  slots.TakeCounter(0);
  slots.Open(6);
  CHECK(copy.size() == 1);
  CHECK(copy[0].next_counter == SourceSlot::kFirstCounter);
  CHECK_FALSE(copy.Find(6).has_value());
  CHECK(slots[0].next_counter == SourceSlot::kFirstCounter + 1);
  CHECK(slots.Find(6) == uint16_t{1});
}

TEST_CASE("request blocks agree with a plain map over random inserts and erasures") {
  RequestBlocks blocks;
  std::map<WireHandle, nav::SourceId> expected;
  std::vector<std::pair<RequestBlocks, std::map<WireHandle, nav::SourceId>>> copies;
  platform::RandomStream random(9, platform::RandomPurpose::kTest, 0, 0);
  for (int step = 0; step < 4000; ++step) {
    const WireHandle handle{1 + random.NextBelow(600)};
    if (expected.contains(handle)) {
      if (random.NextBelow(3) == 0) {
        blocks.Mutable(handle).source = 999;
        expected[handle] = 999;
      } else {
        blocks.Erase(handle);
        expected.erase(handle);
      }
    } else {
      RequestView request;
      request.handle = handle;
      request.source = static_cast<nav::SourceId>(step);
      blocks.Insert(request);
      expected[handle] = request.source;
    }
    if (step % 500 == 0) {
      copies.emplace_back(blocks, expected);
      blocks.Seal();
    }
  }
  copies.emplace_back(blocks, expected);
  for (const auto& [copy, map] : copies) {
    CHECK(copy.size() == map.size());
    const auto all = copy.Range({0}, {UINT64_MAX});
    REQUIRE(all.size() == map.size());
    size_t i = 0;
    for (const auto& [handle, source] : map) {
      CHECK(all[i]->handle == handle);
      CHECK(all[i]->source == source);
      CHECK(copy.Find(handle) == all[i]);
      ++i;
    }
    const auto some = copy.Range({100}, {200});
    CHECK(some.size() == static_cast<size_t>(std::distance(map.lower_bound({100}), map.upper_bound({200}))));
  }
}

TEST_CASE("publishing shares the blocks that did not change") {
  RequestBlocks blocks;
  for (uint64_t i = 1; i <= 1000; ++i) {
    RequestView request;
    request.handle = {i};
    blocks.Insert(request);
  }
  const RequestBlocks copy = blocks;
  blocks.Seal();
  blocks.Mutable({500}).source = 1;
  int moved = 0;
  for (uint64_t i = 1; i <= 1000; ++i) {
    moved += blocks.Find({i}) != copy.Find({i}) ? 1 : 0;
  }
  CHECK(moved >= 1);
  CHECK(moved <= static_cast<int>(RequestBlocks::kBlockMax));
}

TEST_CASE("live requests keep their rows and reuse the lowest") {
  LiveRequests live(3);
  live.Add({{10}, 1, 0, false, {}});
  live.Add({{11}, 2, 0, false, {}});
  live.UpdateHash();
  const uint64_t before = live.hash_leaf().hash();
  live.Add({{12}, 3, 0, false, ClientRef::From("x")});
  live.UpdateHash();
  CHECK(live.hash_leaf().hash() != before);
  live.Remove({12});
  live.UpdateHash();
  CHECK(live.hash_leaf().hash() == before);  // an unused row has one form
  CHECK(live.Find(nav::RequestHandle{12}) == nullptr);
  REQUIRE(live.Find(0, 2) != nullptr);
  CHECK(live.Find(0, 2)->issue.value == 11);
  live.Remove({10});
  live.Add({{13}, 4, 0, false, {}});
  CHECK(live.Find(0, 4)->issue.value == 13);
  CHECK(live.size() == 2);
}

TEST_CASE("handle states are described whole", "[R40]") {
  CHECK(platform::DescribedBytes(SourceSlot{}) + 3 == sizeof(SourceSlot));
  CHECK(platform::DescribedBytes(LiveRequest{}) + 4 == sizeof(LiveRequest));
}

}  // namespace
}  // namespace footfall::sim::testing
