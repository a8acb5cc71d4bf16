#include "clients/cli/cmd_build.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <limits>

#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/level.h"
#include "clients/cli/parse.h"
#include "clients/hash/output_paths.h"
#include "nav/build/instanced_city.h"
#include "nav/build/pack_report.h"
#include "nav/build/world_builder.h"
#include "nav/mesh/pack.h"
#include "nav/mesh/pack_writer.h"
#include "nav/stream/tile_set.h"

namespace footfall::cli {
namespace {

// One line that is written over, for a terminal alone.
void ShowProgress(const nav::BuildProgress& progress) {
  std::fprintf(stderr, "\r\033[K%s %d/%d", progress.stage, progress.done, progress.total);
  if (progress.done == progress.total) {
    std::fprintf(stderr, "\r\033[K");
  }
}

class BuildCommand final : public Command {
 public:
  std::string name() const override { return "build"; }
  std::string summary() const override {
    return "Build a pack (.ffnav) of an OBJ level or of a procedural city";
  }

  void Declare(Flags& flags) override {
    constexpr float kMax = std::numeric_limits<float>::max();
    flags.Arguments("level", &words_, 0, "level geometry (.obj)");
    flags.Text("--city", &city_, "build a procedural city of TILESxTILES of 150 m instead of a level");
    flags.Switch("--instanced", &instanced_,
                 "with --city: a few blocks are built and repeated; 100x100 takes no longer than 10x10");
    flags.Seed(&seed_);
    flags.Output(&output_);
    flags.Choice("--up", &up_, {"y", "z"}, "the file's up axis; y turns (x,y,z) into (x,-z,y) [y]");
    flags.Number("--scale", &level_.import.scale, std::numeric_limits<float>::min(), kMax,
                 "metres of one unit of the file [1]");
    flags.Point("--translate", &level_.import.translate, "moves the level, m, last of all");
    flags.Switch("--recentre", &level_.import.recentre, "middle to the origin, lowest point to height 0");
    nav::BuildParams& params = level_.params;
    flags.Number("--agent-radius", &params.agent_radius, 0, kMax, "m [0.35]");
    flags.Number("--agent-height", &params.agent_height, 0, kMax, "m [1.8]");
    flags.Number("--agent-climb", &params.agent_climb, 0, kMax, "highest step that is walked, m [0.4]");
    flags.Number("--agent-slope", &params.slope_deg, 0, 90, "steepest ground walked at ease, degrees [45]");
    flags.Number("--cell", &params.cell_size, 0, kMax, "size of a voxel in X and Y, m [0.25]");
    flags.Text("--materials", &level_.materials_path, "what the level's materials mean (.txtpb)");
    flags.Text("--annotations", &level_.annotations_path,
               "ladders, edit areas, places (.txtpb) [LEVEL.annotations.txtpb where there is one]");
    flags.Text("--content-of", &content_of_,
               "build a content pack of this world (.ffnav): the level's tiles stand in for its tiles");
    flags.Integer("--group", &group_, 1, nav::TileSet::kGroupsMax,
                  "with --content-of: the content pack's group");
    flags.Threads(&threads_);
    flags.Json(&json_);
    flags.Quiet(&quiet_);
  }

  int Run() override {
    if (const absl::Status status = ReadInput(); !status.ok()) {
      return Fail(name(), status);
    }
    const absl::Status outputs =
        client::CheckOutputs({{"--output", output_}}, {{"the level", words_.empty() ? "" : words_.front()},
                                                       {"--materials", level_.materials_path},
                                                       {"--annotations", level_.annotations_path},
                                                       {"--content-of", content_of_}});
    if (!outputs.ok()) {
      return Fail(name(), outputs);
    }
    if (instanced_) {
      return RunInstanced();
    }
    const nav::BuildProgressFn progress =
        !quiet_ && isatty(STDERR_FILENO) != 0 ? ShowProgress : nav::BuildProgressFn();
    nav::WorldDraft draft;
    const absl::StatusOr<nav::BuildReport> report =
        nav::BuildWorld(level_.soup, level_.materials, level_.annotations, level_.params,
                        static_cast<int>(threads_), progress, &draft);
    if (!report.ok()) {
      return Fail(name(), report.status());
    }
    if (const absl::Status status = MakeContent(&draft); !status.ok()) {
      return Fail(name(), status);
    }
    if (const absl::Status status = nav::WritePack(draft, output_); !status.ok()) {
      return Fail(name(), status);
    }
    for (const std::string& warning : report->warnings) {
      std::fprintf(stderr, "footfall build: warning: %s\n", warning.c_str());
    }
    return quiet_ ? kPassed : Print(*report);
  }

