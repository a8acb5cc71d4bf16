#include "server/fork_plan.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/data_file.h"
#include "server/limits.h"
#include "server/snapshot_bytes.h"
#include "sim/command_config.h"

namespace footfall::server {
namespace {

constexpr char kEnding[] = ".ffsnap";

std::optional<Fault> CheckNumbers(const v1::ForkPlan& plan) {
  if (plan.ticks() == 0 || plan.ticks() > kForkTicksMax) {
    return BadField("plan.ticks", absl::StrCat("is ", plan.ticks(), ", must be 1 to ", kForkTicksMax));
  }
  if (plan.commands_size() > kForkCommandsMax) {
    return BadField("plan.commands",
                    absl::StrCat("has ", plan.commands_size(), " items, at most ", kForkCommandsMax));
  }
  if (plan.order_threads() > sim::kHostThreadsMax) {
    return BadField("plan.order_threads",
                    absl::StrCat("is ", plan.order_threads(), ", at most ", sim::kHostThreadsMax));
  }
  return std::nullopt;
}

nav::SourceId SourceOfCommand(const v1::ForkCommand& given, const Session& session, ForkFrom from) {
  if (given.has_order()) return WorldHost::SourceOfOrder(given.order());
  return from == ForkFrom::kWorld && session.source != 0 ? session.source : sim::kForkSource;
}

std::optional<Fault> ReadCommand(Core& core, const Session& session, const v1::ForkCommand& given,
                                 const std::string& field, ForkWork& work) {
  if (given.tick() == 0 || given.tick() > work.ticks) {
    return BadField(field + ".tick",
                    absl::StrCat("is ", given.tick(), ", must be 1 to ", work.ticks, ", the fork's ticks"));
  }
  if (given.has_order() && given.order() >= kOrderEnd) {
    return BadField(field + ".order", absl::StrCat("is ", given.order(), ", must be below ", kOrderEnd));
  }
  const std::string path = field + ".command";
  if (given.command().has_at_tick()) return BadField(path + ".at_tick", "must be unset: tick says when");
  if (!given.command().request_id().empty()) {
    return BadField(path + ".request_id", "must be empty: a fork is not repeated by it");
  }
  absl::StatusOr<sim::CommandBody> body = sim::CommandFromProto(
      given.command(), core.world().profile(), static_cast<uint32_t>(core.world().profile().path_points_max));
  if (!body.ok()) return OfConversion(body.status(), path);
  if (auto fault = CheckCommand(core, session, *body)) return fault;
  work.commands.push_back({given.tick(), SourceOfCommand(given, session, work.from), *std::move(body)});
  work.tags.push_back(given.command().sequence());
  return std::nullopt;
}

std::optional<Fault> ReadFrom(CopyDesk& desk, const v1::ForkPlan& plan, ForkWork& work) {
  Core& core = desk.core();
  if (plan.from_case() == v1::ForkPlan::kUploadBytes) {
    work.from = ForkFrom::kUpload;
    return Upload::CheckSize("plan.upload_bytes", plan.upload_bytes(), core.options().snapshot_bytes_max);
  }
  if (plan.from_case() == v1::ForkPlan::kFile) {
    auto file = DataFile(desk.data_dir(), "plan.file", plan.file(), kEnding);
    if (std::holds_alternative<Fault>(file)) return std::get<Fault>(std::move(file));
    work.from = ForkFrom::kFile;
    work.file = std::get<std::string>(std::move(file));
    return std::nullopt;
  }
  if (const Fault* why = core.control().stopped()) return *why;
  work.from = ForkFrom::kWorld;
  work.script.emplace(core.world().Script());
  return std::nullopt;
}

}  // namespace

std::variant<std::unique_ptr<ForkWork>, Fault> ReadForkPlan(CopyDesk& desk, const Session& session,
                                                            const v1::ForkPlan& plan) {
  Core& core = desk.core();
  if (auto fault = CheckExpect(plan.expect(), core.view())) return *fault;
  if (auto fault = CheckNumbers(plan)) return *fault;
  auto made = std::make_unique<ForkWork>();
  ForkWork& work = *made;
  work.ticks = plan.ticks();
  work.want_hashes = plan.want_hashes();
  work.want_results = plan.want_results();
  work.message_bytes = core.world().profile().message_bytes_max;
  work.options = core.world().ForkOptions();
  work.options.order_threads = plan.order_threads() == 0 ? 1 : static_cast<int>(plan.order_threads());
  if (auto fault = ReadFrom(desk, plan, work)) return *fault;
  for (int i = 0; i < plan.commands_size(); ++i) {
    const std::string field = absl::StrCat("plan.commands[", i, "]");
    if (auto fault = ReadCommand(core, session, plan.commands(i), field, work)) return *fault;
  }
  // Last, for it is what costs.
  if (work.from == ForkFrom::kWorld) work.snapshot = core.world().Save();
  return made;
}

}  // namespace footfall::server
