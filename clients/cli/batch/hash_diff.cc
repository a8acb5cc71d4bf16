#include "clients/cli/batch/hash_diff.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "platform/files.h"

namespace footfall::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kEnding[] = ".hashes";
constexpr size_t kHeadLines = 2;
constexpr size_t kLineMax = 65536;  // A tick has a few dozen leaves of at most 50 characters.

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// One file of hashes, read tick by tick: a long run has a gigabyte of them.
class HashFile {
 public:
  explicit HashFile(std::string path) : path_(std::move(path)) {}

  // The two lines that say what ran.
  absl::Status ReadHead() {
    if (absl::Status status = platform::CheckInputKind(path_); !status.ok()) {
      return status;
    }
    file_.reset(std::fopen(path_.c_str(), "rb"));
    if (file_ == nullptr) {
      return absl::InvalidArgumentError(path_ + ": " + std::strerror(errno));
    }
    for (std::string* line : {&what_, &schema_}) {
      const absl::StatusOr<bool> there = Next();
      if (!there.ok() || !*there || !line_.starts_with("# ")) {
        return Fault("no file of hashes, as --hashes-out writes them");
      }
      *line = line_.substr(2);
    }
    return absl::OkStatus();
  }

  // False at the end. The line is that of the next tick.
  absl::StatusOr<bool> NextTick() {
    absl::StatusOr<bool> there = Next();
    if (!there.ok() || !*there) {
      return there;
    }
    const auto read = std::from_chars(line_.data(), line_.data() + line_.size(), tick_);
    if (read.ec != std::errc() || read.ptr == line_.data() + line_.size() || *read.ptr != ' ') {
      return Fault("a tick and its hashes are expected");
    }
    return true;
  }

  const std::string& path() const { return path_; }
  // Since the first call of NextTick.
  bool has_ticks() const { return number_ > kHeadLines + 1 || !line_.empty(); }
  const std::string& what() const { return what_; }
  const std::string& schema() const { return schema_; }
  const std::string& line() const { return line_; }
  std::uint64_t tick() const { return tick_; }

 private:
  absl::Status Fault(const std::string& what) const {
    return absl::InvalidArgumentError(absl::StrCat(path_, ":", number_, ": ", what));
  }

  absl::StatusOr<bool> Next() {
    line_.clear();
    ++number_;
    for (int c = std::fgetc(file_.get()); c != EOF; c = std::fgetc(file_.get())) {
      if (c == '\n') {
        return true;
      }
      line_.push_back(static_cast<char>(c));
      if (line_.size() > kLineMax) {
        return Fault("the line is too long");
      }
    }
    if (std::ferror(file_.get()) != 0) {
      return absl::InvalidArgumentError(path_ + ": cannot be read");
    }
    if (!line_.empty()) {
      return Fault("the file ends inside a line");
    }
    return false;
  }

  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::string what_;
  std::string schema_;
  std::string line_;
  std::uint64_t tick_ = 0;
  size_t number_ = 0;
};

// "seed 1 -> 2, world a -> b" of two "scenario NAME seed S profile P HASH world W".
std::string WhatElse(const std::string& base, const std::string& head) {
  const std::vector<std::string> before = absl::StrSplit(base, ' ');
  const std::vector<std::string> after = absl::StrSplit(head, ' ');
  // scenario NAME seed S profile P HASH world W
  constexpr std::pair<size_t, const char*> kFields[] = {
      {1, "scenario"}, {3, "seed"}, {5, "profile"}, {6, "profile hash"}, {8, "world"}};
  constexpr size_t kWords = 9;
  if (before.size() != kWords || after.size() != kWords) {
    return base == head ? "" : "ran as " + base + ", then as " + head;
  }
  std::string remark;
  for (const auto& [place, field] : kFields) {
    if (before[place] != after[place]) {
      absl::StrAppend(&remark, remark.empty() ? "" : ", ", field, " ", before[place], " -> ", after[place]);
    }
  }
  return remark;
}

// Of two lines "tick root leaf=hash leaf=hash ..." that differ.
void NameLeaf(const std::string& base, const std::string& head, HashDifference* difference) {
  const std::vector<std::string> before = absl::StrSplit(base, ' ');
  const std::vector<std::string> after = absl::StrSplit(head, ' ');
  for (size_t i = 2; i < std::max(before.size(), after.size()); ++i) {
    const std::string none = "-=-";
    const std::string& old_leaf = i < before.size() ? before[i] : none;
    const std::string& new_leaf = i < after.size() ? after[i] : none;
    if (old_leaf != new_leaf) {
      const std::string& named = i < before.size() ? old_leaf : new_leaf;
      difference->leaf = named.substr(0, named.find('='));
      difference->before = old_leaf.substr(old_leaf.find('=') + 1);
      difference->after = new_leaf.substr(new_leaf.find('=') + 1);
      return;
    }
  }
  difference->leaf = "root";
  difference->before = before.size() > 1 ? before[1] : "-";
  difference->after = after.size() > 1 ? after[1] : "-";
}

