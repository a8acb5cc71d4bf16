// Holds the .proto files against the rules of the API, and v1 against the shape it has had since its first
// release.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace {

namespace pb = google::protobuf;

// Every own file of proto/, from the set that protoc wrote, so that a file nobody links is checked too.
class Tree {
 public:
  Tree() {
    std::ifstream in(FOOTFALL_DESCRIPTOR_SET, std::ios::binary);
    pb::FileDescriptorSet set;
    REQUIRE(set.ParseFromIstream(&in));
    for (const pb::FileDescriptorProto& proto : set.file()) {
      const pb::FileDescriptor* file = pool_.BuildFile(proto);
      INFO(proto.name());
      REQUIRE(file != nullptr);
      if (file->name().rfind("footfall/", 0) == 0) {
        files_.push_back(file);
      }
    }
    REQUIRE(files_.size() >= 13);
  }
  const std::vector<const pb::FileDescriptor*>& files() const { return files_; }

 private:
  pb::DescriptorPool pool_;
  std::vector<const pb::FileDescriptor*> files_;
};

void ForEachMessage(const pb::FileDescriptor& file, const std::function<void(const pb::Descriptor&)>& use) {
  const std::function<void(const pb::Descriptor&)> visit = [&](const pb::Descriptor& message) {
    use(message);
    for (int i = 0; i < message.nested_type_count(); ++i) {
      visit(*message.nested_type(i));
    }
  };
  for (int i = 0; i < file.message_type_count(); ++i) {
    visit(*file.message_type(i));
  }
}

void ForEachMethod(const pb::FileDescriptor& file,
                   const std::function<void(const pb::MethodDescriptor&)>& use) {
  for (int i = 0; i < file.service_count(); ++i) {
    for (int j = 0; j < file.service(i)->method_count(); ++j) {
      use(*file.service(i)->method(j));
    }
  }
}

std::string TypeName(const pb::FieldDescriptor& field) {
  if (field.message_type() != nullptr) {
    return field.message_type()->full_name();
  }
  return field.enum_type() != nullptr ? field.enum_type()->full_name() : field.type_name();
}

std::string LabelOf(const pb::FieldDescriptor& field) {
  if (field.is_repeated()) {
    return "repeated ";
  }
  return field.has_optional_keyword() ? "optional " : "";
}

std::string NameWithinPackage(const std::string& full_name) {
  return full_name.substr(std::string("footfall.v1.").size());
}

// One line for each thing that a client depends on: fields, enum values, methods.
std::set<std::string> ShapeOfV1(const Tree& tree) {
  std::set<std::string> lines;
  for (const pb::FileDescriptor* file : tree.files()) {
    if (file->package() != "footfall.v1") {
      continue;
    }
    ForEachMessage(*file, [&](const pb::Descriptor& message) {
      for (int i = 0; i < message.field_count(); ++i) {
        const pb::FieldDescriptor& field = *message.field(i);
        lines.insert(NameWithinPackage(field.full_name()) + " = " + std::to_string(field.number()) + " " +
                     LabelOf(field) + TypeName(field));
      }
    });
    for (int i = 0; i < file->enum_type_count(); ++i) {
      const pb::EnumDescriptor& type = *file->enum_type(i);
      for (int j = 0; j < type.value_count(); ++j) {
        lines.insert(type.name() + "." + type.value(j)->name() + " = " +
                     std::to_string(type.value(j)->number()));
      }
    }
    ForEachMethod(*file, [&](const pb::MethodDescriptor& method) {
      lines.insert(NameWithinPackage(method.full_name()) + " : " +
                   (method.client_streaming() ? "stream " : "") + method.input_type()->name() + " -> " +
                   (method.server_streaming() ? "stream " : "") + method.output_type()->name());
    });
  }
  return lines;
}

