#include "clients/cli/batch/junit_reader.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "clients/cli/batch/files.h"
#include "clients/cli/batch/xml_reader.h"

namespace footfall::cli {
namespace {

using State = JunitCase::State;

// What an element says of those in it, and what is there. An element may count or leave out the suites in it.
struct Counts {
  size_t tests = 0;
  // Cases with such an element, and such elements: programs count either.
  size_t failed_cases = 0;
  size_t failures = 0;
  size_t error_cases = 0;
  size_t errors = 0;

  void Add(const Counts& other) {
    tests += other.tests;
    failed_cases += other.failed_cases;
    failures += other.failures;
    error_cases += other.error_cases;
    errors += other.errors;
  }
};

// <testsuites> or a <testsuite> that is open.
struct OpenSuite {
  std::string what;  // "the suite footfall"
  bool is_suite = false;
  size_t suite = 0;  // in the list
  std::string tests;
  std::string failures;
  std::string errors;
  Counts own;
  Counts all;
};

std::string_view WithoutPrefix(std::string_view name) {
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

absl::StatusOr<double> SecondsOf(std::string text) {
  // "1,234.5" is how some programs write thousands.
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  char* end = nullptr;
  const double seconds = text.empty() ? 0 : std::strtod(text.c_str(), &end);
  const bool is_whole = text.empty() || end == text.c_str() + text.size();
  if (!is_whole || !(seconds >= 0 && seconds <= kJunitSecondsMax)) {
    return absl::InvalidArgumentError("time: '" + text + "' is not a number of seconds from 0 to 1e9");
  }
  return seconds;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : xml_(text) {}

  absl::StatusOr<std::vector<JunitSuite>> Run() {
    for (;;) {
      absl::StatusOr<XmlEvent> event = xml_.Next();
      if (!event.ok()) {
        return event.status();
      }
      event->name = WithoutPrefix(event->name);
      switch (event->kind) {
        case XmlEvent::Kind::kEnd:
          return std::move(suites_);
        case XmlEvent::Kind::kOpen:
          if (depth_++ == 0 && event->name != "testsuites" && event->name != "testsuite") {
            return absl::InvalidArgumentError("<" + event->name + "> begins no JUnit report");
          }
          if (absl::Status status = Open(*event); !status.ok()) {
            return status;
          }
          break;
        case XmlEvent::Kind::kClose:
          --depth_;
          Close(event->name);
          break;
        case XmlEvent::Kind::kText:
          if (in_output_) {
            Case().output += event->text;
          } else if (in_failure_ && in_case_) {
            Case().details += event->text;
          }
          break;
      }
    }
  }

 private:
  // The suite that is open and lies deepest.
  JunitSuite& Suite() { return suites_[open_.back().suite]; }
  JunitCase& Case() { return Suite().cases.back(); }

  absl::Status Open(const XmlEvent& event) {
    if (event.name == "testsuite" || event.name == "testsuites") {
      return OpenSuiteOf(event);
    }
    if (event.name == "testcase") {
      return OpenCase(event);
    }
    if (event.name == "failure" || event.name == "error" || event.name == "skipped") {
      OpenFault(event);
    } else if (!in_case_ && !open_.back().is_suite) {
      return absl::OkStatus();
    } else if (event.name == "property") {
      auto& properties = in_case_ ? Case().properties : Suite().properties;
      properties.emplace_back(event.Attribute("name"), event.Attribute("value"));
    } else if (event.name == "system-out") {
      in_output_ = in_case_;
    }
    return absl::OkStatus();
  }

  absl::Status OpenSuiteOf(const XmlEvent& event) {
    if (in_case_) {
      return absl::InvalidArgumentError("a <" + event.name + "> inside a <testcase>");
    }
    OpenSuite open;
    open.what =
        event.name == "testsuite" ? "the suite " + std::string(event.Attribute("name")) : "the report";
    open.tests = event.Attribute("tests");
    open.failures = event.Attribute("failures");
    open.errors = event.Attribute("errors");
    if (event.name == "testsuite") {
      open.is_suite = true;
      open.suite = suites_.size();
      suites_.emplace_back();
      suites_.back().name = event.Attribute("name");
      suites_.back().timestamp = event.Attribute("timestamp");
    }
    open_.push_back(std::move(open));
    return absl::OkStatus();
  }

  absl::Status OpenCase(const XmlEvent& event) {
    if (in_case_ || !open_.back().is_suite) {
      return absl::InvalidArgumentError(in_case_ ? "a <testcase> inside another one"
                                                 : "a <testcase> that is in no <testsuite>");
    }
    if (event.Attribute("name").empty()) {
      return absl::InvalidArgumentError("a <testcase> has no name");
    }
    const absl::StatusOr<double> seconds = SecondsOf(std::string(event.Attribute("time")));
    if (!seconds.ok()) {
      return absl::InvalidArgumentError("case " + std::string(event.Attribute("name")) + ": " +
                                        std::string(seconds.status().message()));
    }
    JunitCase one;
    one.state = State::kPassed;
    one.name = event.Attribute("name");
    one.suite = event.Attribute("classname");
    one.seconds = *seconds;
    Suite().cases.push_back(std::move(one));
    ++open_.back().own.tests;
    in_case_ = true;
    has_failure_ = false;
    has_error_ = false;
    return absl::OkStatus();
  }

  // Wherever it lies in its case: other programs put elements of theirs around it.
  void OpenFault(const XmlEvent& event) {
    const std::string_view message = event.Attribute("message");
    Counts& own = open_.back().own;
    own.failures += event.name == "failure" ? 1 : 0;
    own.errors += event.name == "error" ? 1 : 0;
    if (!in_case_) {
      if (event.name != "skipped") {
        doubts_.push_back(open_.back().what + " has " + (event.name == "error" ? "an" : "a") + " <" +
                          event.name + "> that is of no case: " + std::string(message));
      }
    } else if (event.name == "failure") {
      own.failed_cases += std::exchange(has_failure_, true) ? 0 : 1;
      in_failure_ = Case().state == State::kPassed;
      Mark(State::kFailed, message, &Case());
    } else if (event.name == "error") {
      own.error_cases += std::exchange(has_error_, true) ? 0 : 1;
      Mark(message == kNotRunMessage ? State::kNotRun : State::kError, message, &Case());
    } else {
      Mark(State::kSkipped, message, &Case());
    }
  }

  static void Mark(State state, std::string_view message, JunitCase* one) {
    if (one->state == State::kPassed || one->state == State::kSkipped) {
      one->state = state;
      one->message = message;
    }
  }

  static void RestoreName(JunitCase* one) {
    const auto is_mark = [](const auto& property) { return property.first == kNameIsEscaped; };
    if (std::erase_if(one->properties, is_mark) == 0) {
      return;
    }
    std::string name;
    for (size_t i = 0; i < one->name.size(); ++i) {
      const bool is_escape = one->name[i] == '\\' && i + 1 < one->name.size();
      if (is_escape && one->name[i + 1] == 'x' && i + 3 < one->name.size()) {
        name += static_cast<char>(std::strtoul(one->name.substr(i + 2, 2).c_str(), nullptr, 16));
        i += 3;
      } else {
        i += is_escape ? 1 : 0;
        name += one->name[i];
      }
    }
    one->name = name;
  }

  void Close(std::string_view name) {
    if (name == "testcase") {
      RestoreName(&Case());
      in_case_ = false;
    } else if (name == "system-out") {
      in_output_ = false;
    } else if (name == "failure") {
      in_failure_ = false;
    } else if (name == "testsuite" || name == "testsuites") {
      CloseSuite();
    }
    if (depth_ == 0 && !doubts_.empty()) {
      if (suites_.empty()) {
        suites_.emplace_back();
      }
      suites_.front().doubts = std::move(doubts_);
    }
  }

  void CloseSuite() {
    OpenSuite closed = std::move(open_.back());
    open_.pop_back();
    closed.all.Add(closed.own);
    const Counts& own = closed.own;
    const Counts& all = closed.all;
    CheckCount(closed.what, "tests", closed.tests, {own.tests, all.tests});
    CheckCount(closed.what, "failures", closed.failures,
               {own.failures, all.failures, own.failed_cases, all.failed_cases});
    CheckCount(closed.what, "errors", closed.errors,
               {own.errors, all.errors, own.error_cases, all.error_cases});
    if (!open_.empty()) {
      open_.back().all.Add(all);
    }
  }

  void CheckCount(const std::string& what, const char* attribute, const std::string& says,
                  std::initializer_list<size_t> found) {
    const auto is_it = [&](size_t count) { return says == std::to_string(count); };
    if (!says.empty() && std::none_of(found.begin(), found.end(), is_it)) {
      doubts_.push_back(what + " says " + attribute + "=\"" + says + "\", there are " +
                        std::to_string(std::max(found)));
    }
  }

  XmlReader xml_;
  std::vector<JunitSuite> suites_;
  std::vector<OpenSuite> open_;
  std::vector<std::string> doubts_;
  size_t depth_ = 0;
  bool in_case_ = false;
  bool has_failure_ = false;  // the case that is open
  bool has_error_ = false;
  bool in_output_ = false;
  bool in_failure_ = false;
};

}  // namespace

absl::StatusOr<std::vector<JunitSuite>> ParseJunit(std::string_view text, const std::string& file) {
  absl::StatusOr<std::vector<JunitSuite>> suites = Reader(text).Run();
  if (!suites.ok()) {
    return absl::InvalidArgumentError(file + ": " + std::string(suites.status().message()));
  }
  return suites;
}

absl::StatusOr<std::vector<JunitSuite>> ReadJunit(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path, kJunitBytesMax);
  return text.ok() ? ParseJunit(*text, path) : text.status();
}

}  // namespace footfall::cli
