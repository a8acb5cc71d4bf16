#ifndef FOOTFALL_NAV_MESH_TILE_OVERLAY_H_
#define FOOTFALL_NAV_MESH_TILE_OVERLAY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "nav/mesh/types.h"

namespace footfall::nav {

// What outlives a search and differs from the file (R22): disabled and switched-off polygons, disabled
// adjacencies, blocked links. Copy-on-write, made at sync only, then constant: any thread reads it.
class TileOverlay {
 public:
  // Of a tile without polygons: to be restored.
  TileOverlay() = default;
  // Without room for links none can be blocked.
  TileOverlay(uint32_t polys_count, uint32_t edges_count, uint32_t links_count = 0)
      : poly_bits_(polys_count, 0), edge_bits_(edges_count, 0), link_bits_(links_count, 0) {}

  // Nothing differs from the file: the same as no overlay.
  bool is_empty() const {
    const auto is_zero = [](uint8_t bits) { return bits == 0; };
    return std::all_of(poly_bits_.begin(), poly_bits_.end(), is_zero) &&
           std::all_of(edge_bits_.begin(), edge_bits_.end(), is_zero) &&
           std::all_of(link_bits_.begin(), link_bits_.end(), is_zero);
  }
  size_t polys_count() const { return poly_bits_.size(); }
  size_t edges_count() const { return edge_bits_.size(); }
  bool IsPolyDisabled(PolyIndex poly) const { return (poly_bits_[poly] & kDisabled) != 0; }
  bool IsPolySwitchedOff(PolyIndex poly) const { return (poly_bits_[poly] & kSwitchedOff) != 0; }
  bool IsEdgeDisabled(uint32_t edge) const { return edge_bits_[edge] != 0; }
  // By the number in TileView::links.
  bool IsLinkBlocked(uint32_t link) const { return link < link_bits_.size() && link_bits_[link] != 0; }

  size_t links_count() const { return link_bits_.size(); }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Column("polys", self.poly_bits_);
    visitor.Column("edges", self.edge_bits_);
    visitor.Column("links", self.link_bits_);
  }
  std::string Restored() const {
    const auto is_within = [](const std::vector<uint8_t>& bytes, uint8_t most) {
      return std::all_of(bytes.begin(), bytes.end(), [&](uint8_t bits) { return bits <= most; });
    };
    const bool is_good = is_within(poly_bits_, kDisabled | kSwitchedOff) && is_within(edge_bits_, 1) &&
                         is_within(link_bits_, 1);
    return is_good ? "" : "bits that have no meaning";
  }

  void SetPolyDisabled(PolyIndex poly, bool on) { Set(poly, kDisabled, on); }
  void SetPolySwitchedOff(PolyIndex poly, bool on) { Set(poly, kSwitchedOff, on); }
  void SetEdgeDisabled(uint32_t edge, bool on) { edge_bits_[edge] = on ? 1 : 0; }
  void SetLinkBlocked(uint32_t link, bool on) { link_bits_[link] = on ? 1 : 0; }

 private:
  static constexpr uint8_t kDisabled = 1;
  static constexpr uint8_t kSwitchedOff = 2;
  void Set(PolyIndex poly, uint8_t bit, bool on) {
    poly_bits_[poly] = static_cast<uint8_t>(on ? poly_bits_[poly] | bit : poly_bits_[poly] & ~bit);
  }

  std::vector<uint8_t> poly_bits_;
  std::vector<uint8_t> edge_bits_;
  std::vector<uint8_t> link_bits_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_TILE_OVERLAY_H_
