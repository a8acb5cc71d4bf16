#ifndef FOOTFALL_CLIENTS_CLI_QUERY_QUESTION_H_
#define FOOTFALL_CLIENTS_CLI_QUERY_QUESTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/flags.h"
#include "footfall/v1/nav.pb.h"

namespace footfall::cli {

// The words and flags of `footfall query` as a question.
class QueryQuestion {
 public:
  void Declare(Flags& flags);
  // INVALID_ARGUMENT names the word or the flag. Flags that the kind has no use for are refused, too.
  absl::StatusOr<v1::NavRequest> Make() const;

 private:
  absl::StatusOr<v1::NavRequest> MakeAny() const;
  absl::StatusOr<v1::NavRequest> MakeSight() const;
  absl::StatusOr<v1::NavRequest> MakeFlood() const;
  absl::StatusOr<v1::NavRequest> MakeAround() const;
  absl::Status AddFilters(v1::ClosestPosition* closest) const;
  std::vector<std::string> Rest(size_t from) const {
    return {words_.begin() + static_cast<long>(from), words_.end()};
  }

  std::vector<std::string> words_;
  std::vector<std::string> given_;
  std::vector<std::string> flags_;
  std::vector<std::string> filters_;
  float radius_ = 0;
  float clear_radius_ = 1;
  float spacing_ = 0;
  float slope_max_ = 0;
  float area_max_ = 0;
  std::uint64_t count_ = 1;
  std::optional<std::uint64_t> seed_;
  bool avoid_objects_ = false;
  bool objects_ = false;
  bool no_water_ = false;
  bool each_on_mesh_ = false;
  bool stop_at_first_ = false;
};

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_QUERY_QUESTION_H_
