#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "clients/hash/commands.h"
#include "clients/hash/standard_streams.h"
#include "sim/world.h"

namespace footfall::client {
namespace {

void AddRun(CLI::App& app, RunArguments& arguments, std::vector<std::string>& scenarios) {
  CLI::App* run = app.add_subcommand("run", "run a scenario; the last line is its state hash");
  run->add_option("scenario", scenarios, "scenario file (.txtpb); several with --update-hash")->required();
  run->add_option("--world", arguments.world, "pack instead of the scenario's world");
  run->add_option("--threads", arguments.threads, "host threads of the parallel phases; never change a hash")
      ->check(CLI::Range(1, sim::kHostThreadsMax));
  run->add_option("--order-threads", arguments.order_threads, "host threads of path searches; 0: none")
      ->check(CLI::Range(0, sim::kHostThreadsMax));
  run->add_option("--seed", arguments.seed, "instead of the scenario's");
  run->add_option("--profile", arguments.profile, "instead of the scenario's");
  run->add_option("--set", arguments.sets, "key=value over the profile; may be given again")
      ->take_all()
      ->expected(1)
      ->allow_extra_args(false);
  run->add_flag("--quiet", arguments.quiet, "print the hash alone");
  run->add_flag("--results", arguments.results, "print what came of each named command");
  run->add_flag("--json", arguments.json, "print one JSON object instead, which has the hash");
  run->add_option("--slow-disk", arguments.slow_disk_ms,
                  "read each tile so many ms later; never changes a hash")
      ->check(CLI::Range(0, 60000));
  run->add_option("--hashes-out", arguments.hashes_out, "file for root and leaves of every tick");
  run->add_option("--timeline", arguments.timeline, "file for what ran when, in the trace-event format");
  run->add_option("--trails", arguments.trails, "file for the ways that were found, one JSON object a line");
  run->add_option("--dump", arguments.dump, "file for all state after the last tick, one value a line");
  run->add_flag("--update-hash", arguments.update_hash, "write the golden hash into the scenario");
  run->add_option("--record", arguments.record, "file for a recording of the run (.ffrec)");
  run->add_option("--snapshot-every", arguments.snapshot_every, "ticks between snapshots in the recording")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 32));
}

void AddReplay(CLI::App& app, ReplayArguments& arguments) {
  CLI::App* replay = app.add_subcommand("replay", "replay recordings and compare every tick's hash");
  replay->add_option("recordings", arguments.recordings, "recordings (.ffrec), folders, patterns")
      ->required();
  replay->add_option("--world", arguments.world, "pack instead of the recorded one");
  replay
      ->add_option("--content-pack", arguments.content_packs,
                   "GROUP=FILE instead of a recorded content pack; may be given again")
      ->take_all()
      ->expected(1)
      ->allow_extra_args(false);
  replay->add_option("--threads", arguments.threads, "host threads of the parallel phases")
      ->check(CLI::Range(1, sim::kHostThreadsMax));
  replay->add_option("--order-threads", arguments.order_threads, "host threads of path searches; 0: none")
      ->check(CLI::Range(0, sim::kHostThreadsMax));
  replay->add_option("--from", arguments.from, "begin at the last snapshot before this tick");
  replay->add_option("--until", arguments.until, "end after this tick");
  replay->add_option("--profile-override", arguments.profile_override,
                     "another profile: hashes are not compared, outcomes are told");
  replay->add_flag("--quiet", arguments.quiet, "print the hash alone");
  replay->add_flag("--json", arguments.json, "print one JSON object a recording instead, which has the hash");
}

