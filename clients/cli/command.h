#ifndef FOOTFALL_CLIENTS_CLI_COMMAND_H_
#define FOOTFALL_CLIENTS_CLI_COMMAND_H_

#include <memory>
#include <string>
#include <vector>

#include "clients/cli/flags.h"

namespace footfall::cli {

// One verb of `footfall`. Made, declared and run once.
class Command {
 public:
  virtual ~Command() = default;
  virtual std::string name() const = 0;
  // One sentence for `footfall --help`.
  virtual std::string summary() const = 0;
  virtual void Declare(Flags& flags) = 0;
  // Prints the answer to stdout and errors to stderr. An ExitCode.
  virtual int Run() = 0;
};

// Parses the command line and runs the command it names. Usage errors give kUsage; --help and --version
// kPassed.
int RunCommandLine(const std::vector<std::unique_ptr<Command>>& commands, int argc, char** argv);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_COMMAND_H_
