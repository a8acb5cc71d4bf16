#include "clients/cli/junit.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace footfall::cli {
namespace {

// Length of the UTF-8 character at the front that XML 1.0 may hold, or 0.
size_t CharacterLength(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  const size_t length = first < 0x80   ? 1
                        : first < 0xC2 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                        : first < 0xF5 ? 4
                                       : 0;
  std::uint32_t code = length == 1 ? first : first & (0x7FU >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) {
      return 0;
    }
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool forbidden =
      (code >= 0xD800 && code <= 0xDFFF) || code == 0xFFFE || code == 0xFFFF || code > 0x10FFFF;
  return overlong || forbidden ? 0 : length;
}

std::string Escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t length = CharacterLength(text);
    const char first = text.front();
    if (length == 0) {
      out += '?';
    } else if (length > 1) {
      out += text.substr(0, length);
    } else if (first == '&') {
      out += "&amp;";
    } else if (first == '<') {
      out += "&lt;";
    } else if (first == '>') {
      out += "&gt;";
    } else if (first == '"') {
      out += "&quot;";
    } else if (static_cast<unsigned char>(first) >= 0x20 || first == '\n' || first == '\t') {
      out += first;
    }
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return out;
}

std::string Attribute(const char* name, std::string_view value) {
  return std::string(" ") + name + "=\"" + Escaped(value) + "\"";
}

std::string SecondsText(double seconds) {
  // The program never sets a locale, so the decimal sign is a dot.
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f", seconds);
  return text;
}

// The counts that testsuites and testsuite carry alike.
std::string Counts(const std::vector<JunitCase>& cases, const std::string& timestamp) {
  const auto count = [&](JunitCase::State state) {
    return std::count_if(cases.begin(), cases.end(),
                         [&](const JunitCase& one) { return one.state == state; });
  };
  double seconds = 0;
  for (const JunitCase& one : cases) {
    seconds += one.seconds;
  }
  return Attribute("name", "footfall") + Attribute("tests", std::to_string(cases.size())) +
         Attribute("failures", std::to_string(count(JunitCase::State::kFailed))) +
         Attribute("errors",
                   std::to_string(count(JunitCase::State::kError) + count(JunitCase::State::kNotRun))) +
         Attribute("skipped", "0") + Attribute("time", SecondsText(seconds)) +
         Attribute("timestamp", timestamp);
}

std::string CaseXml(const JunitCase& one) {
  std::string xml = "    <testcase" + Attribute("name", one.name) + Attribute("classname", one.suite) +
                    Attribute("time", SecondsText(one.seconds)) + ">\n";
  if (!one.properties.empty()) {
    xml += "      <properties>\n";
    for (const auto& [name, value] : one.properties) {
      xml += "        <property" + Attribute("name", name) + Attribute("value", value) + "/>\n";
    }
    xml += "      </properties>\n";
  }
  if (one.state == JunitCase::State::kFailed) {
    xml += "      <failure" + Attribute("message", one.message) + "/>\n";
  } else if (one.state == JunitCase::State::kError) {
    xml += "      <error" + Attribute("message", one.message) + "/>\n";
  } else if (one.state == JunitCase::State::kNotRun) {
    xml += "      <error" + Attribute("message", "has not ended") + "/>\n";
  }
  if (!one.output.empty()) {
    xml += "      <system-out>" + Escaped(one.output) + "</system-out>\n";
  }
  return xml + "    </testcase>\n";
}

}  // namespace

std::string JunitXml(const std::vector<JunitCase>& cases, const std::string& timestamp) {
  const std::string counts = Counts(cases, timestamp);
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + ">\n  <testsuite" + counts + ">\n";
  for (const JunitCase& one : cases) {
    xml += CaseXml(one);
  }
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace footfall::cli
