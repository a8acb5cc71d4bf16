#include "platform/state_bytes.h"

#include "absl/strings/str_cat.h"

namespace footfall::platform {

void RestoreVisitor::Fail(std::string_view what) {
  if (!ok()) return;
  for (const Step& step : path_) {
    absl::StrAppend(&fault_, fault_.empty() ? "" : ".", std::string(step.name));
    if (step.index != kNoIndex) absl::StrAppend(&fault_, "[", step.index, "]");
  }
  absl::StrAppend(&fault_, fault_.empty() ? "" : ": ", std::string(what), ", before offset ", offset_ + at_);
}

bool RestoreVisitor::Take(void* to, std::size_t size) {
  if (!ok()) return false;
  if (left() < size) {
    Fail(absl::StrCat("the bytes end here, ", size, " more were expected"));
    return false;
  }
  // memcpy of nothing from nowhere is not allowed.
  if (size != 0) std::memcpy(to, bytes_.data() + at_, size);
  at_ += size;
  return true;
}

std::uint64_t RestoreVisitor::ReadCount(std::size_t bytes_each) {
  std::uint64_t count = 0;
  if (Take(&count, sizeof(count)) && count > left() / bytes_each) {
    Fail(absl::StrCat("a list of ", count, " entries, ", left(), " bytes are left"));
    return 0;
  }
  return count;
}

}  // namespace footfall::platform
