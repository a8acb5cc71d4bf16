#include "sim/live_requests.h"

#include <bit>

#include "platform/check.h"
#include "sim/wire_handle.h"

namespace footfall::sim {

namespace {

// The wire handle without kind and tag.
uint64_t NameOf(uint16_t slot, uint64_t counter) {
  return WireHandle::Make(HandleKind::kNone, 0, slot, counter).value;
}

}  // namespace

LiveRequests::LiveRequests(size_t capacity)
    : capacity_(capacity),
      rows_(capacity),
      live_((capacity + 63) / 64),
      leaf_("handles", platform::LeafKind::kCold) {
  by_issue_.reserve(capacity);
  by_name_.reserve(capacity);
}

void LiveRequests::Add(const LiveRequest& request) {
  const size_t row = TakeRow();
  rows_[row] = request;
  leaf_.MarkDirty(row);
  const bool issue_is_new = by_issue_.emplace(request.issue.value, static_cast<uint32_t>(row)).second;
  const bool name_is_new =
      by_name_.emplace(NameOf(request.slot, request.counter), static_cast<uint32_t>(row)).second;
  FOOTFALL_CHECK(issue_is_new);
  FOOTFALL_CHECK(name_is_new);
}

void LiveRequests::Remove(nav::RequestHandle issue) {
  const auto found = by_issue_.find(issue.value);
  FOOTFALL_CHECK(found != by_issue_.end());
  const size_t row = found->second;
  by_name_.erase(NameOf(rows_[row].slot, rows_[row].counter));
  by_issue_.erase(found);
  live_[row / 64] &= ~(uint64_t{1} << (row % 64));
  leaf_.MarkDirty(row);
}

const LiveRequest* LiveRequests::Find(nav::RequestHandle issue) const {
  const auto found = by_issue_.find(issue.value);
  return found == by_issue_.end() ? nullptr : &rows_[found->second];
}

const LiveRequest* LiveRequests::Find(uint16_t slot, uint64_t counter) const {
  const auto found = by_name_.find(NameOf(slot, counter));
  return found == by_name_.end() ? nullptr : &rows_[found->second];
}

std::string LiveRequests::Restored() {
  if (rows_.size() != capacity_) return "a table of another size";
  by_issue_.clear();
  by_name_.clear();
  for (size_t row = 0; row < rows_.size(); ++row) {
    if ((live_[row / 64] >> (row % 64) & 1) == 0) continue;
    const LiveRequest& request = rows_[row];
    if (!request.issue.valid() || request.counter > WireHandle::kCounterMax) return "no name";
    const auto number = static_cast<uint32_t>(row);
    const bool is_new = by_issue_.emplace(request.issue.value, number).second &&
                        by_name_.emplace(NameOf(request.slot, request.counter), number).second;
    if (!is_new) return "the same name twice";
  }
  leaf_.MarkAllDirty();
  return "";
}

size_t LiveRequests::TakeRow() {
  for (size_t word = 0; word < live_.size(); ++word) {
    if (~live_[word] != 0) {
      const auto bit = static_cast<size_t>(std::countr_one(live_[word]));
      FOOTFALL_CHECK(word * 64 + bit < rows_.size());
      live_[word] |= uint64_t{1} << bit;
      return word * 64 + bit;
    }
  }
  FOOTFALL_CHECK(false);
}

}  // namespace footfall::sim
