#ifndef FOOTFALL_PLATFORM_CHECK_H_
#define FOOTFALL_PLATFORM_CHECK_H_

namespace footfall::platform {

// Prints `file:line: check failed: condition` to standard error and ends the process by abort().
[[noreturn]] void CheckFailed(const char* file, int line, const char* condition);

}  // namespace footfall::platform

// An invariant of ours: broken means a bug in Footfall, never bad input. On in every build.
#define FOOTFALL_CHECK(condition)                                        \
  do {                                                                   \
    if (!(condition)) [[unlikely]]                                       \
      ::footfall::platform::CheckFailed(__FILE__, __LINE__, #condition); \
  } while (false)

// A check too dear for a hot loop: on unless NDEBUG is defined.
#ifdef NDEBUG
#define FOOTFALL_DCHECK(condition) \
  do {                             \
  } while (false)
#else
#define FOOTFALL_DCHECK(condition) FOOTFALL_CHECK(condition)
#endif

#endif  // FOOTFALL_PLATFORM_CHECK_H_
