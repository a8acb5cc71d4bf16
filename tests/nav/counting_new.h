#ifndef FOOTFALL_TESTS_NAV_COUNTING_NEW_H_
#define FOOTFALL_TESTS_NAV_COUNTING_NEW_H_

#include <cstdint>

namespace footfall::nav::testing {

// Calls of operator new in this program so far, on all threads. Linking counting_new.cc replaces the
// operator.
uint64_t AllocationsCount();
// Those that were not given back yet.
uint64_t LiveAllocationsCount();

}  // namespace footfall::nav::testing

#endif  // FOOTFALL_TESTS_NAV_COUNTING_NEW_H_
