#include "nav/stream/tile_loader.h"

#include <algorithm>
#include <utility>

namespace footfall::nav {

TileLoader::TileLoader(LoadTile load, bool own_thread) : load_(std::move(load)) {
  if (own_thread) thread_ = std::thread([this] { Work(); });
}

TileLoader::~TileLoader() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void TileLoader::Request(TileKey key) {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    if (!asked_.emplace(key, Asked{}).second) return;
    queue_.push_back(key);
  }
  changed_.notify_all();
}

absl::StatusOr<TilePtr> TileLoader::Take(TileKey key) {
  std::unique_lock lock(mutex_);
  const auto asked = asked_.find(key);
  if (asked == asked_.end()) {
    lock.unlock();
    return load_(key);
  }
  if (!asked->second.is_done) {
    ++waits_;
    changed_.wait(lock, [&] { return asked->second.is_done; });
  }
  const Asked done = std::move(asked->second);
  asked_.erase(asked);
  if (!done.failure.ok()) return done.failure;
  return done.tile;
}

void TileLoader::Drop(TileKey key) {
  TilePtr let_go;  // outside the lock
  const std::lock_guard lock(mutex_);
  const auto asked = asked_.find(key);
  if (asked == asked_.end()) return;
  let_go = std::move(asked->second.tile);
  queue_.erase(std::remove(queue_.begin(), queue_.end(), key), queue_.end());
  asked_.erase(asked);
}

void TileLoader::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (stopping_) return;
    const TileKey key = queue_.front();
    queue_.pop_front();
    lock.unlock();
    absl::StatusOr<TilePtr> outcome = load_(key);
    lock.lock();
    // Not there: dropped meanwhile, nobody wants it any more.
    const auto asked = asked_.find(key);
    if (asked != asked_.end() && !asked->second.is_done) {
      asked->second.is_done = true;
      asked->second.failure = outcome.status();
      if (outcome.ok()) asked->second.tile = *std::move(outcome);
      changed_.notify_all();
    }
  }
}

}  // namespace footfall::nav
