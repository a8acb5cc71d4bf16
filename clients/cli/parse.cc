#include "clients/cli/parse.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace footfall::cli {
namespace {

absl::Status Bad(std::string_view field, std::string_view text, const std::string& expected) {
  return absl::InvalidArgumentError(std::string(field) + ": '" + std::string(text) + "' is not " + expected);
}

template <class T>
bool ParseWhole(std::string_view text, T* value) {
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), *value);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
}

std::string NumberText(float value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

// The coordinates in a text, apart at one comma or at any blanks. Empty pieces stay, so that they are
// refused.
std::vector<std::string_view> Coordinates(std::string_view text) {
  const bool commas = text.find(',') != std::string_view::npos;
  std::vector<std::string_view> pieces;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != (commas ? ',' : ' ')) {
      continue;
    }
    std::string_view piece = text.substr(begin, i - begin);
    while (commas && piece.starts_with(' ')) {
      piece.remove_prefix(1);
    }
    if (commas || !piece.empty()) {
      pieces.push_back(piece);
    }
    begin = i + 1;
  }
  return pieces;
}

}  // namespace

absl::StatusOr<std::uint64_t> ParseInteger(std::string_view field, std::string_view text, std::uint64_t min,
                                           std::uint64_t max) {
  std::uint64_t value = 0;
  if (!ParseWhole(text, &value) || value < min || value > max) {
    return Bad(field, text, "a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  }
  return value;
}

absl::StatusOr<std::uint64_t> ParseHandle(std::string_view field, std::string_view text) {
  constexpr size_t kDigits = 16;
  constexpr int kBase = 16;
  std::uint64_t handle = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, handle, kBase);
  if (text.size() != kDigits || parsed.ec != std::errc() || parsed.ptr != end || handle == 0) {
    return Bad(field, text, "a handle: 16 hexadecimal digits, as put and list print them");
  }
  return handle;
}

absl::StatusOr<float> ParseNumber(std::string_view field, std::string_view text, float min, float max) {
  float value = 0;
  if (!ParseWhole(text, &value) || !std::isfinite(value)) {
    return Bad(field, text, "a finite number");
  }
  if (value < min || value > max) {
    return Bad(field, text, "a number from " + NumberText(min) + " to " + NumberText(max));
  }
  return value;
}

absl::StatusOr<platform::Vec3> ParsePoint(std::string_view field, std::string_view text) {
  const std::vector<std::string_view> pieces = Coordinates(text);
  if (pieces.size() != 3) {
    return Bad(field, text, "a point; write X,Y,Z in metres");
  }
  std::array<float, 3> xyz{};
  for (size_t i = 0; i < 3; ++i) {
    constexpr float kMax = std::numeric_limits<float>::max();
    const std::string axis = std::string(field) + "." + "xyz"[i];
    const absl::StatusOr<float> value = ParseNumber(axis, pieces[i], -kMax, kMax);
    if (!value.ok()) {
      return value.status();
    }
    xyz[i] = *value;
  }
  return platform::Vec3{xyz[0], xyz[1], xyz[2]};
}

absl::StatusOr<std::vector<platform::Vec3>> ParsePoints(std::string_view field,
                                                        const std::vector<std::string>& words, size_t count) {
  std::vector<std::string> texts;
  int coordinates = 0;  // Of the last text, when it is put together from words.
  for (const std::string& word : words) {
    const bool whole = word.find_first_of(", ") != std::string::npos;
    if (!whole && coordinates > 0 && coordinates < 3) {
      texts.back() += " " + word;
      ++coordinates;
    } else {
      texts.push_back(word);
      coordinates = whole ? 0 : 1;
    }
  }
  if (texts.size() != count) {
    return absl::InvalidArgumentError(std::string(field) + ": " + std::to_string(texts.size()) +
                                      " points given where " + std::to_string(count) +
                                      (count == 1 ? " point is" : " points are") +
                                      " needed; write X,Y,Z in metres");
  }
  std::vector<platform::Vec3> points;
  for (size_t i = 0; i < count; ++i) {
    const std::string name = std::string(field) + (count == 1 ? "" : " " + std::to_string(i + 1));
    const absl::StatusOr<platform::Vec3> point = ParsePoint(name, texts[i]);
    if (!point.ok()) {
      return point.status();
    }
    points.push_back(*point);
  }
  return points;
}

absl::StatusOr<GridSize> ParseGridSize(std::string_view field, std::string_view text, int max) {
  const size_t cross = text.find('x');
  GridSize size;
  if (cross == std::string_view::npos || !ParseWhole(text.substr(0, cross), &size.width) ||
      !ParseWhole(text.substr(cross + 1), &size.height) || size.width < 1 || size.height < 1 ||
      size.width > max || size.height > max) {
    return Bad(field, text, "WIDTHxHEIGHT with both from 1 to " + std::to_string(max));
  }
  return size;
}

}  // namespace footfall::cli
