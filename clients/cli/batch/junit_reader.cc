#include "clients/cli/batch/junit_reader.h"

#include <cstdlib>

#include "clients/cli/batch/files.h"
#include "clients/cli/batch/xml_reader.h"

namespace footfall::cli {
namespace {

using State = JunitCase::State;

class Reader {
 public:
  explicit Reader(std::string_view text) : xml_(text) {}

  absl::StatusOr<std::vector<JunitSuite>> Run() {
    for (;;) {
      absl::StatusOr<XmlEvent> event = xml_.Next();
      if (!event.ok()) {
        return event.status();
      }
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
            suites_.back().cases.back().output += event->text;
          } else if (in_failure_) {
            suites_.back().cases.back().details += event->text;
          }
          break;
      }
    }
  }

 private:
  absl::Status Open(const XmlEvent& event) {
    if (event.name == "testsuite") {
      suites_.emplace_back();
      suites_.back().name = event.Attribute("name");
      suites_.back().timestamp = event.Attribute("timestamp");
    } else if (suites_.empty()) {
      return absl::OkStatus();
    } else if (event.name == "testcase") {
      if (event.Attribute("name").empty()) {
        return absl::InvalidArgumentError("a <testcase> has no name");
      }
      JunitCase one;
      one.state = State::kPassed;
      one.name = event.Attribute("name");
      one.suite = event.Attribute("classname");
      one.seconds = std::strtod(std::string(event.Attribute("time")).c_str(), nullptr);
      suites_.back().cases.push_back(std::move(one));
      in_case_ = true;
    } else if (event.name == "property") {
      auto& properties = in_case_ ? suites_.back().cases.back().properties : suites_.back().properties;
      properties.emplace_back(event.Attribute("name"), event.Attribute("value"));
    } else if (in_case_) {
      OpenInCase(event);
    }
    return absl::OkStatus();
  }

  void OpenInCase(const XmlEvent& event) {
    JunitCase& one = suites_.back().cases.back();
    const std::string_view message = event.Attribute("message");
    if (event.name == "failure") {
      in_failure_ = one.state == State::kPassed;
      Mark(State::kFailed, message, &one);
    } else if (event.name == "error") {
      Mark(message == kNotRunMessage ? State::kNotRun : State::kError, message, &one);
    } else if (event.name == "skipped") {
      Mark(State::kSkipped, message, &one);
    } else if (event.name == "system-out") {
      in_output_ = true;
    }
  }

  static void Mark(State state, std::string_view message, JunitCase* one) {
    if (one->state == State::kPassed) {
      one->state = state;
      one->message = message;
    }
  }

  void Close(const std::string& name) {
    if (name == "testcase") {
      in_case_ = false;
    } else if (name == "system-out") {
      in_output_ = false;
    } else if (name == "failure") {
      in_failure_ = false;
    }
  }

  XmlReader xml_;
  std::vector<JunitSuite> suites_;
  size_t depth_ = 0;
  bool in_case_ = false;
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
