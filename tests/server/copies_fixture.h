#ifndef FOOTFALL_TESTS_SERVER_COPIES_FIXTURE_H_
#define FOOTFALL_TESTS_SERVER_COPIES_FIXTURE_H_

#include <memory>
#include <string>
#include <vector>

#include "footfall/v1/fork.pb.h"
#include "footfall/v1/snapshot.pb.h"
#include "tests/server/server_fixture.h"

// Snapshots and forks over gRPC.
namespace footfall::tests {

struct SavedWorld {
  grpc::Status status;
  v1::WorldStamp stamp;
  v1::SnapshotInfo info;
  uint64_t told_bytes = 0;
  size_t largest_piece = 0;
  std::string bytes;
};
SavedWorld TrySave(Client& client, const v1::SaveSnapshotRequest& request = {});
// Expects OK.
SavedWorld Save(Client& client);

// Sends the head and then the pieces as they are.
grpc::Status RestorePieces(Client& client, const v1::RestoreHead& head,
                           const std::vector<std::string>& pieces,
                           v1::RestoreSnapshotResponse* response = nullptr);
grpc::Status TryRestore(Client& client, const std::string& bytes,
                        v1::RestoreSnapshotResponse* response = nullptr);
// Expects OK.
v1::RestoreSnapshotResponse Restore(Client& client, const std::string& bytes);

struct ForkRun {
  grpc::Status status;
  v1::WorldStamp stamp;
  v1::SnapshotInfo info;
  std::vector<v1::NavResult> finished;
  std::vector<v1::StateHash> hashes;
  v1::ForkOutcome outcome;
};
ForkRun TryFork(Client& client, const v1::ForkPlan& plan, const std::string& upload = {});
// Expects OK and the ticks of the plan.
ForkRun Fork(Client& client, const v1::ForkPlan& plan, const std::string& upload = {});

v1::ForkPlan PlanOf(uint32_t ticks);
// Adds a command in a tick of the fork.
v1::Command* AddCommand(v1::ForkPlan& plan, uint32_t tick);

// Lets all streams of all sessions end that have waited for their clients for too long at `now_ns`.
void CheckStalls(server::Core& core, int64_t now_ns);

// One fork or transfer that the test ends when it likes: opened, with nothing sent but the first message.
class OpenRestore {
 public:
  // `epoch`: expected; 0: any.
  OpenRestore(Client& client, uint64_t bytes, uint64_t epoch = 0);
  bool Send(const std::string& piece);
  grpc::Status Finish();
  void Cancel() { context_.TryCancel(); }

 private:
  grpc::ClientContext context_;
  v1::RestoreSnapshotResponse response_;
  std::unique_ptr<grpc::ClientWriter<v1::RestoreSnapshotRequest>> writer_;
};

class OpenFork {
 public:
  OpenFork(Client& client, const v1::ForkPlan& plan);
  // One whose upload does not come.
  OpenFork(Client& client, v1::ForkPlan plan, uint64_t upload_bytes);
  // The next message; false: the stream has ended.
  bool Read(v1::ForkResponse* message) { return stream_->Read(message); }
  void Cancel() { context_.TryCancel(); }
  grpc::Status Finish();

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::ForkRequest, v1::ForkResponse>> stream_;
};

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_SERVER_COPIES_FIXTURE_H_
