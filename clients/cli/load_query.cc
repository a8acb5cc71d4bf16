#include <deque>

#include "clients/cli/load_call.h"
#include "clients/cli/load_engine.h"
#include "footfall/v1/query_service.grpc.pb.h"

namespace footfall::cli {
namespace {

using QueryStub = v1::QueryService::Stub;

// Counts the items of a reply.
void CountItems(const v1::QueryResponse& response, LoadCounts* counts) {
  for (const v1::NavResult& result : response.results()) {
    if (result.has_error()) {
      counts->Failed(client::ErrorText(client::DecodeError(result.error())));
    } else {
      ++counts->items;
    }
  }
}

// Query with one item a call.
class QueryTraffic final : public Traffic {
 public:
  QueryTraffic(const std::vector<client::Connection>& channels, const std::vector<v1::NavRequest>& questions,
               grpc::CompletionQueue* queue, LoadCounts* counts)
      : channels_(channels), questions_(questions), queue_(queue), counts_(counts) {
    for (const client::Connection& channel : channels) {
      stubs_.emplace_back(channel.channel());
    }
  }

  bool CanStart(LoadClock::time_point /*now*/) override { return true; }

  void Start(LoadClock::time_point due) override {
    ++out_;
    const size_t place = next_ % stubs_.size();
    v1::QueryRequest request;
    *request.add_queries() = questions_[next_++ % questions_.size()];
    LoadCall<v1::QueryResponse>::Run(
        channels_[place], "",
        [&](grpc::ClientContext* context) { return stubs_[place].AsyncQuery(context, request, queue_); },
        [this, due](const grpc::Status& status, const v1::QueryResponse& response) {
          --out_;
          if (!status.ok()) {
            counts_->Failed(client::ErrorText(client::DecodeError(client::ToAbslStatus(status))));
            return;
          }
          counts_->Answered(due);
          CountItems(response, counts_);
        });
  }

  int out() const override { return out_; }
  void Stop() override {}

 private:
  const std::vector<client::Connection>& channels_;
  const std::vector<v1::NavRequest>& questions_;
  grpc::CompletionQueue* queue_;
  LoadCounts* counts_;
  std::vector<QueryStub> stubs_;
  size_t next_ = 0;
  int out_ = 0;
};

// One stream with one write in flight and any number of replies owed, which come in order.
class Stream {
 public:
  Stream(const client::Connection& channel, grpc::CompletionQueue* queue, LoadCounts* counts, int* out)
      : stub_(channel.channel()), counts_(counts), out_(out), write_tag_(this), read_tag_(this) {
    client::Prepare(context_, "", channel.options().stream_deadline);
    // The start counts as a write in flight.
    stream_ = stub_.AsyncQueryStream(&context_, queue, static_cast<LoadTag*>(&write_tag_));
    writing_ = true;
  }

  bool CanWrite() const { return !writing_ && !ended_; }

  void Write(const v1::QueryStreamRequest& message, LoadClock::time_point due) {
    ++*out_;
    due_.push_back(due);
    writing_ = true;
    stream_->Write(message, static_cast<LoadTag*>(&write_tag_));
  }

  void Stop() { context_.TryCancel(); }

 private:
  struct WriteTag final : LoadTag {
    explicit WriteTag(Stream* stream) : stream_(stream) {}
    void Done(bool ok) override { stream_->Written(ok); }
    Stream* stream_;
  };
  struct ReadTag final : LoadTag {
    explicit ReadTag(Stream* stream) : stream_(stream) {}
    void Done(bool ok) override { stream_->WasRead(ok); }
    Stream* stream_;
  };

  void Written(bool ok) {
    writing_ = false;
    if (!ok) {
      End();
    } else if (!reading_) {
      reading_ = true;
      stream_->Read(&reply_, static_cast<LoadTag*>(&read_tag_));
    }
  }

  void WasRead(bool ok) {
    if (!ok || due_.empty()) {
      End();
      return;
    }
    --*out_;
    const LoadClock::time_point due = due_.front();
    due_.pop_front();
    if (reply_.has_error()) {
      counts_->Failed(client::ErrorText(client::DecodeError(reply_.error())));
    } else {
      counts_->Answered(due);
      CountItems(reply_.reply(), counts_);
    }
    stream_->Read(&reply_, static_cast<LoadTag*>(&read_tag_));
  }

  void End() {
    if (!ended_ && !due_.empty()) {
      counts_->Failed("a stream ended with " + std::to_string(due_.size()) + " replies owed");
    }
    ended_ = true;
    *out_ -= static_cast<int>(due_.size());
    due_.clear();
  }

  QueryStub stub_;
  LoadCounts* counts_;
  int* out_;
  WriteTag write_tag_;
  ReadTag read_tag_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientAsyncReaderWriter<v1::QueryStreamRequest, v1::QueryStreamResponse>> stream_;
  v1::QueryStreamResponse reply_;
  std::deque<LoadClock::time_point> due_;
  bool writing_ = false;
  bool reading_ = false;
  bool ended_ = false;
};

class StreamTraffic final : public Traffic {
 public:
  StreamTraffic(const std::vector<client::Connection>& channels, const std::vector<v1::NavRequest>& questions,
                int batch, grpc::CompletionQueue* queue, LoadCounts* counts)
      : questions_(questions), batch_(batch) {
    for (const client::Connection& channel : channels) {
      streams_.push_back(std::make_unique<Stream>(channel, queue, counts, &out_));
    }
  }

  bool CanStart(LoadClock::time_point /*now*/) override { return Find() != nullptr; }

  void Start(LoadClock::time_point due) override {
    v1::QueryStreamRequest message;
    message.set_sequence(++sequence_);
    for (int i = 0; i < batch_; ++i) {
      *message.mutable_query()->add_queries() = questions_[next_++ % questions_.size()];
    }
    Find()->Write(message, due);
    ++turn_;
  }

  int out() const override { return out_; }

  void Stop() override {
    for (const auto& stream : streams_) {
      stream->Stop();
    }
  }

 private:
  Stream* Find() {
    for (size_t i = 0; i < streams_.size(); ++i) {
      Stream& stream = *streams_[(turn_ + i) % streams_.size()];
      if (stream.CanWrite()) {
        return &stream;
      }
    }
    return nullptr;
  }

  const std::vector<v1::NavRequest>& questions_;
  const int batch_;
  int out_ = 0;
  std::vector<std::unique_ptr<Stream>> streams_;
  size_t turn_ = 0;
  size_t next_ = 0;
  std::uint64_t sequence_ = 0;
};

}  // namespace

std::unique_ptr<Traffic> MakeQueryTraffic(const std::vector<client::Connection>& channels,
                                          const std::vector<v1::NavRequest>& questions,
                                          grpc::CompletionQueue* queue, LoadCounts* counts) {
  return std::make_unique<QueryTraffic>(channels, questions, queue, counts);
}

std::unique_ptr<Traffic> MakeStreamTraffic(const std::vector<client::Connection>& channels,
                                           const std::vector<v1::NavRequest>& questions, int batch,
                                           grpc::CompletionQueue* queue, LoadCounts* counts) {
  return std::make_unique<StreamTraffic>(channels, questions, batch, queue, counts);
}

}  // namespace footfall::cli
