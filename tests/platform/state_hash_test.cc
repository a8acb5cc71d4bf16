#include "platform/state_hash.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "platform/state_dump.h"

namespace footfall::platform {

namespace {

using Catch::Contains;

enum class Mood : std::uint8_t { kCalm, kAngry };

// Cold state: one struct an entity.
struct Slot {
  std::uint64_t handle = 0;
  std::int32_t issued_ms = 0;
  Mood mood = Mood::kCalm;
  bool wet = false;
  float radius = 0;
  Vec3 end;
  std::array<float, 2> weights = {};
  std::string label;
  std::int32_t scratch = 0;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("handle", self.handle);
    visitor.Field("issued_ms", self.issued_ms);
    visitor.Field("mood", self.mood);
    visitor.Field("wet", self.wet);
    visitor.Field("radius", self.radius);
    visitor.Field("end", self.end);
    visitor.Field("weights", self.weights);
    visitor.Field("label", self.label);
    visitor.Omit("scratch", self.scratch);
  }
};

struct World {
  std::uint32_t next = 1;
  double energy = 0;
  std::vector<float> x = std::vector<float>(200);
  std::vector<Vec3> position = std::vector<Vec3>(200);
  std::vector<std::uint32_t> bits = std::vector<std::uint32_t>(200);
  std::vector<std::uint64_t> live = std::vector<std::uint64_t>(4);
  std::vector<Slot> slots = std::vector<Slot>(200);

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("next", self.next);
    visitor.Field("energy", self.energy);
    visitor.Column("x", self.x, self.live);
    visitor.Column("position", self.position, self.live);
    visitor.Column("bits", self.bits, self.live);
    visitor.Column("live", self.live);
    visitor.Rows("slots", self.slots, self.live);
  }
};

World MakeWorld() {
  World world;
  for (std::size_t i = 0; i < 200; i += 2) {
    world.live[i / 64] |= std::uint64_t{1} << (i % 64);
    world.x[i] = static_cast<float>(i);
    world.slots[i].handle = i + 1;
  }
  return world;
}

StateDigest DigestOf(const World& world, LeafKind kind = LeafKind::kHot) {
  HashLeaf leaf("world", kind);
  leaf.Update(world);
  const std::array<const HashLeaf*, 1> leaves = {&leaf};
  StateDigest digest;
  CopyDigest(leaves, &digest);
  return digest;
}

std::uint64_t HashOf(const World& world) { return DigestOf(world).root; }

}  // namespace

TEST_CASE("a struct that grows without its description fails this check") {
  constexpr std::size_t kSlotPadding = 6;  // After `wet`, and at the end.
  CHECK(DescribedBytes(Slot()) + kSlotPadding == sizeof(Slot));
  constexpr std::size_t kWorldPadding = 4;  // After `next`.
  CHECK(DescribedBytes(World()) + kWorldPadding == sizeof(World));
}

TEST_CASE("equal states hash equal, and each field counts") {
  const World world = MakeWorld();
  CHECK(HashOf(world) == HashOf(MakeWorld()));
  const auto changed = [&](auto&& change) {
    World other = world;
    change(other);
    return HashOf(other) != HashOf(world);
  };
  CHECK(changed([](World& w) { w.next = 2; }));
  CHECK(changed([](World& w) { w.energy = 1; }));
  CHECK(changed([](World& w) { w.x[198] = 0.5F; }));
  CHECK(changed([](World& w) { w.position[64].z = 1; }));
  CHECK(changed([](World& w) { w.bits[0] = 1; }));
  CHECK(changed([](World& w) { w.live[0] |= 2; }));
  CHECK(changed([](World& w) { w.slots[2].handle = 9; }));
  CHECK(changed([](World& w) { w.slots[2].issued_ms = 9; }));
  CHECK(changed([](World& w) { w.slots[2].mood = Mood::kAngry; }));
  CHECK(changed([](World& w) { w.slots[2].wet = true; }));
  CHECK(changed([](World& w) { w.slots[2].radius = 9; }));
  CHECK(changed([](World& w) { w.slots[2].end.y = 9; }));
  CHECK(changed([](World& w) { w.slots[2].weights[1] = 9; }));
  CHECK(changed([](World& w) { w.slots[2].label = "nine"; }));
  CHECK(changed([](World& w) { w.x.push_back(0); }));
  CHECK(changed([](World& w) { w.slots.pop_back(); }));
  CHECK_FALSE(changed([](World& w) { w.slots[2].scratch = 9; }));
}

TEST_CASE("swapping two entities or two equal columns changes the hash") {
  World world = MakeWorld();
  const std::uint64_t before = HashOf(world);
  std::swap(world.x[0], world.x[2]);
  CHECK(HashOf(world) != before);
  world = MakeWorld();
  for (std::size_t i = 0; i < 200; ++i) {
    world.position[i].x = 1;
  }
  const std::uint64_t in_position = HashOf(world);
  world = MakeWorld();
  for (std::size_t i = 0; i < 200; ++i) {
    world.position[i].y = 1;
  }
  CHECK(HashOf(world) != in_position);
}

