#ifndef FOOTFALL_CLIENTS_CLI_BATCH_SELECTION_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_SELECTION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace footfall::cli {

// What is run: a scenario by `footfall run`, a recording by `footfall replay`.
enum class CaseKind { kScenario, kRecording };
// By the ending of the name: `.ffrec` is a recording.
CaseKind KindOf(const std::string& path);

// The files that paths name, each normalised ("./a//b" is "a/b") and no one twice: a file is taken as it is;
// a folder gives every `.txtpb` below it that is no level's annotations and every `.ffrec`, sorted; a glob
// ('*', '?', '[') that is no file itself gives what it matches, sorted, folders among it as folders. A glob
// that matches nothing gives nothing. NOT_FOUND for any other path that does not exist, INVALID_ARGUMENT for
// what a folder holds and cannot be read (FilesBelow).
absl::StatusOr<std::vector<std::string>> FindCases(const std::vector<std::string>& paths);

// Chooses among paths. A pattern is a glob over the whole path or the file name ('*' matches '/' too), a
// part of the path if it has no '*', '?' or '[', or, behind "re:", a POSIX extended regular expression that
// is found anywhere in it, of a bounded size.
struct Filters {
  std::vector<std::string> any_of;  // empty: all
  std::vector<std::string> none_of;
};
// The paths that pass, in their order. INVALID_ARGUMENT for an expression that is none.
absl::StatusOr<std::vector<std::string>> Filtered(const std::vector<std::string>& paths,
                                                  const Filters& filters);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_SELECTION_H_
