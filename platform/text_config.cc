#include "platform/text_config.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <system_error>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "platform/files.h"

namespace footfall::platform {

namespace {

namespace pb = google::protobuf;

// Gathers errors with their place; warnings (unknown fields) count as errors.
class ErrorList : public pb::io::ErrorCollector {
 public:
  ErrorList(std::string_view text, std::string_view source_name) : text_(text), source_name_(source_name) {}

  // Line and column count from 0.
  void AddError(int line, int column, const std::string& message) override {
    const std::string field = count_ < kTextConfigErrorsMax ? FieldBefore(line, column) : std::string();
    Add(line, column, field.empty() ? message : absl::StrCat("field ", field, ": ", message));
  }
  void AddWarning(int line, int column, const std::string& message) override { Add(line, column, message); }

  void Add(int line, int column, const std::string& message) {
    ++count_;
    if (count_ <= kTextConfigErrorsMax) {
      lines_.push_back(absl::StrCat(source_name_, ":", line + 1, ":", column + 1, ": ", message));
    }
  }

  bool empty() const { return count_ == 0; }

  absl::Status ToStatus() const {
    std::string text = absl::StrJoin(lines_, "\n");
    if (count_ > kTextConfigErrorsMax) {
      absl::StrAppend(&text, "\n", source_name_, ": ", count_ - kTextConfigErrorsMax, " further errors");
    }
    return absl::InvalidArgumentError(text);
  }

 private:
  // The name before the last ':' of the line up to the column: the field whose value is at fault.
  std::string FieldBefore(int line, int column) const {
    std::size_t begin = 0;
    for (; line > 0 && begin < text_.size(); --line) {
      const std::size_t end = text_.find('\n', begin);
      begin = end == std::string_view::npos ? text_.size() : end + 1;
    }
    const std::string_view before =
        text_.substr(begin).substr(0, static_cast<std::size_t>(std::max(column, 0)));
    std::size_t end = before.rfind(':');
    if (end == std::string_view::npos || before.find('\n') != std::string_view::npos) {
      return {};
    }
    while (end > 0 && absl::ascii_isspace(static_cast<unsigned char>(before[end - 1]))) {
      --end;
    }
    std::size_t start = end;
    while (start > 0 && IsNameCharacter(before[start - 1])) {
      --start;
    }
    return std::string(before.substr(start, end - start));
  }
  static bool IsNameCharacter(char c) {
    return c == '_' || absl::ascii_isalnum(static_cast<unsigned char>(c));
  }

  std::string_view text_;
  std::string source_name_;
  int count_ = 0;
  std::vector<std::string> lines_;
};

// Reports where brackets nest too deep and returns false then. The parser's own limit is set too; this one
// does not depend on which of its functions count, and covers lists and fields that the schema lacks.
bool CheckNesting(std::string_view text, ErrorList* errors) {
  int depth = 0;
  int line = 0;
  int column = 0;
  char quote = 0;
  bool in_comment = false;
  for (std::size_t i = 0; i < text.size(); ++i, ++column) {
    const char c = text[i];
    if (c == '\n') {
      ++line;
      column = -1;
      quote = 0;
      in_comment = false;
    } else if (in_comment) {
      continue;
    } else if (quote != 0) {
      if (c == '\\' && i + 1 < text.size() && text[i + 1] != '\n') {
        ++i;
        ++column;
      } else if (c == quote) {
        quote = 0;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      in_comment = true;
    } else if (c == '{' || c == '<' || c == '[') {
      if (++depth > kTextConfigNestingMax) {
        errors->Add(line, column, absl::StrCat("nested deeper than ", kTextConfigNestingMax, " levels"));
        return false;
      }
    } else if (c == '}' || c == '>' || c == ']') {
      depth = std::max(depth - 1, 0);
    }
  }
  return true;
}

// Bytes of the UTF-8 character at the front, or 0 when it is none.
std::size_t Utf8Length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) {
    return 0;
  }
  std::uint32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) {
      return 0;
    }
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return overlong || surrogate || code > 0x10FFFF ? 0 : length;
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    if (length == 0) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

// Reports values that parse but that no file of ours may hold.
class ValueCheck {
 public:
  explicit ValueCheck(ErrorList* errors) : errors_(errors) {}

  void Check(const pb::Message& message, const pb::TextFormat::ParseInfoTree* tree) {
    std::vector<const pb::FieldDescriptor*> fields;
    message.GetReflection()->ListFields(message, &fields);
    for (const pb::FieldDescriptor* field : fields) {
      const int count = field->is_repeated() ? message.GetReflection()->FieldSize(message, field) : 1;
      for (int i = 0; i < count; ++i) {
        CheckValue(message, field, field->is_repeated() ? i : -1, tree);
      }
    }
  }

