#include "clients/cli/load_run.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <sys/resource.h>

#include <algorithm>

#include "clients/cli/load_engine.h"

namespace footfall::cli {
namespace {

// How long answers are waited for after the last message.
constexpr std::chrono::seconds kDrain{10};
// Longest sleep between looks at what is due.
constexpr std::chrono::milliseconds kNapMax{5};

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Without this, channels to one address would share one connection.
std::vector<client::Connection> OpenChannels(const std::string& address, int count) {
  std::vector<client::Connection> channels;
  for (int i = 0; i < count; ++i) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetMaxReceiveMessageSize(-1);
    channels.push_back(client::Connection::Over(
        grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments)));
  }
  return channels;
}

// Answers what has come; waits until `until` if nothing has. False when there was nothing.
bool Answer(grpc::CompletionQueue& queue, std::chrono::system_clock::time_point until) {
  void* tag = nullptr;
  bool ok = false;
  if (queue.AsyncNext(&tag, &ok, until) != grpc::CompletionQueue::GOT_EVENT) {
    return false;
  }
  static_cast<LoadTag*>(tag)->Done(ok);
  return true;
}

void Drive(const LoadOptions& options, grpc::CompletionQueue& queue, Traffic& traffic) {
  const auto begin = LoadClock::now();
  const auto end =
      begin + std::chrono::duration_cast<LoadClock::duration>(std::chrono::duration<double>(options.seconds));
  std::int64_t started = 0;
  const auto due_of_next = [&] {
    return begin + std::chrono::duration_cast<LoadClock::duration>(
                       std::chrono::duration<double>(static_cast<double>(started) / options.rate));
  };
  for (auto now = begin; now < end; now = LoadClock::now()) {
    const auto due = options.rate > 0 ? due_of_next() : now;
    if (due <= now && traffic.out() - traffic.waiting_for_ticks() < options.in_flight_max &&
        traffic.CanStart(now)) {
      traffic.Start(due);
      ++started;
      // What has come is taken between messages, so that neither side waits for the other.
      Answer(queue, std::chrono::system_clock::now());
      continue;
    }
    const auto nap = std::clamp<LoadClock::duration>(due - now, std::chrono::microseconds(0), kNapMax);
    const bool waits_for_answers = due <= now;
    Answer(queue, std::chrono::system_clock::now() + std::chrono::duration_cast<std::chrono::microseconds>(
                                                         waits_for_answers ? kNapMax : nap));
  }
  const auto give_up = LoadClock::now() + kDrain;
  while (traffic.out() > 0 && LoadClock::now() < give_up) {
    Answer(queue, std::chrono::system_clock::now() + kNapMax);
  }
}

template <class T>
T Quantile(std::vector<T>& values, double share) {
  if (values.empty()) {
    return 0;
  }
  const auto place =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

LoadLatency LatencyOf(std::vector<float>& values_us) {
  return {static_cast<double>(Quantile(values_us, 0.5)), static_cast<double>(Quantile(values_us, 0.99))};
}

}  // namespace

absl::StatusOr<LoadResult> RunLoad(const std::string& address, const std::vector<v1::NavRequest>& questions,
                                   const LoadOptions& options) {
  const std::vector<client::Connection> channels = OpenChannels(address, options.channels);
  LoadCounts counts;
  grpc::CompletionQueue queue;
  std::unique_ptr<Traffic> traffic;
  if (options.kind == LoadKind::kUnary) {
    auto unary = MakeUnaryTraffic(channels, questions, options.sessions, &queue, &counts);
    if (!unary.ok()) {
      queue.Shutdown();
      return unary.status();
    }
    traffic = *std::move(unary);
  } else if (options.kind == LoadKind::kQuery) {
    traffic = MakeQueryTraffic(channels, questions, &queue, &counts);
  } else {
    traffic = MakeStreamTraffic(channels, questions, options.batch, &queue, &counts);
  }

  const double cpu_before = CpuSeconds();
  const auto begin = LoadClock::now();
  Drive(options, queue, *traffic);
  LoadResult result;
  result.seconds = std::chrono::duration<double>(LoadClock::now() - begin).count();
  result.client_cpu_seconds = CpuSeconds() - cpu_before;
  // Counted before the streams are cancelled: that is no error of the server.
  result.messages = static_cast<std::int64_t>(counts.latencies_us.size() + counts.submits_us.size());
  result.items = counts.items;
  result.errors = counts.errors + traffic->out();
  result.first_error = counts.first_error.empty() && traffic->out() > 0 ? "no answer" : counts.first_error;
  result.latency = LatencyOf(counts.latencies_us);
  result.submit = LatencyOf(counts.submits_us);
  result.ticks_p50 = Quantile(counts.ticks, 0.5);
  result.ticks_p99 = Quantile(counts.ticks, 0.99);

  traffic->Stop();
  queue.Shutdown();
  while (Answer(queue, std::chrono::system_clock::time_point::max())) {
  }
  return result;
}

}  // namespace footfall::cli
