#include "server/strand.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "platform/check.h"

namespace footfall::server {

namespace asio = boost::asio;

struct Strand::Impl {
  asio::io_context context{1};
  asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(context);
  std::thread thread;
};

Strand::Strand() : impl_(std::make_unique<Impl>()) {}

Strand::~Strand() { Stop(); }

void Strand::Start() {
  FOOTFALL_CHECK(!impl_->thread.joinable());
  impl_->thread = std::thread([this] { impl_->context.run(); });
}

void Strand::Stop() {
  if (!impl_->thread.joinable()) return;
  FOOTFALL_CHECK(!IsCurrent());
  Post([this] { impl_->context.stop(); });
  impl_->thread.join();
}

void Strand::Post(Task task) { asio::post(impl_->context, std::move(task)); }

void Strand::Run(const Task& task) {
  FOOTFALL_CHECK(!IsCurrent());
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  Post([&] {
    task();
    // Notified under the lock: the waiter's stack, and the condition with it, may go as soon as it is
    // released.
    const std::lock_guard lock(mutex);
    done = true;
    changed.notify_one();
  });
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return done; });
}

bool Strand::IsCurrent() const { return std::this_thread::get_id() == impl_->thread.get_id(); }

struct StrandTimer::Impl {
  explicit Impl(asio::io_context& context) : timer(context) {}
  asio::steady_timer timer;
};

StrandTimer::StrandTimer(Strand& strand) : impl_(std::make_unique<Impl>(strand.impl_->context)) {}

StrandTimer::~StrandTimer() = default;

void StrandTimer::After(std::chrono::nanoseconds delay, Strand::Task task) {
  impl_->timer.expires_after(delay);
  impl_->timer.async_wait([task = std::move(task)](const boost::system::error_code& error) {
    if (!error) task();
  });
}

void StrandTimer::Cancel() { impl_->timer.cancel(); }

}  // namespace footfall::server
