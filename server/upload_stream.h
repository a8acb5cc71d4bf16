#ifndef FOOTFALL_SERVER_UPLOAD_STREAM_H_
#define FOOTFALL_SERVER_UPLOAD_STREAM_H_

#include <optional>

#include "server/copy_stream.h"

namespace footfall::server {

// A CopyStream whose client sends: its messages are taken one by one.
template <class Reactor, class Request>
class UploadStream : public CopyStream<Reactor> {
 protected:
  using CopyStream<Reactor>::CopyStream;

  // A message came; a fault ends the stream.
  virtual std::optional<Fault> Take(const Request& request) = 0;
  // The client has sent all.
  virtual void TakeEnd() = 0;

  void ReadNext() {
    request_.Clear();
    this->ClientTurnBegins();
    this->StartRead(&request_);
  }

 private:
  void OnReadDone(bool ok) override {
    this->Post([this, ok] {
      this->ClientTurnEnds();
      if (this->has_ended()) return;
      if (!ok) return TakeEnd();
      if (const auto fault = Take(request_)) return this->Refuse(*fault);
      ReadNext();
    });
  }

  Request request_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_UPLOAD_STREAM_H_
