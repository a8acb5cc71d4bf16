#include "nav/mesh/pack_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <vector>

#include "absl/strings/str_format.h"
#include "nav/mesh/format_limits.h"
#include "nav/mesh/pack_format.h"
#include "nav/mesh/tile_blob.h"
#include "nav/mesh/tile_copy.h"
#include "nav/mesh/tile_validator.h"

namespace footfall::nav {
namespace {

// What becomes one entry of the index.
struct Item {
  MeshIndex index;
  const TileDraft* tile;  // null: an instance
  MeshIndex of;
};

absl::StatusOr<std::vector<Item>> ItemsInOrder(const WorldDraft& world) {
  std::vector<Item> items;
  for (const TileDraft& tile : world.tiles) items.push_back({tile.index, &tile, tile.index});
  for (const TileInstance& instance : world.instances)
    items.push_back({instance.index, nullptr, instance.of});
  // total order: items with equal indices are refused below.
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.index < b.index; });
  for (size_t i = 1; i < items.size(); ++i) {
    if (items[i].index == items[i - 1].index) {
      return absl::InvalidArgumentError(
          absl::StrFormat("tile %d: index is there 2 times, limit 1", items[i].index));
    }
  }
  return items;
}

// The instance's bytes are not kept: they must only turn out to be a good tile.
absl::Status CheckInstance(const Item& item, std::string_view blob) {
  TileCopy copy(blob);
  if (absl::Status status = copy.MoveTo(item.index); !status.ok()) return status;
  return ValidateTile(copy.bytes());
}

void PadToPage(std::string& bytes) { bytes.resize(RoundUpToPage(bytes.size()), '\0'); }

absl::Status Errno(const std::string& what) { return absl::ErrnoToStatus(errno, what); }

absl::Status WriteAll(int file, const std::string& bytes, const std::string& path) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = write(file, bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return Errno("writing " + path);
    done += static_cast<size_t>(written);
  }
  return fsync(file) == 0 ? absl::OkStatus() : Errno("writing " + path);
}

}  // namespace

absl::StatusOr<std::string> PackWorld(const WorldDraft& world) {
  const auto items = ItemsInOrder(world);
  if (!items.ok()) return items.status();
  const size_t index_end = sizeof(PackHeader) + items->size() * sizeof(PackIndexEntry);
  std::string bytes(index_end, '\0');
  bytes += world.parameters;
  PadToPage(bytes);

  PackHeader header = {};
  std::memcpy(header.magic, kPackMagic, sizeof(header.magic));
  header.format_version = kTileFormatVersion;
  header.tiles_count = static_cast<uint32_t>(items->size());
  header.header_bytes = bytes.size();
  header.parameters_bytes = world.parameters.size();
  header.build_id = world.build_id;

  std::map<MeshIndex, PackIndexEntry> written;  // tiles with blobs of their own
  for (size_t i = 0; i < items->size(); ++i) {
    const Item& item = (*items)[i];
    PackIndexEntry entry = {};
    if (item.tile == nullptr) {
      const auto base = written.find(item.of);
      if (base == written.end()) {
        return absl::InvalidArgumentError(absl::StrFormat(
            "tile %d: instance of %d, which is no tile with bytes of its own and a lower index", item.index,
            item.of));
      }
      entry = base->second;
      const std::string_view blob = std::string_view(bytes).substr(entry.offset, entry.bytes);
      if (absl::Status status = CheckInstance(item, blob); !status.ok()) {
        return absl::InvalidArgumentError(
            absl::StrFormat("tile %d, instance of %d: %s", item.index, item.of, status.message()));
      }
      entry.index = item.index;
      entry.instance_of = item.of + 1U;
    } else {
      auto blob = PackTile(*item.tile, world.build_id);
      if (!blob.ok()) return blob.status();
      if (absl::Status status = ValidateTile(*blob); !status.ok()) {
        return absl::InvalidArgumentError(absl::StrFormat("tile %d: %s", item.index, status.message()));
      }
      entry.index = item.index;
      entry.offset = bytes.size();
      entry.bytes = blob->size();
      bytes += *blob;
      PadToPage(bytes);
      entry.checksum = PackChecksum(std::string_view(bytes).substr(entry.offset));
      written[item.index] = entry;
    }
    std::memcpy(bytes.data() + sizeof(PackHeader) + i * sizeof(entry), &entry, sizeof(entry));
  }
  header.file_bytes = bytes.size();
  std::memcpy(bytes.data(), &header, sizeof(header));
  header.header_checksum = PackHeaderChecksum(std::string_view(bytes).substr(0, header.header_bytes));
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

absl::Status WritePack(const WorldDraft& world, const std::string& path) {
  // The rename below would put a file in the place of a device or a pipe.
  std::error_code none;
  const std::filesystem::file_status there = std::filesystem::status(path, none);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) {
    return absl::FailedPreconditionError(path + ": is there and is no regular file");
  }
  const auto bytes = PackWorld(world);
  if (!bytes.ok()) return bytes.status();
  std::string temporary = path + ".XXXXXX";
  const int file = mkstemp(temporary.data());
  if (file < 0) return Errno("creating " + temporary);
  absl::Status status = WriteAll(file, *bytes, temporary);
  // mkstemp makes private files; a pack is read by whoever runs a server.
  if (status.ok() && fchmod(file, 0644) != 0) status = Errno("changing the mode of " + temporary);
  if (close(file) != 0 && status.ok()) status = Errno("closing " + temporary);
  if (status.ok() && rename(temporary.c_str(), path.c_str()) != 0) status = Errno("renaming to " + path);
  if (!status.ok()) unlink(temporary.c_str());
  return status;
}

}  // namespace footfall::nav
