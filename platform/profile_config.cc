#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "footfall/config/v1/profile.pb.h"
#include "platform/check.h"
#include "platform/profile.h"
#include "platform/profile_schema.h"
#include "platform/profile_texts.h"
#include "platform/text_config.h"

namespace footfall::platform {

namespace {

namespace pb = google::protobuf;
using config::v1::Figure;
using ProfileMessage = config::v1::Profile;

constexpr int kBasesMax = 8;
constexpr std::size_t kNameBytesMax = 64;

// Faults of one profile; all are reported.
using Faults = std::vector<std::string>;

absl::Status ToStatus(const Faults& faults) {
  return faults.empty() ? absl::OkStatus() : absl::InvalidArgumentError(absl::StrJoin(faults, "\n"));
}

const ProfileText* FindBuiltIn(std::string_view name) {
  for (const ProfileText& text : BuiltInProfileTexts()) {
    if (text.name == name) {
      return &text;
    }
  }
  return nullptr;
}

bool IsFigure(const pb::FieldDescriptor& field) { return field.options().HasExtension(config::v1::figure); }

// The field of a figure, or null when `path` names none.
const pb::FieldDescriptor* FindFigure(std::string_view path) {
  const pb::Descriptor* type = ProfileMessage::descriptor();
  const pb::FieldDescriptor* field = nullptr;
  const std::vector<std::string> names = absl::StrSplit(std::string(path), '.');
  for (const std::string& name : names) {
    field = type == nullptr ? nullptr : type->FindFieldByName(name);
    if (field == nullptr) {
      return nullptr;
    }
    type = field->message_type();
  }
  return field != nullptr && IsFigure(*field) ? field : nullptr;
}

const pb::FieldDescriptor& FieldOf(std::string_view path) {
  const pb::FieldDescriptor* field = FindFigure(path);
  FOOTFALL_CHECK(field != nullptr);  // profile.proto lacks a figure of profile.h.
  return *field;
}

// The message that holds the figure: `message` itself or the nested one.
const pb::Message& HolderOf(const ProfileMessage& message, const pb::FieldDescriptor& field) {
  if (field.containing_type() == message.GetDescriptor()) {
    return message;
  }
  return message.movement_costs();
}

template <class T>
void ReadValue(const pb::Message& holder, const pb::FieldDescriptor& field, T* value) {
  const pb::Reflection& reflection = *holder.GetReflection();
  if constexpr (std::is_same_v<T, bool>) {
    *value = reflection.GetBool(holder, &field);
  } else if constexpr (std::is_same_v<T, float>) {
    *value = reflection.GetFloat(holder, &field);
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    *value = reflection.GetInt64(holder, &field);
  } else if constexpr (std::is_same_v<T, std::int32_t>) {
    *value = reflection.GetInt32(holder, &field);
  } else {
    static_assert(std::is_same_v<T, SearchPoints>);
    *value = static_cast<SearchPoints>(reflection.GetEnumValue(holder, &field) - 1);
  }
}

std::string RowFor(const ProfileMessage& message, const std::string& path) {
  for (const config::v1::Source& source : message.sources()) {
    if (source.field() == path) {
      return source.row();
    }
  }
  return {};
}

// Lays the figures that `message` sets over `profile`. `origin` is the name of the profile, or "--set".
void Overlay(const ProfileMessage& message, const std::string& origin, Profile* profile, Faults* faults) {
  const bool core_fixed = profile->path_core_fixed;
  const std::int32_t fixed_core = profile->path_core;
  ForEachFigure(*profile, [&](const std::string& path, auto& value) {
    const pb::FieldDescriptor& field = FieldOf(path);
    const pb::Message& holder = HolderOf(message, field);
    if (!holder.GetReflection()->HasField(holder, &field)) {
      return;
    }
    ReadValue(holder, field, &value);
    profile->origins[path] = {origin, RowFor(message, path)};
  });
  if (message.has_search_points() && message.search_points() != ProfileMessage::TARGET_CLOSEST &&
      message.search_points() != ProfileMessage::SHARED_EDGE) {
    faults->push_back(absl::StrCat(origin, ": search_points must be TARGET_CLOSEST or SHARED_EDGE"));
    profile->search_points = SearchPoints::kTargetClosest;
  }
  if (core_fixed && (profile->path_core != fixed_core || !profile->path_core_fixed)) {
    faults->push_back(absl::StrCat(origin, ": path_core = ", profile->path_core,
                                   " is refused, the base profile fixes it at ", fixed_core, " (NAV-289)"));
  }
}

void CheckSources(const ProfileMessage& message, Faults* faults) {
  for (const config::v1::Source& source : message.sources()) {
    const pb::FieldDescriptor* field = message.GetDescriptor()->FindFieldByName(source.field());
    if (field == nullptr || !IsFigure(*field) || !message.GetReflection()->HasField(message, field)) {
      faults->push_back(absl::StrCat(message.name(), ": sources names the field \"", source.field(),
                                     "\", which this profile does not set"));
    }
  }
}

// Whether the text parses as a name that a recording and a file can carry.
bool IsProfileName(std::string_view name) {
  return !name.empty() && name.size() <= kNameBytesMax && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

bool IsPath(std::string_view name) {
  constexpr std::string_view kSuffix = ".txtpb";
  return name.find('/') != std::string_view::npos ||
         (name.size() > kSuffix.size() && name.substr(name.size() - kSuffix.size()) == kSuffix);
}

// One step of the chain of bases.
struct Layer {
  ProfileMessage message;
  std::string path;  // Empty for a built-in profile.
};

absl::StatusOr<Layer> LoadLayer(std::string_view name_or_path) {
  Layer layer;
  if (const ProfileText* built_in = FindBuiltIn(name_or_path)) {
    const std::string source = absl::StrCat("built-in profile ", std::string(built_in->name));
    const absl::Status status = ParseTextConfig(built_in->text, source, &layer.message);
    return status.ok() ? absl::StatusOr<Layer>(std::move(layer)) : status;
  }
  if (!IsPath(name_or_path)) {
    return absl::NotFoundError(
        absl::StrCat("no profile is named \"", std::string(name_or_path), "\"; there are ",
                     absl::StrJoin(ProfileNames(), ", ",
                                   [](std::string* out, std::string_view name) { out->append(name); }),
                     ", or give a path to a .txtpb file"));
  }
  layer.path = std::string(name_or_path);
  if (const absl::Status status = LoadTextConfig(layer.path, &layer.message); !status.ok()) {
    return status;
  }
  if (!IsProfileName(layer.message.name())) {
    return absl::InvalidArgumentError(absl::StrCat(layer.path, ": field name = \"", layer.message.name(),
                                                   "\" must be 1 to ", kNameBytesMax,
                                                   " of a-z, 0-9, '_' and '-'"));
  }
  if (IsBuiltInProfile(layer.message.name()) || layer.message.name() == kDefaultOrigin) {
    return absl::InvalidArgumentError(absl::StrCat(layer.path, ": field name = \"", layer.message.name(),
                                                   "\" belongs to a built-in profile"));
  }
  return layer;
}

// The base of a layer as LoadLayer wants it.
std::string BaseOf(const Layer& layer) {
  const std::string& base = layer.message.base();
  if (base.empty() || IsBuiltInProfile(base) || base[0] == '/' || !IsPath(base)) {
    return base;
  }
  const std::size_t slash = layer.path.rfind('/');
  return slash == std::string::npos ? base : layer.path.substr(0, slash + 1) + base;
}

// The profile and its bases, the profile first.
absl::StatusOr<std::vector<Layer>> LoadChain(std::string_view name_or_path) {
  std::vector<Layer> chain;
  std::string next(name_or_path);
  do {
    if (chain.size() > kBasesMax) {
      return absl::InvalidArgumentError(absl::StrCat(std::string(name_or_path), ": more than ", kBasesMax,
                                                     " bases, or a profile that is its own base"));
    }
    absl::StatusOr<Layer> layer = LoadLayer(next);
    if (!layer.ok()) {
      return layer.status();
    }
    next = BaseOf(*layer);
    chain.push_back(*std::move(layer));
  } while (!next.empty());
  return chain;
}

// One word, so that the text cannot set a second figure.
bool IsValueWord(std::string_view value) {
  return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '+' || c == '.';
  });
}

// Parses one "key=value" into a message that holds this figure alone.
absl::Status ParseSet(const std::string& set, ProfileMessage* message) {
  const std::string source = absl::StrCat(std::string(kSetOrigin), " ", set);
  const std::size_t equals = set.find('=');
  if (equals == std::string::npos) {
    return absl::InvalidArgumentError(absl::StrCat(source, ": expected key=value"));
  }
  const std::string key = set.substr(0, equals);
  const std::string value = set.substr(equals + 1);
  const pb::FieldDescriptor* field = FindFigure(key);
  if (field == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(source, ": no profile figure is named \"", key, "\""));
  }
  if (!IsValueWord(value)) {
    return absl::InvalidArgumentError(
        absl::StrCat(source, ": \"", value, "\" is no number, word or truth value"));
  }
  const std::string last = absl::StrCat(field->name(), ": ", value);
  const bool nested = field->containing_type() != ProfileMessage::descriptor();
  return ParseTextConfig(nested ? absl::StrCat("movement_costs { ", last, " }") : last, source, message);
}

