#include "clients/cli/cmd_load.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include "absl/synchronization/mutex.h"
#include "clients/cli/bot.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/load_echo.h"
#include "clients/cli/load_measure.h"
#include "clients/cli/machine.h"
#include "clients/cli/picture.h"
#include "clients/cli/remote.h"
#include "clients/lib/error.h"
#include "clients/lib/requests.h"
#include "clients/lib/session.h"

namespace footfall::cli {
namespace {

// Different questions that are sent round robin.
constexpr std::uint64_t kQuestions = 1024;
// Messages out at once.
constexpr std::uint64_t kInFlightMax = 1'000'000;
constexpr std::uint64_t kInFlight = 64;
constexpr std::uint64_t kBatches = 16;  // Enough that no core waits for the next one.
// Of an open loop, which should send when a message is due: a bound for memory alone.
constexpr std::uint64_t kInFlightOpen = 4096;
constexpr std::uint64_t kBatchesOpen = 64;
// How long the machine is watched before the load, to see what else runs.
constexpr std::chrono::milliseconds kWatch{1000};
// More CPU than this in other hands makes a measurement doubtful.
constexpr double kForeignCoresMax = 0.1;

// Longest load that measures what an answer costs alone, s.
constexpr double kAloneSecondsMax = 1;
// Without --rate the open loop sends this part of the messages that went through: at more of them every
// server has queues, and latency would tell of those.
constexpr double kOpenShare = 0.5;

// Server and echo under the same load.
struct Pair {
  Measured server;
  Measured echo;
};

// The loads of one round.
struct Round {
  Pair load;                           // With --rate that rate, else as many messages as go.
  std::optional<Pair> open;            // Without --rate: the open loop.
  std::optional<StreamTarget> target;  // Of a stream with --metrics.

  double ratio() const {
    return load.server.messages_per_second() / std::max(1e-9, load.echo.messages_per_second());
  }
};

// The one in the middle by `key`.
template <class T, class Key>
const T& Median(std::vector<T>& values, const Key& key) {
  std::sort(values.begin(), values.end(), [&](const T& a, const T& b) { return key(a) < key(b); });
  return values[values.size() / 2];
}

class LoadCommand final : public Command {
 public:
  std::string name() const override { return "load"; }
  std::string summary() const override { return "Throughput and latency of a server, beside a bare echo"; }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Choice("--kind", &kind_, {"all", "unary", "query", "stream"},
                 "unary: Submit, Poll, Fetch; query: one item a call; stream: --batch items a message [all]");
    flags.Number(
        "--rate", &rate_, 0, 1e9F,
        "open loop alone: so many messages a second, sent when due whatever came back; 0: first as many as "
        "go, for throughput, then an open loop at half of that, for latency [0]");
    flags.Number("--seconds", &seconds_, 0.01F, 3600, "of each load [3]");
    flags.Integer("--rounds", &rounds_, 1, 1000, "server and echo in turn; the median is printed");
    flags.Integer("--sessions", &sessions_, 1, 65536, "of the path plane, spread over the channels");
    flags.Integer("--channels", &channels_, 1, 1024, "connections; one stream each");
    flags.Integer("--in-flight", &in_flight_, 1, kInFlightMax,
                  "messages out at once, at most [64, of streams 16; open loop 4096, of streams 64]");
    flags.Integer("--batch", &batch_, 1, 65536, "items of a message of a stream");
    flags.Integer(
        "--metrics", &metrics_, 1, 65535,
        "port of the server's /metrics on this machine: prints what streams should reach here (R49)");
    flags.Text("--serve-echo", &serve_echo_, "be the echo of a load, with the replies of this file");
    flags.Seed(&seed_);
    flags.Output(&output_);
    flags.Json(&json_);
  }

  int Run() override {
    // As the server does, and the echo, which runs here too: the search for lock cycles is not to be
    // measured.
    absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
    if (!serve_echo_.empty()) {
      const absl::Status status = ServeEcho(serve_echo_);
      return status.ok() ? kPassed : Fail(name(), status);
    }
    const absl::StatusOr<Figures> figures = Measure();
    if (!figures.ok()) {
      return Fail(name(), figures.status());
    }
    figures->Print(json_);
    if (!output_.empty()) {
      if (const absl::Status status = WriteText(output_, figures->Json()); !status.ok()) {
        return Fail(name(), status);
      }
    }
    return errors_ == 0 ? kPassed : kFailed;
  }

