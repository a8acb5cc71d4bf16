#ifndef FOOTFALL_CLIENTS_CLI_BATCH_FINGERPRINTS_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_FINGERPRINTS_H_

#include <map>
#include <string>

namespace footfall::cli {

// Hashes of all that the verdict on a case depends on, so that a pass is kept for as long as it would pass
// again: the bytes of the runner, of the case and of the packs that it reads, the figures of its profile, and
// flags. Each file is read once.
class Fingerprints {
 public:
  // `flags`: those that count, as text.
  Fingerprints(std::string runner, std::string flags);

  // Empty where something cannot be read: such a pass is not kept.
  std::string Of(const std::string& path);

 private:
  // Empty: it cannot be read.
  const std::string& OfFile(const std::string& path);

  const std::string runner_;
  const std::string flags_;
  std::map<std::string, std::string> files_;  // by path
};

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_FINGERPRINTS_H_
