#ifndef FOOTFALL_CLIENTS_CLI_BATCH_XML_READER_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_XML_READER_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace footfall::cli {

// One thing in an XML text. An empty element gives kOpen and kClose.
struct XmlEvent {
  enum class Kind { kOpen, kClose, kText, kEnd };
  Kind kind = Kind::kEnd;
  std::string name;  // of the element that opens or closes
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;

  // The attribute's value, or nothing of it.
  std::string_view Attribute(std::string_view attribute) const;
};

// Reads as much of XML 1.0 as test reports are made of, one event after the other: elements, attributes,
// text, CDATA, the five entities and numeric ones. Comments and processing instructions are passed over. A
// document type, and so entities of its own, is refused, as is nesting below kXmlNestingMax. INVALID_ARGUMENT
// names the line.
class XmlReader {
 public:
  static constexpr size_t kXmlNestingMax = 64;

  // `text` is not owned and outlives the reader.
  explicit XmlReader(std::string_view text) : text_(text) {}

  // kEnd at the end of the text, again and again. What stands behind the root element and is no comment,
  // instruction or blank is an error.
  absl::StatusOr<XmlEvent> Next();

 private:
  absl::Status Fault(std::string_view what) const;
  bool Takes(std::string_view word);
  // Passes over all up to and with `word`.
  bool TakesTo(std::string_view word);
  void TakeBlanks();
  std::string_view TakeName();
  absl::StatusOr<std::string> Unescaped(std::string_view raw) const;
  absl::StatusOr<XmlEvent> TakeElement();
  absl::StatusOr<XmlEvent> TakeClose(std::string name);
  absl::StatusOr<XmlEvent> TakeEnd();
  absl::Status TakeAttribute(XmlEvent* event);

  std::string_view text_;
  size_t at_ = 0;
  bool begun_ = false;
  bool closes_ = false;  // the element that opened last was empty
  std::vector<std::string> open_;
};

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_XML_READER_H_
