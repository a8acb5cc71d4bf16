#include "server/access.h"

#include <google/protobuf/descriptor.h>

#include "platform/check.h"

namespace footfall::server {

v1::Access AccessOf(const std::string& method) {
  const auto* found = google::protobuf::DescriptorPool::generated_pool()->FindMethodByName(method);
  FOOTFALL_CHECK(found != nullptr);
  FOOTFALL_CHECK(found->options().HasExtension(v1::access));
  return found->options().GetExtension(v1::access);
}

}  // namespace footfall::server
