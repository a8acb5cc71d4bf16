#ifndef FOOTFALL_PLATFORM_DESCRIBE_H_
#define FOOTFALL_PLATFORM_DESCRIBE_H_

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "platform/vec.h"

// World state is described once. Each state struct has one static member
//
//   template <class Self, class Visitor>
//   static void Describe(Self& self, Visitor& visitor) {
//     visitor.Field("issued_ms", self.issued_ms);
//     // One element an entity: std::vector, std::array or std::span.
//     visitor.Column("x", self.x);
//     // One described struct an entity.
//     visitor.Rows("slots", self.slots, self.live);
//     // Saved and not hashed: covered by a digest, or what readers see.
//     visitor.Keep("points", self.points);
//     // No state: never hashed, saved or dumped.
//     visitor.Omit("scratch", self.scratch);
//   }
//
// that names its members in their order. `Self` is the struct or the const struct, so that one description
// serves hashing, dumping and saving (const) and restoring (not const). All of these are visitors over it,
// and a field cannot be hashed without being dumped and saved. What is derived from the description, and what
// a restored value must hold, is for a member `std::string Restored()` (platform/state_bytes.h). A test
// compares sizeof with DescribedBytes() plus the padding that the test declares, and so fails when a struct
// grows without its description.
namespace footfall::platform {

// Canonical bits of a number: -0.0 counts as 0.0, and every NaN as the same one. (R40)
inline std::uint32_t CanonicalBits(float value) {
  return value != value ? 0x7FC00000U : std::bit_cast<std::uint32_t>(value + 0.0F);
}
inline std::uint64_t CanonicalBits(double value) {
  return value != value ? 0x7FF8000000000000U : std::bit_cast<std::uint64_t>(value + 0.0);
}

// Which entities of a table are in use: bit i % 64 of word i / 64. Default constructed, all are. An unused
// entity has one canonical form whatever its memory holds (R40). Does not own the words.
class LiveMask {
 public:
  LiveMask() = default;
  LiveMask(std::span<const std::uint64_t> words) : words_(words), all_(false) {}
  LiveMask(const std::vector<std::uint64_t>& words) : words_(words), all_(false) {}

  // Entities beyond the words are unused.
  bool operator[](std::size_t entity) const { return ((Word(entity / 64) >> (entity % 64)) & 1U) != 0; }
  // The 64 entities from 64 * block on.
  std::uint64_t Word(std::size_t block) const {
    if (all_) {
      return ~std::uint64_t{0};
    }
    return block < words_.size() ? words_[block] : 0;
  }

 private:
  std::span<const std::uint64_t> words_;
  bool all_ = true;
};

namespace describe_internal {
struct ProbeVisitor {};
}  // namespace describe_internal

// A struct with the static member Describe.
template <class T>
concept Described = requires(T& self, describe_internal::ProbeVisitor& visitor) {
  std::remove_const_t<T>::Describe(self, visitor);
};

// Number of floats that a value is made of and nothing else; 0 for other types.
template <class T>
inline constexpr std::size_t kFloatLanes = 0;
template <>
inline constexpr std::size_t kFloatLanes<float> = 1;
template <>
inline constexpr std::size_t kFloatLanes<Vec2> = 2;
template <>
inline constexpr std::size_t kFloatLanes<Vec3> = 3;
template <std::size_t kSize>
inline constexpr std::size_t kFloatLanes<std::array<float, kSize>> = kSize;

// A value that is shared once it is written: described as the value itself.
template <class T>
inline constexpr bool kIsShared = false;
template <class T>
inline constexpr bool kIsShared<std::shared_ptr<const T>> = true;

// Values whose bytes are their meaning: integers, bool, enums, and structs of these without padding.
template <class T>
concept PlainBytes =
    std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T> && !std::is_pointer_v<T> &&
    !Described<T>;

// Writes the canonical bytes of a description, in its order. Appends; keeps the buffer's capacity.
class ByteVisitor {
 public:
  // `out` is not owned and must outlive this object.
  explicit ByteVisitor(std::vector<std::byte>& out) : out_(out) {}

  template <class T>
  void Field(std::string_view /*name*/, const T& value) {
    Append(value);
  }
  template <class Container>
  void Column(std::string_view /*name*/, const Container& values, LiveMask live = {}) {
    using Value = std::remove_cvref_t<decltype(values[0])>;
    Append(std::uint64_t{values.size()});
    for (std::size_t i = 0; i < values.size(); ++i) {
      Append(live[i] ? values[i] : Value{});
    }
  }
  template <class Container>
  void Rows(std::string_view /*name*/, const Container& rows, LiveMask live = {}) {
    Append(std::uint64_t{rows.size()});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      AppendRow(rows[i], live[i]);
    }
  }
  template <class T>
  void Keep(std::string_view /*name*/, const T& /*value*/) {}
  template <class T>
  void Omit(std::string_view /*name*/, const T& /*value*/) {}

  // One row of a table: a byte that says whether it is in use, and its fields if so.
  template <class T>
  void AppendRow(const T& row, bool live) {
    Append(live);
    if (live) {
      Append(row);
    }
  }

 private:
  template <class T>
  void Append(const T& value) {
    if constexpr (Described<const T>) {
      T::Describe(value, *this);
    } else if constexpr (kIsShared<T>) {
      Append(*value);
    } else if constexpr (std::same_as<T, double>) {
      AppendBytes(CanonicalBits(value));
    } else if constexpr (kFloatLanes<T> > 0) {
      const auto lanes = std::bit_cast<std::array<float, kFloatLanes<T>>>(value);
      for (const float lane : lanes) {
        AppendBytes(CanonicalBits(lane));
      }
    } else if constexpr (std::same_as<T, std::string>) {
      AppendBytes(std::uint64_t{value.size()});
      AppendRaw(value.data(), value.size());
    } else if constexpr (PlainBytes<T>) {
      AppendBytes(value);
    } else {
      for (const auto& element : value) {  // An array of something else.
        Append(element);
      }
    }
  }
  template <class T>
  void AppendBytes(const T& value) {
    AppendRaw(&value, sizeof(value));
  }
  void AppendRaw(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    out_.insert(out_.end(), bytes, bytes + size);
  }

  std::vector<std::byte>& out_;
};

// Adds up the sizes of the described members, omitted ones included.
class SizeVisitor {
 public:
  template <class T>
  void Field(std::string_view /*name*/, const T& value) {
    bytes_ += sizeof(value);
  }
  template <class Container>
  void Column(std::string_view /*name*/, const Container& values, LiveMask /*live*/ = {}) {
    bytes_ += sizeof(values);
  }
  template <class Container>
  void Rows(std::string_view /*name*/, const Container& rows, LiveMask /*live*/ = {}) {
    bytes_ += sizeof(rows);
  }
  template <class T>
  void Keep(std::string_view /*name*/, const T& value) {
    bytes_ += sizeof(value);
  }
  template <class T>
  void Omit(std::string_view /*name*/, const T& value) {
    bytes_ += sizeof(value);
  }

  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_ = 0;
};

// Bytes of the members that T describes. The test of a state struct is
//   CHECK(DescribedBytes(state) + kPaddingBytes == sizeof(state));
// with the padding that the compiler adds on 64-bit targets as a literal. A vector counts as the vector
// object.
template <class T>
std::size_t DescribedBytes(const T& state) {
  SizeVisitor visitor;
  T::Describe(state, visitor);
  return visitor.bytes();
}

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_DESCRIBE_H_
