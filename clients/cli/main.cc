#include "clients/cli/cmd_area.h"
#include "clients/cli/cmd_bisect.h"
#include "clients/cli/cmd_bot.h"
#include "clients/cli/cmd_build.h"
#include "clients/cli/cmd_call.h"
#include "clients/cli/cmd_compare.h"
#include "clients/cli/cmd_fork.h"
#include "clients/cli/cmd_hashes.h"
#include "clients/cli/cmd_health.h"
#include "clients/cli/cmd_info.h"
#include "clients/cli/cmd_junit_merge.h"
#include "clients/cli/cmd_load.h"
#include "clients/cli/cmd_obstacle.h"
#include "clients/cli/cmd_path.h"
#include "clients/cli/cmd_profiles.h"
#include "clients/cli/cmd_query.h"
#include "clients/cli/cmd_replay.h"
#include "clients/cli/cmd_run.h"
#include "clients/cli/cmd_snapshot.h"
#include "clients/cli/cmd_sweep.h"
#include "clients/cli/cmd_test.h"
#include "clients/cli/cmd_tiles.h"
#include "clients/cli/cmd_trace.h"
#include "clients/cli/cmd_tune.h"
#include "clients/cli/cmd_upkeep.h"
#include "clients/cli/command.h"
#include "clients/hash/standard_streams.h"

namespace footfall::cli {
namespace {

std::vector<std::unique_ptr<Command>> NewCommands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(NewBuildCommand());
  commands.push_back(NewInfoCommand());
  commands.push_back(NewRunCommand());
  commands.push_back(NewReplayCommand());
  commands.push_back(NewCompareCommand());
  commands.push_back(NewTraceCommand());
  commands.push_back(NewBisectCommand());
  commands.push_back(NewTestCommand());
  commands.push_back(NewJunitMergeCommand());
  commands.push_back(NewHashesCommand());
  commands.push_back(NewSweepCommand());
  commands.push_back(NewPathCommand());
  commands.push_back(NewObstacleCommand());
  commands.push_back(NewQueryCommand());
  commands.push_back(NewTilesCommand());
  commands.push_back(NewAreaCommand());
  commands.push_back(NewUpkeepCommand());
  commands.push_back(NewTuneCommand());
  commands.push_back(NewSnapshotCommand());
  commands.push_back(NewForkCommand());
  commands.push_back(NewBotCommand());
  commands.push_back(NewLoadCommand());
  commands.push_back(NewProfilesCommand());
  commands.push_back(NewCallCommand());
  commands.push_back(NewHealthCommand());
  return commands;
}

}  // namespace
}  // namespace footfall::cli

int main(int argc, char** argv) {
  footfall::client::HoldStandardStreams();
  const int code = footfall::cli::RunCommandLine(footfall::cli::NewCommands(), argc, argv);
  return footfall::client::FinishStandardOutput("footfall", code);
}
