#include "server/metrics_http.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <istream>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"

namespace footfall::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr size_t kRequestBytesMax = 8192;
constexpr std::chrono::seconds kRequestTime{5};

std::string Reply(const char* status, const std::string& body) {
  return absl::StrCat("HTTP/1.1 ", status,
                      "\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: ", body.size(),
                      "\r\nConnection: close\r\n\r\n", body);
}

// One request and its reply; keeps itself until both are through, or the time is up.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, const std::function<std::string()>& text)
      : socket_(std::move(socket)), timer_(socket_.get_executor()), text_(text) {}

  void Start() {
    timer_.expires_after(kRequestTime);
    timer_.async_wait([self = shared_from_this()](const error_code& error) {
      error_code ignored;
      if (!error) self->socket_.close(ignored);
    });
    asio::async_read_until(socket_, request_, "\r\n\r\n",
                           [self = shared_from_this()](const error_code& error, size_t) {
                             if (error) return self->timer_.cancel(), void();
                             self->Answer();
                           });
  }

 private:
  void Answer() {
    std::istream stream(&request_);
    std::string method;
    std::string path;
    stream >> method >> path;
    if (method != "GET") {
      reply_ = Reply("405 Method Not Allowed", "only GET\n");
    } else if (path != "/metrics") {
      reply_ = Reply("404 Not Found", "only /metrics\n");
    } else {
      reply_ = Reply("200 OK", text_());
    }
    asio::async_write(socket_, asio::buffer(reply_), [self = shared_from_this()](const error_code&, size_t) {
      error_code ignored;
      self->socket_.shutdown(tcp::socket::shutdown_both, ignored);
      self->timer_.cancel();
    });
  }

  tcp::socket socket_;
  asio::steady_timer timer_;
  const std::function<std::string()>& text_;
  asio::streambuf request_{kRequestBytesMax};
  std::string reply_;
};

}  // namespace

struct MetricsHttp::Impl {
  explicit Impl(std::function<std::string()> page) : text(std::move(page)) {}

  void Accept() {
    acceptor.async_accept([this](const error_code& error, tcp::socket socket) {
      if (!acceptor.is_open()) return;
      if (!error) std::make_shared<Connection>(std::move(socket), text)->Start();
      Accept();
    });
  }

  std::function<std::string()> text;
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  int port = 0;
  std::thread thread;
};

absl::StatusOr<std::unique_ptr<MetricsHttp>> MetricsHttp::Start(int port, std::function<std::string()> text) {
  auto impl = std::make_unique<Impl>(std::move(text));
  const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), static_cast<uint16_t>(port));
  error_code error;
  impl->acceptor.open(endpoint.protocol(), error);
  if (!error) impl->acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) impl->acceptor.bind(endpoint, error);
  if (!error) impl->acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) return absl::UnavailableError(absl::StrCat("metrics port ", port, ": ", error.message()));
  impl->port = impl->acceptor.local_endpoint().port();
  impl->Accept();
  impl->thread = std::thread([&context = impl->context] { context.run(); });
  return std::unique_ptr<MetricsHttp>(new MetricsHttp(std::move(impl)));
}

MetricsHttp::MetricsHttp(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

MetricsHttp::~MetricsHttp() {
  impl_->context.stop();
  impl_->thread.join();
}

int MetricsHttp::port() const { return impl_->port; }

}  // namespace footfall::server
