#include "server/event_log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <memory>
#include <utility>

namespace footfall::server {
namespace {

spdlog::logger& Logger() {
  static const std::shared_ptr<spdlog::logger> logger = [] {
    auto made =
        std::make_shared<spdlog::logger>("footfall", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
    made->flush_on(spdlog::level::info);
    return made;
  }();
  return *logger;
}

spdlog::level::level_enum LevelOf(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
    case LogLevel::kOff:
      break;
  }
  return spdlog::level::off;
}

}  // namespace

bool ParseLogLevel(std::string_view name, LogLevel* out) {
  constexpr std::array<std::pair<std::string_view, LogLevel>, 5> kNames = {{{"debug", LogLevel::kDebug},
                                                                            {"info", LogLevel::kInfo},
                                                                            {"warning", LogLevel::kWarning},
                                                                            {"error", LogLevel::kError},
                                                                            {"off", LogLevel::kOff}}};
  for (const auto& [text, level] : kNames) {
    if (text != name) continue;
    *out = level;
    return true;
  }
  return false;
}

void SetLogLevel(LogLevel level) { Logger().set_level(LevelOf(level)); }

void LogEvent(LogLevel level, const std::string& line) { Logger().log(LevelOf(level), line); }

}  // namespace footfall::server
