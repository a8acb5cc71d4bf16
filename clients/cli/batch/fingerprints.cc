#include "clients/cli/batch/fingerprints.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cli/batch/selection.h"
#include "clients/hash/case_inputs.h"
#include "platform/files.h"
#include "platform/state_hash.h"

namespace footfall::cli {
namespace {

constexpr size_t kPieceBytes = size_t{1} << 20;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// Of the bytes, piece by piece: packs are large.
std::string HashOfFile(const std::string& path) {
  if (!platform::CheckInputKind(path).ok()) {
    return "";
  }
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    return "";
  }
  std::vector<char> piece(kPieceBytes);
  std::uint64_t hash = 0;
  size_t count = 0;
  while ((count = std::fread(piece.data(), 1, piece.size(), file.get())) > 0) {
    hash = platform::MixHash(hash, platform::HashBytes(piece.data(), count));
  }
  return std::ferror(file.get()) != 0 ? "" : platform::HashText(hash);
}

std::string HashOfText(const std::string& text) {
  return platform::HashText(platform::HashBytes(text.data(), text.size()));
}

}  // namespace

Fingerprints::Fingerprints(std::string runner, std::string flags)
    : runner_(std::move(runner)), flags_(std::move(flags)) {}

const std::string& Fingerprints::OfFile(const std::string& path) {
  const auto [found, is_new] = files_.try_emplace(path);
  if (is_new) {
    found->second = HashOfFile(path);
  }
  return found->second;
}

std::string Fingerprints::Of(const std::string& path) {
  const auto inputs = KindOf(path) == CaseKind::kScenario ? client::InputsOfScenario(path, runner_)
                                                          : client::InputsOfRecording(path, runner_);
  if (!inputs.ok()) {
    return "";
  }
  std::vector<std::string> files = {runner_, path};
  files.insert(files.end(), inputs->files.begin(), inputs->files.end());
  std::string all = absl::StrCat(flags_, " ", platform::HashText(inputs->profile_hash));
  for (const std::string& file : files) {
    const std::string& hash = OfFile(file);
    if (hash.empty()) {
      return "";
    }
    all += " " + hash;
  }
  return HashOfText(all);
}

}  // namespace footfall::cli
