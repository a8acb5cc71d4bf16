#include "server/restore_stream.h"

#include <utility>
#include <variant>

#include "server/access.h"
#include "server/convert.h"

namespace footfall::server {

RestoreStream* RestoreStream::Start(CopyDesk& desk, grpc::CallbackServerContext* context,
                                    v1::RestoreSnapshotResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.RestoreSnapshot");
  const std::shared_ptr<RestoreStream> stream(new RestoreStream(desk, context, response));
  stream->Launch(access);
  return stream.get();
}

void RestoreStream::Begin() {
  auto place = desk().TakeTransfer();
  if (std::holds_alternative<Fault>(place)) return Refuse(std::get<Fault>(place));
  place_ = std::get<CopyDesk::Place>(std::move(place));
  ReadNext();
}

// --- What the client sends

std::optional<Fault> RestoreStream::Take(const v1::RestoreSnapshotRequest& request) {
  switch (request.kind_case()) {
    case v1::RestoreSnapshotRequest::kHead:
      return TakeHead(request.head());
    case v1::RestoreSnapshotRequest::kPiece:
      if (!has_head_) return BadField("piece", "comes before the head");
      return upload_.Add(request.piece());
    case v1::RestoreSnapshotRequest::KIND_NOT_SET:
      break;
  }
  return BadField("kind", "is unset");
}

std::optional<Fault> RestoreStream::TakeHead(const v1::RestoreHead& head) {
  if (has_head_) return BadField("head", "comes a second time");
  if (auto fault = Upload::CheckSize("head.bytes", head.bytes(), core().options().snapshot_bytes_max)) {
    return fault;
  }
  if (auto fault = CheckExpect(head.expect(), core().view())) return fault;
  has_head_ = true;
  upload_ = Upload(head.bytes());
  return std::nullopt;
}

// --- What comes of it

absl::StatusOr<RestoreStream::Restored> RestoreStream::MakeWorld(const std::string& packed,
                                                                 const sim::WorldOptions& options) {
  const absl::StatusOr<std::string> snapshot = UnpackFor(options, packed);
  if (!snapshot.ok()) return snapshot.status();
  const absl::StatusOr<sim::SnapshotHeader> header = sim::ReadSnapshotHeader(*snapshot);
  if (!header.ok()) return header.status();
  absl::StatusOr<std::unique_ptr<sim::World>> world = sim::World::Restore(options, *snapshot);
  if (!world.ok()) return world.status();
  Restored restored;
  FillInfo(*header, snapshot->size(), options.profile.name, &restored.info);
  restored.world = *std::move(world);
  return restored;
}

void RestoreStream::Make() {
  if (!has_head_) return Refuse(BadField("head", "is missing: the client has sent nothing"));
  if (const auto fault = upload_.CheckWhole()) return Refuse(*fault);
  const auto packed = std::make_shared<std::string>(upload_.Take());
  const auto self = std::static_pointer_cast<RestoreStream>(shared_from_this());
  desk().Beside([self, packed, options = core().world().NextOptions(), place = place_]() mutable {
    const auto made = std::make_shared<absl::StatusOr<Restored>>(MakeWorld(*packed, options));
    // The place goes along: who is told that the restore has ended finds it free.
    self->Post([stream = self.get(), made, held = std::move(place)]() mutable {
      held = nullptr;
      stream->Replace(*made);
    });
  });
}

void RestoreStream::Replace(absl::StatusOr<Restored>& made) {
  // Nobody waits for it any more.
  if (has_ended()) return;
  if (!made.ok()) return Refuse(OfUpload("piece", made.status()));
  is_replacing_ = true;
  *response_->mutable_info() = made->info;
  response_->set_sources_ended(core().Restore(std::move(made->world)));
  FillStamp(core().view(), response_->mutable_stamp());
  ++core().figures().restores;
  End(grpc::Status::OK);
}

void RestoreStream::EpochBegins(const Fault& why) {
  if (has_head_ && !is_replacing_) Refuse(why);
}

void RestoreStream::Ended() {
  if (!is_replacing_) ++core().figures().restores_refused;
  place_ = nullptr;
  upload_ = Upload();
}

}  // namespace footfall::server
