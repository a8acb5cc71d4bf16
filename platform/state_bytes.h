#ifndef FOOTFALL_PLATFORM_STATE_BYTES_H_
#define FOOTFALL_PLATFORM_STATE_BYTES_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "platform/describe.h"

// State as bytes that give the same state back: two visitors over the description that the hash has. Little-
// endian, values one after the other in their order, lists and texts behind their length (u64), a byte for
// whether a row of a table is in use. Floats keep their bits, the sign of zero too, so that a restored state
// goes on exactly. The bytes carry no names: they belong to one schema of the state.
//
// Reading is safe for any bytes. What it takes is: every bool 0 or 1, every number finite, every enum below
// EnumEnd, lists no longer than the bytes. What else a struct must hold, and what it derives from its
// description, is for its member
//
//   std::string Restored();
//
// which is called once the struct is read and says what is wrong; empty: nothing.
namespace footfall::platform {

// Names the end of an enum's values for reading: all below it are values. Beside the enum, found by its type:
//   constexpr uint64_t EnumEnd(SlotState) { return kSlotStates; }
template <class T>
concept HasEnumEnd = requires(T value) {
  { EnumEnd(value) } -> std::convertible_to<std::uint64_t>;
};

// A strong number: a struct with one integer, `value`, and nothing beside it.
template <class T>
concept IsStrongNumber = requires(T& number) {
  requires std::integral<std::remove_cvref_t<decltype(number.value)>>;
  requires sizeof(T) == sizeof(number.value);
};

template <class T>
concept HasRestored = requires(T& value) {
  { value.Restored() } -> std::same_as<std::string>;
};

namespace state_bytes_internal {

static_assert(std::endian::native == std::endian::little, "saved values lie in memory order");

template <class T>
inline constexpr bool kIsArray = false;
template <class T, std::size_t kSize>
inline constexpr bool kIsArray<std::array<T, kSize>> = true;

// Written as its own bytes.
template <class T>
inline constexpr bool kIsNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// Lists of these may be checked against the bytes that are left before they are made.
template <class T>
inline constexpr std::size_t kBytesAtLeast = kIsNumber<T> || kFloatLanes<T> > 0 ? sizeof(T) : 1;

}  // namespace state_bytes_internal

// Writes.
class SaveVisitor {
 public:
  // `out` is appended to; not owned, outlives this object.
  explicit SaveVisitor(std::string& out) : out_(out) {}

  template <class T>
  void Field(std::string_view /*name*/, const T& value) {
    Write(value);
  }
  template <class T>
  void Keep(std::string_view /*name*/, const T& value) {
    Write(value);
  }
  template <class Container>
  void Column(std::string_view /*name*/, const Container& values) {
    WriteList(values);
  }
  template <class Container>
  void Rows(std::string_view /*name*/, const Container& rows) {
    WriteList(rows);
  }
  template <class Container>
  void Rows(std::string_view /*name*/, const Container& rows, LiveMask live) {
    Write(std::uint64_t{rows.size()});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Write(live[i]);
      if (live[i]) Write(rows[i]);
    }
  }
  template <class T>
  void Omit(std::string_view /*name*/, const T& /*value*/) {}

 private:
  template <class T>
  void Write(const T& value) {
    if constexpr (Described<const T>) {
      T::Describe(value, *this);
    } else if constexpr (state_bytes_internal::kIsNumber<T>) {
      out_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    } else if constexpr (IsStrongNumber<T>) {
      Write(value.value);
    } else if constexpr (kFloatLanes<T> > 0) {
      for (const float lane : std::bit_cast<std::array<float, kFloatLanes<T>>>(value)) Write(lane);
    } else if constexpr (kIsShared<T>) {
      Write(*value);
    } else if constexpr (state_bytes_internal::kIsArray<T>) {
      for (const auto& element : value) Write(element);
    } else {
      WriteList(value);
    }
  }
  template <class Container>
  void WriteList(const Container& values) {
    Write(std::uint64_t{values.size()});
    for (std::size_t i = 0; i < values.size(); ++i) Write(values[i]);
  }

  std::string& out_;
};

// Reads. After the first fault it reads nothing more; what was read so far is then of no use.
class RestoreVisitor {
 public:
  // `bytes` outlive this object. `offset`: theirs in a larger whole, for messages.
  RestoreVisitor(std::string_view bytes, std::size_t offset) : bytes_(bytes), offset_(offset) {}

  // Rows of a table with a mask; more are refused, for a row that is not in use takes one byte alone.
  static constexpr std::uint64_t kTableRowsMax = std::uint64_t{1} << 21;

  bool ok() const { return fault_.empty(); }
  // "name[3].part: what is wrong, at offset 12"; empty: nothing.
  const std::string& fault() const { return fault_; }
  bool at_end() const { return at_ == bytes_.size(); }
  // A fault of somebody who judges what was read; `what` as in Restored(). Only the first one counts.
  void Fail(std::string_view what);

