#include "platform/state_dump.h"

#include <bit>
#include <charconv>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace footfall::platform {

namespace {

template <class T>
std::string ShortestText(T value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), value);
  return {text, end.ptr};
}

// Takes the text up to the next line end from the front of `text`.
std::string_view TakeLine(std::string_view* text) {
  const std::size_t end = text->find('\n');
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return line;
}

}  // namespace

std::string DumpText(std::uint64_t value) { return absl::StrCat(value); }
std::string DumpText(std::int64_t value) { return absl::StrCat(value); }
std::string DumpText(float value) {
  return value != value ? "nan" : ShortestText(std::bit_cast<float>(CanonicalBits(value)));
}
std::string DumpText(double value) {
  return value != value ? "nan" : ShortestText(std::bit_cast<double>(CanonicalBits(value)));
}
std::string DumpText(std::string_view value) {
  return absl::StrCat("\"", absl::CEscape(std::string(value)), "\"");
}

std::string DumpBytes(const void* data, std::size_t size) {
  return absl::StrCat("0x", absl::BytesToHexString({static_cast<const char*>(data), size}));
}

std::string DumpVisitor::Joined(std::string_view name) const {
  return prefix_.empty() ? std::string(name) : absl::StrCat(prefix_, ".", std::string(name));
}

std::string DumpVisitor::Indexed(const std::string& path, std::size_t index) {
  return absl::StrCat(path, "[", index, "]");
}

void DumpVisitor::WriteLine(const std::string& path, const std::string& text) {
  absl::StrAppend(&out_, path, " = ", text, "\n");
}

std::optional<DumpDifference> FirstDifferentLine(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    const std::string_view line_a = TakeLine(&a);
    const std::string_view line_b = TakeLine(&b);
    if (line_a != line_b) {
      return DumpDifference{std::string(line_a), std::string(line_b)};
    }
  }
  return std::nullopt;
}

}  // namespace footfall::platform
