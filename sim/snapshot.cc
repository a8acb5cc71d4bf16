#include "sim/snapshot.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "platform/state_hash.h"
#include "sim/snapshot_envelope.h"

namespace footfall::sim {

namespace {

static_assert(std::endian::native == std::endian::little, "a snapshot holds values in memory order");

constexpr std::string_view kMagic("FFSNAP\r\n", 8);
constexpr size_t kChecksumBytes = sizeof(uint64_t);
constexpr size_t kPrefixBytes = kMagic.size() + 2 * sizeof(uint32_t);  // magic, version, bytes of the header
constexpr size_t kSoftwareBytesMax = 256;

template <class T>
void Append(T value, std::string& out) {
  static_assert(std::is_integral_v<T>);
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

template <class T>
T ReadAt(std::string_view bytes, size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// The header's numbers in their order; the software's name follows them up to the header's end.
template <class Header, class Number>
void ForEachNumber(Header& header, const Number& number) {
  number(header.state_schema);
  number(header.tick);
  number(header.seed);
  number(header.profile_hash);
  number(header.world_build_id);
  number(header.hz);
  number(header.epoch);
  number(header.open_commands);
  number(header.state_hash);
}

size_t NumbersBytes() {
  size_t bytes = 0;
  SnapshotHeader any;
  ForEachNumber(any, [&](const auto& value) { bytes += sizeof(value); });
  return bytes;
}

absl::Status CutOff(size_t size) {
  return absl::DataLossError(absl::StrCat("snapshot: cut off at offset ", size));
}

absl::Status CheckMagic(std::string_view bytes) {
  const std::string_view magic = bytes.substr(0, kMagic.size());
  if (!magic.empty() && magic == kMagic.substr(0, magic.size())) return absl::OkStatus();
  return absl::InvalidArgumentError("snapshot: the first bytes are not those of a snapshot");
}

// Returns where the header ends. REQUIRES: `bytes` has the prefix.
absl::StatusOr<size_t> ReadHeader(std::string_view bytes, SnapshotHeader& header) {
  header.version = ReadAt<uint32_t>(bytes, kMagic.size());
  if (header.version != kSnapshotVersion) {
    return absl::InvalidArgumentError(
        absl::StrCat("snapshot: version ", header.version, " was found, supported is ", kSnapshotVersion));
  }
  const size_t numbers = NumbersBytes();
  const size_t size = ReadAt<uint32_t>(bytes, kMagic.size() + sizeof(uint32_t));
  if (size < numbers || size > numbers + kSoftwareBytesMax || size > bytes.size() - kPrefixBytes) {
    return absl::DataLossError(absl::StrCat("snapshot: a header of ", size, " bytes at offset ", kPrefixBytes,
                                            ", expected are ", numbers, " to ", numbers + kSoftwareBytesMax));
  }
  size_t offset = kPrefixBytes;
  ForEachNumber(header, [&](auto& value) {
    value = ReadAt<std::remove_cvref_t<decltype(value)>>(bytes, offset);
    offset += sizeof(value);
  });
  const size_t end = kPrefixBytes + size;
  header.software = bytes.substr(offset, end - offset);
  // It goes into messages, and to terminals.
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  if (!std::all_of(header.software.begin(), header.software.end(), is_plain)) {
    return absl::DataLossError(
        absl::StrCat("snapshot: software at offset ", offset, " is no printable text"));
  }
  return end;
}

}  // namespace

std::string SealSnapshot(const SnapshotHeader& header, std::string_view payload) {
  std::string fields;
  ForEachNumber(header, [&](auto value) { Append(value, fields); });
  fields += std::string_view(header.software).substr(0, kSoftwareBytesMax);
  std::string bytes;
  bytes.reserve(kPrefixBytes + fields.size() + payload.size() + kChecksumBytes);
  bytes += kMagic;
  Append(header.version, bytes);
  Append(static_cast<uint32_t>(fields.size()), bytes);
  bytes += fields;
  bytes += payload;
  Append(platform::HashBytes(bytes.data(), bytes.size()), bytes);
  return bytes;
}

absl::StatusOr<OpenedSnapshot> OpenSnapshot(std::string_view bytes) {
  if (absl::Status status = CheckMagic(bytes); !status.ok()) return status;
  if (bytes.size() < kPrefixBytes + kChecksumBytes) return CutOff(bytes.size());
  const size_t checked = bytes.size() - kChecksumBytes;
  if (platform::HashBytes(bytes.data(), checked) != ReadAt<uint64_t>(bytes, checked)) {
    return absl::DataLossError(absl::StrCat("snapshot: the checksum at offset ", checked,
                                            " is not that of the bytes before it: cut off or damaged"));
  }
  OpenedSnapshot opened;
  absl::StatusOr<size_t> payload_offset = ReadHeader(bytes.substr(0, checked), opened.header);
  if (!payload_offset.ok()) return payload_offset.status();
  opened.payload_offset = *payload_offset;
  opened.payload = bytes.substr(opened.payload_offset, checked - opened.payload_offset);
  return opened;
}

absl::StatusOr<SnapshotHeader> PeekSnapshotHeader(std::string_view first_bytes) {
  if (absl::Status status = CheckMagic(first_bytes); !status.ok()) return status;
  if (first_bytes.size() < kPrefixBytes) return CutOff(first_bytes.size());
  SnapshotHeader header;
  const absl::StatusOr<size_t> end = ReadHeader(first_bytes, header);
  if (!end.ok()) return end.status();
  return header;
}

absl::StatusOr<SnapshotHeader> ReadSnapshotHeader(std::string_view bytes) {
  absl::StatusOr<OpenedSnapshot> opened = OpenSnapshot(bytes);
  if (!opened.ok()) return opened.status();
  return std::move(opened->header);
}

}  // namespace footfall::sim
