#ifndef FOOTFALL_NAV_DYNAMIC_RECYCLED_H_
#define FOOTFALL_NAV_DYNAMIC_RECYCLED_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "platform/check.h"

namespace footfall::nav {

template <class T>
class RecyclePool;

// A counted reference to a constant T that goes back to its pool with the last reference. Copies may be made
// and dropped on any thread.
template <class T>
class Recycled {
 public:
  Recycled() = default;
  Recycled(const Recycled& other) : node_(other.node_) {
    if (node_ != nullptr) node_->refs.fetch_add(1, std::memory_order_relaxed);
  }
  Recycled(Recycled&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  Recycled& operator=(Recycled other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~Recycled() {
    if (node_ != nullptr && node_->refs.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      RecyclePool<T>::Return(node_);
    }
  }

  explicit operator bool() const { return node_ != nullptr; }
  const T& operator*() const { return node_->value; }
  const T* operator->() const { return &node_->value; }
  // For the one who took it, before anybody else sees it. REQUIRES: this is the only reference.
  T& Edit() const {
    FOOTFALL_CHECK(node_->refs.load(std::memory_order_relaxed) == 1);
    return node_->value;
  }

 private:
  friend class RecyclePool<T>;
  explicit Recycled(typename RecyclePool<T>::Node* node) : node_(node) {}
  typename RecyclePool<T>::Node* node_ = nullptr;
};

// Where values of T come from and go back to, so that copy-on-write without allocation is possible once
// enough of them exist. Lives as long as anything taken from it. Any thread.
template <class T>
class RecyclePool : public std::enable_shared_from_this<RecyclePool<T>> {
 public:
  // What it held when it came back: the taker overwrites it.
  Recycled<T> Take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      nodes_.push_back(std::make_unique<Node>());
      // Returning must not allocate.
      free_.reserve(nodes_.capacity());
      free_.push_back(nodes_.back().get());
    }
    Node* node = free_.back();
    free_.pop_back();
    node->home = this->shared_from_this();
    node->refs.store(1, std::memory_order_relaxed);
    return Recycled<T>(node);
  }

 private:
  friend class Recycled<T>;
  struct Node {
    std::atomic<uint32_t> refs{0};
    T value;
    std::shared_ptr<RecyclePool> home;  // set while it is out
  };

  static void Return(Node* node) {
    // The pool may end with this reference, after the lock.
    const std::shared_ptr<RecyclePool> home = std::move(node->home);
    const std::lock_guard lock(home->mutex_);
    home->free_.push_back(node);
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<Node*> free_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_RECYCLED_H_
