#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "nav/mesh/pack_writer.h"
#include "sim/world.h"
#include "tests/nav/hand_packs.h"

namespace footfall::sim {
namespace {

struct Ended {
  int code = -1;
  std::string output;
};

Ended RunProgram(const std::string& arguments) {
  const std::string command = std::string(FOOTFALL_BINARY_DIR) + "/bin/footfall-hash " + arguments + " 2>&1";
  Ended ended;
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char buffer[4096];
  for (size_t count = 0; (count = std::fread(buffer, 1, sizeof(buffer), pipe)) > 0;) {
    ended.output.append(buffer, count);
  }
  ended.code = WEXITSTATUS(pclose(pipe));
  return ended;
}

class Level {
 public:
  Level() {
    std::string name = (std::filesystem::temp_directory_path() / "footfall-hash-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
    REQUIRE(nav::WritePack(tests::GridWorld(10), path("yard.ffnav")).ok());
    std::ofstream(path("a.txtpb")) << "pack: \"yard.ffnav\" ticks: 5\n"
                                      "commands { tick: 1 source: 1 name: \"a\" command { submit { path {\n"
                                      "  start { x: 1 y: 1 } goal { x: 9 y: 9 } } } } }\n"
                                      "expectations { of: \"a\" outcome: NAV_OUTCOME_COMPLETE }\n";
  }
  ~Level() { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

std::string LastLine(const std::string& text) {
  const size_t before = text.rfind('\n', text.size() - 2);
  return text.substr(before == std::string::npos ? 0 : before + 1);
}

TEST_CASE("footfall-hash prints the hash as its last line, whatever the threads", "[R44][R50]") {
  const Level level;
  const Ended plain = RunProgram("run " + level.path("a.txtpb"));
  CHECK(plain.code == 0);
  const Ended quiet = RunProgram("run --quiet --threads 4 --order-threads 4 " + level.path("a.txtpb"));
  CHECK(quiet.code == 0);
  CHECK(quiet.output.size() == 17);
  CHECK(LastLine(plain.output) == quiet.output);
  const Ended json = RunProgram("run --json " + level.path("a.txtpb"));
  CHECK(json.output.rfind("{\"scenario\":\"a\"", 0) == 0);
  CHECK(json.output.find("\"hash\":\"" + quiet.output.substr(0, 16) + "\"") != std::string::npos);
  CHECK(LastLine(json.output) == json.output);  // and no second line
  CHECK(RunProgram("run --quiet --seed 7 " + level.path("a.txtpb")).output != quiet.output);
  CHECK(RunProgram("run --quiet --set path_unit_ns=251 " + level.path("a.txtpb")).output != quiet.output);
}

TEST_CASE("footfall-hash writes the hashes of all ticks, the same for each run", "[R46]") {
  const Level level;
  const auto hashes = [&](const std::string& flags, const std::string& out) {
    CHECK(
        RunProgram("run --quiet " + flags + " --hashes-out " + level.path(out) + " " + level.path("a.txtpb"))
            .code == 0);
    std::ifstream file(level.path(out));
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string one = hashes("", "one");
  CHECK(one.find("\n5 ") != std::string::npos);
  CHECK(hashes("--order-threads 3", "two") == one);
}

TEST_CASE("footfall-hash ends with 1 when a hash differs and 0 once it is updated", "[R47]") {
  const Level level;
  std::ofstream(level.path("a.txtpb"), std::ios::app)
      << "final_hashes { state_schema: " << kStateSchema << " root: \"0123456789abcdef\" }\n";
  CHECK(RunProgram("run " + level.path("a.txtpb")).code == 1);
  const Ended updated = RunProgram("run --update-hash " + level.path("a.txtpb"));
  CHECK(updated.code == 0);
  CHECK(updated.output.find("was 0123456789abcdef, now ") != std::string::npos);
  CHECK(RunProgram("run " + level.path("a.txtpb")).code == 0);
  CHECK(RunProgram("run --update-hash --seed 3 " + level.path("a.txtpb")).code == 4);
}

TEST_CASE("footfall-hash renews the hashes of many scenarios, each in its file", "[R47]") {
  const Level level;
  std::ofstream(level.path("b.txtpb")) << "pack: \"yard.ffnav\" ticks: 3 seed: 9\n";
  const std::string both = level.path("a.txtpb") + " " + level.path("b.txtpb");
  const Ended first = RunProgram("run --update-hash " + both);
  CHECK(first.code == 0);
  CHECK(first.output.find("new ") != std::string::npos);
  CHECK(std::count(first.output.begin(), first.output.end(), '\n') == 2);
  const Ended second = RunProgram("run --update-hash " + both);
  CHECK(second.code == 0);
  CHECK(second.output.find("same ") != std::string::npos);
  CHECK(second.output.find("new ") == std::string::npos);
  CHECK(RunProgram("run " + level.path("b.txtpb")).code == 0);
  CHECK(RunProgram("run " + both).code == 4);
  CHECK(RunProgram("run --update-hash --seed 3 " + both).code == 4);
  CHECK(RunProgram("run --update-hash " + both + " " + level.path("none.txtpb")).code == 4);
}

TEST_CASE("footfall-hash ends with 4 for bad usage and bad files") {
  const Level level;
  CHECK(RunProgram("").code == 4);
  CHECK(RunProgram("dance").code == 4);
  CHECK(RunProgram("run").code == 4);
  CHECK(RunProgram("run --threads 0 " + level.path("a.txtpb")).code == 4);
  CHECK(RunProgram("run " + level.path("none.txtpb")).code == 4);
  CHECK(RunProgram("run --profile none " + level.path("a.txtpb")).code == 4);
  CHECK(RunProgram("info " + level.path("a.txtpb")).code == 4);
  CHECK(RunProgram("info --verify " + level.path("yard.ffnav")).code == 0);
  CHECK(RunProgram("--help").code == 0);
}

}  // namespace
}  // namespace footfall::sim
