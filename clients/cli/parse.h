#ifndef FOOTFALL_CLIENTS_CLI_PARSE_H_
#define FOOTFALL_CLIENTS_CLI_PARSE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "platform/vec.h"

// Strict readers of what people type: the whole text must be the value. Errors are INVALID_ARGUMENT and name
// the field, the text and what was expected. Pure functions.
namespace footfall::cli {

// Decimal digits only.
absl::StatusOr<std::uint64_t> ParseInteger(std::string_view field, std::string_view text, std::uint64_t min,
                                           std::uint64_t max);
// A handle as commands print it: 16 hexadecimal digits, not all of them 0.
absl::StatusOr<std::uint64_t> ParseHandle(std::string_view field, std::string_view text);
// A finite decimal number; "nan", "inf" and numbers that do not fit are refused.
absl::StatusOr<float> ParseNumber(std::string_view field, std::string_view text, float min, float max);
// "X,Y,Z" or "X Y Z", metres.
absl::StatusOr<platform::Vec3> ParsePoint(std::string_view field, std::string_view text);
// `count` points from words: a word with a comma or a blank is a point, three others in a row are one.
absl::StatusOr<std::vector<platform::Vec3>> ParsePoints(std::string_view field,
                                                        const std::vector<std::string>& words, size_t count);
// "WIDTHxHEIGHT", both 1 to `max`.
struct GridSize {
  int width = 0;
  int height = 0;
};
absl::StatusOr<GridSize> ParseGridSize(std::string_view field, std::string_view text, int max);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_PARSE_H_
