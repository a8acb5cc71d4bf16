#include "sim/command_kinds.h"

#include <variant>

#include "platform/check.h"

namespace footfall::sim {

namespace {

struct KindNamer {
  std::string_view operator()(const SubmitPath& submit) const {
    return KindOf(nav::RequestType::kPath, submit.request.search_type());
  }
  std::string_view operator()(const SubmitQuery& submit) const {
    return KindOf(submit.request.type(), nav::SearchType::kShortest);
  }
  std::string_view operator()(const ReleasePath& /*body*/) const { return "release"; }
  std::string_view operator()(const CancelPath& /*body*/) const { return "cancel"; }
  std::string_view operator()(const OrphanSource& /*body*/) const { return "orphan source"; }
  std::string_view operator()(const EndSource& /*body*/) const { return "end source"; }
  std::string_view operator()(const SetFocus& /*body*/) const { return "set focus"; }
  std::string_view operator()(const SetRequiredRegion& /*body*/) const { return "set required region"; }
  std::string_view operator()(const ClearRequiredRegion& /*body*/) const { return "clear required region"; }
  std::string_view operator()(const SetContentPack& /*body*/) const { return "set content pack"; }
  std::string_view operator()(const PutObstacle& /*body*/) const { return "put obstacle"; }
  std::string_view operator()(const PutHazard& /*body*/) const { return "put hazard"; }
  std::string_view operator()(const RemoveObstacle& /*body*/) const { return "remove obstacle"; }
  std::string_view operator()(const SetAreaSwitch& /*body*/) const { return "set area switch"; }
  std::string_view operator()(const RemoveAreaSwitch& /*body*/) const { return "remove area switch"; }
  std::string_view operator()(const DisableClimb& /*body*/) const { return "disable climb"; }
  std::string_view operator()(const BlockLadder& /*body*/) const { return "block ladder"; }
  std::string_view operator()(const BlockSpawns& /*body*/) const { return "block spawns"; }
  std::string_view operator()(const UnblockSpawns& /*body*/) const { return "unblock spawns"; }
  std::string_view operator()(const StartSpawnSearch& /*body*/) const { return "start spawn search"; }
  std::string_view operator()(const CancelSpawnSearch& /*body*/) const { return "cancel spawn search"; }
  std::string_view operator()(const TuneMovementCost& /*body*/) const { return "tune movement cost"; }
};

}  // namespace

std::string_view KindOf(nav::RequestType type, nav::SearchType search) {
  switch (type) {
    case nav::RequestType::kPath:
      return search == nav::SearchType::kWander ? "wander"
             : search == nav::SearchType::kFlee ? "flee"
                                                : "path";
    case nav::RequestType::kGrid:
      return "grid";
    case nav::RequestType::kLineOfSight:
      return "line of sight";
    case nav::RequestType::kAudioProperties:
      return "audio properties";
    case nav::RequestType::kFloodFill:
      return "flood fill";
    case nav::RequestType::kClearArea:
      return "clear area";
    case nav::RequestType::kClosestPosition:
      return "closest position";
  }
  FOOTFALL_CHECK(false);
}

std::string_view KindOf(const CommandBody& body) { return std::visit(KindNamer(), body); }

}  // namespace footfall::sim
