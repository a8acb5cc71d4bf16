#ifndef FOOTFALL_CLIENTS_CLI_FLAGS_H_
#define FOOTFALL_CLIENTS_CLI_FLAGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/vec.h"

namespace CLI {
class App;
}

namespace footfall::cli {

// How a command declares what it takes. Values are read strictly (parse.h) into variables of the command,
// which keep their defaults when a flag is absent. Exists so that CLI11's header, which takes long to
// compile, is in one source.
class Flags {
 public:
  // `app` is not owned.
  explicit Flags(CLI::App* app) : app_(app) {}

  void Switch(const std::string& name, bool* out, const std::string& help);
  // An empty text is refused, here and wherever else a flag is text.
  void Text(const std::string& name, std::string* out, const std::string& help);
  // May be given several times.
  void Texts(const std::string& name, std::vector<std::string>* out, const std::string& help);
  void Choice(const std::string& name, std::string* out, const std::vector<std::string>& choices,
              const std::string& help);
  void Integer(const std::string& name, std::uint64_t* out, std::uint64_t min, std::uint64_t max,
               const std::string& help);
  void Integer(const std::string& name, std::optional<std::uint64_t>* out, std::uint64_t min,
               std::uint64_t max, const std::string& help);
  void Number(const std::string& name, float* out, float min, float max, const std::string& help);
  void Point(const std::string& name, platform::Vec3* out, const std::string& help);
  // Arguments without a flag, at least `min` of them.
  void Arguments(const std::string& name, std::vector<std::string>* out, size_t min, const std::string& help);

  // The names of the flags that were given, "--radius", in the order of their declaration: for CheckFlagUse.
  void Given(std::vector<std::string>* out);

  // --- Flags that mean the same in every command that has them (R50).
  void Output(std::string* out);
  void Threads(std::uint64_t* out);
  void OrderThreads(std::uint64_t* out);
  void Json(bool* out);
  void Seed(std::optional<std::uint64_t>* out);
  void Profile(std::string* out);
  void Quiet(bool* out);

 private:
  CLI::App* app_;
};

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_FLAGS_H_
