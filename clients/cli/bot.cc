#include "clients/cli/bot.h"

#include <algorithm>
#include <map>

#include "clients/lib/error.h"
#include "clients/lib/requests.h"
#include "clients/lib/session.h"

namespace footfall::cli {
namespace {

// Polls without a finished request, in a world whose tick stands, after which the bot gives up.
constexpr int kIdlePollsMax = 3;
// Step calls without a finished request after which the bot gives up.
constexpr int kIdleStepsMax = 10'000;

// The requests of a bot, in whatever order the server takes and finishes them.
class Bot {
 public:
  Bot(client::Session& session, const BotOptions& options, std::vector<BotPath> pairs)
      : session_(session), options_(options) {
    report_.paths = std::move(pairs);
    const v1::Limits& limits = session.limits();
    held_max_ = std::max<std::uint64_t>(1, std::min(limits.path_requests_session(), limits.batch_items()));
  }

  absl::StatusOr<BotReport> Run() {
    while (next_ < report_.paths.size() || !held_.empty()) {
      const absl::Status status = options_.drive == BotDrive::kLockStep ? LockStepTick() : SubmitAndFetch();
      if (!status.ok()) {
        return status;
      }
    }
    return std::move(report_);
  }

 private:
  v1::NavRequest RequestOf(size_t index) const {
    return client::PathBetween(report_.paths[index].start, report_.paths[index].goal);
  }

  // Takes the answer to a submit; a full server is no error, the pair stays the next one.
  absl::Status TakeHandle(const v1::CommandResult& result, size_t index) {
    if (!result.has_error()) {
      held_[result.handle()] = index;
      return absl::OkStatus();
    }
    if (result.error().code() != static_cast<int>(absl::StatusCode::kResourceExhausted)) {
      return client::ToAbslStatus(result.error());
    }
    ++report_.refusals;
    waiting_.push_back(index);
    return absl::OkStatus();
  }

  std::vector<size_t> TakeNext() {
    std::vector<size_t> indices;
    while (held_.size() + indices.size() < held_max_) {
      if (!waiting_.empty()) {
        indices.push_back(waiting_.back());
        waiting_.pop_back();
      } else if (next_ < report_.paths.size()) {
        indices.push_back(next_++);
      } else {
        break;
      }
    }
    return indices;
  }

  absl::Status SubmitAndFetch() {
    const std::vector<size_t> indices = TakeNext();
    v1::SubmitRequest submit;
    for (const size_t index : indices) {
      *submit.add_requests() = RequestOf(index);
    }
    if (!indices.empty()) {
      const auto answer = session_.Submit(submit);
      if (!answer.ok()) {
        return answer.status();
      }
      for (int i = 0; i < answer->results_size(); ++i) {
        if (const absl::Status status = TakeHandle(answer->results(i), indices[static_cast<size_t>(i)]);
            !status.ok()) {
          return status;
        }
      }
    }
    if (options_.drive == BotDrive::kStep) {
      if (const auto stepped = session_.Step(1); !stepped.ok()) {
        return stepped.status();
      }
    }
    return PollAndFetch();
  }

  // Polls all, then fetches and releases those that are done.
  absl::Status PollAndFetch() {
    v1::PollRequest poll;
    for (const auto& [handle, index] : held_) {
      poll.add_handles(handle);
    }
    poll.set_wait_ticks(options_.drive == BotDrive::kWait ? 1 : 0);
    const auto polled = session_.Poll(poll);
    ++report_.polls;
    if (!polled.ok()) {
      return polled.status();
    }
    v1::FetchRequest fetch;
    for (const v1::NavResult& result : polled->results()) {
      if (result.has_error()) {
        return client::ToAbslStatus(result.error());
      }
      if (result.outcome() != v1::NAV_OUTCOME_PENDING) {
        fetch.add_handles(result.handle());
      }
    }
    if (fetch.handles_size() == 0) {
      return StandsStill(polled->stamp().tick());
    }
    idle_ = 0;
    fetch.set_then_release(true);
    const auto fetched = session_.Fetch(fetch);
    if (!fetched.ok()) {
      return fetched.status();
    }
    for (const v1::NavResult& result : fetched->results()) {
      // One that did not fit into the message was not released: it is polled and fetched again.
      if (!result.has_error()) {
        Finish(result);
      } else if (result.error().code() != static_cast<int>(absl::StatusCode::kResourceExhausted)) {
        return client::ToAbslStatus(result.error());
      }
    }
    return absl::OkStatus();
  }

  absl::Status FinishOrFetch(const v1::NavResult& result) {
    if (!result.has_error()) {
      Finish(result);
      return absl::OkStatus();
    }
    v1::FetchRequest fetch;
    fetch.add_handles(result.handle());
    const auto fetched = session_.Fetch(fetch);
    if (!fetched.ok()) {
      return fetched.status();
    }
    if (fetched->results_size() != 1 || fetched->results(0).has_error()) {
      return absl::InternalError("a finished result cannot be fetched");
    }
    Finish(fetched->results(0));
    return absl::OkStatus();
  }

