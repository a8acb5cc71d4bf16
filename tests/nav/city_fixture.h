#ifndef FOOTFALL_TESTS_NAV_CITY_FIXTURE_H_
#define FOOTFALL_TESTS_NAV_CITY_FIXTURE_H_

#include <memory>
#include <string>

#include "nav/build/city.h"
#include "nav/build/world_builder.h"
#include "nav/mesh/pack.h"
#include "nav/query/flood.h"

// Cities, built for tests.
namespace footfall::tests {

struct BuiltCity {
  nav::City city;
  nav::BuildReport report;
  uint64_t build_id = 0;
  std::string bytes;  // of the pack
};

// Fails the test when any step fails.
BuiltCity BuildCityPack(const nav::CityParams& params, int threads);
std::shared_ptr<const nav::Pack> PackOf(const BuiltCity& built);
std::shared_ptr<const nav::NavView> ViewOf(const BuiltCity& built);

// By area.
uint32_t LargestComponent(const nav::MeshComponents& components);
double AreaOfAll(const nav::MeshComponents& components);

// Every named place stands on ground, all in the largest component.
void CheckPlaces(const nav::City& city, const nav::MeshComponents& components);

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_NAV_CITY_FIXTURE_H_
