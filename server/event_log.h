#ifndef FOOTFALL_SERVER_EVENT_LOG_H_
#define FOOTFALL_SERVER_EVENT_LOG_H_

#include <string>
#include <string_view>

namespace footfall::server {

// One line an event on standard error. Never a token, nor anything else that a client keeps secret. Any
// thread.
enum class LogLevel { kDebug, kInfo, kWarning, kError, kOff };

// False for a name that is no level: debug, info, warning, error, off.
bool ParseLogLevel(std::string_view name, LogLevel* out);
// Before the first event; kInfo unless it was called.
void SetLogLevel(LogLevel level);
void LogEvent(LogLevel level, const std::string& line);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_EVENT_LOG_H_
