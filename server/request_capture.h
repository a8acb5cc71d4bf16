#ifndef FOOTFALL_SERVER_REQUEST_CAPTURE_H_
#define FOOTFALL_SERVER_REQUEST_CAPTURE_H_

#include <deque>
#include <memory>
#include <string>

#include "server/world_host.h"

namespace footfall::server {

// Waits for the next path request, whoever asks it, to be complete, and writes it to a file as a scenario
// that replays it (NAV-294). A development switch. On the strand.
class RequestCapture {
 public:
  explicit RequestCapture(std::string file) : file_(std::move(file)) {}

  // After each tick. True once the file is written, or could not be; both are logged.
  bool Look(const WorldHost& host);

 private:
  // Obstacles are taken from the view of the tick in which a search began, if that is not longer ago.
  static constexpr size_t kViewsKept = 64;

  void Write(const WorldHost& host, const sim::RequestView& request) const;

  const std::string file_;
  std::deque<std::shared_ptr<const sim::PublishedView>> views_;  // the latest last
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_REQUEST_CAPTURE_H_