 private:
  // A content pack passes for a part of its world: the world's build id, and its group in every tile.
  absl::Status MakeContent(nav::WorldDraft* draft) const {
    if (content_of_.empty()) {
      return absl::OkStatus();
    }
    const auto world = nav::Pack::Open(content_of_);
    if (!world.ok()) {
      return absl::Status(world.status().code(),
                          absl::StrCat("--content-of ", content_of_, ": ", world.status().message()));
    }
    draft->build_id = (*world)->build_id();
    for (nav::TileDraft& tile : draft->tiles) {
      tile.content_pack_group = static_cast<std::uint8_t>(*group_);
    }
    return absl::OkStatus();
  }

  int RunInstanced() {
    const absl::StatusOr<GridSize> size = ParseGridSize("--city", city_, 100);
    if (!size.ok()) {
      return Fail(name(), size.status());
    }
    const nav::InstancedCityParams params{seed_.value_or(1), size->width, size->height};
    const auto draft = nav::BuildInstancedCity(params, static_cast<int>(threads_));
    if (!draft.ok()) {
      return Fail(name(), draft.status());
    }
    if (const absl::Status status = nav::WritePack(*draft, output_); !status.ok()) {
      return Fail(name(), status);
    }
    if (quiet_) {
      return kPassed;
    }
    Figures figures;
    figures.Add("pack", output_);
    figures.Add("tiles", static_cast<std::int64_t>(draft->tiles.size() + draft->instances.size()));
    figures.Add("tiles_with_own_bytes", static_cast<std::int64_t>(draft->tiles.size()));
    figures.Print(json_);
    return kPassed;
  }

  absl::Status ReadInput() {
    if (instanced_ && city_.empty()) {
      return absl::InvalidArgumentError("--instanced: goes with --city alone");
    }
    if (content_of_.empty() == group_.has_value()) {
      return absl::InvalidArgumentError("--content-of and --group go together");
    }
    if (instanced_ && group_.has_value()) {
      return absl::InvalidArgumentError("--instanced: its repeated tiles cannot be a content pack");
    }
    if (words_.size() + (city_.empty() ? 0 : 1) != 1) {
      return absl::InvalidArgumentError("give one level, or --city TILESxTILES");
    }
    if (!city_.empty()) {
      const absl::StatusOr<GridSize> size = ParseGridSize("--city", city_, 100);
      if (!size.ok()) {
        return size.status();
      }
      if (!level_.materials_path.empty() || !level_.annotations_path.empty() || up_ != "y" ||
          nav::ObjImportText(level_.import) != nav::ObjImportText({})) {
        return absl::InvalidArgumentError(
            "--city: takes no --materials, --annotations, --up, --scale, --translate or --recentre");
      }
      SetDefaultOutput("city");
      if (instanced_) {
        return absl::OkStatus();
      }
      return MakeCity(*size, seed_.value_or(1), &level_);
    }
    if (seed_.has_value()) {
      return absl::InvalidArgumentError("--seed: only a city has one");
    }
    level_.import.up = up_ == "z" ? nav::UpAxis::kZ : nav::UpAxis::kY;
    SetDefaultOutput(std::filesystem::path(words_.front()).stem().string());
    return ReadLevel(words_.front(), &level_);
  }

  void SetDefaultOutput(const std::string& stem) {
    if (output_.empty()) {
      output_ = stem + ".ffnav";
    }
  }

  int Print(const nav::BuildReport& built) const {
    const auto pack = nav::Pack::Open(output_);
    if (!pack.ok()) {
      return Fail(name(), pack.status());
    }
    const auto report = nav::ReportPack(**pack);
    if (!report.ok()) {
      return Fail(name(), report.status());
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    Figures figures;
    figures.Add("pack", output_);
    figures.Add("triangles", built.triangles);
    figures.Add("walkable_cells_area_m2", built.walkable_cells_area, 1);
    figures.Add("edges_lost", built.edges_lost);
    figures.Add("warnings", static_cast<std::int64_t>(built.warnings.size()));
    figures.Add("peak_memory_mib", static_cast<double>(usage.ru_maxrss) / 1024.0, 1);
    figures.Add("content", FiguresOfLines(nav::PackReportText(**pack, *report)));
    figures.Print(json_);
    return kPassed;
  }

  std::vector<std::string> words_;
  std::string city_;
  bool instanced_ = false;
  std::optional<std::uint64_t> seed_;
  std::string output_;
  std::string up_ = "y";
  std::string content_of_;
  std::optional<std::uint64_t> group_;
  Level level_;
  std::uint64_t threads_ = 1;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewBuildCommand() { return std::make_unique<BuildCommand>(); }

}  // namespace footfall::cli
