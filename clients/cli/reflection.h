#ifndef FOOTFALL_CLIENTS_CLI_REFLECTION_H_
#define FOOTFALL_CLIENTS_CLI_REFLECTION_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor_database.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/lib/connection.h"

namespace footfall::cli {

// The contract of a server as the server itself tells it (gRPC's reflection service), so that `call` also
// speaks to servers that are newer than it. Details of errors are known as this program knows them. One
// thread.
class Reflection {
 public:
  explicit Reflection(const client::Connection& connection);

  // Full names, sorted.
  absl::StatusOr<std::vector<std::string>> ListServices();
  // NOT_FOUND when the server has no such service. Owned by this object.
  absl::StatusOr<const google::protobuf::ServiceDescriptor*> FindService(const std::string& full_name);

 private:
  // Adds a file that this program has, and what it imports.
  void AddOwn(const google::protobuf::FileDescriptor* file);
  // Adds the file of a symbol, or of a file name, and what it imports.
  absl::Status AddFiles(const std::string& symbol, bool is_file_name);

  client::Connection connection_;
  google::protobuf::SimpleDescriptorDatabase files_;
  google::protobuf::DescriptorPool pool_;
};

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_REFLECTION_H_
