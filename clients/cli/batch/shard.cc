#include "clients/cli/batch/shard.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "clients/cli/parse.h"
#include "platform/state_hash.h"

namespace footfall::cli {

absl::StatusOr<Shard> ParseShard(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shard: '", std::string(text), "' is not I/N, as in 2/8, and not auto"));
  }
  const auto count = ParseInteger("--shard", text.substr(slash + 1), 1, kShardsMax);
  if (!count.ok()) {
    return count.status();
  }
  const auto number = ParseInteger("--shard", text.substr(0, slash), 1, *count);
  if (!number.ok()) {
    return number.status();
  }
  return Shard{static_cast<std::uint32_t>(*number), static_cast<std::uint32_t>(*count)};
}

Weights WeightsOf(const std::vector<JunitSuite>& suites) {
  Weights weights;
  for (const JunitSuite& suite : suites) {
    for (const JunitCase& one : suite.cases) {
      const bool ran = one.state != JunitCase::State::kNotRun && one.state != JunitCase::State::kSkipped;
      if (ran && one.seconds >= 0 && one.seconds < 1e9) {
        weights[one.name] = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(one.seconds * 1000));
      }
    }
  }
  return weights;
}

Dealt Deal(const std::vector<std::string>& cases, const Weights& weights, std::uint32_t count) {
  std::vector<std::uint64_t> known;
  for (const std::string& one : cases) {
    if (const auto found = weights.find(one); found != weights.end()) {
      known.push_back(found->second);
    }
  }
  // total order: equal numbers are the same.
  std::sort(known.begin(), known.end());
  const std::uint64_t middle = known.empty() ? 1 : known[known.size() / 2];

  Dealt dealt;
  for (size_t i = 0; i < cases.size(); ++i) {
    const auto found = weights.find(cases[i]);
    dealt.weights.push_back(found == weights.end() ? middle : found->second);
    dealt.is_known.push_back(found != weights.end());
    dealt.longest_first.push_back(i);
  }
  // total order: names are unique.
  std::sort(dealt.longest_first.begin(), dealt.longest_first.end(), [&](size_t a, size_t b) {
    return dealt.weights[a] != dealt.weights[b] ? dealt.weights[a] > dealt.weights[b] : cases[a] < cases[b];
  });
  dealt.shards.resize(cases.size());
  std::vector<std::uint64_t> loads(count);
  for (const size_t i : dealt.longest_first) {
    const auto least = std::min_element(loads.begin(), loads.end());
    *least += dealt.weights[i];
    dealt.shards[i] = static_cast<std::uint32_t>(least - loads.begin()) + 1;
  }
  return dealt;
}

std::string SelectionHash(const std::vector<std::string>& cases, const Dealt& dealt) {
  std::string all;
  for (const size_t i : dealt.longest_first) {
    all += absl::StrCat(cases[i], "\n", dealt.weights[i], "\n");
  }
  return platform::HashText(platform::HashBytes(all.data(), all.size()));
}

}  // namespace footfall::cli