 private:
  // `index` is -1 for a single field.
  void CheckValue(const pb::Message& message, const pb::FieldDescriptor* field, int index,
                  const pb::TextFormat::ParseInfoTree* tree) {
    const pb::Reflection& reflection = *message.GetReflection();
    const bool single = index < 0;
    switch (field->cpp_type()) {
      case pb::FieldDescriptor::CPPTYPE_FLOAT:
        CheckFinite(
            single ? reflection.GetFloat(message, field) : reflection.GetRepeatedFloat(message, field, index),
            field, index, tree);
        break;
      case pb::FieldDescriptor::CPPTYPE_DOUBLE:
        CheckFinite(single ? reflection.GetDouble(message, field)
                           : reflection.GetRepeatedDouble(message, field, index),
                    field, index, tree);
        break;
      case pb::FieldDescriptor::CPPTYPE_STRING: {
        const std::string text = single ? reflection.GetString(message, field)
                                        : reflection.GetRepeatedString(message, field, index);
        if (field->type() == pb::FieldDescriptor::TYPE_STRING && !IsUtf8(text)) {
          Report(field, index, tree, "the text is not UTF-8");
        }
        break;
      }
      case pb::FieldDescriptor::CPPTYPE_MESSAGE:
        Check(single ? reflection.GetMessage(message, field)
                     : reflection.GetRepeatedMessage(message, field, index),
              tree == nullptr ? nullptr : tree->GetTreeForNested(field, index));
        break;
      default:
        break;
    }
  }

  void CheckFinite(double value, const pb::FieldDescriptor* field, int index,
                   const pb::TextFormat::ParseInfoTree* tree) {
    if (!std::isfinite(value)) {
      Report(field, index, tree, absl::StrCat("the value ", value, " is not a finite number"));
    }
  }

  void Report(const pb::FieldDescriptor* field, int index, const pb::TextFormat::ParseInfoTree* tree,
              const std::string& what) {
    const pb::TextFormat::ParseLocation place =
        tree == nullptr ? pb::TextFormat::ParseLocation() : tree->GetLocation(field, index);
    errors_->Add(std::max(place.line, 0), std::max(place.column, 0),
                 absl::StrCat("field ", field->name(), ": ", what));
  }

  ErrorList* errors_;
};

void ParseInto(std::string_view text, pb::Message* out, ErrorList* errors) {
  pb::TextFormat::ParseInfoTree tree;
  pb::TextFormat::Parser parser;
  parser.SetRecursionLimit(kTextConfigNestingMax);
  parser.AllowUnknownField(true);  // The warnings that it gives are errors here.
  parser.WriteLocationsTo(&tree);
  parser.RecordErrorsTo(errors);
  pb::io::ArrayInputStream input(text.data(), static_cast<int>(text.size()));
  if (parser.Parse(&input, out)) {
    ValueCheck(errors).Check(*out, &tree);
  } else if (errors->empty()) {
    errors->Add(0, 0, "the text cannot be parsed");
  }
}

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

absl::Status FileError(const std::string& path, int error) {
  const std::string text = absl::StrCat(path, ": ", std::generic_category().message(error));
  if (error == ENOENT || error == ENOTDIR) {
    return absl::NotFoundError(text);
  }
  return error == EACCES ? absl::PermissionDeniedError(text) : absl::InvalidArgumentError(text);
}

}  // namespace

absl::Status ParseTextConfig(std::string_view text, std::string_view source_name, pb::Message* out) {
  out->Clear();
  if (text.size() > kTextConfigBytesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat(std::string(source_name), ": larger than the limit of ", kTextConfigBytesMax, " bytes"));
  }
  ErrorList errors(text, source_name);
  if (CheckNesting(text, &errors)) {
    ParseInto(text, out, &errors);
  }
  if (errors.empty()) {
    return absl::OkStatus();
  }
  out->Clear();
  return errors.ToStatus();
}

absl::Status LoadTextConfig(const std::string& path, pb::Message* out) {
  out->Clear();
  if (absl::Status status = CheckInputKind(path); !status.ok()) {
    return status;
  }
  const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    return FileError(path, errno);
  }
  std::string text;
  char buffer[65536];
  while (text.size() <= kTextConfigBytesMax) {
    const std::size_t count = std::fread(buffer, 1, sizeof(buffer), file.get());
    text.append(buffer, count);
    if (count < sizeof(buffer)) {
      break;
    }
  }
  if (std::ferror(file.get()) != 0) {
    return FileError(path, errno);
  }
  return ParseTextConfig(text, path, out);
}

}  // namespace footfall::platform
