#include "nav/mesh/pack.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "absl/strings/str_format.h"
#include "nav/mesh/format_limits.h"
#include "nav/mesh/mapped_file.h"
#include "nav/mesh/pack_format.h"
#include "nav/mesh/tile_copy.h"
#include "nav/mesh/tile_layout.h"
#include "nav/mesh/tile_validator.h"

namespace footfall::nav {
namespace {

// A view and the bytes that it points into.
struct MappedTile {
  ~MappedTile() { file->Release(offset, bytes); }
  TileView view;
  std::shared_ptr<const MappedFile> file;
  uint64_t offset = 0;
  uint64_t bytes = 0;  // whole pages
};

absl::StatusOr<PackHeader> ReadHeader(std::string_view bytes) {
  if (bytes.size() < sizeof(PackHeader)) {
    return absl::DataLossError(
        absl::StrFormat("truncated: %d bytes, the header alone has %d", bytes.size(), sizeof(PackHeader)));
  }
  PackHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (std::memcmp(header.magic, kPackMagic, sizeof(kPackMagic)) != 0) {
    return absl::InvalidArgumentError("offset 0: not a .ffnav file");
  }
  if (header.format_version != kTileFormatVersion) {
    return absl::InvalidArgumentError(absl::StrFormat("offset 8: format version %d found, %d supported",
                                                      header.format_version, kTileFormatVersion));
  }
  if (header.file_bytes != bytes.size()) {
    return absl::DataLossError(absl::StrFormat(
        "truncated or grown: %d bytes, the header at offset 32 says %d", bytes.size(), header.file_bytes));
  }
  const uint64_t needed = sizeof(PackHeader) + uint64_t{header.tiles_count} * sizeof(PackIndexEntry);
  if (header.header_bytes > bytes.size() || header.header_bytes < needed ||
      header.header_bytes - needed < header.parameters_bytes || header.header_bytes % kPackPageBytes != 0) {
    return absl::DataLossError(
        absl::StrFormat("offset 16: %d header bytes do not hold %d tiles and %d bytes of parameters",
                        header.header_bytes, header.tiles_count, header.parameters_bytes));
  }
  if (PackHeaderChecksum(bytes.substr(0, header.header_bytes)) != header.header_checksum) {
    return absl::DataLossError("offset 56: checksum of header and index does not fit");
  }
  return header;
}

const Pack::Entry* FindEntry(const std::vector<Pack::Entry>& entries, uint32_t index) {
  const auto at =
      std::lower_bound(entries.begin(), entries.end(), index,
                       [](const Pack::Entry& entry, uint32_t wanted) { return entry.index < wanted; });
  return at == entries.end() || at->index != index ? nullptr : &*at;
}

// Blobs stand in index order, each on the page after the one before, the last one ending with the file.
absl::StatusOr<std::vector<Pack::Entry>> ReadIndex(std::string_view bytes, const PackHeader& header) {
  std::vector<Pack::Entry> entries;
  uint64_t expected = header.header_bytes;
  for (uint32_t i = 0; i < header.tiles_count; ++i) {
    const uint64_t at = sizeof(PackHeader) + uint64_t{i} * sizeof(PackIndexEntry);
    PackIndexEntry entry;
    std::memcpy(&entry, bytes.data() + at, sizeof(entry));
    const bool ordered = entries.empty() || entries.back().index < entry.index;
    if (!ordered || entry.index > kLastDynamicIndex) {
      return absl::DataLossError(
          absl::StrFormat("offset %d: tile index %d is out of order or range", at, entry.index));
    }
    if (entry.instance_of != 0) {
      const Pack::Entry* base = FindEntry(entries, entry.instance_of - 1);
      if (base == nullptr || base->base != base->index || base->offset != entry.offset ||
          base->bytes != entry.bytes || base->checksum != entry.checksum) {
        return absl::DataLossError(absl::StrFormat("offset %d: tile %d is no instance of %d", at, entry.index,
                                                   entry.instance_of - 1));
      }
      entries.push_back(
          {static_cast<MeshIndex>(entry.index), entry.offset, entry.bytes, entry.checksum, base->index});
      continue;
    }
    if (entry.offset != expected || entry.bytes > bytes.size() - expected ||
        entry.bytes < sizeof(TileHeader)) {
      return absl::DataLossError(
          absl::StrFormat("offset %d: tile %d lies at %d with %d bytes, expected at %d", at, entry.index,
                          entry.offset, entry.bytes, expected));
    }
    expected = RoundUpToPage(entry.offset + entry.bytes);
    if (expected > bytes.size()) {
      return absl::DataLossError(absl::StrFormat("offset %d: tile %d goes beyond the end", at, entry.index));
    }
    const auto index = static_cast<MeshIndex>(entry.index);
    entries.push_back({index, entry.offset, entry.bytes, entry.checksum, index});
  }
  if (expected != bytes.size()) {
    return absl::DataLossError(absl::StrFormat("offset %d: bytes after the last tile", expected));
  }
  return entries;
}

absl::Status WithTile(const absl::Status& status, const Pack::Entry& entry) {
  return absl::Status(status.code(), absl::StrFormat("tile %d at offset %d: %s", entry.index, entry.offset,
                                                     status.message()));
}

}  // namespace

struct Pack::Impl {
  std::shared_ptr<const MappedFile> file;
  PackHeader header = {};
  std::string parameters;
  std::vector<Entry> entries;
  // What is known of a tile; parallel to entries.
  struct Outcome {
    absl::Status failure;  // final
    bool is_checked = false;
    std::weak_ptr<const TileView> view;
  };
  std::mutex mutex;  // guards the outcomes
  std::vector<Outcome> outcomes;
  // While the pack is opened: the outcome is kept for as long as the pack.
  bool keeps_checks = false;

