#include "nav/mesh/tile_copy.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "absl/strings/str_format.h"
#include "nav/mesh/format_limits.h"
#include "nav/mesh/tile_layout.h"
#include "nav/mesh/tile_validator.h"

namespace footfall::nav {
namespace {

constexpr int32_t kTileBoxSteps = static_cast<int32_t>(kTileSize * 4);  // of 0.25 m (NAV-042)
constexpr uint32_t kPolyMask = (1U << kAdjPolyBits) - 1;
// The low 20 bits of an edge's link word and of its extra word: table position and polygon.
constexpr uint32_t kNeighbourBits = (1U << (kAdjLookupBits + kAdjPolyBits)) - 1;
constexpr uint32_t kTypeMask = ((1U << kAdjTypeBits) - 1) << (kAdjLookupBits + kAdjPolyBits);

template <class T>
std::span<T> Section(char* base, TileSection section) {
  const auto* header = reinterpret_cast<const TileHeader*>(base);
  return {reinterpret_cast<T*>(base + OffsetsOf(*header).sections[section]), header->counts[section]};
}

// A whole number of tiles between two map tiles.
struct Shift {
  int x = 0;
  int y = 0;
};

// kNoNavMesh when the result is not in the world.
MeshIndex Moved(uint32_t index, Shift shift) {
  if (index > kLastMapIndex) return kNoNavMesh;
  const int x = static_cast<int>(index) % kTilesX + shift.x;
  const int y = static_cast<int>(index) / kTilesX + shift.y;
  if (x < 0 || x >= kTilesX || y < 0 || y >= kTilesY) return kNoNavMesh;
  return static_cast<MeshIndex>(y * kTilesX + x);
}

absl::Status LeavesWorld(uint32_t index, MeshIndex target) {
  return absl::InvalidArgumentError(
      absl::StrFormat("tile %d: its neighbour %d would leave the world", target, index));
}

bool MoveBound(int16_t& bound, int steps) {
  constexpr int kLowest = std::numeric_limits<int16_t>::min();
  constexpr int kHighest = std::numeric_limits<int16_t>::max();
  const int moved = bound + steps;
  // A saturated bound means "endless", and so may not be moved or be made.
  if (bound == kLowest || bound == kHighest || moved <= kLowest || moved >= kHighest) return false;
  bound = static_cast<int16_t>(moved);
  return true;
}

void MoveFloats(std::span<float> triples, Shift shift) {
  for (size_t i = 0; i + 2 < triples.size(); i += 3) {
    triples[i] += static_cast<float>(shift.x) * kTileSize;
    triples[i + 1] += static_cast<float>(shift.y) * kTileSize;
  }
}

}  // namespace

struct TileCopy::Buffer {
  // Aligned for every section: operator new gives 16 bytes.
  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= kSectionAlignment);
  explicit Buffer(size_t bytes) : data(new char[bytes]()), size(bytes) {}
  std::unique_ptr<char[]> data;
  size_t size;
  TileView view;  // once finished
};

TileCopy::TileCopy(std::string_view blob) : buffer_(std::make_unique<Buffer>(blob.size())) {
  std::memcpy(buffer_->data.get(), blob.data(), blob.size());
}
TileCopy::TileCopy(const TileView& tile) : TileCopy(BlobOf(tile)) {}
TileCopy::~TileCopy() = default;
TileCopy::TileCopy(TileCopy&&) noexcept = default;
TileCopy& TileCopy::operator=(TileCopy&&) noexcept = default;

std::string_view TileCopy::bytes() const { return {buffer_->data.get(), buffer_->size}; }

absl::Status TileCopy::MoveTo(MeshIndex index) {
  char* base = buffer_->data.get();
  auto* header = reinterpret_cast<TileHeader*>(base);
  if (header->index > kLastMapIndex || index > kLastMapIndex) {
    return absl::InvalidArgumentError(
        absl::StrFormat("tile %d to %d: only map tiles can be moved", header->index, index));
  }
  const Shift shift{index % kTilesX - static_cast<int>(header->index) % kTilesX,
                    index / kTilesX - static_cast<int>(header->index) / kTilesX};
  header->index = index;
  header->minimum[0] += static_cast<float>(shift.x) * kTileSize;
  header->minimum[1] += static_cast<float>(shift.y) * kTileSize;
  header->quad_root.min[0] += shift.x * kTileBoxSteps;
  header->quad_root.min[1] += shift.y * kTileBoxSteps;
  MoveFloats(Section<float>(base, kSectionEdgeFloats), shift);
  MoveFloats(Section<float>(base, kSectionVertexFloats), shift);
  for (FixedBox& box : Section<FixedBox>(base, kSectionBoxes)) {
    bool fits = true;
    for (int16_t* bounds : {box.min, box.max}) {
      fits = MoveBound(bounds[0], shift.x * kTileBoxSteps) && fits;
      fits = MoveBound(bounds[1], shift.y * kTileBoxSteps) && fits;
    }
    if (!fits) return absl::InvalidArgumentError(absl::StrFormat("tile %d: a saturated box", index));
  }
  for (uint32_t& adjacent : Section<uint32_t>(base, kSectionAdjacent)) {
    const MeshIndex moved = Moved(adjacent, shift);
    if (moved == kNoNavMesh) return LeavesWorld(adjacent, index);
    adjacent = moved;
  }
  for (LinkRecord& link : Section<LinkRecord>(base, kSectionLinks)) {
    const MeshIndex moved = Moved(link.to >> kAdjPolyBits, shift);
    if (moved == kNoNavMesh) return LeavesWorld(link.to >> kAdjPolyBits, index);
    link.to = PolyRef(moved, static_cast<PolyIndex>(link.to & kPolyMask)).value;
  }
  return absl::OkStatus();
}

