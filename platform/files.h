#ifndef FOOTFALL_PLATFORM_FILES_H_
#define FOOTFALL_PLATFORM_FILES_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"

// What every reader and writer of files asks first, and how a whole file is written. Errors name the path and
// the cause. Any thread.
namespace footfall::platform {

// InvalidArgument for what is there and is no regular file, a folder too: opening a pipe would wait for
// somebody at its other end. A descriptor of this process (/dev/stdin, /dev/fd/N) is open already and is let
// through; what is not there is for the one who opens it.
absl::Status CheckInputKind(const std::string& path);

// The same of a file that is written piece by piece; a device (/dev/null) is let through, too.
absl::Status CheckOutputKind(const std::string& path);

// Writes beside the file, brings that to the disk and renames it over the file: there is a whole one at any
// time, also after the power has failed, and on failure the one before. Keeps its permissions, and a link to
// it. FailedPrecondition, also for what is there and is no regular file.
absl::Status ReplaceFile(const std::string& path, std::string_view bytes);

// Whether ReplaceFile could do that now, as far as one can know before. What it makes for that it removes.
absl::Status CheckReplaceable(const std::string& path);

// ReplaceFile, and into a device (/dev/null) or a descriptor of this process.
absl::Status WriteOutput(const std::string& path, std::string_view bytes);

// Whether WriteOutput could do that now, as CheckReplaceable.
absl::Status CheckOutput(const std::string& path);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_FILES_H_
