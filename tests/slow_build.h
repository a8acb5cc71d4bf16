#ifndef FOOTFALL_TESTS_SLOW_BUILD_H_
#define FOOTFALL_TESTS_SLOW_BUILD_H_

// For cases that try less where a build is slow; release and clang try everything.
namespace footfall::tests {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
inline constexpr bool kIsSlowBuild = true;
#else
inline constexpr bool kIsSlowBuild = false;
#endif

// The slowest of them, about ten times: for what runs a whole world for long.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool kIsThreadChecked = true;
#else
inline constexpr bool kIsThreadChecked = false;
#endif

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_SLOW_BUILD_H_
