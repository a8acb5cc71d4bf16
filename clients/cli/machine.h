#ifndef FOOTFALL_CLIENTS_CLI_MACHINE_H_
#define FOOTFALL_CLIENTS_CLI_MACHINE_H_

#include <cstdint>
#include <string>

namespace footfall::cli {

// What a measurement has to say about the machine it was made on.
struct MachineInfo {
  int cores = 1;
  std::string model;  // Of the CPU; empty where /proc does not tell.
  std::string load_average;
};
MachineInfo ReadMachine();

// CPU seconds that the whole machine has spent working since it started, all cores together; 0 where /proc
// does not tell. The difference of two, by cores and wall time, is a share of the machine and never above 100
// %.
double MachineCpuSeconds();

// Cores that this process may use, at least 1: a batch system or a container may have left it fewer than
// there are.
std::uint64_t UsableCores();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_MACHINE_H_
