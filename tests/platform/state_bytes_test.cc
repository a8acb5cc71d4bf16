#include "platform/state_bytes.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "platform/state_hash.h"

namespace footfall::platform {
namespace {

enum class Colour : uint8_t { kRed, kGreen };
constexpr uint64_t EnumEnd(Colour) { return 2; }

struct Name {
  uint32_t value = 0;
};

struct Row {
  Name name;
  bool is_set = false;
  Colour colour = Colour::kRed;
  Vec3 at;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("name", self.name);
    visitor.Field("is_set", self.is_set);
    visitor.Field("colour", self.colour);
    visitor.Field("at", self.at);
  }
  std::string Restored() const { return name.value < 1000 ? "" : "a name of 1000 or more"; }
};

struct Table {
  int64_t moment = 0;
  double sum = 0;
  std::array<uint16_t, 3> three{};
  std::string text;
  std::vector<Vec2> column;
  std::vector<Row> rows;
  std::vector<uint64_t> live;
  std::vector<Row> list;
  std::shared_ptr<const std::vector<uint32_t>> shared = std::make_shared<const std::vector<uint32_t>>();
  std::vector<uint32_t> kept;
  uint32_t derived = 0;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("moment", self.moment);
    visitor.Field("sum", self.sum);
    visitor.Field("three", self.three);
    visitor.Field("text", self.text);
    visitor.Column("column", self.column);
    visitor.Rows("rows", self.rows, self.live);
    visitor.Rows("list", self.list);
    visitor.Field("shared", self.shared);
    visitor.Keep("kept", self.kept);
    visitor.Omit("derived", self.derived);
  }
};

Table Some() {
  Table table;
  table.moment = -5;
  table.sum = 0.1;
  table.three = {1, 2, 60000};
  table.text = std::string("a\0b", 3);
  table.column = {{1, -0.0F}, {3, 4}};
  table.rows.resize(70);
  table.live = {uint64_t{1} << 5, uint64_t{1} << 4};
  table.rows[5] = {{7}, true, Colour::kGreen, {1, 2, 3}};
  table.rows[68] = {{8}, false, Colour::kRed, {4, 5, 6}};
  table.list = {{{9}, true, Colour::kRed, {}}};
  table.shared = std::make_shared<const std::vector<uint32_t>>(std::vector<uint32_t>{11, 12});
  table.kept = {13, 14, 15};
  return table;
}

std::string Saved(const Table& table) {
  std::string bytes;
  SaveVisitor(bytes).Field("table", table);
  return bytes;
}

// The fault of reading; "" and the table when there is none.
std::string Read(std::string_view bytes, Table* table) {
  RestoreVisitor visitor(bytes, 100);
  visitor.Field("table", *table);
  return visitor.ok() && !visitor.at_end() ? "bytes are left" : visitor.fault();
}

uint64_t HashOf(const Table& table) {
  HashLeaf leaf("table", LeafKind::kHot);
  leaf.Update(table);
  return leaf.hash();
}

TEST_CASE("what is saved is read back, kept fields and the sign of zero too") {
  const Table table = Some();
  Table read;
  REQUIRE(Read(Saved(table), &read).empty());
  CHECK(Saved(read) == Saved(table));
  CHECK(HashOf(read) == HashOf(table));
  CHECK(read.moment == -5);
  CHECK(read.sum == 0.1);
  CHECK(read.three == table.three);
  CHECK(read.text == table.text);
  CHECK(std::signbit(read.column[0].y));
  CHECK(read.live == table.live);
  CHECK(read.rows.size() == 70);
  CHECK(read.rows[68].at == Vec3{4, 5, 6});
  CHECK(*read.shared == *table.shared);
  CHECK(read.kept == table.kept);
}

TEST_CASE("a kept field is saved and not hashed") {
  Table table = Some();
  const uint64_t hash = HashOf(table);
  const std::string bytes = Saved(table);
  table.kept[0] = 99;
  CHECK(HashOf(table) == hash);
  CHECK(Saved(table) != bytes);
}

TEST_CASE("a shared value is hashed as the value itself") {
  std::vector<std::byte> plain;
  ByteVisitor(plain).Field("x", std::vector<uint32_t>{11, 12});
  std::vector<std::byte> shared;
  ByteVisitor(shared).Field("x", Some().shared);
  CHECK(plain == shared);
}

TEST_CASE("bytes that end early are refused at every length, with where and what") {
  const std::string bytes = Saved(Some());
  for (size_t size = 0; size < bytes.size(); ++size) {
    Table read;
    const std::string fault = Read(std::string_view(bytes).substr(0, size), &read);
    CAPTURE(size, fault);
    CHECK(fault.find("table.") == 0);
    CHECK(fault.find(", before offset ") != std::string::npos);
  }
}

TEST_CASE("values that no state has are refused by field and row") {
  const auto fault = [](const auto& change) {
    Table table = Some();
    change(table);
    Table read;
    return Read(Saved(table), &read);
  };
  CHECK(fault([](Table& t) { t.rows[5].colour = static_cast<Colour>(2); }).find("table.rows[5].colour: ") ==
        0);
  CHECK(fault([](Table& t) { t.list[0].name.value = 1000; }).find("table.list[0]: a name of 1000") == 0);
  CHECK(fault([](Table& t) { t.sum = std::numeric_limits<double>::quiet_NaN(); }).find("table.sum: ") == 0);
  CHECK(fault([](Table& t) {
          t.list[0].at.y = std::numeric_limits<float>::infinity();
        }).find("table.list[0].at: a number that is not finite") == 0);
  // A bool that is neither, which only bytes can hold.
  Table one;
  one.list = {{{9}, true, Colour::kRed, {}}};
  std::string with = Saved(one);
  one.list[0].is_set = false;
  const std::string without = Saved(one);
  for (size_t i = 0; i < with.size(); ++i) {
    if (with[i] != without[i]) with[i] = 2;
  }
  Table read;
  CHECK(Read(with, &read).find("table.list[0].is_set: a yes or no that is neither") == 0);
}

TEST_CASE("a length beyond the bytes is refused before anything is made for it") {
  std::string bytes;
  SaveVisitor(bytes).Field("count", uint64_t{1} << 60);
  std::vector<Row> rows;
  RestoreVisitor list(bytes, 0);
  list.Rows("rows", rows);
  CHECK(list.fault().find("rows: a list of 1152921504606846976 entries, 0 bytes are left") == 0);
  CHECK(rows.empty());
  // A table's rows may take a byte each.
  bytes.clear();
  SaveVisitor(bytes).Field("count", RestoreVisitor::kTableRowsMax + 1);
  bytes.resize(bytes.size() + RestoreVisitor::kTableRowsMax + 1);
  std::vector<uint64_t> live;
  RestoreVisitor table(bytes, 0);
  table.Rows("rows", rows, live);
  CHECK(table.fault().find("rows: a table of more rows") == 0);
  CHECK(rows.empty());
}

}  // namespace
}  // namespace footfall::platform
