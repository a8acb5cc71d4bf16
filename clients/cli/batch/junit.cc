#include "clients/cli/batch/junit.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

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
  // As they are, readers would make blanks of them.
  const std::string text = absl::StrReplaceAll(Escaped(value), {{"\n", "&#10;"}, {"\t", "&#9;"}});
  return std::string(" ") + name + "=\"" + text + "\"";
}

// A name of a file may be of any bytes, and two must not become one: what XML cannot hold as "\xNN". Without
// such bytes it is the name itself.
std::string NameWithoutBytes(std::string_view name) {
  std::string out;
  bool is_changed = false;
  while (!name.empty()) {
    const size_t length = CharacterLength(name);
    const auto first = static_cast<unsigned char>(name.front());
    if (length == 0 || (first < 0x20 && first != '\n' && first != '\t')) {
      absl::StrAppend(&out, "\\x", absl::Hex(first, absl::kZeroPad2));
      is_changed = true;
    } else {
      out += first == '\\' ? "\\\\" : name.substr(0, length);
    }
    name.remove_prefix(std::max<size_t>(length, 1));
  }
  return is_changed ? out : "";
}

std::string SecondsText(double seconds) {
  // The program never sets a locale, so the decimal sign is a dot.
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f", seconds);
  return text;
}

// What is counted of a suite, or of all of them.
struct Counted {
  std::int64_t tests = 0;
  std::int64_t failures = 0;
  std::int64_t errors = 0;
  std::int64_t skipped = 0;
  double seconds = 0;

  void Add(const JunitCase& one) {
    ++tests;
    failures += one.state == JunitCase::State::kFailed ? 1 : 0;
    errors += one.state == JunitCase::State::kError || one.state == JunitCase::State::kNotRun ? 1 : 0;
    skipped += one.state == JunitCase::State::kSkipped ? 1 : 0;
    seconds += one.seconds;
  }
};

std::string CountsXml(const Counted& counted) {
  return Attribute("tests", std::to_string(counted.tests)) +
         Attribute("failures", std::to_string(counted.failures)) +
         Attribute("errors", std::to_string(counted.errors)) +
         Attribute("skipped", std::to_string(counted.skipped)) +
         Attribute("time", SecondsText(counted.seconds));
}

std::string PropertiesXml(const std::vector<std::pair<std::string, std::string>>& properties,
                          const std::string& indent) {
  if (properties.empty()) {
    return "";
  }
  std::string xml = indent + "<properties>\n";
  for (const auto& [name, value] : properties) {
    xml += indent + "  <property" + Attribute("name", name) + Attribute("value", value) + "/>\n";
  }
  return xml + indent + "</properties>\n";
}

std::string StateXml(const JunitCase& one) {
  switch (one.state) {
    case JunitCase::State::kPassed:
      return "";
    case JunitCase::State::kFailed:
      return "      <failure" + Attribute("message", one.message) +
             (one.details.empty() ? "/>\n" : ">" + Escaped(one.details) + "</failure>\n");
    case JunitCase::State::kError:
      return "      <error" + Attribute("message", one.message) + "/>\n";
    case JunitCase::State::kNotRun:
      return "      <error" + Attribute("message", kNotRunMessage) + "/>\n";
    case JunitCase::State::kSkipped:
      return "      <skipped" + Attribute("message", one.message) + "/>\n";
  }
  return "";
}

std::string CaseXml(const JunitCase& one) {
  const std::string escaped = NameWithoutBytes(one.name);
  auto properties = one.properties;
  if (!escaped.empty()) {
    properties.emplace_back(kNameIsEscaped, "true");
  }
  std::string xml = "    <testcase" + Attribute("name", escaped.empty() ? one.name : escaped) +
                    Attribute("classname", one.suite) + Attribute("time", SecondsText(one.seconds)) + ">\n" +
                    PropertiesXml(properties, "      ") + StateXml(one);
  if (!one.output.empty()) {
    xml += "      <system-out>" + Escaped(one.output) + "</system-out>\n";
  }
  return xml + "    </testcase>\n";
}

std::string SuiteXml(const JunitSuite& suite) {
  Counted counted;
  for (const JunitCase& one : suite.cases) {
    counted.Add(one);
  }
  std::string xml = "  <testsuite" + Attribute("name", suite.name) + CountsXml(counted) +
                    Attribute("timestamp", suite.timestamp) + ">\n" + PropertiesXml(suite.properties, "    ");
  for (const JunitCase& one : suite.cases) {
    xml += CaseXml(one);
  }
  return xml + "  </testsuite>\n";
}

}  // namespace

const std::string* FindProperty(const std::vector<std::pair<std::string, std::string>>& properties,
                                std::string_view name) {
  const auto found = std::find_if(properties.begin(), properties.end(),
                                  [&](const auto& property) { return property.first == name; });
  return found == properties.end() ? nullptr : &found->second;
}

std::string JunitXml(const std::vector<JunitSuite>& suites) {
  Counted counted;
  std::string first;
  for (const JunitSuite& suite : suites) {
    for (const JunitCase& one : suite.cases) {
      counted.Add(one);
    }
    if (first.empty() || suite.timestamp < first) {
      first = suite.timestamp;
    }
  }
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
                    Attribute("name", "footfall") + CountsXml(counted) + Attribute("timestamp", first) +
                    ">\n";
  for (const JunitSuite& suite : suites) {
    xml += SuiteXml(suite);
  }
  return xml + "</testsuites>\n";
}

}  // namespace footfall::cli