  template <class T>
  void Field(std::string_view name, T& value) {
    Within(name, [&] { Read(value); });
  }
  template <class T>
  void Keep(std::string_view name, T& value) {
    Field(name, value);
  }
  template <class Container>
  void Column(std::string_view name, Container& values) {
    Within(name, [&] { ReadList(values); });
  }
  template <class Container>
  void Rows(std::string_view name, Container& rows) {
    Within(name, [&] { ReadList(rows); });
  }
  template <class Row>
  void Rows(std::string_view name, std::vector<Row>& rows, std::vector<std::uint64_t>& live) {
    Within(name, [&] { ReadTable(rows, live); });
  }
  template <class T>
  void Omit(std::string_view /*name*/, T& /*value*/) {}

 private:
  struct Step {
    std::string_view name;
    std::uint64_t index = kNoIndex;
  };
  static constexpr std::uint64_t kNoIndex = std::numeric_limits<std::uint64_t>::max();

  template <class Body>
  void Within(std::string_view name, const Body& body) {
    if (!ok()) return;
    path_.push_back({name});
    body();
    path_.pop_back();
  }

  std::size_t left() const { return bytes_.size() - at_; }
  // False, with a fault, when fewer are left.
  bool Take(void* to, std::size_t size);
  // A length that the bytes left can hold, each entry `bytes_each` at the least.
  std::uint64_t ReadCount(std::size_t bytes_each);

  template <class T>
  void Read(T& value) {
    if (!ok()) return;
    if constexpr (Described<T>) {
      T::Describe(value, *this);
      if constexpr (HasRestored<T>) {
        if (ok()) Judge(value.Restored());
      }
    } else if constexpr (std::same_as<T, bool>) {
      std::uint8_t byte = 0;
      if (Take(&byte, 1) && byte > 1) Fail("a yes or no that is neither");
      value = byte == 1;
    } else if constexpr (std::is_enum_v<T>) {
      static_assert(HasEnumEnd<T>, "an enum of the state needs its EnumEnd");
      std::underlying_type_t<T> number{};
      if (Take(&number, sizeof(number)) && static_cast<std::uint64_t>(number) >= EnumEnd(T{})) {
        return Fail("a number that is none of the names it stands for");
      }
      value = static_cast<T>(number);
    } else if constexpr (std::is_floating_point_v<T>) {
      if (Take(&value, sizeof(value)) && !std::isfinite(value)) Fail("a number that is not finite");
    } else if constexpr (std::is_integral_v<T>) {
      Take(&value, sizeof(value));
    } else if constexpr (IsStrongNumber<T>) {
      Read(value.value);
    } else if constexpr (kFloatLanes<T> > 0) {
      std::array<float, kFloatLanes<T>> lanes{};
      for (float& lane : lanes) Read(lane);
      value = std::bit_cast<T>(lanes);
    } else if constexpr (kIsShared<T>) {
      auto made = std::make_shared<std::remove_const_t<typename T::element_type>>();
      Read(*made);
      value = std::move(made);
    } else if constexpr (state_bytes_internal::kIsArray<T>) {
      ReadEach(value);
    } else {
      ReadList(value);
    }
  }

  template <class Container>
  void ReadEach(Container& values) {
    for (std::size_t i = 0; i < values.size() && ok(); ++i) {
      if (!path_.empty()) path_.back().index = i;
      Read(values[i]);
    }
    if (!path_.empty() && ok()) path_.back().index = kNoIndex;
  }

  template <class Container>
  void ReadList(Container& values) {
    using Value = std::remove_cvref_t<decltype(values[0])>;
    const std::uint64_t count = ReadCount(state_bytes_internal::kBytesAtLeast<Value>);
    if (!ok()) return;
    if constexpr (state_bytes_internal::kIsArray<Container>) {
      if (count != values.size()) return Fail("a list of another length");
      ReadEach(values);
    } else if constexpr (std::same_as<Container, std::string>) {
      values.resize(count);
      Take(values.data(), count);
    } else {
      // One after the other: memory follows what the bytes hold.
      values.clear();
      for (std::uint64_t i = 0; i < count && ok(); ++i) {
        if (!path_.empty()) path_.back().index = i;
        Value value{};
        Read(value);
        values.push_back(std::move(value));
      }
      if (!path_.empty() && ok()) path_.back().index = kNoIndex;
    }
  }

  template <class Row>
  void ReadTable(std::vector<Row>& rows, std::vector<std::uint64_t>& live) {
    const std::uint64_t count = ReadCount(1);
    if (ok() && count > kTableRowsMax) Fail("a table of more rows than any has");
    if (!ok()) return;
    rows.assign(count, Row());
    live.assign((count + 63) / 64, 0);
    for (std::uint64_t i = 0; i < count && ok(); ++i) {
      path_.back().index = i;
      bool is_live = false;
      Read(is_live);
      if (!is_live) continue;
      live[i / 64] |= std::uint64_t{1} << (i % 64);
      Read(rows[i]);
    }
    if (ok()) path_.back().index = kNoIndex;
  }

  void Judge(const std::string& what) {
    if (!what.empty()) Fail(what);
  }

  std::string_view bytes_;
  std::size_t offset_;
  std::size_t at_ = 0;
  std::vector<Step> path_;
  std::string fault_;
};

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_STATE_BYTES_H_