std::set<std::string> LinesOf(const std::string& path) {
  std::ifstream in(path);
  std::set<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') {
      lines.insert(line);
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("no name, number or type of v1 changes, and additions are written down", "[proto]") {
  const Tree tree;
  const std::set<std::string> now = ShapeOfV1(tree);
  const std::set<std::string> fixed = LinesOf(std::string(FOOTFALL_SOURCE_DIR) + "/tests/proto/v1_shape.txt");
  REQUIRE(fixed.size() > 300);
  std::string broken;
  std::string added;
  for (const std::string& line : fixed) {
    broken += now.count(line) == 0 ? line + "\n" : "";
  }
  for (const std::string& line : now) {
    added += fixed.count(line) == 0 ? line + "\n" : "";
  }
  {
    INFO("clients of v1 rely on these, they must stay:\n" << broken);
    CHECK(broken.empty());
  }
  INFO("new in v1; add the lines to tests/proto/v1_shape.txt:\n" << added);
  CHECK(added.empty());
}

TEST_CASE("the package of every proto file is its directory", "[proto]") {
  const Tree tree;
  for (const pb::FileDescriptor* file : tree.files()) {
    std::string directory = file->name().substr(0, file->name().rfind('/'));
    std::replace(directory.begin(), directory.end(), '/', '.');
    CHECK(file->package() == directory);
  }
}

TEST_CASE("a service stands alone in a file of its name", "[proto]") {
  const Tree tree;
  for (const pb::FileDescriptor* file : tree.files()) {
    INFO(file->name());
    const std::string ending = "_service.proto";
    const bool named = file->name().size() > ending.size() &&
                       file->name().compare(file->name().size() - ending.size(), ending.size(), ending) == 0;
    CHECK(file->service_count() == (named ? 1 : 0));
  }
}

TEST_CASE("each method has a request and a response of its own", "[proto]") {
  const Tree tree;
  std::set<std::string> used;
  for (const pb::FileDescriptor* file : tree.files()) {
    ForEachMethod(*file, [&](const pb::MethodDescriptor& method) {
      INFO(method.full_name());
      CHECK(method.input_type()->name() == method.name() + "Request");
      CHECK(method.output_type()->name() == method.name() + "Response");
      CHECK(used.insert(method.input_type()->full_name()).second);
      CHECK(used.insert(method.output_type()->full_name()).second);
    });
  }
}

TEST_CASE("every reply but a stream's item speaks of its world by a stamp", "[proto]") {
  const Tree tree;
  // A closed session needs the tick of its log alone; a stream's item holds a whole reply.
  const std::set<std::string> without = {"CloseSessionResponse", "QueryStreamResponse"};
  for (const pb::FileDescriptor* file : tree.files()) {
    ForEachMethod(*file, [&](const pb::MethodDescriptor& method) {
      INFO(method.full_name());
      const pb::FieldDescriptor* stamp = method.output_type()->FindFieldByName("stamp");
      CHECK((stamp != nullptr) == (without.count(method.output_type()->name()) == 0));
      CHECK((stamp == nullptr || TypeName(*stamp) == "footfall.v1.WorldStamp"));
    });
  }
}

TEST_CASE("the zero value of every enum means only that nothing was set", "[proto]") {
  const Tree tree;
  for (const pb::FileDescriptor* file : tree.files()) {
    for (int i = 0; i < file->enum_type_count(); ++i) {
      const pb::EnumDescriptor& type = *file->enum_type(i);
      std::string prefix;
      for (const char c : type.name()) {
        prefix += c >= 'A' && c <= 'Z' && !prefix.empty() ? std::string("_") + c : std::string(1, c);
      }
      std::transform(prefix.begin(), prefix.end(), prefix.begin(),
                     [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
      INFO(type.full_name());
      CHECK(type.value(0)->number() == 0);
      CHECK(type.value(0)->name() == prefix + "_UNSPECIFIED");
      for (int j = 0; j < type.value_count(); ++j) {
        CHECK(type.value(j)->name().rfind(prefix + "_", 0) == 0);
      }
    }
  }
}

TEST_CASE("handles are fixed64 wherever they appear", "[proto]") {
  const Tree tree;
  int handles = 0;
  for (const pb::FileDescriptor* file : tree.files()) {
    ForEachMessage(*file, [&](const pb::Descriptor& message) {
      for (int i = 0; i < message.field_count(); ++i) {
        const pb::FieldDescriptor& field = *message.field(i);
        const std::string& name = field.name();
        if (name == "handle" || name == "handles" || name == "poly_ref" ||
            (name.size() > 7 && name.compare(name.size() - 7, 7, "_handle") == 0)) {
          INFO(field.full_name());
          CHECK(field.type() == pb::FieldDescriptor::TYPE_FIXED64);
          ++handles;
        }
      }
    });
  }
  CHECK(handles > 15);
}

TEST_CASE("every method and every shared message of v1 says what it is for", "[proto]") {
  const Tree tree;
  for (const pb::FileDescriptor* file : tree.files()) {
    if (file->package() != "footfall.v1") {
      continue;
    }
    pb::SourceLocation where;
    ForEachMethod(*file, [&](const pb::MethodDescriptor& method) {
      INFO(method.full_name());
      CHECK((method.GetSourceLocation(&where) && !where.leading_comments.empty()));
    });
    for (int i = 0; i < file->message_type_count(); ++i) {
      const pb::Descriptor& message = *file->message_type(i);
      const bool belongs_to_method = message.name().find("Request") != std::string::npos ||
                                     message.name().find("Response") != std::string::npos;
      INFO(message.full_name());
      CHECK((belongs_to_method || (message.GetSourceLocation(&where) && !where.leading_comments.empty())));
    }
  }
}
