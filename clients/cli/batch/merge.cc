#include "clients/cli/batch/merge.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "absl/strings/str_cat.h"
#include "clients/cli/batch/shard.h"

namespace footfall::cli {
namespace {

// A suite, and which shard it says that it is; 0 of 0 where it says nothing.
struct Part {
  std::string file;
  JunitSuite suite;
  std::uint64_t number = 0;
  std::uint64_t count = 0;
  std::string selection;
  std::string selection_cases;  // empty: it does not say

  bool is_shard() const { return count != 0; }
};

std::uint64_t NumberOf(const JunitSuite& suite, std::string_view property) {
  const std::string* text = FindProperty(suite.properties, property);
  std::uint64_t value = 0;
  if (text != nullptr) {
    std::from_chars(text->data(), text->data() + text->size(), value);
  }
  return value <= kShardsMax ? value : 0;
}

std::vector<Part> PartsOf(std::vector<ShardReport> reports) {
  std::vector<Part> parts;
  for (ShardReport& report : reports) {
    for (JunitSuite& suite : report.suites) {
      Part part;
      part.file = report.file;
      part.number = NumberOf(suite, "shard");
      part.count = part.number == 0 ? 0 : NumberOf(suite, "shards");
      if (const std::string* selection = FindProperty(suite.properties, "selection"); selection != nullptr) {
        part.selection = *selection;
      }
      if (const std::string* cases = FindProperty(suite.properties, "selection_cases"); cases != nullptr) {
        part.selection_cases = *cases;
      }
      part.suite = std::move(suite);
      parts.push_back(std::move(part));
    }
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.number < b.number; });
  return parts;
}

class Merger {
 public:
  Merger(std::vector<Part> parts, std::optional<std::uint64_t> expected)
      : parts_(std::move(parts)), expected_(expected) {}

  Merged Run() {
    CheckSelections();
    CheckShards();
    CheckCases();
    if (faults_.empty()) {
      CheckSelectionIsWhole();
    }
    Merged merged;
    for (Part& part : parts_) {
      merged.suites.push_back(std::move(part.suite));
    }
    if (!faults_.empty()) {
      merged.suites.push_back(FaultsSuite());
    }
    merged.faults = std::move(faults_);
    return merged;
  }

 private:
  void CheckSelections() {
    const Part* first = nullptr;
    for (const Part& part : parts_) {
      if (!part.is_shard()) {
        continue;
      }
      first = first == nullptr ? &part : first;
      if (part.count != first->count) {
        faults_.push_back(absl::StrCat(part.file, ": is one of ", part.count, " shards, ", first->file,
                                       " one of ", first->count));
      } else if (part.selection != first->selection || part.selection_cases != first->selection_cases) {
        faults_.push_back(absl::StrCat(
            part.file, ": is of another selection, or dealt out by other weights, than ", first->file));
      }
    }
  }

  void CheckShards() {
    std::map<std::uint64_t, std::string> files;
    std::uint64_t count = 0;
    std::uint64_t others = 0;
    for (const Part& part : parts_) {
      if (!part.is_shard()) {
        ++others;
        continue;
      }
      count = std::max(count, part.count);
      if (const auto [at, is_new] = files.emplace(part.number, part.file); !is_new) {
        faults_.push_back(
            absl::StrCat("shard ", part.number, " is there twice: ", at->second, " and ", part.file));
      }
    }
    if (expected_.has_value() && count != 0 && count != *expected_) {
      faults_.push_back(absl::StrCat("the reports are of ", count, " shards, expected are ", *expected_));
    }
    if (expected_.has_value() && count == 0 && others != *expected_) {
      faults_.push_back(absl::StrCat("there are ", others, " reports, expected are ", *expected_));
    }
    for (std::uint64_t number = 1; number <= count; ++number) {
      if (!files.contains(number)) {
        faults_.push_back(absl::StrCat("shard ", number, " of ", count, " is missing"));
      }
    }
  }

  void CheckCases() {
    std::map<std::string, std::string> files;
    for (const Part& part : parts_) {
      for (const std::string& doubt : part.suite.doubts) {
        faults_.push_back(absl::StrCat(part.file, ": ", doubt));
      }
      for (const JunitCase& one : part.suite.cases) {
        if (const auto [at, is_new] = files.emplace(one.name, part.file); !is_new) {
          faults_.push_back(absl::StrCat(one.name, ": is in two reports: ", at->second, " and ", part.file));
        }
      }
    }
  }

  // A case that was taken out of a report is in none.
  void CheckSelectionIsWhole() {
    size_t cases = 0;
    std::string expected;
    for (const Part& part : parts_) {
      if (part.is_shard()) {
        cases += part.suite.cases.size();
        expected = part.selection_cases;
      }
    }
    if (!expected.empty() && expected != std::to_string(cases)) {
      faults_.push_back(absl::StrCat("the shards have ", cases, " cases, the selection has ", expected));
    }
  }

  JunitSuite FaultsSuite() const {
    JunitSuite suite;
    suite.name = "merge";
    suite.timestamp = parts_.empty() ? "" : parts_.front().suite.timestamp;
    for (size_t i = 0; i < faults_.size(); ++i) {
      JunitCase one;
      one.name = absl::StrCat("merge fault ", i + 1);
      one.suite = "merge";
      one.state = JunitCase::State::kError;
      one.message = faults_[i];
      suite.cases.push_back(std::move(one));
    }
    return suite;
  }

  std::vector<Part> parts_;
  std::optional<std::uint64_t> expected_;
  std::vector<std::string> faults_;
};

}  // namespace

Merged MergeReports(std::vector<ShardReport> reports, std::optional<std::uint64_t> expected) {
  return Merger(PartsOf(std::move(reports)), expected).Run();
}

}  // namespace footfall::cli
