#ifndef FOOTFALL_SIM_QUERY_LOG_H_
#define FOOTFALL_SIM_QUERY_LOG_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "sim/command.h"

// The body of a SubmitQuery in the command log: type, the fields of its request in the order of their
// description, client_ref.
namespace footfall::sim {

void AppendQuery(const SubmitQuery& submit, std::string& out);

// Reads from the front of `bytes` and returns how many they were; 0 with `fault` set when no query was
// written like that.
size_t ReadQuery(std::string_view bytes, SubmitQuery* submit, std::string* fault);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_QUERY_LOG_H_
