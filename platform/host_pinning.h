#ifndef FOOTFALL_PLATFORM_HOST_PINNING_H_
#define FOOTFALL_PLATFORM_HOST_PINNING_H_

#include <pthread.h>

#include <string>

namespace footfall::platform {

// What came of an attempt to bind a thread to a core. Not pinned is no error: the emulated core exists in
// virtual time anyway, and the host's core only affects speed.
struct HostPin {
  bool pinned = false;
  // One sentence for the log, in both cases.
  std::string note;
};

// Binds `thread` to host core `core`, counted from 0, if the host has that core and lets this process use it
// (NAV-289). Otherwise the thread stays where it may run now. Any `core` may be given.
HostPin PinThread(pthread_t thread, int core);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_HOST_PINNING_H_
