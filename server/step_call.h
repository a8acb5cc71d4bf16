#ifndef FOOTFALL_SERVER_STEP_CALL_H_
#define FOOTFALL_SERVER_STEP_CALL_H_

#include "footfall/v1/world_service.pb.h"
#include "server/unary_call.h"

namespace footfall::server {

// WorldService.Step: commands in, ticks, results and finished requests out. On the strand; request and
// response belong to the call.
void StartStep(const UnaryCall::Ptr& call, const v1::StepRequest* request, v1::StepResponse* response);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_STEP_CALL_H_
