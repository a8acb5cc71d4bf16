// What a batch runs and how it is dealt out to machines.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "clients/cli/batch/files.h"
#include "clients/cli/batch/selection.h"
#include "clients/cli/batch/shard.h"
#include "platform/random.h"

namespace footfall::cli {
namespace {

using Names = std::vector<std::string>;

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "footfall-batch-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
    for (const char* file : {"b/two.txtpb", "b/one.txtpb", "b/level.annotations.txtpb", "b/.hidden.txtpb",
                             "b/deep/three.ffrec", "b/note.md", "a.txtpb", "[x].txtpb"}) {
      std::filesystem::create_directories((path_ / file).parent_path());
      std::ofstream(path_ / file) << "";
    }
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  // Without the folder in front.
  Names Found(const Names& paths) const {
    Names full;
    for (const std::string& path : paths) {
      full.push_back((path_ / path).string());
    }
    const auto found = FindCases(full);
    REQUIRE(found.ok());
    Names names;
    for (const std::string& path : *found) {
      names.push_back(path.substr(path_.string().size() + 1));
    }
    return names;
  }

 private:
  std::filesystem::path path_;
};

TEST_CASE("folders give scenarios and recordings, sorted, and no file comes twice") {
  const Folder folder;
  CHECK(folder.Found({"b"}) == Names{"b/deep/three.ffrec", "b/one.txtpb", "b/two.txtpb"});
  CHECK(folder.Found({"b/two.txtpb", "b/./one.txtpb", "b//two.txtpb", "b"}) ==
        Names{"b/two.txtpb", "b/one.txtpb", "b/deep/three.ffrec"});
  CHECK(folder.Found({"b/note.md"}) == Names{"b/note.md"});
  CHECK(KindOf("b/deep/three.ffrec") == CaseKind::kRecording);
  CHECK(KindOf("a.txtpb") == CaseKind::kScenario);
}

TEST_CASE("globs give what they match, and nothing where they match nothing") {
  const Folder folder;
  CHECK(folder.Found({"b/t*.txtpb"}) == Names{"b/two.txtpb"});
  CHECK(folder.Found({"b/d*"}) == Names{"b/deep/three.ffrec"});
  CHECK(folder.Found({"c/*.txtpb"}).empty());
  // A file of that very name comes first.
  CHECK(folder.Found({"[x].txtpb"}) == Names{"[x].txtpb"});
  CHECK(absl::IsNotFound(FindCases({folder / "none.txtpb"}).status()));
}

TEST_CASE("filters are globs, parts of the path or expressions") {
  const Names all = {"s/a_ps3.txtpb", "s/b.txtpb", "t/b_ps3.ffrec"};
  const auto kept = [&](const Names& any_of, const Names& none_of) {
    const auto names = Filtered(all, {any_of, none_of});
    REQUIRE(names.ok());
    return *names;
  };
  CHECK(kept({}, {}) == all);
  CHECK(kept({"ps3"}, {}) == Names{all[0], all[2]});
  CHECK(kept({"s/*"}, {}) == Names{all[0], all[1]});
  CHECK(kept({"b*"}, {}) == Names{all[1], all[2]});
  CHECK(kept({"re:^s/[ab]\\."}, {}) == Names{all[1]});
  CHECK(kept({"b.txtpb", "*.ffrec"}, {}) == Names{all[1], all[2]});
  CHECK(kept({"ps3"}, {"t/*"}) == Names{all[0]});
  CHECK(kept({"none"}, {}).empty());
  CHECK(Filtered(all, {{"re:("}, {}}).status().message().find("is no regular expression") !=
        absl::string_view::npos);
}

TEST_CASE("a shard is I of N, from 1 on") {
  CHECK(*ParseShard("1/1") == Shard{1, 1});
  CHECK(*ParseShard("8/8") == Shard{8, 8});
  for (const char* text :
       {"", "1", "0/4", "5/4", "1/0", "-1/4", "1/4/2", "a/b", "1/999999999", " 1/4", "/"}) {
    CAPTURE(text);
    CHECK(!ParseShard(text).ok());
  }
}

TEST_CASE("all shards together run everything exactly once, and none has much more than its share") {
  platform::RandomStream random(7, platform::RandomPurpose::kTest, 0, 0);
  for (int round = 0; round < 300; ++round) {
    const auto cases_count = size_t{random.NextBelow(61)};
    const auto count = random.NextBelow(20) + 1;
    Names cases;
    Weights weights;
    for (size_t i = 0; i < cases_count; ++i) {
      cases.push_back("case " + std::to_string(i * 7919 % 101));
      if (random.NextBelow(4) != 0) {
        weights[cases.back()] = random.NextBelow(5000) + 1;
      }
    }
    const Dealt dealt = Deal(cases, weights, count);
    CAPTURE(round, cases_count, count);
    REQUIRE(dealt.shards.size() == cases_count);
    std::vector<std::uint64_t> loads(count);
    std::uint64_t heaviest = 0;
    std::uint64_t total = 0;
    for (size_t i = 0; i < cases_count; ++i) {
      REQUIRE(dealt.shards[i] >= 1);
      REQUIRE(dealt.shards[i] <= count);
      loads[dealt.shards[i] - 1] += dealt.weights[i];
      heaviest = std::max(heaviest, dealt.weights[i]);
      total += dealt.weights[i];
    }
    // Longest first: never above the average by more than one case.
    CHECK(*std::max_element(loads.begin(), loads.end()) <= total / count + heaviest);

    // Another order of the same names deals out the same.
    Names turned(cases.rbegin(), cases.rend());
    const Dealt again = Deal(turned, weights, count);
    for (size_t i = 0; i < cases_count; ++i) {
      REQUIRE(again.shards[cases_count - 1 - i] == dealt.shards[i]);
    }
    CHECK(SelectionHash(cases, dealt) == SelectionHash(turned, again));
  }
}

TEST_CASE("the longest goes first, and what nobody knows weighs as the middle one") {
  const Dealt dealt = Deal({"a", "b", "c", "d"}, {{"a", 5}, {"b", 100}, {"d", 30}}, 2);
  CHECK(dealt.weights == std::vector<std::uint64_t>{5, 100, 30, 30});
  CHECK(dealt.longest_first == std::vector<size_t>{1, 2, 3, 0});
  CHECK(dealt.shards == std::vector<std::uint32_t>{2, 1, 2, 2});
  CHECK(SelectionHash({"a", "b"}, Deal({"a", "b"}, {}, 2)) !=
        SelectionHash({"a", "b"}, Deal({"a", "b"}, {{"a", 9}}, 2)));
}

TEST_CASE("weights are the times of what ran") {
  JunitCase ran;
  ran.name = "ran";
  ran.state = JunitCase::State::kPassed;
  ran.seconds = 1.5;
  JunitCase quick = ran;
  quick.name = "quick";
  quick.seconds = 0;
  JunitCase not_run;
  not_run.name = "not run";
  JunitSuite suite;
  suite.cases = {ran, quick, not_run};
  CHECK(WeightsOf({suite}) == Weights{{"ran", 1500}, {"quick", 1}});
}

using Variables = std::map<std::string, std::string>;

absl::StatusOr<Shard> Auto(const Variables& variables, std::optional<std::uint64_t> total = std::nullopt) {
  return ShardFromEnvironment(
      [&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional<std::string>(found->second);
      },
      total);
}

Variables Slurm(const char* id, const char* min, const char* max, const char* count, const char* step) {
  return {{"SLURM_ARRAY_TASK_ID", id},
          {"SLURM_ARRAY_TASK_MIN", min},
          {"SLURM_ARRAY_TASK_MAX", max},
          {"SLURM_ARRAY_TASK_COUNT", count},
          {"SLURM_ARRAY_TASK_STEP", step}};
}

TEST_CASE("each system's shard is found with its base and its total", "[R53]") {
  CHECK(*Auto(Slurm("0", "0", "3", "4", "1")) == Shard{1, 4});
  CHECK(*Auto(Slurm("7", "1", "9", "5", "2")) == Shard{4, 5});
  CHECK(*Auto({{"JOB_COMPLETION_INDEX", "0"}}, 5) == Shard{1, 5});
  CHECK(*Auto({{"JOB_COMPLETION_INDEX", "4"}, {"FOOTFALL_SHARDS", "5"}}) == Shard{5, 5});
  CHECK(*Auto({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "3"}}) == Shard{1, 3});
  CHECK(*Auto({{"CI_NODE_TOTAL", "1"}}) == Shard{1, 1});
  CHECK(*Auto({{"CIRCLE_NODE_INDEX", "2"}, {"CIRCLE_NODE_TOTAL", "3"}}) == Shard{3, 3});
  CHECK(*Auto({{"BUILDKITE_PARALLEL_JOB", "0"}, {"BUILDKITE_PARALLEL_JOB_COUNT", "3"}}) == Shard{1, 3});
  CHECK(*Auto({{"SYSTEM_JOBPOSITIONINPHASE", "3"}, {"SYSTEM_TOTALJOBSINPHASE", "3"}}) == Shard{3, 3});
  CHECK(*Auto({{"SEMAPHORE_JOB_INDEX", "1"}, {"SEMAPHORE_JOB_COUNT", "2"}}) == Shard{1, 2});
  CHECK(*Auto({{"BITBUCKET_PARALLEL_STEP", "1"}, {"BITBUCKET_PARALLEL_STEP_COUNT", "2"}}) == Shard{2, 2});
  CHECK(*Auto({{"AWS_BATCH_JOB_ARRAY_INDEX", "0"}, {"AWS_BATCH_JOB_ARRAY_SIZE", "2"}}) == Shard{1, 2});
  CHECK(*Auto({{"CIRCLE_NODE_INDEX", "2"}, {"CIRCLE_NODE_TOTAL", "3"}}, 3) == Shard{3, 3});
}

