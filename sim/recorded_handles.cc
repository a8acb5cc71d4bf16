#include "sim/recorded_handles.h"

#include <cstddef>
#include <variant>

namespace footfall::sim {

namespace {

// Calls `translate(uint64_t&)` for every handle in a body, and is true if that is true for all.
template <class Translate>
struct EachHandle {
  const Translate& translate;

  bool operator()(SubmitPath& submit) const {
    bool all = !submit.follow.has_value() || translate(submit.follow->value);
    nav::PathRequest& request = submit.request;
    for (size_t i = 0; i < request.included_count; ++i) all = translate(request.included_objects[i]) && all;
    for (size_t i = 0; i < request.excluded_count; ++i) all = translate(request.excluded_objects[i]) && all;
    return all;
  }
  bool operator()(PutObstacle& put) const {
    const bool own = translate(put.handle.value);
    return translate(put.vehicle.value) && own;
  }
  template <class Body>
  bool operator()(Body& body) const {
    if constexpr (requires { body.handle; }) return translate(body.handle.value);
    return true;
  }
};

}  // namespace

void RecordedHandles::Note(WireHandle recorded, WireHandle now) {
  if (recorded.valid() && now.valid()) now_[recorded.value] = now.value;
}

bool RecordedHandles::Translate(CommandBody& body) const {
  const auto translate = [this](uint64_t& handle) {
    if (handle == 0) return true;
    const auto found = now_.find(handle);
    if (found == now_.end()) return false;
    handle = found->second;
    return true;
  };
  return std::visit(EachHandle<decltype(translate)>{translate}, body);
}

}  // namespace footfall::sim
