#ifndef FOOTFALL_SERVER_RESET_CALL_H_
#define FOOTFALL_SERVER_RESET_CALL_H_

#include "footfall/v1/world_service.pb.h"
#include "server/scenario_loader.h"
#include "server/unary_call.h"

namespace footfall::server {

// WorldService.Reset: another world in a new epoch, the first one or a scenario's. On the strand; request and
// response belong to the call.
void StartReset(const UnaryCall::Ptr& call, ScenarioLoader& loader, const v1::ResetRequest* request,
                v1::ResetResponse* response);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_RESET_CALL_H_