TEST_CASE("minus zero, NaN and unused slots have one canonical form") {
  World world = MakeWorld();
  world.x[0] = 0.0F;
  world.x[2] = std::numeric_limits<float>::quiet_NaN();
  world.energy = 0.0;
  const std::uint64_t before = HashOf(world);
  const std::string dump = DumpState("world", world);
  world.x[0] = -0.0F;
  world.x[2] = std::bit_cast<float>(0xFFC12345U);
  world.energy = -0.0;
  world.position[0] = {-0.0F, -0.0F, -0.0F};
  world.slots[0].radius = -0.0F;
  world.slots[0].weights = {-0.0F, 0.0F};
  CHECK(HashOf(world) == before);
  // Entity 1 is not in use: whatever its memory holds does not count.
  world.x[1] = 7;
  world.position[1].x = 7;
  world.bits[1] = 7;
  world.slots[1].handle = 7;
  world.slots[1].label = "left over";
  CHECK(HashOf(world) == before);
  CHECK(DumpState("world", world) == dump);
  world.energy = std::bit_cast<double>(0x7FF0000000000001U);
  const std::uint64_t not_a_number = HashOf(world);
  world.energy = -std::numeric_limits<double>::quiet_NaN();
  CHECK(HashOf(world) == not_a_number);
}

TEST_CASE("denormals and infinities keep their own hashes") {
  World world = MakeWorld();
  const std::uint64_t zero = HashOf(world);
  world.x[0] = std::numeric_limits<float>::denorm_min();
  const std::uint64_t tiny = HashOf(world);
  world.x[0] = std::numeric_limits<float>::infinity();
  const std::uint64_t infinite = HashOf(world);
  world.x[0] = -std::numeric_limits<float>::infinity();
  CHECK(tiny != zero);
  CHECK(infinite != tiny);
  CHECK(HashOf(world) != infinite);
}

TEST_CASE("a column without a mask hashes like one whose entities are all in use") {
  World world = MakeWorld();
  world.live.assign(4, ~std::uint64_t{0});
  const StateDigest masked = DigestOf(world);
  std::vector<std::byte> bytes;
  ByteVisitor visitor(bytes);
  visitor.Column("x", world.x);
  std::vector<std::byte> masked_bytes;
  ByteVisitor masked_visitor(masked_bytes);
  masked_visitor.Column("x", world.x, world.live);
  CHECK(bytes == masked_bytes);
  CHECK(masked.leaves[0].blocks.size() == 4);
  CHECK_FALSE(LiveMask(world.live)[256]);  // Beyond the words.
}

TEST_CASE("a comparison names the first leaf and block that differ") {
  const World world = MakeWorld();
  CHECK_FALSE(FirstDifference(DigestOf(world), DigestOf(world)).has_value());
  World other = world;
  other.x[130] = -1;
  other.x[198] = -1;
  const auto in_block = FirstDifference(DigestOf(world), DigestOf(other));
  REQUIRE(in_block.has_value());
  CHECK(in_block->leaf == "world");
  CHECK(in_block->block == std::optional<std::size_t>(2));
  CHECK_THAT(in_block->text, Contains("block 2 (entities 128 to 191)"));
  other = world;
  other.next = 77;
  const auto in_fields = FirstDifference(DigestOf(world), DigestOf(other));
  REQUIRE(in_fields.has_value());
  CHECK_FALSE(in_fields->block.has_value());
  CHECK_THAT(in_fields->text, Contains("its fields differ"));
}

TEST_CASE("a comparison of trees of other shapes says so") {
  const StateDigest one = DigestOf(MakeWorld());
  StateDigest two = one;
  two.leaves.push_back({"extra", 1, 2, {}});
  CHECK_THAT(FirstDifference(one, two)->text, Contains("leaf extra"));
  CHECK_THAT(FirstDifference(two, one)->text, Contains("leaf extra"));
  two = one;
  two.leaves[0].name = "other";
  CHECK_THAT(FirstDifference(one, two)->text, Contains("other"));
  two = one;
  two.leaves[0].blocks.pop_back();
  CHECK_THAT(FirstDifference(one, two)->text, Contains("4 blocks against 3"));
  two = one;
  two.root ^= 1;
  CHECK_THAT(FirstDifference(one, two)->text, Contains("roots"));
  CHECK_FALSE(FirstDifference({}, {}).has_value());
}

TEST_CASE("the root depends on names, order and number of the leaves") {
  const World world = MakeWorld();
  HashLeaf a("a", LeafKind::kHot);
  HashLeaf b("b", LeafKind::kHot);
  a.Update(world);
  b.Update(world);
  const std::array<const HashLeaf*, 2> ab = {&a, &b};
  const std::array<const HashLeaf*, 2> ba = {&b, &a};
  const std::array<const HashLeaf*, 1> only_a = {&a};
  CHECK(a.hash() == b.hash());
  CHECK(RootHash(ab) != RootHash(ba));
  CHECK(RootHash(ab) != RootHash(only_a));
  CHECK(RootHash(std::span<const HashLeaf* const>()) != RootHash(only_a));
}

