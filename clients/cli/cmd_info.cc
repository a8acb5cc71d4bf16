#include "clients/cli/cmd_info.h"

#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/picture.h"
#include "clients/hash/output_paths.h"
#include "nav/build/obj_export.h"
#include "nav/build/pack_report.h"
#include "nav/build/svg_export.h"
#include "nav/mesh/pack.h"

namespace footfall::cli {
namespace {

class InfoCommand final : public Command {
 public:
  std::string name() const override { return "info"; }
  std::string summary() const override { return "Print what a pack holds; draw it, export it, check it"; }

  void Declare(Flags& flags) override {
    flags.Arguments("pack", &words_, 1, "pack (.ffnav)");
    flags.Text("--svg", &svg_, "draw the mesh seen from above to this file");
    flags.Text("--obj", &obj_, "export the mesh as Wavefront OBJ to this file");
    flags.Switch("--verify", &verify_, "check every tile, and fail on seams without partner");
    flags.Json(&json_);
    flags.Quiet(&quiet_);
  }

  int Run() override {
    if (words_.size() != 1) {
      return Fail(name(),
                  absl::InvalidArgumentError(std::to_string(words_.size()) + " packs given, takes 1"));
    }
    const auto pack = nav::Pack::Open(words_.front());
    if (!pack.ok()) {
      return Fail(name(), pack.status());
    }
    if (const absl::Status status =
            client::CheckOutputs({{"--svg", svg_}, {"--obj", obj_}}, {{"the pack", words_.front()}});
        !status.ok()) {
      return Fail(name(), status);
    }
    // Reading every tile checks every tile (R29).
    const auto report = nav::ReportPack(**pack);
    if (!report.ok()) {
      return Fail(name(), report.status());
    }
    if (const absl::Status status = WritePictures(**pack); !status.ok()) {
      return Fail(name(), status);
    }
    Figures figures = FiguresOfLines(nav::PackReportText(**pack, *report));
    const bool verified = report->seam_edges_unmatched == 0;
    if (verify_) {
      figures.Add("verified", verified);
    }
    if (!quiet_) {
      figures.Print(json_);
    }
    return verify_ && !verified ? kFailed : kPassed;
  }

 private:
  absl::Status WritePictures(const nav::Pack& pack) const {
    if (svg_.empty() && obj_.empty()) {
      return absl::OkStatus();
    }
    const auto view = pack.ViewOfAll();
    if (!view.ok()) {
      return view.status();
    }
    if (!svg_.empty()) {
      if (const absl::Status status = WriteText(svg_, nav::DrawSvg(**view, {}, {})); !status.ok()) {
        return status;
      }
    }
    return obj_.empty() ? absl::OkStatus() : WriteText(obj_, nav::ExportObj(**view));
  }

  std::vector<std::string> words_;
  std::string svg_;
  std::string obj_;
  bool verify_ = false;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewInfoCommand() { return std::make_unique<InfoCommand>(); }

}  // namespace footfall::cli
