#include "nav/build/palette.h"

#include <algorithm>

#include "platform/check.h"

namespace footfall::nav {
namespace {

// Index of the entry that names the material, or of the unnamed entry; -1 when there is neither.
int EntryFor(const MaterialMap& map, const std::string& name) {
  int fallback = -1;
  for (size_t i = 0; i < map.entries.size(); ++i) {
    if (map.entries[i].name == name) return static_cast<int>(i);
    if (map.entries[i].name.empty()) fallback = static_cast<int>(i);
  }
  return fallback;
}

struct Ranked {
  int priority;
  int order;  // Minus the entry's place: ties go to the earlier entry, which therefore comes last.
  SurfaceAttributes surface;
};

}  // namespace

SurfaceTable::SurfaceTable(const std::vector<std::string>& materials, const MaterialMap& map) {
  std::vector<Ranked> ranked;
  std::vector<SurfaceAttributes> wanted;
  for (const std::string& name : materials) {
    const int entry = EntryFor(map, name);
    const bool is_named = entry >= 0 && map.entries[entry].name == name;
    if (!is_named && !name.empty()) unmapped_.push_back(name);
    const SurfaceAttributes surface = entry < 0 ? SurfaceAttributes() : map.entries[entry].surface;
    const int priority = entry < 0 ? 0 : map.entries[entry].priority;
    const int order = entry < 0 ? -static_cast<int>(map.entries.size()) : -entry;
    wanted.push_back(surface);
    const auto same = std::find_if(ranked.begin(), ranked.end(),
                                   [&surface](const Ranked& r) { return r.surface == surface; });
    if (same == ranked.end()) {
      ranked.push_back({priority, order, surface});
    } else if (priority > same->priority || (priority == same->priority && order > same->order)) {
      same->priority = priority;
      same->order = order;
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return a.priority != b.priority ? a.priority < b.priority : a.order < b.order;
  });
  for (const Ranked& r : ranked) surfaces_.push_back(r.surface);
  for (const SurfaceAttributes& surface : wanted) {
    const auto at = std::find(surfaces_.begin(), surfaces_.end(), surface);
    surface_of_material_.push_back(static_cast<int>(at - surfaces_.begin()));
  }
}

TilePalette::TilePalette(const std::vector<bool>& used) {
  for (size_t surface = 0; surface * 2 < used.size(); ++surface) {
    // Ground that is easy to walk wins over steep ground of its kind in a shared cell, so it comes later.
    if (used[surface * 2 + 1]) entries_.push_back({static_cast<int>(surface), true, false});
    if (used[surface * 2]) entries_.push_back({static_cast<int>(surface), false, false});
  }
}

uint8_t TilePalette::AreaOf(int surface, bool too_steep) const {
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& e = entries_[i];
    if (e.surface == surface && e.too_steep == too_steep && !e.under_shallow_water)
      return static_cast<uint8_t>(i + 1);
  }
  return kNotWalkable;
}

uint8_t TilePalette::UnderShallowWater(uint8_t area) {
  FOOTFALL_CHECK(area != kNotWalkable);
  Entry wanted = entry(area);
  wanted.under_shallow_water = true;
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& e = entries_[i];
    if (e.surface == wanted.surface && e.too_steep == wanted.too_steep && e.under_shallow_water) {
      return static_cast<uint8_t>(i + 1);
    }
  }
  entries_.push_back(wanted);
  return static_cast<uint8_t>(std::min(size(), kPaletteSize + 1));
}

}  // namespace footfall::nav