TEST_CASE("a shard that cannot be known is an error that says why", "[R53]") {
  const auto says = [](const absl::StatusOr<Shard>& shard, const char* what) {
    CAPTURE(shard.status().message());
    CHECK(absl::IsInvalidArgument(shard.status()));
    CHECK(shard.status().message().find(what) != absl::string_view::npos);
  };
  says(Auto({}), "no variable of Slurm, Kubernetes or a CI system is set");
  says(Auto({{"JOB_COMPLETION_INDEX", "0"}}), "does not say of how many; give --shards N or FOOTFALL_SHARDS");
  says(Auto({{"JOB_COMPLETION_INDEX", "5"}}, 5), "JOB_COMPLETION_INDEX is number 6 of 5");
  says(Auto({{"CIRCLE_NODE_INDEX", "0"}}), "CIRCLE_NODE_TOTAL is not set");
  says(Auto({{"CIRCLE_NODE_INDEX", "x"}, {"CIRCLE_NODE_TOTAL", "3"}}), "CIRCLE_NODE_INDEX: 'x'");
  says(Auto({{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "3"}}), "CI_NODE_INDEX: '0'");
  says(Auto({{"CI_NODE_INDEX", "1"},
             {"CI_NODE_TOTAL", "3"},
             {"CIRCLE_NODE_INDEX", "0"},
             {"CIRCLE_NODE_TOTAL", "3"}}),
       "two systems speak: GitLab (CI_NODE_INDEX) and CircleCI (CIRCLE_NODE_INDEX)");
  says(Auto({{"CIRCLE_NODE_INDEX", "2"}, {"CIRCLE_NODE_TOTAL", "3"}}, 4),
       "CIRCLE_NODE_TOTAL is 3, --shards or");
  // Tasks 1, 3 and 7; then a job that was put in again for one task of a stepped array.
  says(Auto(Slurm("3", "1", "7", "3", "1")), "a list with gaps");
  says(Auto(Slurm("4", "1", "9", "5", "2")), "a list with gaps");
  Variables no_count = Slurm("0", "0", "3", "4", "1");
  no_count.erase("SLURM_ARRAY_TASK_COUNT");
  says(Auto(no_count), "SLURM_ARRAY_TASK_COUNT is not set");
}

TEST_CASE("names of files are plain, and two cases never share one") {
  CHECK(FlatNames({"a/b.txtpb", "a_b.txtpb", "../c d.txtpb", ".x"}) ==
        Names{"a_b.txtpb", "a_b.txtpb-2", "_.._c_d.txtpb", "_.x"});
  CHECK(ShellWord("a/b.txtpb") == "a/b.txtpb");
  CHECK(ShellWord("it's") == "'it'\\''s'");
  CHECK(ShellWord("") == "''");
}

}  // namespace
}  // namespace footfall::cli
