#include "nav/mesh/pack_format.h"

#include <xxhash.h>

#include <cstring>

#include "platform/check.h"

namespace footfall::nav {

uint64_t PackChecksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

uint64_t PackHeaderChecksum(std::string_view header) {
  FOOTFALL_CHECK(header.size() >= sizeof(PackHeader));
  PackHeader copy;
  std::memcpy(&copy, header.data(), sizeof(copy));
  copy.header_checksum = 0;
  // Two parts, the second seeded with the first: no copy of a large index only to blank one field.
  const uint64_t fixed = XXH3_64bits(&copy, sizeof(copy));
  return XXH3_64bits_withSeed(header.data() + sizeof(copy), header.size() - sizeof(copy), fixed);
}

}  // namespace footfall::nav
