#include "clients/cli/cmd_load.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "clients/cli/bot.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/load_echo.h"
#include "clients/cli/load_run.h"
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
// How long the machine is watched before the load, to see what else runs.
constexpr std::chrono::milliseconds kWatch{1000};
// More CPU than this in other hands makes a measurement doubtful.
constexpr double kForeignCoresMax = 0.1;

// One load, and how busy the whole machine was meanwhile.
struct Measured {
  LoadResult result;
  double machine_percent = 0;

  double messages_per_second() const { return static_cast<double>(result.messages) / result.seconds; }
};

Figures FiguresOf(const Measured& measured, LoadKind kind) {
  const LoadResult& result = measured.result;
  Figures figures;
  figures.Add("messages_per_s", measured.messages_per_second(), 1);
  figures.Add("paths_per_s", static_cast<double>(result.items) / result.seconds, 1);
  figures.Add("latency_p50_us", result.latency_p50_us, 1);
  figures.Add("latency_p99_us", result.latency_p99_us, 1);
  if (kind == LoadKind::kUnary) {
    figures.Add("path_plane_ticks_p50", result.ticks_p50);
    figures.Add("path_plane_ticks_p99", result.ticks_p99);
  }
  figures.Add("errors", result.errors);
  if (!result.first_error.empty()) {
    figures.Add("first_error", result.first_error);
  }
  figures.Add("client_cpu_cores", result.client_cpu_seconds / result.seconds, 2);
  figures.Add("machine_cpu_percent", measured.machine_percent, 0);
  return figures;
}

// The one in the middle by messages a second.
const Measured& Median(std::vector<Measured>& rounds) {
  std::sort(rounds.begin(), rounds.end(), [](const Measured& a, const Measured& b) {
    return a.messages_per_second() < b.messages_per_second();
  });
  return rounds[rounds.size() / 2];
}

class LoadCommand final : public Command {
 public:
  std::string name() const override { return "load"; }
  std::string summary() const override { return "Throughput and latency of a server, beside a bare echo"; }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Choice("--kind", &kind_, {"all", "unary", "query", "stream"},
                 "unary: Submit, Poll, Fetch; query: one item a call; stream: --batch items a message [all]");
    flags.Number("--rate", &rate_, 0, 1e9F, "messages a second, open loop; 0: as many as go [0]");
    flags.Number("--seconds", &seconds_, 0.01F, 3600, "of each load [3]");
    flags.Integer("--rounds", &rounds_, 1, 1000, "server and echo in turn; the median is printed");
    flags.Integer("--sessions", &sessions_, 1, 65536, "of the path plane, spread over the channels");
    flags.Integer("--channels", &channels_, 1, 1024, "connections; one stream each");
    flags.Integer("--in-flight", &in_flight_, 1, kInFlightMax,
                  "messages out at once, at most [64; of streams 4]");
    flags.Integer("--batch", &batch_, 1, 65536, "items of a message of a stream");
    flags.Text("--serve-echo", &serve_echo_, "be the echo of a load, with the replies of this file");
    flags.Seed(&seed_);
    flags.Output(&output_);
    flags.Json(&json_);
  }

  int Run() override {
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
    std::vector<int> order;
    for (int i = 0; i < answers->results_size(); ++i) {
      order.push_back(i);
    }
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

  absl::StatusOr<Measured> MeasureOne(const std::string& address, LoadKind kind,
                                      const std::vector<v1::NavRequest>& questions) const {
    LoadOptions options;
    options.kind = kind;
    options.sessions = static_cast<int>(sessions_);
    options.channels = static_cast<int>(channels_);
    options.rate = static_cast<double>(rate_);
    options.in_flight_max = static_cast<int>(in_flight_.value_or(kind == LoadKind::kStream ? 4 : 64));
    options.batch = static_cast<int>(batch_);
    options.seconds = static_cast<double>(seconds_);
    const double before = MachineCpuSeconds();
    absl::StatusOr<LoadResult> result = RunLoad(address, questions, options);
    if (!result.ok()) {
      return result.status();
    }
    Measured measured;
    measured.result = *std::move(result);
    const double available = measured.result.seconds * ReadMachine().cores;
    measured.machine_percent = std::min(100.0, (MachineCpuSeconds() - before) / available * 100.0);
    return measured;
  }

  absl::StatusOr<Figures> MeasureKind(LoadKind kind, const std::vector<v1::NavRequest>& questions,
                                      const std::string& echo_address) {
    std::vector<Measured> server;
    std::vector<Measured> echo;
    std::vector<double> ratios;
    for (std::uint64_t round = 0; round < rounds_; ++round) {
      auto of_server = MeasureOne(remote_.address(), kind, questions);
      if (!of_server.ok()) {
        return of_server.status();
      }
      auto of_echo = MeasureOne(echo_address, kind, questions);
      if (!of_echo.ok()) {
        return of_echo.status();
      }
      errors_ += of_server->result.errors + of_echo->result.errors;
      ratios.push_back(of_server->messages_per_second() / std::max(1e-9, of_echo->messages_per_second()));
      server.push_back(*std::move(of_server));
      echo.push_back(*std::move(of_echo));
    }
    std::sort(ratios.begin(), ratios.end());
    Figures figures;
    figures.Add("server", FiguresOf(Median(server), kind));
    figures.Add("echo", FiguresOf(Median(echo), kind));
    figures.Add("ratio_median", ratios[ratios.size() / 2], 3);
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
  std::string serve_echo_;
  std::optional<std::uint64_t> seed_;
  std::string output_;
  bool json_ = false;
  std::int64_t errors_ = 0;
};

}  // namespace

std::unique_ptr<Command> NewLoadCommand() { return std::make_unique<LoadCommand>(); }

}  // namespace footfall::cli
