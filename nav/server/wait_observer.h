#ifndef FOOTFALL_NAV_SERVER_WAIT_OBSERVER_H_
#define FOOTFALL_NAV_SERVER_WAIT_OBSERVER_H_

namespace footfall::nav {

// Told when the main thread asks an order thread for a result that may not be there yet: the one place where
// it can stand still. Whoever has a clock measures it (NAV-277); the world has none, and nothing in it
// depends on the answer. Called on the main thread, in pairs.
class WaitObserver {
 public:
  virtual ~WaitObserver() = default;
  virtual void WaitBegins() = 0;
  virtual void WaitEnds() = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_WAIT_OBSERVER_H_
