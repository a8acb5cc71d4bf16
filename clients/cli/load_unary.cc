#include <algorithm>
#include <deque>

#include "clients/cli/load_call.h"
#include "clients/cli/load_engine.h"
#include "clients/lib/session.h"
#include "footfall/v1/path_service.grpc.pb.h"

namespace footfall::cli {
namespace {

// How long after Submit, and after a Poll that came too early, a request is polled: three ticks at 30 Hz.
constexpr std::chrono::milliseconds kPollAfter{100};

// Submits out at once: a running world answers them tick by tick.
constexpr int kSubmitsMax = 1024;
// The load takes this part of a server's slots, so that they never run out: 1 / 2.
constexpr std::uint32_t kSlotsShare = 2;

using PathStub = v1::PathService::Stub;

// Requests through Submit, Poll and Fetch, each a call of its own. While results wait for their tick the
// sessions go on submitting, up to their quota, so that the rate of calls does not hang on the pace of the
// world.
class UnaryTraffic final : public Traffic {
 public:
  UnaryTraffic(const std::vector<v1::NavRequest>& questions, grpc::CompletionQueue* queue, LoadCounts* counts)
      : questions_(questions), queue_(queue), counts_(counts) {}

  absl::Status Open(const std::vector<client::Connection>& channels, int sessions) {
    for (int i = 0; i < sessions; ++i) {
      const client::Connection& channel = channels[static_cast<size_t>(i) % channels.size()];
      client::SessionOptions options;
      options.client_name = "footfall-load";
      absl::StatusOr<client::Session> session = client::Session::Open(channel, options);
      if (!session.ok()) {
        return session.status();
      }
      const v1::Limits& limits = session->limits();
      const std::uint32_t fair = limits.path_requests() / kSlotsShare / static_cast<std::uint32_t>(sessions);
      const std::uint32_t quota =
          std::max<std::uint32_t>(1, std::min<std::uint32_t>(limits.path_requests_session(), fair));
      users_.push_back(User{*std::move(session), PathStub(channel.channel()), quota, 0, {}});
    }
    return absl::OkStatus();
  }

  bool CanStart(LoadClock::time_point now) override { return Find(now) != nullptr; }

  void Start(LoadClock::time_point due) override {
    User& user = *Find(LoadClock::now());
    turn_ = (static_cast<size_t>(&user - users_.data()) + 1) % users_.size();
    ++out_;
    if (HasFollowUp(user, LoadClock::now())) {
      const Held held = user.held.front();
      user.held.pop_front();
      held.polled ? Fetch(user, held.handle, due) : Poll(user, held.handle, due);
    } else {
      Submit(user, due);
    }
  }

  int out() const override { return out_; }
  int waiting_for_ticks() const override { return submits_; }
  void Stop() override {}

 private:
  struct Held {
    std::uint64_t handle;
    bool polled;
    LoadClock::time_point ready;
  };
  struct User {
    client::Session session;
    PathStub stub;
    std::uint32_t quota;
    std::uint32_t submitted;  // And not released.
    std::deque<Held> held;
  };

  static bool HasFollowUp(const User& user, LoadClock::time_point now) {
    return !user.held.empty() && user.held.front().ready <= now;
  }

  // The next session, in turn, that has something to do.
  User* Find(LoadClock::time_point now) {
    for (size_t i = 0; i < users_.size(); ++i) {
      User& user = users_[(turn_ + i) % users_.size()];
      if (HasFollowUp(user, now) || (user.submitted < user.quota && submits_ < kSubmitsMax)) {
        return &user;
      }
    }
    return nullptr;
  }

  const std::string& TokenOf(const User& user) const { return user.session.opened().session_token(); }

  // Common to the three answers: the call is no longer out; whether it and its one item are good.
  template <class Response>
  bool Take(const grpc::Status& status, const Response& response) {
    --out_;
    if (!status.ok()) {
      counts_->Failed(client::ErrorText(client::DecodeError(client::ToAbslStatus(status))));
      return false;
    }
    if (response.results_size() != 1 || response.results(0).has_error()) {
      counts_->Failed(response.results_size() != 1
                          ? "a reply without its item"
                          : client::ErrorText(client::DecodeError(response.results(0).error())));
      return false;
    }
    return true;
  }

  void Submit(User& user, LoadClock::time_point due) {
    ++submits_;
    ++user.submitted;
    v1::SubmitRequest request;
    *request.add_requests() = questions_[next_++ % questions_.size()];
    LoadCall<v1::SubmitResponse>::Run(
        user.session.connection(), TokenOf(user),
        [&](grpc::ClientContext* context) { return user.stub.AsyncSubmit(context, request, queue_); },
        [this, &user, due](const grpc::Status& status, const v1::SubmitResponse& response) {
          --submits_;
          if (Take(status, response)) {
            counts_->Submitted(due);
            user.held.push_back({response.results(0).handle(), false, LoadClock::now() + kPollAfter});
          } else {
            --user.submitted;
          }
        });
  }

  void Poll(User& user, std::uint64_t handle, LoadClock::time_point due) {
    v1::PollRequest request;
    request.add_handles(handle);
    LoadCall<v1::PollResponse>::Run(
        user.session.connection(), TokenOf(user),
        [&](grpc::ClientContext* context) { return user.stub.AsyncPoll(context, request, queue_); },
        [this, &user, handle, due](const grpc::Status& status, const v1::PollResponse& response) {
          if (!Take(status, response)) {
            --user.submitted;
            return;
          }
          counts_->Answered(due);
          if (response.results(0).outcome() == v1::NAV_OUTCOME_PENDING) {
            user.held.push_back({handle, false, LoadClock::now() + kPollAfter});
          } else {
            user.held.push_front({handle, true, LoadClock::now()});
          }
        });
  }

  void Fetch(User& user, std::uint64_t handle, LoadClock::time_point due) {
    v1::FetchRequest request;
    request.add_handles(handle);
    request.set_then_release(true);
    LoadCall<v1::FetchResponse>::Run(
        user.session.connection(), TokenOf(user),
        [&](grpc::ClientContext* context) { return user.stub.AsyncFetch(context, request, queue_); },
        [this, &user, due](const grpc::Status& status, const v1::FetchResponse& response) {
          --user.submitted;
          if (Take(status, response)) {
            counts_->Answered(due);
            ++counts_->items;
            const v1::NavTiming& timing = response.results(0).timing();
            counts_->ticks.push_back(
                static_cast<std::uint32_t>(timing.visible_tick() - timing.submitted_tick()));
          }
        });
  }

  const std::vector<v1::NavRequest>& questions_;
  grpc::CompletionQueue* queue_;
  LoadCounts* counts_;
  std::vector<User> users_;
  size_t turn_ = 0;
  size_t next_ = 0;
  int out_ = 0;
  int submits_ = 0;  // Of them.
};

}  // namespace

absl::StatusOr<std::unique_ptr<Traffic>> MakeUnaryTraffic(const std::vector<client::Connection>& channels,
                                                          const std::vector<v1::NavRequest>& questions,
                                                          int sessions, grpc::CompletionQueue* queue,
                                                          LoadCounts* counts) {
  auto traffic = std::make_unique<UnaryTraffic>(questions, queue, counts);
  if (const absl::Status status = traffic->Open(channels, sessions); !status.ok()) {
    return status;
  }
  return traffic;
}

}  // namespace footfall::cli
