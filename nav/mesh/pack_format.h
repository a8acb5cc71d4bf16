#ifndef FOOTFALL_NAV_MESH_PACK_FORMAT_H_
#define FOOTFALL_NAV_MESH_PACK_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

// Bytes of a `.ffnav` file (R29): header, index, parameter text, padding to a page; then one page-aligned
// blob a tile, each padded to a page. The header's checksum covers everything before the first blob, a tile's
// checksum its blob and the padding up to the next, so that every byte is covered. Little-endian.
//
// An instance is a tile whose bytes are those of another tile of the pack, moved by whole tiles: its entry
// repeats offset, bytes and checksum of that tile and names it. So a world of 10,000 tiles of repeated blocks
// is a file of a few. It is moved in memory and then checked like any other tile (tile_copy.h).
namespace footfall::nav {

inline constexpr char kPackMagic[8] = {'F', 'F', 'N', 'A', 'V', '\r', '\n', '\x1A'};
inline constexpr uint64_t kPackPageBytes = 4096;
// Packs below this size have all their tiles checked when they are opened (R29).
inline constexpr uint64_t kPackCheckAllBelow = uint64_t{64} << 20;

struct PackHeader {
  char magic[8];
  uint32_t format_version;
  uint32_t tiles_count;
  uint64_t header_bytes;      // up to the first blob, a multiple of the page
  uint64_t parameters_bytes;  // of the text after the index
  uint64_t file_bytes;
  uint64_t build_id;
  uint64_t reserved;         // 0
  uint64_t header_checksum;  // of the header_bytes with this field taken as 0
};
static_assert(sizeof(PackHeader) == 64);

struct PackIndexEntry {
  uint32_t index;
  uint32_t instance_of;  // 0: the tile has a blob of its own; else 1 + index of an earlier tile that has
  uint64_t offset;
  uint64_t bytes;     // of the blob without its padding
  uint64_t checksum;  // of everything from `offset` to the next blob or the end of the file
};
static_assert(sizeof(PackIndexEntry) == 32);

constexpr uint64_t RoundUpToPage(uint64_t bytes) {
  return (bytes + kPackPageBytes - 1) / kPackPageBytes * kPackPageBytes;
}

// XXH3, 64 bits.
uint64_t PackChecksum(std::string_view bytes);

// The checksum that belongs into a header: of `header`, the first header_bytes of a file. REQUIRES: at least
// sizeof(PackHeader) bytes.
uint64_t PackHeaderChecksum(std::string_view header);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_PACK_FORMAT_H_