absl::StatusOr<std::set<std::string>> NamesIn(const std::string& folder) {
  std::set<std::string> names;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.ends_with(kEnding)) {
      names.insert(name);
    }
  }
  return error ? absl::StatusOr<std::set<std::string>>(
                     absl::InvalidArgumentError(folder + ": " + error.message()))
               : names;
}

}  // namespace

std::string_view WordOf(HashDifference::State state) {
  constexpr std::array<std::string_view, 5> kWords = {"same", "changed", "stale", "new", "gone"};
  return kWords[static_cast<size_t>(state)];
}

absl::StatusOr<HashDifference> DiffHashFiles(const std::string& name, const std::string& base,
                                             const std::string& head) {
  HashFile before(base);
  HashFile after(head);
  for (HashFile* file : {&before, &after}) {
    if (absl::Status status = file->ReadHead(); !status.ok()) {
      return status;
    }
  }
  HashDifference difference;
  difference.name = name;
  difference.remark = WhatElse(before.what(), after.what());
  if (before.schema() != after.schema()) {
    difference.state = HashDifference::State::kStale;
    difference.remark = before.schema() + " -> " + after.schema();
    return difference;
  }
  for (;;) {
    const absl::StatusOr<bool> more_before = before.NextTick();
    if (!more_before.ok()) {
      return more_before.status();
    }
    const absl::StatusOr<bool> more_after = after.NextTick();
    if (!more_after.ok()) {
      return more_after.status();
    }
    for (const HashFile* file : {&before, &after}) {
      // A run that was killed or found no room leaves no more: that shows nothing.
      if (!file->has_ticks()) {
        return absl::InvalidArgumentError(file->path() + ": holds no tick");
      }
    }
    if (!*more_before && !*more_after) {
      difference.state =
          difference.remark.empty() ? HashDifference::State::kSame : HashDifference::State::kChanged;
      return difference;
    }
    if (!*more_before || !*more_after) {
      difference.state = HashDifference::State::kChanged;
      difference.tick = *more_before ? before.tick() : after.tick();
      absl::StrAppend(&difference.remark, difference.remark.empty() ? "" : ", ",
                      *more_before ? "the head" : "the base", " has ended");
      return difference;
    }
    if (before.line() != after.line()) {
      difference.state = HashDifference::State::kChanged;
      difference.tick = before.tick();
      NameLeaf(before.line(), after.line(), &difference);
      return difference;
    }
  }
}

absl::StatusOr<std::vector<HashDifference>> DiffHashes(const std::string& base, const std::string& head) {
  std::error_code error;
  const bool is_folder = fs::is_directory(base, error);
  if (is_folder != fs::is_directory(head, error)) {
    return absl::InvalidArgumentError(base + " and " + head +
                                      ": two files are needed, or two folders that exist");
  }
  if (!is_folder) {
    auto difference = DiffHashFiles(fs::path(head).filename().string(), base, head);
    return difference.ok() ? absl::StatusOr<std::vector<HashDifference>>(std::vector{*std::move(difference)})
                           : difference.status();
  }
  const auto before = NamesIn(base);
  const auto after = NamesIn(head);
  if (!before.ok() || !after.ok()) {
    return before.ok() ? after.status() : before.status();
  }
  std::set<std::string> all = *before;
  all.insert(after->begin(), after->end());
  std::vector<HashDifference> differences;
  for (const std::string& file : all) {
    const std::string name = file.substr(0, file.size() - std::strlen(kEnding));
    HashDifference one;
    one.name = name;
    if (!before->contains(file)) {
      one.state = HashDifference::State::kNew;
    } else if (!after->contains(file)) {
      one.state = HashDifference::State::kGone;
    } else {
      auto both = DiffHashFiles(name, (fs::path(base) / file).string(), (fs::path(head) / file).string());
      if (!both.ok()) {
        return both.status();
      }
      one = *std::move(both);
    }
    differences.push_back(std::move(one));
  }
  return differences;
}

}  // namespace footfall::cli
