#ifndef FOOTFALL_TESTS_SLOW_BUILD_H_
#define FOOTFALL_TESTS_SLOW_BUILD_H_

// For cases that try less where a build is slow; release and clang try everything.
namespace footfall::tests {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
inline constexpr bool kIsSlowBuild = true;
#else
inline constexpr bool kIsSlowBuild = false;
#endif

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_SLOW_BUILD_H_
