#include "clients/cli/load_measure.h"

#include <algorithm>

#include "clients/cli/machine.h"
#include "platform/check.h"

namespace footfall::cli {
namespace {

absl::StatusOr<std::optional<ServerCpu>> ReadCpu(std::optional<int> metrics_port) {
  if (!metrics_port) {
    return std::nullopt;
  }
  absl::StatusOr<ServerCpu> cpu = ReadServerCpu(*metrics_port);
  if (!cpu.ok()) {
    return cpu.status();
  }
  return *cpu;
}

// Answers a second of the CPU time that they took.
double AnswersPerCpuSecond(const ServerCpu& cpu) { return cpu.queries / std::max(1e-9, cpu.query_seconds); }

}  // namespace

absl::StatusOr<Measured> MeasureLoad(const std::string& address, const std::vector<v1::NavRequest>& questions,
                                     const LoadOptions& options, std::optional<int> metrics_port) {
  const auto cpu_before = ReadCpu(metrics_port);
  if (!cpu_before.ok()) {
    return cpu_before.status();
  }
  const double machine_before = MachineCpuSeconds();
  const auto began = std::chrono::steady_clock::now();
  absl::StatusOr<LoadResult> result = RunLoad(address, questions, options);
  if (!result.ok()) {
    return result.status();
  }
  Measured measured;
  measured.result = *std::move(result);
  measured.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  measured.machine_cpu_seconds = MachineCpuSeconds() - machine_before;
  const auto cpu_after = ReadCpu(metrics_port);
  if (!cpu_after.ok()) {
    return cpu_after.status();
  }
  if (metrics_port) {
    measured.server_cpu = (*cpu_after)->Since(**cpu_before);
  }
  return measured;
}

Figures FiguresOf(const Measured& measured, LoadKind kind) {
  const LoadResult& result = measured.result;
  Figures figures;
  figures.Add("messages_per_s", measured.messages_per_second(), 1);
  figures.Add("paths_per_s", measured.paths_per_second(), 1);
  figures.Add("latency_p50_us", result.latency.p50_us, 1);
  figures.Add("latency_p99_us", result.latency.p99_us, 1);
  if (kind == LoadKind::kUnary) {
    figures.Add("submit_p50_us", result.submit.p50_us, 1);
    figures.Add("submit_p99_us", result.submit.p99_us, 1);
    figures.Add("path_plane_ticks_p50", result.ticks_p50);
    figures.Add("path_plane_ticks_p99", result.ticks_p99);
  }
  figures.Add("errors", result.errors);
  if (!result.first_error.empty()) {
    figures.Add("first_error", result.first_error);
  }
  figures.Add("client_cpu_cores", result.client_cpu_seconds / result.seconds, 2);
  if (measured.server_cpu) {
    figures.Add("server_cpu_cores", measured.server_cpu->process_seconds / measured.seconds, 2);
  }
  const double share = measured.machine_cpu_seconds / (measured.seconds * ReadMachine().cores);
  figures.Add("machine_cpu_percent", std::min(100.0, share * 100.0), 0);
  return figures;
}

StreamTarget TargetOf(const Measured& alone, const Measured& server, const Measured& echo) {
  FOOTFALL_CHECK(alone.server_cpu && server.server_cpu);
  const ServerCpu& cpu = *server.server_cpu;
  StreamTarget target;
  target.cores = ReadMachine().cores;
  target.paths_per_s = server.paths_per_second();
  target.echo_paths_per_s = echo.paths_per_second();
  target.alone_per_cpu_s = AnswersPerCpuSecond(*alone.server_cpu);
  target.in_run_per_cpu_s = AnswersPerCpuSecond(cpu);
  target.client_cores = server.result.client_cpu_seconds / server.result.seconds;
  target.search_cores = cpu.query_seconds / server.seconds;
  target.transport_cores = (cpu.process_seconds - cpu.query_seconds) / server.seconds;
  target.foreign_cores =
      std::max(0.0, (server.machine_cpu_seconds - server.result.client_cpu_seconds - cpu.process_seconds) /
                        server.seconds);
  return target;
}

}  // namespace footfall::cli
