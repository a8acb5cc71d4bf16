#ifndef FOOTFALL_TESTS_SIM_VIEW_DIFFERENCE_H_
#define FOOTFALL_TESTS_SIM_VIEW_DIFFERENCE_H_

#include <string>

#include "sim/published_view.h"

namespace footfall::sim::testing {

// Where two views differ in what readers can see, by the name of the part; "" where they do not. Handles are
// compared without the epoch's tag, and of the figures not how often the real disk was waited for.
std::string ViewDifference(const PublishedView& a, const PublishedView& b);

}  // namespace footfall::sim::testing

#endif  // FOOTFALL_TESTS_SIM_VIEW_DIFFERENCE_H_
