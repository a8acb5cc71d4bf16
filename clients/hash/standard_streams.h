#ifndef FOOTFALL_CLIENTS_HASH_STANDARD_STREAMS_H_
#define FOOTFALL_CLIENTS_HASH_STANDARD_STREAMS_H_

#include <string_view>

namespace footfall::client {

// First of all in main: a standard stream that was closed stays one that fails, and the number of its
// descriptor is not given to the first file that is opened, which would then hold what is printed. A file
// that grows beyond what the system allows fails to be written as on a full disk, instead of ending the
// program.
void HoldStandardStreams();

// Last of all: flushes what was printed. Where it did not arrive (a full disk, a closed stream) says so after
// `program` and turns `code`, where that is 0, into kExitBadUsage, for nobody has the answer.
int FinishStandardOutput(std::string_view program, int code);

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_HASH_STANDARD_STREAMS_H_