 private:
  absl::StatusOr<Figures> Measure() {
    const client::Connection connection = remote_.Connect();
    const auto server = connection.GetServer();
    if (!server.ok()) {
      return server.status();
    }
    if (batch_ > server->limits().batch_items()) {
      return absl::InvalidArgumentError("--batch: " + std::to_string(batch_) + " is above the server's " +
                                        std::to_string(server->limits().batch_items()));
    }
    Figures figures;
    figures.Add("server", "footfalld " + server->version() + ", profile " + server->profile());
    figures.Add("machine", DescribeMachine());
    const auto pairs = DrawPairs(connection, seed_.value_or(1), kQuestions, server->limits().batch_items());
    if (!pairs.ok()) {
      return pairs.status();
    }
    std::vector<v1::NavRequest> questions;
    for (const BotPath& pair : *pairs) {
      questions.push_back(client::PathBetween(pair.start, pair.goal));
    }
    const auto replies = SampleReplies(connection, questions);
    if (!replies.ok()) {
      return replies.status();
    }
    const auto echo = EchoProcess::Start(*replies);
    if (!echo.ok()) {
      return echo.status();
    }
    for (const auto& [kind, kind_name] :
         {std::pair{LoadKind::kUnary, "unary"}, std::pair{LoadKind::kQuery, "query"},
          std::pair{LoadKind::kStream, "stream"}}) {
      if (kind_ == "all" || kind_ == kind_name) {
        absl::StatusOr<Figures> both = MeasureKind(kind, questions, (*echo)->address());
        if (!both.ok()) {
          return both.status();
        }
        figures.Add(kind_name, *std::move(both));
      }
    }
    return figures;
  }

  static Figures DescribeMachine() {
    const MachineInfo machine = ReadMachine();
    const double before = MachineCpuSeconds();
    std::this_thread::sleep_for(kWatch);
    const double foreign = (MachineCpuSeconds() - before) / std::chrono::duration<double>(kWatch).count();
    Figures figures;
    figures.Add("cores", machine.cores);
    figures.Add("model", machine.model);
    figures.Add("load_average", machine.load_average);
    figures.Add("busy_cores_before", foreign, 2);
    if (foreign > kForeignCoresMax) {
      figures.Add("warning", "other work runs on this machine: judge ratios, not figures");
    }
    return figures;
  }

  // Real answers, of the sizes that the load will see: a batch, and a path of middling length alone.
  absl::StatusOr<EchoReplies> SampleReplies(const client::Connection& connection,
                                            const std::vector<v1::NavRequest>& questions) const {
    EchoReplies replies;
    v1::QueryRequest batch;
    for (std::uint64_t i = 0; i < batch_; ++i) {
      *batch.add_queries() = questions[i % questions.size()];
    }
    auto answers = connection.Query(batch);
    if (!answers.ok()) {
      return answers.status();
    }
    std::vector<int> order(static_cast<std::size_t>(answers->results_size()));
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) {
      return std::pair(answers->results(a).xyz_size(), a) < std::pair(answers->results(b).xyz_size(), b);
    });
    const int middle = order[order.size() / 2];
    *replies.query.mutable_stamp() = answers->stamp();
    *replies.query.add_results() = answers->results(middle);
    replies.batch = *std::move(answers);