  // One Step carries releases of what is done and new requests, and brings whole results.
  absl::Status LockStepTick() {
    const std::vector<size_t> indices = TakeNext();
    v1::StepRequest step;
    step.set_ticks(1);
    step.set_want_results(true);
    for (const std::uint64_t handle : done_) {
      step.add_commands()->set_release_handle(handle);
    }
    for (const size_t index : indices) {
      *step.add_commands()->mutable_submit() = RequestOf(index);
    }
    for (v1::Command& command : *step.mutable_commands()) {
      command.set_sequence(++sequence_);
    }
    const auto stepped = session_.Step(step);
    if (!stepped.ok()) {
      return stepped.status();
    }
    for (size_t i = 0; i < indices.size(); ++i) {
      const size_t place = done_.size() + i;
      if (place >= static_cast<size_t>(stepped->results_size())) {
        return absl::InternalError("Step answered fewer commands than it was given");
      }
      const v1::CommandResult& result = stepped->results(static_cast<int>(place));
      if (const absl::Status status = TakeHandle(result, indices[i]); !status.ok()) {
        return status;
      }
    }
    done_.clear();
    idle_ = stepped->finished().empty() ? idle_ + 1 : 0;
    for (const v1::NavResult& result : stepped->finished()) {
      done_.push_back(result.handle());
      if (const absl::Status status = FinishOrFetch(result); !status.ok()) {
        return status;
      }
    }
    return idle_ > kIdleStepsMax ? absl::InternalError("no request ends however many ticks run")
                                 : absl::OkStatus();
  }

  // Nothing is done: fine while ticks run.
  absl::Status StandsStill(std::uint64_t tick) {
    idle_ = options_.drive == BotDrive::kWait && tick != last_tick_ ? 0 : idle_ + 1;
    last_tick_ = tick;
    if (options_.drive == BotDrive::kWait && idle_ > kIdlePollsMax) {
      return absl::FailedPreconditionError(
          "the world stands still; give --step or --lock-step, or let it run: "
          "footfall call WorldService/Run '{\"speed\": 1}'");
    }
    return idle_ > kIdleStepsMax ? absl::InternalError("no request ends however many ticks run")
                                 : absl::OkStatus();
  }

  void Finish(const v1::NavResult& result) {
    const auto found = held_.find(result.handle());
    if (found != held_.end()) {
      report_.paths[found->second].result = result;
      held_.erase(found);
    }
  }

  client::Session& session_;
  const BotOptions options_;
  BotReport report_;
  std::uint64_t held_max_ = 1;
  size_t next_ = 0;
  std::vector<size_t> waiting_;           // Pairs that were refused.
  std::map<std::uint64_t, size_t> held_;  // Handle -> pair.
  std::vector<std::uint64_t> done_;       // Lock-step: to be released with the next Step.
  std::uint64_t sequence_ = 0;
  std::uint64_t last_tick_ = 0;
  int idle_ = 0;
};

}  // namespace

absl::StatusOr<std::vector<BotPath>> DrawPairs(const client::Connection& connection, std::uint64_t seed,
                                               std::uint64_t count, std::uint32_t batch) {
  std::vector<BotPath> pairs;
  std::uint64_t round = 0;
  while (pairs.size() < count) {
    const auto size = static_cast<std::uint32_t>(std::min<std::uint64_t>(batch, count - pairs.size()));
    const std::uint64_t round_seed = seed + (++round << 32);
    const auto starts = connection.Query(client::RandomPoints(round_seed, size));
    if (!starts.ok()) {
      return starts.status();
    }
    if (starts->hits().empty()) {
      return absl::FailedPreconditionError("the world has no ground to draw points from");
    }
    v1::QueryRequest goals;
    for (int i = 0; i < starts->hits_size(); ++i) {
      *goals.add_queries() = client::RandomPointsReachableFrom(
          starts->hits(i).position(), round_seed + static_cast<std::uint64_t>(i) + 1, 1);
    }
    const auto reached = connection.Query(goals);
    if (!reached.ok()) {
      return reached.status();
    }
    for (int i = 0; i < reached->results_size(); ++i) {
      const v1::NavResult& result = reached->results(i);
      if (result.has_error()) {
        return client::ToAbslStatus(result.error());
      }
      if (result.hits().empty()) {
        return absl::InternalError("no goal can be reached from a random point, not even itself");
      }
      pairs.push_back({starts->hits(i).position(), result.hits(0).position(), {}});
    }
  }
  return pairs;
}

absl::StatusOr<BotReport> RunBot(const client::Connection& connection, const BotOptions& options) {
  // Drawn before the session opens: many pairs take longer than a lease lasts, and a world in lock-step would
  // wait for this member meanwhile.
  const absl::StatusOr<v1::GetServerResponse> server = connection.GetServer();
  if (!server.ok()) {
    return server.status();
  }
  absl::StatusOr<std::vector<BotPath>> pairs = DrawPairs(
      connection, options.seed, options.pairs, std::max<std::uint32_t>(1, server->limits().batch_items()));
  if (!pairs.ok()) {
    return pairs.status();
  }
  client::SessionOptions session_options;
  session_options.client_name = "footfall-bot";
  session_options.lock_step_member = options.drive == BotDrive::kLockStep;
  absl::StatusOr<client::Session> session = client::Session::Open(connection, session_options);
  if (!session.ok()) {
    return session.status();
  }
  return Bot(*session, options, *std::move(pairs)).Run();
}

}  // namespace footfall::cli
