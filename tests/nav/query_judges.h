#ifndef FOOTFALL_TESTS_NAV_QUERY_JUDGES_H_
#define FOOTFALL_TESTS_NAV_QUERY_JUDGES_H_

#include <memory>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "platform/random.h"
#include "platform/vec.h"

// Each query against its definition, computed the slow way, for random questions on any mesh. Each fails the
// running test case at the first difference and returns how many questions had the answer kFound, so that the
// caller can see that both kinds of answers came up.
namespace footfall::tests {

// Two tiles of 2 m squares with holes and random surfaces, a second storey and a slope.
std::shared_ptr<const nav::NavView> RaggedWorld(uint64_t seed);

// Every polygon of the view, ascending.
std::vector<nav::PolyRef> AllPolys(const nav::NavView& view);

// Mostly on or near the mesh, some on whole metres, some far off.
platform::Vec3 DrawQueryPoint(const nav::NavView& view, const std::vector<nav::PolyRef>& polys,
                              platform::RandomStream& random);

int JudgeFloodFill(const nav::NavView& view, platform::RandomStream& random, int questions);
int JudgeLineOfSight(const nav::NavView& view, platform::RandomStream& random, int questions);
int JudgeClearArea(const nav::NavView& view, platform::RandomStream& random, int questions);
int JudgeClosest(const nav::NavView& view, platform::RandomStream& random, int questions);
int JudgeAudio(const nav::NavView& view, platform::RandomStream& random, int questions);
int JudgeImmediate(const nav::NavView& view, platform::RandomStream& random, int questions);

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_NAV_QUERY_JUDGES_H_
