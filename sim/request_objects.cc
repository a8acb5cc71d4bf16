#include "sim/request_objects.h"

#include <span>

#include "absl/strings/str_cat.h"
#include "sim/world_objects.h"

namespace footfall::sim {
namespace {

// PublishedView::Tables::Judge, but whoever has put it.
CommandFault JudgeAnybodys(const PublishedView::Tables& tables, WireHandle handle, uint8_t epoch_tag) {
  if (handle.kind() == HandleKind::kNone || handle.kind() > HandleKind::kObstacle) {
    return CommandFault::kHandleUnknown;
  }
  if (handle.epoch_tag() != epoch_tag) return CommandFault::kWorldChanged;
  if (handle.kind() != HandleKind::kObstacle) return CommandFault::kHandleKind;
  return tables.obstacles.Find(handle) != nullptr ? CommandFault::kNone : CommandFault::kHandleUnknown;
}

}  // namespace

CommandFault ResolveObjects(const PublishedView::Tables& tables, std::optional<nav::SourceId> source,
                            uint8_t epoch_tag, nav::PathRequest& request, std::string* detail) {
  const auto resolve = [&](const char* field, std::span<uint64_t> objects) {
    for (size_t i = 0; i < objects.size(); ++i) {
      const WireHandle handle{objects[i]};
      const CommandFault fault = source ? tables.Judge(handle, *source, epoch_tag, HandleKind::kObstacle)
                                        : JudgeAnybodys(tables, handle, epoch_tag);
      if (fault != CommandFault::kNone) {
        *detail = absl::StrCat(field, "[", i, "]: ", absl::Hex(handle.value, absl::kZeroPad16), ": ",
                               std::string(ReasonOf(fault)));
        return fault;
      }
      objects[i] = ObjectIdOf(handle).value;
    }
    return CommandFault::kNone;
  };
  const CommandFault included =
      resolve("included_handle", {request.included_objects.data(), request.included_count});
  if (included != CommandFault::kNone) return included;
  return resolve("excluded_handle", {request.excluded_objects.data(), request.excluded_count});
}

bool ObstacleGame::FindPed(uint64_t /*ped*/, float /*look_ahead*/, nav::PedPlace& /*place*/) const {
  return false;
}

bool ObstacleGame::FindEntity(uint64_t entity, platform::Vec3& position) const {
  const ObstacleView* obstacle = tables_.obstacles.Find(ObstacleHandleOf({entity}, epoch_tag_));
  if (obstacle == nullptr) return false;
  position = obstacle->hazard ? obstacle->hazard->centre : obstacle->description.pose.origin;
  return true;
}

}  // namespace footfall::sim