    auto session = client::Session::Open(connection);
    if (!session.ok()) {
      return session.status();
    }
    v1::SubmitRequest submit;
    *submit.add_requests() = batch.queries(middle);
    auto submitted = session->Submit(submit);
    if (!submitted.ok()) {
      return submitted.status();
    }
    replies.submit = *std::move(submitted);
    if (replies.submit.results(0).has_error()) {
      return client::ToAbslStatus(replies.submit.results(0).error());
    }
    v1::FetchRequest fetch;
    fetch.add_handles(replies.submit.results(0).handle());
    fetch.set_wait_ticks(session->limits().wait_ticks());
    auto fetched = session->Fetch(fetch);
    if (!fetched.ok()) {
      return fetched.status();
    }
    replies.fetch = *std::move(fetched);
    if (replies.fetch.results(0).outcome() == v1::NAV_OUTCOME_PENDING) {
      return absl::FailedPreconditionError(
          "the world stands still; a load needs one that runs: "
          "footfall call WorldService/Run '{\"speed\": 1}'");
    }
    v1::PollRequest poll;
    poll.add_handles(fetch.handles(0));
    auto polled = session->Poll(poll);
    if (!polled.ok()) {
      return polled.status();
    }
    replies.poll = *std::move(polled);
    return replies;
  }

  LoadOptions OptionsOf(LoadKind kind, double rate) const {
    LoadOptions options;
    options.kind = kind;
    options.sessions = static_cast<int>(sessions_);
    options.channels = static_cast<int>(channels_);
    options.rate = rate;
    const std::uint64_t messages = rate > 0 ? kInFlightOpen : kInFlight;
    const std::uint64_t batches = rate > 0 ? kBatchesOpen : kBatches;
    options.in_flight_max =
        static_cast<int>(in_flight_.value_or(kind == LoadKind::kStream ? batches : messages));
    options.batch = static_cast<int>(batch_);
    options.seconds = static_cast<double>(seconds_);
    return options;
  }

  std::optional<int> metrics_port() const {
    if (!metrics_) {
      return std::nullopt;
    }
    return static_cast<int>(*metrics_);
  }

  absl::StatusOr<Pair> MeasureBoth(const LoadOptions& options, const std::vector<v1::NavRequest>& questions,
                                   const std::string& echo_address) {
    auto server = MeasureLoad(remote_.address(), questions, options, metrics_port());
    if (!server.ok()) {
      return server.status();
    }
    auto echo = MeasureLoad(echo_address, questions, options, std::nullopt);
    if (!echo.ok()) {
      return echo.status();
    }
    errors_ += server->result.errors + echo->result.errors;
    return Pair{*std::move(server), *std::move(echo)};
  }

  absl::StatusOr<Round> MeasureRound(LoadKind kind, const std::vector<v1::NavRequest>& questions,
                                     const std::string& echo_address) {
    Round round;
    LoadOptions options = OptionsOf(kind, static_cast<double>(rate_));
    auto load = MeasureBoth(options, questions, echo_address);
    if (!load.ok()) {
      return load.status();
    }
    round.load = *std::move(load);
    if (kind == LoadKind::kStream && metrics_) {
      // One message at a time leaves the cores to those who answer it.
      LoadOptions gentle = OptionsOf(kind, 0);
      gentle.in_flight_max = 1;
      gentle.seconds = std::min(gentle.seconds, kAloneSecondsMax);
      const auto alone = MeasureLoad(remote_.address(), questions, gentle, metrics_port());
      if (!alone.ok()) {
        return alone.status();
      }
      round.target = TargetOf(*alone, round.load.server, round.load.echo);
    }
    if (options.rate > 0) {
      return round;
    }
    options = OptionsOf(kind, kOpenShare * std::max(1.0, round.load.server.messages_per_second()));
    auto open = MeasureBoth(options, questions, echo_address);
    if (!open.ok()) {
      return open.status();
    }
    round.open = *std::move(open);
    return round;
  }

  absl::StatusOr<Figures> MeasureKind(LoadKind kind, const std::vector<v1::NavRequest>& questions,
                                      const std::string& echo_address) {
    std::vector<Round> rounds;
    for (std::uint64_t i = 0; i < rounds_; ++i) {
      auto round = MeasureRound(kind, questions, echo_address);
      if (!round.ok()) {
        return round.status();
      }
      rounds.push_back(*std::move(round));
    }
    const auto speed = [](const Measured& one) { return one.messages_per_second(); };
    Figures figures;
    figures.Add(
        "server",
        FiguresOf(Median(rounds, [&](const Round& r) { return speed(r.load.server); }).load.server, kind));
    figures.Add(
        "echo",
        FiguresOf(Median(rounds, [&](const Round& r) { return speed(r.load.echo); }).load.echo, kind));
    figures.Add("ratio_median", Median(rounds, [](const Round& r) { return r.ratio(); }).ratio(), 3);
    if (rounds.front().open) {
      const Round& middle =
          Median(rounds, [](const Round& r) { return r.open->server.result.latency.p99_us; });
      Figures open;
      open.Add("rate_per_s", kOpenShare * speed(middle.load.server), 1);
      open.Add("server", FiguresOf(middle.open->server, kind));
      open.Add("echo", FiguresOf(middle.open->echo, kind));
      figures.Add("open_loop", std::move(open));
    }
    if (rounds.front().target) {
      figures.Add("target",
                  FiguresOf(*Median(rounds, [](const Round& r) { return r.target->reached(); }).target));
    }
    return figures;
  }

  Remote remote_;
  std::string kind_ = "all";
  float rate_ = 0;
  float seconds_ = 3;
  std::uint64_t rounds_ = 1;
  std::uint64_t sessions_ = 16;
  std::uint64_t channels_ = 1;
  std::optional<std::uint64_t> in_flight_;
  std::uint64_t batch_ = 64;
  std::optional<std::uint64_t> metrics_;
  std::string serve_echo_;
  std::optional<std::uint64_t> seed_;
  std::string output_;
  bool json_ = false;
  std::int64_t errors_ = 0;
};

}  // namespace

std::unique_ptr<Command> NewLoadCommand() { return std::make_unique<LoadCommand>(); }

}  // namespace footfall::cli
