#ifndef FOOTFALL_PLATFORM_TEXT_CONFIG_H_
#define FOOTFALL_PLATFORM_TEXT_CONFIG_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace google::protobuf {
class Message;
}

// The one way in which Footfall reads a `.txtpb` file (R55): whatever the bytes are, the answer is a message
// or an error, never a crash.
namespace footfall::platform {

// Deepest nesting of messages and lists. protobuf's own default lets 70 KB of nested text overflow the stack.
// (R55)
inline constexpr int kTextConfigNestingMax = 64;
// Largest file or text, bytes. (R55)
inline constexpr std::size_t kTextConfigBytesMax = std::size_t{16} << 20;
// Errors of one text that are reported; further ones are counted.
inline constexpr int kTextConfigErrorsMax = 20;

// Parses protobuf text format into `*out`, which is cleared first and left empty on failure. `source_name`
// stands before each error: "ps3.txtpb:7:12: field path_points_max: ...", lines and columns from 1. All
// errors are reported that the parser can reach, one a line: an unknown field does not hide the next one.
// Unknown fields, repeated single fields, NaN, infinities, numbers out of range and strings that are not
// UTF-8 are errors. `*out` is not owned. InvalidArgument on failure. Any thread.
absl::Status ParseTextConfig(std::string_view text, std::string_view source_name,
                             google::protobuf::Message* out);

// Reads the file and parses it. NotFound or PermissionDenied when it cannot be opened, InvalidArgument
// otherwise.
absl::Status LoadTextConfig(const std::string& path, google::protobuf::Message* out);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_TEXT_CONFIG_H_
