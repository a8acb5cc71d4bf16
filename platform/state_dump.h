#ifndef FOOTFALL_PLATFORM_STATE_DUMP_H_
#define FOOTFALL_PLATFORM_STATE_DUMP_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "platform/describe.h"

// State as text: one line a value, "slots[3].issued_ms = 1000", in the order of the description. Entities
// that are not in use are left out. Floats are the shortest text that reads back to the same bits; -0.0 and
// NaN appear in their canonical form, so that two dumps differ exactly where two hashes do.
namespace footfall::platform {

// Text of one value without its name.
std::string DumpText(std::uint64_t value);
std::string DumpText(std::int64_t value);
std::string DumpText(float value);
std::string DumpText(double value);
std::string DumpText(std::string_view value);
// Bytes of a value that has no better form, in hexadecimal, first byte first.
std::string DumpBytes(const void* data, std::size_t size);

// The visitor that writes a description as text.
class DumpVisitor {
 public:
  // `out` is not owned and must outlive this object. Each line begins with `prefix`.
  DumpVisitor(std::string prefix, std::string& out) : prefix_(std::move(prefix)), out_(out) {}

  template <class T>
  void Field(std::string_view name, const T& value) {
    Dump(Joined(name), value);
  }
  template <class Container>
  void Column(std::string_view name, const Container& values, LiveMask live = {}) {
    DumpElements(Joined(name), values, live);
  }
  template <class Container>
  void Rows(std::string_view name, const Container& rows, LiveMask live = {}) {
    DumpElements(Joined(name), rows, live);
  }
  template <class T>
  void Keep(std::string_view /*name*/, const T& /*value*/) {}
  template <class T>
  void Omit(std::string_view /*name*/, const T& /*value*/) {}

 private:
  std::string Joined(std::string_view name) const;
  static std::string Indexed(const std::string& path, std::size_t index);
  void WriteLine(const std::string& path, const std::string& text);

  template <class Container>
  void DumpElements(const std::string& path, const Container& values, LiveMask live) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (live[i]) {
        Dump(Indexed(path, i), values[i]);
      }
    }
  }

  template <class T>
  void Dump(const std::string& path, const T& value) {
    if constexpr (Described<const T>) {
      DumpVisitor nested(path, out_);
      T::Describe(value, nested);
    } else if constexpr (kIsShared<T>) {
      Dump(path, *value);
    } else if constexpr (std::is_floating_point_v<T>) {
      WriteLine(path, DumpText(value));
    } else if constexpr (std::is_enum_v<T>) {
      Dump(path, static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_integral_v<T>) {
      using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
      WriteLine(path, DumpText(static_cast<Wide>(value)));
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
      WriteLine(path, DumpText(std::string_view(value)));
    } else if constexpr (std::is_same_v<T, Vec2> || std::is_same_v<T, Vec3>) {
      Dump(path + ".x", value.x);
      Dump(path + ".y", value.y);
      if constexpr (std::is_same_v<T, Vec3>) {
        Dump(path + ".z", value.z);
      }
    } else if constexpr (requires {
                           value[0];
                           value.size();
                         }) {
      DumpElements(path, value, {});
    } else {
      static_assert(PlainBytes<T>, "a field needs a description, or bytes without padding");
      WriteLine(path, DumpBytes(&value, sizeof(value)));
    }
  }

  std::string prefix_;
  std::string& out_;
};

// The dump of one described struct; each line begins with `name` and a dot.
template <class T>
std::string DumpState(std::string name, const T& state) {
  std::string text;
  DumpVisitor visitor(std::move(name), text);
  T::Describe(state, visitor);
  return text;
}

// The first line in which two dumps differ.
struct DumpDifference {
  std::string a;  // Empty when the first dump has ended.
  std::string b;  // Empty when the second dump has ended.
};

// Nothing when both are equal.
std::optional<DumpDifference> FirstDifferentLine(std::string_view a, std::string_view b);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_STATE_DUMP_H_
