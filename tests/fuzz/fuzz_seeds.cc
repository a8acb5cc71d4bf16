#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/fuzz/fuzz_target.h"

// Writes the seeds of every target below a folder, one folder a target. Usage: fuzz_seeds FOLDER
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds FOLDER\n");
    return 2;
  }
  for (const footfall::fuzz::FuzzTarget& target : footfall::fuzz::FuzzTargets()) {
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / target.name;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    int number = 0;
    for (const std::string& seed : target.seeds()) {
      std::ofstream file(folder / ("seed_" + std::to_string(number++)), std::ios::binary);
      file << seed;
      if (!file.flush()) {
        std::fprintf(stderr, "%s cannot be written\n", folder.c_str());
        return 1;
      }
    }
  }
  return 0;
}