void AddBisect(CLI::App& app, BisectArguments& arguments) {
  CLI::App* bisect = app.add_subcommand("bisect", "name where two recordings, or one and this build, part");
  bisect->add_option("recordings", arguments.recordings, "one recording (.ffrec) or two")->required();
  bisect->add_option("--world", arguments.world, "pack instead of the recorded one");
  bisect
      ->add_option("--content-pack", arguments.content_packs,
                   "GROUP=FILE instead of a recorded content pack; may be given again")
      ->take_all()
      ->expected(1)
      ->allow_extra_args(false);
  bisect->add_option("--threads", arguments.threads, "host threads of the parallel phases")
      ->check(CLI::Range(1, sim::kHostThreadsMax));
  bisect->add_option("--order-threads", arguments.order_threads, "host threads of path searches; 0: none")
      ->check(CLI::Range(0, sim::kHostThreadsMax));
  bisect->add_flag("--quiet", arguments.quiet, "print one line");
  bisect->add_flag("--json", arguments.json, "print one JSON object");
}

void AddBuild(CLI::App& app, BuildArguments& arguments) {
  CLI::App* build = app.add_subcommand("build", "build a pack of an OBJ level");
  build->add_option("level", arguments.level, "OBJ file")->required();
  build->add_option("-o,--output", arguments.output, "pack to write (.ffnav)")->required();
  build->add_option("--materials", arguments.materials, "what the level's materials mean (.txtpb)");
  build->add_option("--annotations", arguments.annotations, "ladders, edit areas and places (.txtpb)");
  build->add_option("--up", arguments.import.up, "up axis of the file: y or z")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, nav::UpAxis>{{"y", nav::UpAxis::kY}, {"z", nav::UpAxis::kZ}}));
  build->add_option("--scale", arguments.import.scale, "metres of one unit of the file");
  build->add_flag("--recentre", arguments.import.recentre, "move the middle to the origin");
  build->add_option("--threads", arguments.threads, "host threads; never change a byte")
      ->check(CLI::Range(1, sim::kHostThreadsMax));
}

int Run(RunArguments& arguments, const std::vector<std::string>& scenarios) {
  if (scenarios.size() == 1) {
    arguments.scenario = scenarios.front();
    return RunCommand(arguments);
  }
  const bool is_own = !arguments.seed.has_value() && arguments.profile.empty() && arguments.sets.empty() &&
                      arguments.hashes_out.empty() && arguments.record.empty() &&
                      arguments.timeline.empty() && arguments.trails.empty() && arguments.dump.empty();
  if (arguments.update_hash && is_own) return UpdateHashesCommand(arguments, scenarios);
  std::fputs("footfall-hash run: several scenarios are taken with --update-hash alone\n", stderr);
  return kExitBadUsage;
}

int Main(int argc, char** argv) {
  CLI::App app(
      "Runs scenarios and builds packs without gRPC, so that builds can be compared by their hashes.",
      "footfall-hash");
  app.require_subcommand(1);
  RunArguments run;
  std::vector<std::string> scenarios;
  AddRun(app, run, scenarios);
  ReplayArguments replay;
  AddReplay(app, replay);
  BisectArguments bisect;
  AddBisect(app, bisect);
  BuildArguments build;
  AddBuild(app, build);
  std::string city_of;
  std::string city_output;
  CLI::App* city = app.add_subcommand("city", "write the city that a scenario names as a pack");
  city->add_option("scenario", city_of, "scenario file (.txtpb)")->required();
  city->add_option("-o,--output", city_output, "pack to write (.ffnav)")->required();
  std::string pack;
  bool verify = false;
  CLI::App* info = app.add_subcommand("info", "print what a pack holds");
  info->add_option("pack", pack, "pack (.ffnav)")->required();
  info->add_flag("--verify", verify, "check every tile");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitPassed : kExitBadUsage;
  }
  if (app.got_subcommand("run")) {
    return Run(run, scenarios);
  }
  if (app.got_subcommand("replay")) {
    return ReplayCommand(replay);
  }
  if (app.got_subcommand("bisect")) {
    return BisectCommand(bisect);
  }
  if (app.got_subcommand("city")) {
    return CityCommand(city_of, city_output);
  }
  return app.got_subcommand("build") ? BuildCommand(build) : InfoCommand(pack, verify);
}

}  // namespace
}  // namespace footfall::client

int main(int argc, char** argv) {
  footfall::client::HoldStandardStreams();
  return footfall::client::FinishStandardOutput("footfall-hash", footfall::client::Main(argc, argv));
}
