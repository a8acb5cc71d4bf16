#ifndef FOOTFALL_TESTS_FUZZ_FUZZ_TARGET_H_
#define FOOTFALL_TESTS_FUZZ_FUZZ_TARGET_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// What reads bytes that others made, as functions that a fuzzer and the corpus test call alike. An input may
// be refused or taken; it must never end the process, run away, or break what the header of the reader
// promises.
namespace footfall::fuzz {

// A reader under test.
struct FuzzTarget {
  const char* name;  // of its program fuzz_<name> and of its folder below inputs/
  int rounds;        // damaged copies of each seed that the corpus test tries: fewer of what is slow
  // Reads the bytes, and uses what came of them. Ends the process on a broken promise.
  void (*read)(std::string_view bytes);
  // Valid inputs that a fuzzer starts from, the same ones each time.
  std::vector<std::string> (*seeds)();
};

// All targets, in a fixed order.
const std::vector<FuzzTarget>& FuzzTargets();

// REQUIRES: there is a target of this name.
const FuzzTarget& FuzzTargetNamed(std::string_view name);

// Ends the process with what was promised, so that a fuzzer keeps the input.
void Expect(bool holds, const char* promise);

// The texts of the files in the tree's folder whose names end in `ending`, by name.
std::vector<std::string> TextsOf(const std::string& folder, const std::string& ending);

}  // namespace footfall::fuzz

#endif  // FOOTFALL_TESTS_FUZZ_FUZZ_TARGET_H_
