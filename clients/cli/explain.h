#ifndef FOOTFALL_CLIENTS_CLI_EXPLAIN_H_
#define FOOTFALL_CLIENTS_CLI_EXPLAIN_H_

#include <string>

#include "footfall/v1/nav.pb.h"

namespace footfall::cli {

// What a search did, as lines for people: flags, what was looked at, costs by kind, and the route after each
// stage. REQUIRES: the result has an explanation.
std::string ExplanationText(const v1::NavRequest& request, const v1::NavResult& result);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_EXPLAIN_H_
