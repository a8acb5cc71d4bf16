#ifndef FOOTFALL_SERVER_VERSION_H_
#define FOOTFALL_SERVER_VERSION_H_

namespace footfall::server {

// Of the software, e.g. "0.1.0": the build file's.
inline constexpr char kVersion[] = FOOTFALL_VERSION;

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_VERSION_H_
