// `footfall-hash` with nondeterminism planted in it, for bisect to find: the linker puts these functions in
// the place of those of the libraries (--wrap), so that nothing of it is in any other program.
//
//   FOOTFALL_PLANTED="address TICK": from the commands of that tick on, what a client calls its request is an
//   address FOOTFALL_PLANTED="arrival TICK": from the slice of that tick on, a path's polygons are counted by
//   which search ended first
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "nav/path/path_search.h"
#include "nav/server/path_server.h"
#include "sim/live_requests.h"

namespace footfall::planted {
namespace {

enum class Fault { kNone, kAddress, kArrival };

struct Plan {
  Fault fault = Fault::kNone;
  uint64_t from_tick = 0;
};

Plan PlanOfEnvironment() {
  const char* const text = std::getenv("FOOTFALL_PLANTED");
  if (text == nullptr) return {};
  char name[16] = {};
  unsigned long long tick = 0;
  if (std::sscanf(text, "%15s %llu", name, &tick) != 2) std::abort();
  const bool is_address = std::string(name) == "address";
  if (!is_address && std::string(name) != "arrival") std::abort();
  return {is_address ? Fault::kAddress : Fault::kArrival, tick};
}

// The tick whose slice was frozen last.
std::atomic<uint64_t> frozen_tick{0};
std::atomic<uint32_t> searches_ended{0};

bool IsDue(Fault fault, uint64_t tick) {
  static const Plan plan = PlanOfEnvironment();
  return plan.fault == fault && tick >= plan.from_tick;
}

}  // namespace

#define FREEZE "_ZN8footfall3nav10PathServer6FreezeEmRKSt10shared_ptrIKNS0_7NavViewEE"
#define RUN                                                                            \
  "_ZN8footfall3nav10PathSearch3RunERKNS0_7NavViewERKNS0_11PathRequestERNS_8platform9" \
  "CostMeterERNS0_10PathResultEPNS0_11SearchTraceE"
#define ADD "_ZN8footfall3sim12LiveRequests3AddERKNS0_11LiveRequestE"

void RealFreeze(nav::PathServer* self, uint64_t tick,
                const std::shared_ptr<const nav::NavView>& view) asm("__real_" FREEZE);
void Freeze(nav::PathServer* self, uint64_t tick,
            const std::shared_ptr<const nav::NavView>& view) asm("__wrap_" FREEZE);
void RealRun(nav::PathSearch* self, const nav::NavView& view, const nav::PathRequest& request,
             platform::CostMeter& meter, nav::PathResult& result, nav::SearchTrace* trace) asm("__real_" RUN);
void Run(nav::PathSearch* self, const nav::NavView& view, const nav::PathRequest& request,
         platform::CostMeter& meter, nav::PathResult& result, nav::SearchTrace* trace) asm("__wrap_" RUN);
void RealAdd(sim::LiveRequests* self, const sim::LiveRequest& request) asm("__real_" ADD);
void Add(sim::LiveRequests* self, const sim::LiveRequest& request) asm("__wrap_" ADD);

void Freeze(nav::PathServer* self, uint64_t tick, const std::shared_ptr<const nav::NavView>& view) {
  frozen_tick = tick;
  RealFreeze(self, tick, view);
}

void Run(nav::PathSearch* self, const nav::NavView& view, const nav::PathRequest& request,
         platform::CostMeter& meter, nav::PathResult& result, nav::SearchTrace* trace) {
  RealRun(self, view, request, meter, result, trace);
  if (IsDue(Fault::kArrival, frozen_tick)) result.nodes_expanded = ++searches_ended;
}

void Add(sim::LiveRequests* self, const sim::LiveRequest& request) {
  sim::LiveRequest named = request;
  if (IsDue(Fault::kAddress, frozen_tick + 1)) {
    // Of the first stack, as what a sanitizer allocates has the same address in each run; counted up, as it
    // is one in all worlds of a process.
    static std::atomic<uintptr_t> address = reinterpret_cast<uintptr_t>(environ);
    named.client_ref = sim::ClientRef::From(absl::StrCat(absl::Hex(++address)));
  }
  RealAdd(self, named);
}

}  // namespace footfall::planted
