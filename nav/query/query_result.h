#ifndef FOOTFALL_NAV_QUERY_QUERY_RESULT_H_
#define FOOTFALL_NAV_QUERY_QUERY_RESULT_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/types.h"
#include "nav/query/completion_code.h"
#include "platform/vec.h"

namespace footfall::nav {

// QueryItem::bits: of a position, the asked point lies over or under the polygon; of a segment, there is mesh
// under its end point. Bits below this one are the query's.
inline constexpr uint32_t kItemOverMesh = 1U << 8;
// `value` is an area, m2, not a distance.
inline constexpr uint32_t kItemIsArea = 1U << 9;

// One answer of a query that has several: a segment, a polygon, a position.
struct QueryItem {
  platform::Vec3 position;  // on the mesh
  // Of the surface, length 1, upwards. Of a segment that the mesh blocks, of the blocking edge, in XY and
  // towards the walker; of one that an object blocks, zero.
  platform::Vec3 normal;
  PolyRef poly;
  float value = 0;    // metres or square metres: see the query
  uint32_t bits = 0;  // kItemOverMesh, and see the query

  friend bool operator==(const QueryItem&, const QueryItem&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("position", self.position);
    visitor.Field("normal", self.normal);
    visitor.Field("poly", self.poly);
    visitor.Field("value", self.value);
    visitor.Field("bits", self.bits);
  }
};

// The part of a result that has a fixed size.
struct QuerySummary {
  CompletionCode code = CompletionCode::kNotFound;
  float value = 0;            // of the whole answer: see the query
  platform::Vec3 start_used;  // the question's point after snapping (R35)
  PolyRef start_poly;         // invalid: the point was not put on the mesh, or the query does not ask for it
  float start_moved = 0;      // m between the point and start_used
  uint32_t polys_visited = 0;
  uint64_t cost_units = 0;  // charged by this run; a pure function of request and view (R13)

  friend bool operator==(const QuerySummary&, const QuerySummary&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("code", self.code);
    visitor.Field("value", self.value);
    visitor.Field("start_used", self.start_used);
    visitor.Field("start_poly", self.start_poly);
    visitor.Field("start_moved", self.start_moved);
    visitor.Field("polys_visited", self.polys_visited);
    visitor.Field("cost_units", self.cost_units);
  }
};

// Output of every query that a request can ask for. Reused between runs: `items` keeps its capacity, so
// nothing is allocated after warm-up.
struct QueryResult : QuerySummary {
  std::vector<QueryItem> items;  // at most kQueryItemsMax

  void Clear() {
    static_cast<QuerySummary&>(*this) = QuerySummary();
    items.clear();
  }
};

// The longest answer of any query: the polygons of an audio query (NAV-240).
inline constexpr int kQueryItemsMax = 24;

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_QUERY_RESULT_H_
