#include "clients/cli/load_target.h"

#include <algorithm>

namespace footfall::cli {
namespace {

// Shares that a server has to reach (R49).
constexpr double kOfEcho = 0.6;
constexpr double kOfCores = 0.9;

}  // namespace

double StreamTarget::of_echo() const { return kOfEcho * echo_paths_per_s; }

double StreamTarget::of_cores() const {
  return kOfCores * alone_per_cpu_s * std::max(0.0, static_cast<double>(cores) - c());
}

double StreamTarget::of_free_cores() const {
  return kOfCores * alone_per_cpu_s * std::max(0.0, static_cast<double>(cores) - c() - foreign_cores);
}

double StreamTarget::paths_per_s_wanted() const { return std::min(of_echo(), of_cores()); }

Figures FiguresOf(const StreamTarget& target) {
  Figures figures;
  figures.Add("paths_per_s", target.paths_per_s_wanted(), 0);
  figures.Add("reached_percent", target.reached() * 100, 1);
  figures.Add("met", target.reached() >= 1);
  figures.Add("paths_per_s_of_echo", target.of_echo(), 0);
  figures.Add("paths_per_s_of_cores", target.of_cores(), 0);
  figures.Add("paths_per_s_of_free_cores", target.of_free_cores(), 0);
  figures.Add("s_answers_per_cpu_s_alone", target.alone_per_cpu_s, 0);
  figures.Add("answers_per_cpu_s_in_run", target.in_run_per_cpu_s, 0);
  figures.Add("cores", target.cores);
  figures.Add("c_cores_client_and_transport", target.c(), 3);
  figures.Add("client_cores", target.client_cores, 3);
  figures.Add("transport_cores", target.transport_cores, 3);
  figures.Add("search_cores", target.search_cores, 3);
  figures.Add("foreign_cores", target.foreign_cores, 3);
  return figures;
}

}  // namespace footfall::cli