// Lays the layers and sets over the defaults; the profile's own layer is the first of the chain.
Profile Assemble(const std::vector<Layer>& chain, const std::vector<std::string>& sets, Faults* faults) {
  Profile profile;
  for (auto layer = chain.rbegin(); layer != chain.rend(); ++layer) {
    CheckSources(layer->message, faults);
    Overlay(layer->message, layer->message.name(), &profile, faults);
  }
  profile.name = chain.front().message.name();
  for (const std::string& set : sets) {
    ProfileMessage message;
    if (const absl::Status status = ParseSet(set, &message); !status.ok()) {
      faults->push_back(std::string(status.message()));
      continue;
    }
    Overlay(message, std::string(kSetOrigin), &profile, faults);
  }
  profile.path_core = profile.WorkerCore(profile.path_core);
  return profile;
}

}  // namespace

FigureSchema SchemaOf(std::string_view path) {
  const Figure& figure = FieldOf(path).options().GetExtension(config::v1::figure);
  return {figure.source(), figure.standard(), figure.min(), figure.max(), figure.capacity()};
}

std::string SearchPointsText(SearchPoints value) {
  return ProfileMessage::SearchPoints_Name(static_cast<int>(value) + 1);
}

bool IsUserProfileName(std::string_view name) {
  return IsProfileName(name) && !IsBuiltInProfile(name) && name != kDefaultOrigin;
}

bool IsBuiltInProfile(std::string_view name) { return FindBuiltIn(name) != nullptr; }

std::vector<std::string_view> ProfileNames() {
  std::vector<std::string_view> names;
  for (const ProfileText& text : BuiltInProfileTexts()) {
    names.push_back(text.name);
  }
  return names;
}

absl::StatusOr<Profile> LoadProfile(std::string_view name_or_path, const std::vector<std::string>& sets) {
  const absl::StatusOr<std::vector<Layer>> chain = LoadChain(name_or_path);
  if (!chain.ok()) {
    return chain.status();
  }
  Faults faults;
  Profile profile = Assemble(*chain, sets, &faults);
  CheckFigures(profile, &faults);
  const bool may_raise = chain->back().path.empty() && chain->back().message.name() == "server";
  if (!may_raise) {
    CheckCeilings(profile, &faults);
  }
  return faults.empty() ? absl::StatusOr<Profile>(std::move(profile)) : ToStatus(faults);
}

}  // namespace footfall::platform
