#include "tests/nav/city_fixture.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "nav/mesh/pack_writer.h"
#include "nav/query/point_below.h"

namespace footfall::tests {

BuiltCity BuildCityPack(const nav::CityParams& params, int threads) {
  BuiltCity built;
  absl::StatusOr<nav::City> city = nav::BuildCity(params);
  REQUIRE(city.ok());
  built.city = *std::move(city);
  nav::WorldDraft draft;
  const nav::City& c = built.city;
  absl::StatusOr<nav::BuildReport> report =
      nav::BuildWorld(c.soup, c.materials, c.annotations, c.params, threads, {}, &draft);
  INFO(report.status().message());
  REQUIRE(report.ok());
  built.report = *std::move(report);
  built.build_id = draft.build_id;
  absl::StatusOr<std::string> bytes = nav::PackWorld(draft);
  INFO(bytes.status().message());
  REQUIRE(bytes.ok());
  built.bytes = *std::move(bytes);
  return built;
}

std::shared_ptr<const nav::Pack> PackOf(const BuiltCity& built) {
  absl::StatusOr<std::shared_ptr<const nav::Pack>> pack = nav::Pack::FromBytes(built.bytes);
  REQUIRE(pack.ok());
  return *pack;
}

std::shared_ptr<const nav::NavView> ViewOf(const BuiltCity& built) {
  absl::StatusOr<std::shared_ptr<const nav::NavView>> view = PackOf(built)->ViewOfAll();
  REQUIRE(view.ok());
  return *view;
}

uint32_t LargestComponent(const nav::MeshComponents& components) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < components.count(); ++i) {
    if (components.Area(i) > components.Area(best)) best = i;
  }
  return best;
}

double AreaOfAll(const nav::MeshComponents& components) {
  double sum = 0;
  for (uint32_t i = 0; i < components.count(); ++i) sum += components.Area(i);
  return sum;
}

void CheckPlaces(const nav::City& city, const nav::MeshComponents& components) {
  const uint32_t largest = LargestComponent(components);
  for (const nav::NamedPlace& place : city.annotations.places) {
    INFO(place.name);
    const nav::PointBelowResult below = nav::PointBelow(components.view(), place.position);
    REQUIRE(below.poly.valid());
    CHECK(std::fabs(below.point.z - place.position.z) <= 0.25F);
    CHECK(components.ComponentOf(below.poly) == largest);
  }
}

}  // namespace footfall::tests