// The same bytes with a table of adjacent meshes of another length.
void TileCopy::Resize(const std::vector<uint32_t>& adjacent) {
  const auto* old_header = reinterpret_cast<const TileHeader*>(buffer_->data.get());
  const TileOffsets old_offsets = OffsetsOf(*old_header);
  TileHeader header = *old_header;
  header.counts[kSectionAdjacent] = static_cast<uint32_t>(adjacent.size());
  const TileOffsets offsets = OffsetsOf(header);
  auto grown = std::make_unique<Buffer>(offsets.end);
  std::memcpy(grown->data.get(), &header, sizeof(header));
  for (uint32_t section = 0; section < kTileSectionsCount; ++section) {
    char* to = grown->data.get() + offsets.sections[section];
    const size_t bytes = size_t{header.counts[section]} * kSectionElementBytes[section];
    const char* from = section == kSectionAdjacent ? reinterpret_cast<const char*>(adjacent.data())
                                                   : buffer_->data.get() + old_offsets.sections[section];
    if (bytes != 0) std::memcpy(to, from, bytes);
  }
  buffer_ = std::move(grown);
}

absl::Status TileCopy::Rewire(std::span<const EdgeChange> changes) {
  char* base = buffer_->data.get();
  const uint32_t own = reinterpret_cast<const TileHeader*>(base)->index;
  const std::span<EdgeRecord> edges = Section<EdgeRecord>(base, kSectionEdges);
  const std::span<const uint32_t> table = Section<uint32_t>(base, kSectionAdjacent);
  // What each edge leads to, after the changes.
  std::vector<PolyRef> neighbours(edges.size());
  for (size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].has_neighbour()) {
      neighbours[i] = PolyRef(static_cast<MeshIndex>(table[edges[i].lookup()]), edges[i].poly());
    }
  }
  for (const EdgeChange& change : changes) {
    if (change.edge >= edges.size()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("tile %d: edge %d of %d", own, change.edge, edges.size()));
    }
    neighbours[change.edge] = change.neighbour;
  }
  std::vector<uint32_t> adjacent;
  for (const PolyRef& ref : neighbours) {
    if (ref.valid()) adjacent.push_back(ref.mesh());
  }
  // total order: equal numbers are alike.
  std::sort(adjacent.begin(), adjacent.end());
  adjacent.erase(std::unique(adjacent.begin(), adjacent.end()), adjacent.end());
  if (adjacent.size() > static_cast<size_t>(kMaxAdjacentMeshes)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("tile %d: %d adjacent meshes, limit %d", own, adjacent.size(), kMaxAdjacentMeshes));
  }
  const std::span<uint32_t> extra = Section<uint32_t>(base, kSectionEdgeExtra);
  const auto write = [&](size_t i) {
    uint32_t neighbour = uint32_t{kNoPoly} << kAdjLookupBits;
    const PolyRef ref = neighbours[i];
    if (ref.valid()) {
      const auto at = std::lower_bound(adjacent.begin(), adjacent.end(), ref.mesh());
      neighbour = static_cast<uint32_t>(at - adjacent.begin()) | (uint32_t{ref.poly()} << kAdjLookupBits);
    }
    edges[i].link = (edges[i].link & ~kNeighbourBits) | neighbour;
    extra[i] = (extra[i] & ~kNeighbourBits) | neighbour;
  };
  for (size_t i = 0; i < edges.size(); ++i) write(i);
  for (const EdgeChange& change : changes) {
    const bool leads = change.neighbour.valid();
    const AdjacencyType type = leads ? change.type : AdjacencyType::kNormal;
    edges[change.edge].link = (edges[change.edge].link & ~kTypeMask) |
                              (static_cast<uint32_t>(type) << (kAdjLookupBits + kAdjPolyBits));
    constexpr int kFlagsShift = kAdjLookupBits + kAdjPolyBits;
    extra[change.edge] &= ~((kEdgeExternal | kEdgeAdjacencyDisabled | kEdgeHighDrop) << kFlagsShift);
    if (leads && change.neighbour.mesh() != own) extra[change.edge] |= kEdgeExternal << kFlagsShift;
  }
  Resize(adjacent);
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const TileView>> TileCopy::Finish(TileCopy copy) {
  if (absl::Status status = ValidateTile(copy.bytes()); !status.ok()) return status;
  std::shared_ptr<Buffer> buffer(std::move(copy.buffer_));
  buffer->view = MapTile({buffer->data.get(), buffer->size});
  const TileView* view = &buffer->view;
  return std::shared_ptr<const TileView>(std::move(buffer), view);
}

}  // namespace footfall::nav
