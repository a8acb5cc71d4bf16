#ifndef FOOTFALL_SIM_RECORDING_BYTE_READER_H_
#define FOOTFALL_SIM_RECORDING_BYTE_READER_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

// Little-endian bytes of a recording: written by the Append functions, read by ByteReader.
namespace footfall::sim {

static_assert(std::endian::native == std::endian::little, "a recording holds values in memory order");

template <class T>
void AppendNumber(T value, std::string& out) {
  static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

// Seven bits a byte, low ones first.
inline void AppendVarint(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>((value & 0x7F) | 0x80));
  out.push_back(static_cast<char>(value));
}

inline void AppendText(std::string_view text, std::string& out) {
  AppendVarint(text.size(), out);
  out.append(text);
}

// Reads from the front and remembers the first fault; after it every read gives zeros.
class ByteReader {
 public:
  // `what` stands before each fault: "recording, header". The bytes are not owned.
  ByteReader(std::string_view bytes, std::string what) : bytes_(bytes), what_(std::move(what)) {}

  template <class T>
  T Read() {
    static_assert(std::is_arithmetic_v<T>);
    T value{};
    const std::string_view bytes = ReadBytes(sizeof(T));
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }
  uint64_t ReadVarint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = Read<uint8_t>();
      value |= uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    Fail("a number is longer than 64 bits");
    return 0;
  }
  // A number that is at most `limit`; 0 after a fault.
  uint64_t ReadCount(const char* name, uint64_t limit) {
    const uint64_t count = ReadVarint();
    if (count <= limit) return count;
    Fail(absl::StrCat(name, ": ", count, ", the limit is ", limit));
    return 0;
  }
  bool ReadBool(const char* name) {
    const auto value = Read<uint8_t>();
    if (value > 1) Fail(absl::StrCat(name, ": ", static_cast<int>(value), " is no truth value"));
    return value == 1;
  }
  std::string_view ReadText(const char* name, size_t limit) { return ReadBytes(ReadCount(name, limit)); }
  std::string_view ReadBytes(size_t size) {
    if (bytes_.size() - at_ < size) {
      Fail("the bytes end early");
      return {};
    }
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }

  void Fail(const std::string& fault) {
    if (status_.ok()) status_ = absl::DataLossError(absl::StrCat(what_, ", offset ", at_, ": ", fault));
    at_ = bytes_.size();
  }

  std::string_view rest() const { return bytes_.substr(at_); }
  bool at_end() const { return at_ == bytes_.size(); }
  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }

 private:
  std::string_view bytes_;
  std::string what_;
  size_t at_ = 0;
  absl::Status status_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RECORDING_BYTE_READER_H_