  static absl::StatusOr<std::shared_ptr<const Pack>> FromFile(std::shared_ptr<const MappedFile> file);
  absl::StatusOr<std::shared_ptr<const TileView>> CheckTile(const Entry& entry, bool is_checked) const;
};

Pack::Pack() : impl_(std::make_unique<Impl>()) {}
Pack::~Pack() = default;

absl::StatusOr<std::shared_ptr<const Pack>> Pack::Impl::FromFile(std::shared_ptr<const MappedFile> file) {
  const std::string_view bytes = file->bytes();
  const auto header = ReadHeader(bytes);
  if (!header.ok()) return header.status();
  auto entries = ReadIndex(bytes, *header);
  if (!entries.ok()) return entries.status();
  std::shared_ptr<Pack> pack(new Pack);
  Impl& impl = *pack->impl_;
  impl.file = std::move(file);
  impl.header = *header;
  impl.entries = *std::move(entries);
  impl.outcomes.resize(impl.entries.size());
  const uint64_t parameters_at = sizeof(PackHeader) + impl.entries.size() * sizeof(PackIndexEntry);
  impl.parameters = std::string(bytes.substr(parameters_at, header->parameters_bytes));
  if (bytes.size() < kPackCheckAllBelow) {
    impl.keeps_checks = true;
    for (const Entry& entry : impl.entries) {
      if (entry.base != entry.index) continue;
      if (const auto tile = pack->Tile(entry.index); !tile.ok()) return tile.status();
    }
  }
  return std::shared_ptr<const Pack>(std::move(pack));
}

absl::StatusOr<std::shared_ptr<const TileView>> Pack::Impl::CheckTile(const Entry& entry,
                                                                      bool is_checked) const {
  if (absl::Status status = file->CheckSize(); !status.ok()) return status;
  const std::string_view bytes = file->bytes();
  // The file may have been written in place since it was opened.
  PackHeader now;
  std::memcpy(&now, bytes.data(), sizeof(now));
  if (now.build_id != header.build_id) {
    return absl::DataLossError(absl::StrFormat(
        "the file's build id is %016x now, was %016x when it was opened", now.build_id, header.build_id));
  }
  const uint64_t covered = RoundUpToPage(entry.bytes);
  const std::string_view blob = bytes.substr(entry.offset, entry.bytes);
  if (!is_checked && PackChecksum(bytes.substr(entry.offset, covered)) != entry.checksum) {
    return absl::DataLossError("checksum does not fit");
  }
  std::shared_ptr<const TileView> view;
  if (entry.base != entry.index) {
    // The blob itself must be good before it is read as one.
    if (absl::Status status = is_checked ? absl::OkStatus() : ValidateTile(blob); !status.ok()) return status;
    TileCopy copy(blob);
    if (absl::Status status = copy.MoveTo(entry.index); !status.ok()) return status;
    auto moved = TileCopy::Finish(std::move(copy));
    if (!moved.ok()) return moved.status();
    file->Release(entry.offset, covered);
    view = *std::move(moved);
  } else {
    if (absl::Status status = is_checked ? absl::OkStatus() : ValidateTile(blob); !status.ok()) return status;
    auto mapped = std::make_shared<MappedTile>();
    mapped->view = MapTile(blob);
    mapped->file = file;
    mapped->offset = entry.offset;
    mapped->bytes = covered;
    const TileView* inside = &mapped->view;
    view = std::shared_ptr<const TileView>(std::move(mapped), inside);
  }
  if (view->index != entry.index) {
    return absl::DataLossError(absl::StrFormat("the blob says that it is tile %d", view->index));
  }
  if (view->build_id != header.build_id) {
    return absl::DataLossError(absl::StrFormat("build id %016x differs from the pack's build id %016x",
                                               view->build_id, header.build_id));
  }
  return view;
}

absl::StatusOr<std::shared_ptr<const Pack>> Pack::Open(const std::string& path) {
  auto file = MappedFile::Open(path);
  if (!file.ok()) return file.status();
  auto pack = Impl::FromFile(*std::move(file));
  if (!pack.ok())
    return absl::Status(pack.status().code(), path + ": " + std::string(pack.status().message()));
  return pack;
}

absl::StatusOr<std::shared_ptr<const Pack>> Pack::FromBytes(std::string_view bytes) {
  return Impl::FromFile(MappedFile::OfBytes(bytes));
}

uint64_t Pack::build_id() const { return impl_->header.build_id; }
const std::string& Pack::parameters() const { return impl_->parameters; }
uint64_t Pack::file_bytes() const { return impl_->header.file_bytes; }
const std::vector<Pack::Entry>& Pack::entries() const { return impl_->entries; }

const Pack::Entry* Pack::Find(MeshIndex index) const { return FindEntry(impl_->entries, index); }

absl::StatusOr<std::shared_ptr<const TileView>> Pack::Tile(MeshIndex index) const {
  const Entry* entry = Find(index);
  if (entry == nullptr) return absl::NotFoundError(absl::StrFormat("tile %d is not in the pack", index));
  Impl::Outcome& outcome = impl_->outcomes[static_cast<size_t>(entry - impl_->entries.data())];
  // An instance rests on the bytes of its base.
  const Impl::Outcome& base = impl_->outcomes[static_cast<size_t>(Find(entry->base) - impl_->entries.data())];
  bool is_checked = false;
  {
    const std::lock_guard<std::mutex> lock(impl_->mutex);
    if (!outcome.failure.ok()) return outcome.failure;
    is_checked = base.is_checked;
    if (auto view = outcome.view.lock()) {
      // A tile that was good may lie in a file that was cut since.
      if (absl::Status status = impl_->file->CheckSize(); !status.ok()) return WithTile(status, *entry);
      return view;
    }
  }
  // Without the lock: this may take as long as the disk does.
  auto view = impl_->CheckTile(*entry, is_checked);
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  if (!view.ok()) {
    outcome.failure = WithTile(view.status(), *entry);
    return outcome.failure;
  }
  if (auto other = outcome.view.lock()) return other;  // another thread was faster
  outcome.view = *view;
  outcome.is_checked = impl_->keeps_checks;
  return view;
}

void Pack::ExpectEviction() const { impl_->file->ExpectRelease(); }

absl::StatusOr<std::shared_ptr<const NavView>> Pack::ViewOfAll() const {
  NavViewBuilder builder;
  for (const Entry& entry : entries()) {
    auto tile = Tile(entry.index);
    if (!tile.ok()) return tile.status();
    builder.Place(entry.index, *std::move(tile));
  }
  return builder.Build();
}

}  // namespace footfall::nav
