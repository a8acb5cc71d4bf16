#include "clients/cli/batch/xml_reader.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace footfall::cli {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

void AppendUtf8(std::uint32_t code, std::string* out) {
  const auto byte = [&](std::uint32_t value) { out->push_back(static_cast<char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | (code >> 6));
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | (code >> 12));
    byte(0x80 | ((code >> 6) & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | (code >> 18));
    byte(0x80 | ((code >> 12) & 0x3F));
    byte(0x80 | ((code >> 6) & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

// The character of "amp", "#10", "#x1F": false for what is none.
bool AppendEntity(std::string_view name, std::string* out) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [known, character] : kNamed) {
    if (name == known) {
      out->push_back(character);
      return true;
    }
  }
  if (name.size() < 2 || name.front() != '#') {
    return false;
  }
  const bool is_hex = name[1] == 'x';
  const std::string_view digits = name.substr(is_hex ? 2 : 1);
  std::uint32_t code = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hex ? 16 : 10);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || code == 0 || code > 0x10FFFF) {
    return false;
  }
  AppendUtf8(code, out);
  return true;
}

}  // namespace

std::string_view XmlEvent::Attribute(std::string_view attribute) const {
  for (const auto& [known, value] : attributes) {
    if (known == attribute) {
      return value;
    }
  }
  return {};
}

absl::Status XmlReader::Fault(std::string_view what) const {
  const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n') + 1;
  return absl::InvalidArgumentError("line " + std::to_string(line) + ": " + std::string(what));
}

bool XmlReader::Takes(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) {
    return false;
  }
  at_ += word.size();
  return true;
}

bool XmlReader::TakesTo(std::string_view word) {
  const size_t found = text_.find(word, at_);
  at_ = found == std::string_view::npos ? text_.size() : found + word.size();
  return found != std::string_view::npos;
}

void XmlReader::TakeBlanks() {
  while (at_ < text_.size() && IsBlank(text_[at_])) {
    ++at_;
  }
}

std::string_view XmlReader::TakeName() {
  const size_t begin = at_;
  while (at_ < text_.size() && IsNameByte(text_[at_])) {
    ++at_;
  }
  return text_.substr(begin, at_ - begin);
}

absl::StatusOr<std::string> XmlReader::Unescaped(std::string_view raw) const {
  std::string out;
  while (!raw.empty()) {
    const size_t entity = std::min(raw.find('&'), raw.size());
    out += raw.substr(0, entity);
    raw.remove_prefix(entity);
    if (raw.empty()) {
      break;
    }
    const size_t end = raw.find(';');
    if (end == std::string_view::npos || !AppendEntity(raw.substr(1, end - 1), &out)) {
      return Fault("'" + std::string(raw.substr(0, 12)) + "' is no entity of XML");
    }
    raw.remove_prefix(end + 1);
  }
  return out;
}

absl::Status XmlReader::TakeAttribute(XmlEvent* event) {
  const std::string name(TakeName());
  TakeBlanks();
  if (name.empty() || !Takes("=")) {
    return Fault("an attribute with its value in quotes is expected in <" + event->name + ">");
  }
  TakeBlanks();
  const char quote = at_ < text_.size() ? text_[at_] : '\0';
  const size_t end = text_.find(quote, at_ + 1);
  if ((quote != '"' && quote != '\'') || end == std::string_view::npos) {
    return Fault("the value of " + name + " has no quotes around it");
  }
  absl::StatusOr<std::string> value = Unescaped(text_.substr(at_ + 1, end - at_ - 1));
  if (!value.ok()) {
    return value.status();
  }
  at_ = end + 1;
  event->attributes.emplace_back(name, *std::move(value));
  return absl::OkStatus();
}

absl::StatusOr<XmlEvent> XmlReader::TakeElement() {
  XmlEvent event;
  event.kind = XmlEvent::Kind::kOpen;
  event.name = TakeName();
  if (event.name.empty()) {
    return Fault("a name is expected behind '<'");
  }
  if (open_.size() >= kXmlNestingMax) {
    return Fault("elements are nested deeper than " + std::to_string(kXmlNestingMax));
  }
  for (TakeBlanks(); !Takes(">"); TakeBlanks()) {
    if (Takes("/>")) {
      closes_ = true;
      break;
    }
    if (at_ >= text_.size()) {
      return Fault("the text ends inside <" + event.name + ">");
    }
    if (absl::Status status = TakeAttribute(&event); !status.ok()) {
      return status;
    }
  }
  open_.push_back(event.name);
  return event;
}

absl::StatusOr<XmlEvent> XmlReader::TakeClose(std::string name) {
  if (open_.empty() || open_.back() != name) {
    return Fault("</" + name + "> closes nothing that is open");
  }
  open_.pop_back();
  XmlEvent event;
  event.kind = XmlEvent::Kind::kClose;
  event.name = std::move(name);
  return event;
}

absl::StatusOr<XmlEvent> XmlReader::TakeEnd() {
  for (TakeBlanks(); at_ < text_.size(); TakeBlanks()) {
    const bool is_comment = Takes("<!--");
    if (!is_comment && !Takes("<?")) {
      return Fault("there is more behind the end of the first element: are these two reports in one file?");
    }
    if (!TakesTo(is_comment ? "-->" : "?>")) {
      return Fault("the text ends inside a comment or an instruction");
    }
  }
  return XmlEvent();
}

absl::StatusOr<XmlEvent> XmlReader::Next() {
  if (closes_) {
    closes_ = false;
    return TakeClose(open_.back());
  }
  if (begun_ && open_.empty()) {
    return TakeEnd();
  }
  while (at_ < text_.size()) {
    if (text_[at_] != '<') {
      const size_t end = std::min(text_.find('<', at_), text_.size());
      absl::StatusOr<std::string> text = Unescaped(text_.substr(at_, end - at_));
      if (!text.ok()) {
        return text.status();
      }
      at_ = end;
      if (open_.empty()) {
        if (!std::all_of(text->begin(), text->end(), IsBlank) && !text->starts_with("\xEF\xBB\xBF")) {
          return Fault("text before the first element: this is no XML");
        }
        continue;
      }
      XmlEvent event;
      event.kind = XmlEvent::Kind::kText;
      event.text = *std::move(text);
      return event;
    }
    const bool is_comment = Takes("<!--");
    if (is_comment || Takes("<?")) {
      if (!TakesTo(is_comment ? "-->" : "?>")) {
        return Fault("the text ends inside a comment or an instruction");
      }
      continue;
    }
    if (Takes("<![CDATA[")) {
      const size_t begin = at_;
      if (!TakesTo("]]>") || open_.empty()) {
        return Fault("the text ends inside CDATA");
      }
      XmlEvent event;
      event.kind = XmlEvent::Kind::kText;
      event.text = text_.substr(begin, at_ - 3 - begin);
      return event;
    }
    if (Takes("<!")) {
      return Fault("a document type is not read");
    }
    if (Takes("</")) {
      const std::string name(TakeName());
      TakeBlanks();
      return Takes(">") ? TakeClose(name) : Fault("'>' is expected behind </" + name);
    }
    if (Takes("<")) {
      begun_ = true;
      return TakeElement();
    }
  }
  return Fault(open_.empty() ? "there is no element" : "the text ends inside <" + open_.back() + ">");
}

}  // namespace footfall::cli
