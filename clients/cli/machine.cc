#include "clients/cli/machine.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>

namespace footfall::cli {

MachineInfo ReadMachine() {
  MachineInfo info;
  info.cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::ifstream cpu("/proc/cpuinfo");
  for (std::string line; std::getline(cpu, line) && info.model.empty();) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      info.model = line.substr(colon + 2);
    }
  }
  std::ifstream load("/proc/loadavg");
  std::getline(load, info.load_average);
  return info;
}

double MachineCpuSeconds() {
  std::ifstream file("/proc/stat");
  std::string line;
  std::getline(file, line);
  std::istringstream columns(line);
  std::string name;
  double user = 0;
  double nice = 0;
  double system = 0;
  if (!(columns >> name >> user >> nice >> system)) {
    return 0;
  }
  return (user + nice + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::uint64_t UsableCores() {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  const int count = sched_getaffinity(0, sizeof(usable), &usable) == 0 ? CPU_COUNT(&usable) : 1;
  return static_cast<std::uint64_t>(std::max(1, count));
}

}  // namespace footfall::cli
