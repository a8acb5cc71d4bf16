#include <fcntl.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/util/delimited_message_util.h>
#include <grpcpp/grpcpp.h>
#include <unistd.h>

#include <cstdio>
#include <thread>

#include "clients/cli/load_echo.h"
#include "clients/cli/load_engine.h"
#include "footfall/v1/path_service.grpc.pb.h"
#include "footfall/v1/query_service.grpc.pb.h"
#include "footfall/v1/session_service.grpc.pb.h"

namespace footfall::cli {
namespace {

using AsyncPaths = v1::PathService::WithAsyncMethod_Submit<
    v1::PathService::WithAsyncMethod_Poll<v1::PathService::WithAsyncMethod_Fetch<v1::PathService::Service>>>;
using AsyncQueries = v1::QueryService::AsyncService;

bool ReadReplies(const std::string& path, EchoReplies* replies) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  google::protobuf::io::FileInputStream stream(file);
  bool good = true;
  for (google::protobuf::Message* message : std::initializer_list<google::protobuf::Message*>{
           &replies->submit, &replies->poll, &replies->fetch, &replies->query, &replies->batch}) {
    good = google::protobuf::util::ParseDelimitedFromZeroCopyStream(message, &stream, nullptr) && good;
  }
  return good && stream.Close();
}

// Sessions are for form's sake: opened and closed, never looked at.
class Sessions final : public v1::SessionService::Service {
 public:
  grpc::Status OpenSession(grpc::ServerContext*, const v1::OpenSessionRequest*,
                           v1::OpenSessionResponse* response) override {
    response->set_session_token("echo-echo-echo-echo-echo-echo-ec");
    response->mutable_limits()->set_path_requests(1U << 20);
    response->mutable_limits()->set_path_requests_session(1U << 20);
    return grpc::Status::OK;
  }
  grpc::Status CloseSession(grpc::ServerContext*, const v1::CloseSessionRequest*,
                            v1::CloseSessionResponse*) override {
    return grpc::Status::OK;
  }
};

// Waits for a call, answers it, deletes itself; a new one waits meanwhile.
template <class Service, class Request, class Response>
class UnaryEcho final : public LoadTag {
 public:
  using Accept = void (Service::*)(grpc::ServerContext*, Request*, grpc::ServerAsyncResponseWriter<Response>*,
                                   grpc::CompletionQueue*, grpc::ServerCompletionQueue*, void*);

  UnaryEcho(Service& service, Accept accept, grpc::ServerCompletionQueue& queue, const Response& reply)
      : service_(service), accept_(accept), queue_(queue), reply_(reply), writer_(&context_) {
    (service_.*accept_)(&context_, &request_, &writer_, &queue_, &queue_, static_cast<LoadTag*>(this));
  }

  void Done(bool ok) override {
    if (!ok || answered_) {
      delete this;
      return;
    }
    new UnaryEcho(service_, accept_, queue_, reply_);
    answered_ = true;
    writer_.Finish(reply_, grpc::Status::OK, static_cast<LoadTag*>(this));
  }

 private:
  Service& service_;
  const Accept accept_;
  grpc::ServerCompletionQueue& queue_;
  const Response& reply_;
  grpc::ServerContext context_;
  Request request_;
  grpc::ServerAsyncResponseWriter<Response> writer_;
  bool answered_ = false;
};

// One stream: reads a message, writes the reply with its sequence, reads the next.
class StreamEcho final : public LoadTag {
 public:
  StreamEcho(AsyncQueries& service, grpc::ServerCompletionQueue& queue, const v1::QueryResponse& reply)
      : service_(service), queue_(queue), reply_(reply), stream_(&context_) {
    *message_.mutable_reply() = reply_;
    service_.RequestQueryStream(&context_, &stream_, &queue_, &queue_, static_cast<LoadTag*>(this));
  }

  void Done(bool ok) override {
    if (state_ == State::kFinishing || (!ok && state_ == State::kWaiting)) {
      delete this;
    } else if (!ok) {
      state_ = State::kFinishing;
      stream_.Finish(grpc::Status::OK, static_cast<LoadTag*>(this));
    } else if (state_ == State::kReading) {
      state_ = State::kWriting;
      message_.set_sequence(request_.sequence());
      stream_.Write(message_, static_cast<LoadTag*>(this));
    } else {
      if (state_ == State::kWaiting) {
        new StreamEcho(service_, queue_, reply_);
      }
      state_ = State::kReading;
      stream_.Read(&request_, static_cast<LoadTag*>(this));
    }
  }

 private:
  enum class State { kWaiting, kReading, kWriting, kFinishing };

  AsyncQueries& service_;
  grpc::ServerCompletionQueue& queue_;
  const v1::QueryResponse& reply_;
  grpc::ServerContext context_;
  grpc::ServerAsyncReaderWriter<v1::QueryStreamResponse, v1::QueryStreamRequest> stream_;
  v1::QueryStreamRequest request_;
  v1::QueryStreamResponse message_;
  State state_ = State::kWaiting;
};

}  // namespace

absl::Status ServeEcho(const std::string& replies_file) {
  EchoReplies replies;
  if (!ReadReplies(replies_file, &replies)) {
    return absl::InvalidArgumentError("--serve-echo: " + replies_file + " holds no replies");
  }
  Sessions sessions;
  AsyncPaths paths;
  AsyncQueries queries;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.SetMaxReceiveMessageSize(-1);
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&sessions);
  builder.RegisterService(&paths);
  builder.RegisterService(&queries);
  const std::unique_ptr<grpc::ServerCompletionQueue> queue = builder.AddCompletionQueue();
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    return absl::InternalError("the echo cannot listen on loopback");
  }
  new UnaryEcho<AsyncPaths, v1::SubmitRequest, v1::SubmitResponse>(paths, &AsyncPaths::RequestSubmit, *queue,
                                                                   replies.submit);
  new UnaryEcho<AsyncPaths, v1::PollRequest, v1::PollResponse>(paths, &AsyncPaths::RequestPoll, *queue,
                                                               replies.poll);
  new UnaryEcho<AsyncPaths, v1::FetchRequest, v1::FetchResponse>(paths, &AsyncPaths::RequestFetch, *queue,
                                                                 replies.fetch);
  new UnaryEcho<AsyncQueries, v1::QueryRequest, v1::QueryResponse>(queries, &AsyncQueries::RequestQuery,
                                                                   *queue, replies.query);
  new StreamEcho(queries, *queue, replies.batch);
  std::thread serving([&queue] {
    void* tag = nullptr;
    bool ok = false;
    while (queue->Next(&tag, &ok)) {
      static_cast<LoadTag*>(tag)->Done(ok);
    }
  });
  std::printf("%d\n", port);
  std::fflush(stdout);
  char letter = 0;
  while (read(STDIN_FILENO, &letter, 1) > 0) {
  }
  server->Shutdown(std::chrono::system_clock::now());
  queue->Shutdown();
  serving.join();
  return absl::OkStatus();
}

}  // namespace footfall::cli
