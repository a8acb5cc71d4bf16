#ifndef FOOTFALL_NAV_QUERY_FLOOD_NODES_H_
#define FOOTFALL_NAV_QUERY_FLOOD_NODES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "nav/mesh/types.h"
#include "platform/vec.h"

namespace footfall::nav {

// One polygon as a flood sees it.
struct FloodNode {
  static constexpr uint32_t kTakenOut = 0xFFFFFFFFU;
  PolyRef poly;
  uint32_t queue_position = 0;  // kTakenOut: its distance is final
  float distance = 0;           // m walked to `point`
  platform::Vec3 point;         // where the polygon is entered
};

// The polygons that one flood has reached and the queue of those that wait, the nearest first, ties by
// polygon id. A polygon waits once; a shorter way to it moves it forward. Memory grows with the largest flood
// so far, up to a ceiling.
class FloodNodes {
 public:
  explicit FloodNodes(uint32_t nodes_max) : nodes_max_(nodes_max) {}

  // Forgets the flood before; costs nothing.
  void Begin();
  // The polygon can be entered at `point` after `distance` metres. Of several ways the shortest counts, the
  // first among equals. A new polygon beyond the ceiling is dropped, and full() is true from then on.
  void Reach(PolyRef poly, float distance, platform::Vec3 point);
  // Takes out the next polygon; null: none waits. Good until the next call of this object.
  const FloodNode* Next();

  bool full() const { return full_; }
  uint32_t nodes_max() const { return nodes_max_; }

 private:
  struct Place {
    uint32_t flood = 0;  // the flood that wrote this place
    uint32_t node = 0;
  };
  // The place of the polygon or the free one where it belongs. REQUIRES: the table has a free place.
  Place& Find(PolyRef poly);
  void Grow();
  bool ComesBefore(uint32_t a, uint32_t b) const;
  void MoveForward(uint32_t position);
  void MoveBack(uint32_t position);
  void Put(uint32_t position, uint32_t node);

  uint32_t nodes_max_;
  std::vector<FloodNode> nodes_;
  std::vector<Place> table_;     // open addressing, a power of two, half empty
  std::vector<uint32_t> queue_;  // binary heap of numbers of nodes
  uint32_t flood_ = 0;
  bool full_ = false;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_FLOOD_NODES_H_
