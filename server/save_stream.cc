#include "server/save_stream.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "server/access.h"
#include "server/convert.h"
#include "server/event_log.h"
#include "server/limits.h"
#include "server/snapshot_bytes.h"
#include "sim/snapshot_file.h"

namespace footfall::server {

SaveStream* SaveStream::Start(CopyDesk& desk, grpc::CallbackServerContext* context,
                              const v1::SaveSnapshotRequest& request) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.SaveSnapshot");
  const std::shared_ptr<SaveStream> stream(new SaveStream(desk, context, request));
  stream->Launch(access);
  return stream.get();
}

absl::StatusOr<SaveStream::Packed> SaveStream::Pack(const std::string& snapshot, const std::string& profile) {
  const absl::StatusOr<sim::SnapshotHeader> header = sim::ReadSnapshotHeader(snapshot);
  if (!header.ok()) return header.status();
  absl::StatusOr<std::string> bytes = sim::PackSnapshot(snapshot);
  if (!bytes.ok()) return bytes.status();
  Packed packed;
  FillInfo(*header, snapshot.size(), profile, &packed.info);
  packed.bytes = *std::move(bytes);
  return packed;
}

void SaveStream::Begin() {
  if (const Fault* why = core().control().stopped()) return Refuse(*why);
  if (const auto fault = CheckExpect(request_.expect(), core().view())) return Refuse(*fault);
  auto place = desk().TakeTransfer();
  if (std::holds_alternative<Fault>(place)) return Refuse(std::get<Fault>(place));
  place_ = std::get<CopyDesk::Place>(std::move(place));
  FillStamp(core().view(), response_.mutable_stamp());
  const auto snapshot = std::make_shared<std::string>(core().world().Save());
  ++core().figures().snapshots_saved;
  LogEvent(LogLevel::kInfo, absl::StrCat("snapshot saved tick=", core().world().tick(),
                                         " bytes=", snapshot->size(), " client_id=", session()->client_id));
  const auto self = std::static_pointer_cast<SaveStream>(shared_from_this());
  // The place goes along: who is told that the save has ended finds it free.
  desk().Beside([self, snapshot, profile = core().world().profile().name, place = place_]() mutable {
    const auto packed = std::make_shared<absl::StatusOr<Packed>>(Pack(*snapshot, profile));
    self->Post([stream = self.get(), packed, held = std::move(place)]() mutable {
      held = nullptr;
      stream->SendHead(*packed);
    });
  });
}

void SaveStream::SendHead(const absl::StatusOr<Packed>& packed) {
  if (has_ended()) return;
  if (!packed.ok()) {
    return End(grpc::Status(grpc::StatusCode::INTERNAL, std::string(packed.status().message())));
  }
  const uint64_t limit = core().options().snapshot_bytes_max;
  if (packed->bytes.size() > limit) {
    // It could not be restored.
    return Refuse(Refusal("MESSAGE_FULL", absl::StrCat("the snapshot has ", packed->bytes.size(),
                                                       " bytes, the limit snapshot_bytes is ", limit)));
  }
  bytes_ = packed->bytes;
  *response_.mutable_head()->mutable_info() = packed->info;
  response_.mutable_head()->set_bytes(bytes_.size());
  WriteBegins();
  StartWrite(&response_);
}

void SaveStream::SendPiece() {
  if (sent_ == bytes_.size()) return End(grpc::Status::OK);
  const size_t half_message = static_cast<size_t>(core().world().profile().message_bytes_max) / 2;
  const size_t size =
      std::min({kSnapshotPieceBytes, std::max<size_t>(half_message, 1), bytes_.size() - sent_});
  response_.Clear();
  response_.set_piece(bytes_.substr(sent_, size));
  sent_ += size;
  WriteBegins();
  StartWrite(&response_);
}

void SaveStream::OnWriteDone(bool ok) {
  WriteEnds(ok, [this] { SendPiece(); });
}

void SaveStream::Ended() {
  place_ = nullptr;
  std::string().swap(bytes_);
}

}  // namespace footfall::server
