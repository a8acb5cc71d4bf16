#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/fuzz/fuzz_target.h"

// The entry that libFuzzer calls; FOOTFALL_FUZZ_TARGET names the target.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const footfall::fuzz::FuzzTarget& target = footfall::fuzz::FuzzTargetNamed(FOOTFALL_FUZZ_TARGET);
  target.read(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
