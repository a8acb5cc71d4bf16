#include "sim/query_log.h"

#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <variant>

#include "absl/strings/str_cat.h"
#include "platform/vec.h"

namespace footfall::sim {
namespace {

using platform::Vec3;

// Writes and reads the fields that a Describe names.
class FieldWriter {
 public:
  explicit FieldWriter(std::string& out) : out_(out) {}

  template <class T>
  void Field(std::string_view /*name*/, const T& value) {
    if constexpr (std::same_as<T, Vec3>) {
      Append(value.x);
      Append(value.y);
      Append(value.z);
    } else {
      Append(value);
    }
  }
  template <class Container>
  void Column(std::string_view name, const Container& values) {
    for (const auto& value : values) Field(name, value);
  }

 private:
  template <class T>
  void Append(T value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    out_.append(bytes, sizeof(T));
  }

  std::string& out_;
};

class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  void Field(std::string_view name, T& value) {
    if constexpr (std::same_as<T, Vec3>) {
      Read(value.x);
      Read(value.y);
      Read(value.z);
    } else if constexpr (std::same_as<T, bool>) {
      uint8_t byte = 0;
      Read(byte);
      if (byte > 1) Fail(absl::StrCat(std::string(name), " is ", byte, ", neither 0 nor 1"));
      value = byte == 1;
    } else if constexpr (std::same_as<T, nav::FloodFillGoal>) {
      uint8_t goal = 0;
      Read(goal);
      if (goal >= nav::kFloodFillGoals)
        Fail(absl::StrCat(std::string(name), " is ", static_cast<int>(goal), ", no goal of a flood fill"));
      value = static_cast<nav::FloodFillGoal>(goal);
    } else {
      Read(value);
    }
  }
  template <class Container>
  void Column(std::string_view name, Container& values) {
    for (auto& value : values) Field(name, value);
  }

  template <class T>
  void Read(T& value) {
    static_assert(std::is_arithmetic_v<T>);
    if (bytes_.size() - at_ < sizeof(T)) return Fail("the bytes end early");
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
  }
  std::string_view ReadText(size_t size) {
    if (bytes_.size() - at_ < size) {
      Fail("the bytes end early");
      return {};
    }
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  // The first fault stays.
  void Fail(const std::string& what) {
    if (fault_.empty()) fault_ = what;
    at_ = bytes_.size();
  }

  const std::string& fault() const { return fault_; }
  size_t at() const { return at_; }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  std::string fault_;
};

template <class Request>
Request ReadRequest(FieldReader& reader) {
  Request request;
  Request::Describe(request, reader);
  return request;
}

nav::NavRequest ReadOf(uint8_t type, FieldReader& reader) {
  switch (static_cast<nav::RequestType>(type)) {
    case nav::RequestType::kLineOfSight:
      return ReadRequest<nav::LineOfSightRequest>(reader);
    case nav::RequestType::kAudioProperties:
      return ReadRequest<nav::AudioPropertiesRequest>(reader);
    case nav::RequestType::kFloodFill:
      return ReadRequest<nav::FloodFillRequest>(reader);
    case nav::RequestType::kClearArea:
      return ReadRequest<nav::ClearAreaRequest>(reader);
    case nav::RequestType::kClosestPosition:
      return ReadRequest<nav::ClosestPositionRequest>(reader);
    default:
      reader.Fail(absl::StrCat("there is no query of type ", type));
      return {};
  }
}

}  // namespace

void AppendQuery(const SubmitQuery& submit, std::string& out) {
  FieldWriter writer(out);
  writer.Field("type", submit.request.type());
  std::visit(
      [&](const auto& body) {
        using Request = std::remove_cvref_t<decltype(body)>;
        if constexpr (!std::same_as<Request, nav::PathRequest>) Request::Describe(body, writer);
      },
      submit.request);
  writer.Field("size", submit.client_ref.size);
  out.append(submit.client_ref.view());
}

size_t ReadQuery(std::string_view bytes, SubmitQuery* submit, std::string* fault) {
  FieldReader reader(bytes);
  uint8_t type = 0;
  reader.Read(type);
  submit->request = ReadOf(type, reader);
  uint8_t size = 0;
  reader.Read(size);
  if (size > ClientRef::kBytesMax) {
    reader.Fail(absl::StrCat("client_ref has ", size, " bytes, the limit is ", ClientRef::kBytesMax));
  } else {
    submit->client_ref = ClientRef::From(reader.ReadText(size));
  }
  *fault = reader.fault();
  return fault->empty() ? reader.at() : 0;
}

}  // namespace footfall::sim