TEST_CASE("a cold leaf with dirty marks equals a hot one, over many random changes") {
  World world = MakeWorld();
  HashLeaf cold("world", LeafKind::kCold);
  HashLeaf hot("world", LeafKind::kHot);
  std::uint32_t state = 7;
  const auto draw = [&](std::uint32_t bound) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8) % bound;
  };
  for (int tick = 0; tick < 300; ++tick) {
    const std::uint32_t changes = draw(4);
    for (std::uint32_t i = 0; i < changes; ++i) {
      const std::uint32_t entity = draw(200);
      world.x[entity] += 1;
      world.slots[entity].issued_ms = tick;
      cold.MarkDirty(entity);
    }
    world.energy = tick;
    cold.Update(world);
    hot.Update(world);
    REQUIRE(cold.hash() == hot.hash());
    REQUIRE(cold.fields_hash() == hot.fields_hash());
  }
}

TEST_CASE("a change without a dirty mark is found by block") {
  World world = MakeWorld();
  HashLeaf leaf("world", LeafKind::kCold);
  CHECK_FALSE(leaf.FindStaleBlock(world).has_value());  // Never hashed: everything is dirty.
  leaf.Update(world);
  CHECK_FALSE(leaf.FindStaleBlock(world).has_value());
  world.slots[128].handle = 999;
  CHECK(leaf.FindStaleBlock(world) == std::optional<std::size_t>(2));
  leaf.MarkDirty(191);
  CHECK_FALSE(leaf.FindStaleBlock(world).has_value());
  world.x[0] = 999;
  CHECK(leaf.FindStaleBlock(world) == std::optional<std::size_t>(0));
  leaf.MarkAllDirty();
  leaf.Update(world);
  CHECK(leaf.hash() == DigestOf(world).leaves[0].hash);
}

TEST_CASE("a leaf follows tables that grow and shrink") {
  World world = MakeWorld();
  HashLeaf leaf("world", LeafKind::kCold);
  leaf.Update(world);
  world.x.resize(1000, 1);
  world.live.resize(16, ~std::uint64_t{0});
  leaf.MarkAllDirty();
  leaf.Update(world);
  CHECK(leaf.hash() == DigestOf(world).leaves[0].hash);
  CHECK(leaf.blocks().size() == 16);
  world = MakeWorld();
  leaf.MarkAllDirty();
  leaf.Update(world);
  CHECK(leaf.hash() == DigestOf(world).leaves[0].hash);
  CHECK(leaf.blocks().size() == 4);
}

// Known answers of XXH3, so that no build and no version of the library changes hashes unseen.
TEST_CASE("the hash of known bytes is the published one") {
  CHECK(HashBytes("", 0) == 0x2D06800538D394C2U);
  CHECK(HashText(0x2D06800538D394C2U) == "2d06800538d394c2");
  CHECK(HashText(1) == "0000000000000001");
  CHECK(kStateHashAlgorithm == "xxh3-64-tree");
}

TEST_CASE("a dump names entity and field, and a comparison finds the first line that differs") {
  World world = MakeWorld();
  world.slots[2].label = "a\"b";
  world.slots[2].wet = true;
  world.x[2] = 0.1F;
  const std::string dump = DumpState("world", world);
  CHECK_THAT(dump, Contains("world.next = 1\n"));
  CHECK_THAT(dump, Contains("world.x[2] = 0.1\n"));
  CHECK_THAT(dump, Contains("world.position[2].z = 0\n"));
  CHECK_THAT(dump, Contains("world.slots[2].handle = 3\n"));
  CHECK_THAT(dump, Contains("world.slots[2].mood = 0\n"));
  CHECK_THAT(dump, Contains("world.slots[2].wet = 1\n"));
  CHECK_THAT(dump, Contains("world.slots[2].weights[1] = 0\n"));
  CHECK_THAT(dump, Contains("world.slots[2].label = \"a\\\"b\"\n"));
  CHECK_FALSE(dump.find("scratch") != std::string::npos);
  CHECK_FALSE(dump.find("slots[1]") != std::string::npos);
  CHECK_FALSE(FirstDifferentLine(dump, dump).has_value());
  World other = world;
  other.slots[4].issued_ms = 5;
  const auto difference = FirstDifferentLine(dump, DumpState("world", other));
  REQUIRE(difference.has_value());
  CHECK(difference->a == "world.slots[4].issued_ms = 0");
  CHECK(difference->b == "world.slots[4].issued_ms = 5");
  CHECK(FirstDifferentLine("a\n", "a\nb\n")->b == "b");
  CHECK(FirstDifferentLine("a\n", "a\nb\n")->a.empty());
  CHECK_FALSE(FirstDifferentLine("", "").has_value());
}

}  // namespace footfall::platform
