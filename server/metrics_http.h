#ifndef FOOTFALL_SERVER_METRICS_HTTP_H_
#define FOOTFALL_SERVER_METRICS_HTTP_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace footfall::server {

// Answers GET /metrics on 127.0.0.1 (R50), on a thread of its own: one request a connection, at most 8 KB and
// 5 s of it.
class MetricsHttp {
 public:
  // Port 0 chooses one. `text` is called on the responder's thread.
  static absl::StatusOr<std::unique_ptr<MetricsHttp>> Start(int port, std::function<std::string()> text);
  ~MetricsHttp();

  int port() const;

 private:
  struct Impl;
  explicit MetricsHttp(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_METRICS_HTTP_H_
