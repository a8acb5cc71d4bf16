#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>
#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "footfall/config/v1/scenario.pb.h"
#include "platform/files.h"
#include "platform/state_hash.h"
#include "platform/text_config.h"
#include "sim/golden_hash.h"

namespace footfall::sim {

namespace {

namespace pb = google::protobuf;
namespace config = footfall::config::v1;

constexpr int kTab = 8;  // protobuf counts a tab up to the next multiple of it

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

absl::Status FileError(const std::string& path, int error) {
  const std::string text = absl::StrCat(path, ": ", std::generic_category().message(error));
  if (error == ENOENT || error == ENOTDIR) {
    return absl::NotFoundError(text);
  }
  return error == EACCES ? absl::PermissionDeniedError(text) : absl::InvalidArgumentError(text);
}

// The offset of a line and column, both from 0.
size_t OffsetOf(const std::string& text, int line, int column) {
  size_t at = 0;
  for (; line > 0 && at < text.size(); --line) {
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  for (int here = 0; here < column && at < text.size(); ++at) {
    here += text[at] == '\t' ? kTab - here % kTab : 1;
  }
  return at;
}

// Replaces what stands behind the colon of the field that begins at `at` by `value`: a quoted text, or what
// reaches to a space or bracket.
void ReplaceValue(size_t at, const std::string& value, std::string& text) {
  size_t begin = std::min(text.find(':', at), text.size() - 1) + 1;
  begin = std::min(text.find_first_not_of(" \t\r\n", begin), text.size());
  size_t end = begin;
  if (end < text.size() && (text[end] == '"' || text[end] == '\'')) {
    end = std::min(text.find(text[end], end + 1), text.size() - 1) + 1;
  } else {
    end = std::min(text.find_first_of(" \t\r\n,;}>#", begin), text.size());
  }
  text.replace(begin, end - begin, value);
}

std::string LeavesText(const GoldenHash& golden) {
  return absl::StrJoin(golden.leaves, " ", [](std::string* out, const GoldenHash::Leaf& leaf) {
    absl::StrAppend(out, leaf.subsystem, "=", platform::HashText(leaf.hash));
  });
}

std::string Quoted(const std::string& text) { return absl::StrCat("\"", text, "\""); }

// Changes entry `index` in the text. Fields are changed from the back, so that offsets in front stay.
void RewriteEntry(const pb::TextFormat::ParseInfoTree& tree, int index, const GoldenHash& golden,
                  std::string& text) {
  const pb::FieldDescriptor* entries = config::Scenario::descriptor()->FindFieldByName("final_hashes");
  const pb::TextFormat::ParseInfoTree* entry = tree.GetTreeForNested(entries, index);
  const pb::Descriptor* type = config::GoldenHash::descriptor();
  std::map<size_t, std::string> values;  // by the offset of the field
  const auto set = [&](const char* field, const std::string& value) {
    const pb::TextFormat::ParseLocation place = entry->GetLocation(type->FindFieldByName(field), -1);
    if (place.line >= 0) {
      values[OffsetOf(text, place.line, place.column)] = value;
    }
    return place.line >= 0;
  };
  set("state_schema", absl::StrCat(golden.state_schema));
  const bool has_leaves = set("leaves", Quoted(LeavesText(golden)));
  set("root", Quoted(platform::HashText(golden.root)) +
                  (has_leaves ? std::string() : absl::StrCat(" leaves: ", Quoted(LeavesText(golden)))));
  for (auto value = values.rbegin(); value != values.rend(); ++value) {
    ReplaceValue(value->first, value->second, text);
  }
}

void AppendEntry(const GoldenHash& golden, std::string& text) {
  if (!text.empty() && text.back() != '\n') {
    text += '\n';
  }
  absl::StrAppend(&text, "final_hashes {\n  state_schema: ", golden.state_schema,
                  "\n  root: ", Quoted(platform::HashText(golden.root)),
                  "\n  leaves: ", Quoted(LeavesText(golden)), "\n}\n");
}

// The entry to change; -1 when one has to be added.
int EntryFor(const config::Scenario& scenario, uint32_t state_schema) {
  for (int i = 0; i < scenario.final_hashes_size(); ++i) {
    if (scenario.final_hashes(i).state_schema() == state_schema) {
      return i;
    }
  }
  return scenario.final_hashes_size() > 0 ? 0 : -1;
}

}  // namespace

absl::StatusOr<std::string> ReadScenarioText(const std::string& path) {
  if (absl::Status status = platform::CheckInputKind(path); !status.ok()) {
    return status;
  }
  const File file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    return FileError(path, errno);
  }
  std::string text;
  char buffer[65536];
  while (text.size() <= platform::kTextConfigBytesMax) {
    const size_t count = std::fread(buffer, 1, sizeof(buffer), file.get());
    text.append(buffer, count);
    if (count < sizeof(buffer)) {
      break;
    }
  }
  if (std::ferror(file.get()) != 0) {
    return FileError(path, errno);
  }
  return text;  // what is too long is refused by the text loader
}

absl::StatusOr<std::string> WithGoldenHash(const std::string& text, const std::string& file,
                                           const GoldenHash& golden) {
  config::Scenario wanted;
  if (absl::Status status = platform::ParseTextConfig(text, file, &wanted); !status.ok()) {
    return status;
  }
  const int index = EntryFor(wanted, golden.state_schema);
  std::string changed = text;
  if (index < 0) {
    AppendEntry(golden, changed);
  } else {
    pb::TextFormat::ParseInfoTree tree;
    pb::TextFormat::Parser parser;
    parser.SetRecursionLimit(platform::kTextConfigNestingMax);
    parser.WriteLocationsTo(&tree);
    config::Scenario same;
    pb::io::ArrayInputStream input(text.data(), static_cast<int>(text.size()));
    parser.Parse(&input, &same);
    RewriteEntry(tree, index, golden, changed);
  }

  // Whatever the layout was: the new text must say the same but for the hash.
  config::GoldenHash* entry = index < 0 ? wanted.add_final_hashes() : wanted.mutable_final_hashes(index);
  entry->set_state_schema(golden.state_schema);
  entry->set_root(platform::HashText(golden.root));
  entry->set_leaves(LeavesText(golden));
  config::Scenario said;
  if (!platform::ParseTextConfig(changed, file, &said).ok() ||
      !pb::util::MessageDifferencer::Equals(said, wanted)) {
    return absl::InvalidArgumentError(absl::StrCat(
        file,
        ": final_hashes is laid out in a way that cannot be rewritten; write an entry as final_hashes "
        "{ state_schema: ",
        golden.state_schema, " root: ", Quoted(platform::HashText(golden.root)), " }"));
  }
  return changed;
}

absl::Status UpdateHash(const std::string& path, const GoldenHash& golden) {
  const absl::StatusOr<std::string> text = ReadScenarioText(path);
  if (!text.ok()) {
    return text.status();
  }
  const absl::StatusOr<std::string> changed = WithGoldenHash(*text, path, golden);
  if (!changed.ok()) {
    return changed.status();
  }
  return platform::ReplaceFile(path, *changed);
}

}  // namespace footfall::sim
