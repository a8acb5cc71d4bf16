#ifndef FOOTFALL_SERVER_QUERIES_QUERY_ANSWER_H_
#define FOOTFALL_SERVER_QUERIES_QUERY_ANSWER_H_

#include "footfall/v1/nav.pb.h"
#include "nav/query/query_result.h"
#include "platform/vec.h"

// Answers of the kinds that answer with hits, as messages: for both planes. Any thread.
namespace footfall::server {

// `kind`: of the question. Timing, handle and client_ref are the caller's. `out` is clear.
void FillQuery(const nav::QueryResult& result, v1::NavRequest::KindCase kind, v1::NavResult* out);

// --- The parts, for answers that no query makes.
void Conclude(nav::CompletionCode code, v1::NavResult* out);
// How the question's point was put on the mesh; an invalid polygon if that failed.
void FillStart(nav::PolyRef poly, platform::Vec3 used, float moved, v1::NavResult* out);
void FillHit(const nav::QueryItem& item, v1::NavHit* out);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_QUERIES_QUERY_ANSWER_H_
