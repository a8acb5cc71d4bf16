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
#include "platform/profile_figures.h"
#include "platform/profile_texts.h"
#include "platform/state_dump.h"
#include "platform/text_config.h"

namespace footfall::platform {

namespace {

namespace pb = google::protobuf;
using config::v1::Figure;
using ProfileMessage = config::v1::Profile;

constexpr int kBasesMax = 8;
constexpr std::size_t kNameBytesMax = 64;
constexpr std::string_view kSetOrigin = "--set";
constexpr std::string_view kDefaultOrigin = "default";

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

const Figure& FigureOf(const pb::FieldDescriptor& field) {
  return field.options().GetExtension(config::v1::figure);
}

bool IsFigure(const pb::FieldDescriptor& field) { return field.options().HasExtension(config::v1::figure); }

const pb::FieldDescriptor& FieldNamed(const pb::Descriptor& type, std::string_view name) {
  const pb::FieldDescriptor* field = type.FindFieldByName(std::string(name));
  FOOTFALL_CHECK(field != nullptr);  // profile.proto lacks a figure of profile.h.
  return *field;
}

bool IsDocumented(std::string_view source) {
  return source.substr(0, 4) == "NAV-" || source.substr(0, 4) == "PED-";
}

// A figure as a number: an enum by the number of profile.proto.
template <class T>
double ToNumber(T value) {
  if constexpr (std::is_same_v<T, SearchPoints>) {
    return static_cast<double>(value) + 1;
  } else {
    return static_cast<double>(value);
  }
}

// The standard figure in the type of the field: 0.35 as a float is not the double 0.35.
template <class T>
double Standard(const Figure& figure) {
  return std::is_same_v<T, float> ? static_cast<double>(static_cast<float>(figure.standard()))
                                  : figure.standard();
}

template <class T>
std::string ValueText(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, SearchPoints>) {
    return ProfileMessage::SearchPoints_Name(static_cast<int>(value) + 1);
  } else if constexpr (std::is_same_v<T, float>) {
    return DumpText(value);
  } else if constexpr (std::is_same_v<T, double>) {
    const auto whole = static_cast<std::int64_t>(value);  // Limits of profile.proto, far from overflow.
    return static_cast<double>(whole) == value ? absl::StrCat(whole) : DumpText(value);
  } else {
    return absl::StrCat(value);
  }
}

// The path of the nested message that a visitor stands in: "" or "movement_costs.".
class Scope {
 public:
  explicit Scope(const pb::Descriptor& type) : type_(&type) {}
  Scope Nested(std::string_view name) const {
    Scope nested(*FieldNamed(*type_, name).message_type());
    nested.prefix_ = absl::StrCat(prefix_, std::string(name), ".");
    return nested;
  }
  const pb::FieldDescriptor& Field(std::string_view name) const { return FieldNamed(*type_, name); }
  std::string Path(std::string_view name) const { return absl::StrCat(prefix_, std::string(name)); }

 private:
  const pb::Descriptor* type_;
  std::string prefix_;
};

// Calls `visit(path, field descriptor, value)` for every figure of a profile, in order.
template <class Visit>
class FigureVisitor {
 public:
  FigureVisitor(Scope scope, Visit& visit) : scope_(std::move(scope)), visit_(visit) {}
  template <class T>
  void Field(std::string_view name, T& value) {
    if constexpr (Described<T>) {
      FigureVisitor nested(scope_.Nested(name), visit_);
      std::remove_const_t<T>::Describe(value, nested);
    } else {
      visit_(scope_.Path(name), scope_.Field(name), value);
    }
  }
  template <class T>
  void Omit(std::string_view /*name*/, T& /*value*/) {}

 private:
  Scope scope_;
  Visit& visit_;
};

template <class ProfileT, class Visit>
void ForEachFigure(ProfileT& profile, Visit visit) {
  FigureVisitor<Visit> visitor(Scope(*ProfileMessage::descriptor()), visit);
  Profile::Describe(profile, visitor);
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
  ForEachFigure(*profile, [&](const std::string& path, const pb::FieldDescriptor& field, auto& value) {
    const pb::Message& holder = HolderOf(message, field);
    if (!holder.GetReflection()->HasField(holder, &field)) {
      return;
    }
    ReadValue(holder, field, &value);
    profile->origins[path] = {origin, RowFor(message, path)};
  });
  if (message.search_points() == ProfileMessage::SEARCH_POINTS_UNSPECIFIED && message.has_search_points()) {
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
  if (FindBuiltIn(layer.message.name()) != nullptr || layer.message.name() == kDefaultOrigin) {
    return absl::InvalidArgumentError(absl::StrCat(layer.path, ": field name = \"", layer.message.name(),
                                                   "\" belongs to a built-in profile"));
  }
  return layer;
}

// The base of a layer as LoadLayer wants it.
std::string BaseOf(const Layer& layer) {
  const std::string& base = layer.message.base();
  if (base.empty() || FindBuiltIn(base) != nullptr || base[0] == '/' || !IsPath(base)) {
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

const pb::FieldDescriptor* FindFigure(std::string_view key) {
  const pb::Descriptor* type = ProfileMessage::descriptor();
  const pb::FieldDescriptor* field = nullptr;
  const std::vector<std::string> names = absl::StrSplit(std::string(key), '.');
  for (const std::string& name : names) {
    field = type == nullptr ? nullptr : type->FindFieldByName(name);
    if (field == nullptr) {
      return nullptr;
    }
    type = field->message_type();
  }
  return IsFigure(*field) ? field : nullptr;
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

void CheckRanges(const Profile& profile, Faults* faults) {
  ForEachFigure(profile, [&](const std::string& path, const pb::FieldDescriptor& field, const auto& value) {
    const Figure& figure = FigureOf(field);
    const double number = ToNumber(value);
    if (figure.max() > 0 && !(number >= figure.min() && number <= figure.max())) {
      faults->push_back(absl::StrCat(profile.name, ": ", path, " = ", ValueText(value),
                                     " is outside the range ", ValueText(figure.min()), " to ",
                                     ValueText(figure.max())));
    }
  });
}

void CheckRelations(const Profile& profile, Faults* faults) {
  const auto check_core = [&](std::string_view field, std::int32_t core) {
    if (core >= profile.cores_count) {
      faults->push_back(absl::StrCat(profile.name, ": ", std::string(field), " = ", core,
                                     " does not exist, cores_count is ", profile.cores_count));
    }
  };
  check_core("main_core", profile.main_core);
  check_core("path_core", profile.path_core);
  if (profile.path_workers > 1 && profile.path_core == profile.main_core) {
    faults->push_back(
        absl::StrCat(profile.name, ": path_workers = ", profile.path_workers,
                     " on the main core, where the limit is 1; give path_core another core than ",
                     profile.main_core, " (R14)"));
  }
  if (profile.in_world_reserve >= profile.path_requests_max) {
    faults->push_back(absl::StrCat(profile.name, ": in_world_reserve = ", profile.in_world_reserve,
                                   " leaves no path slot, path_requests_max is ", profile.path_requests_max));
  }
  if (profile.result_points_max <= profile.path_points_max) {
    faults->push_back(absl::StrCat(profile.name, ": result_points_max = ", profile.result_points_max,
                                   " does not hold one path, path_points_max is ", profile.path_points_max));
  }
}

void CheckCeilings(const Profile& profile, Faults* faults) {
  ForEachFigure(profile, [&](const std::string& path, const pb::FieldDescriptor& field, const auto& value) {
    const Figure& figure = FigureOf(field);
    if (figure.capacity() && ToNumber(value) > figure.standard()) {
      faults->push_back(absl::StrCat(profile.name, ": ", path, " = ", ValueText(value),
                                     " is above the documented limit of ", ValueText(figure.standard()), " (",
                                     figure.source(),
                                     "); only profiles based on server may raise it (NAV-292)"));
    }
  });
}

Faults FindFaults(const Profile& profile) {
  Faults faults;
  CheckRanges(profile, &faults);
  CheckRelations(profile, &faults);
  return faults;
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

ProfileFigure DescribeFigure(const Profile& profile, const std::string& path, const Figure& figure,
                             bool is_standard) {
  ProfileFigure line;
  line.name = path;
  line.source = figure.source();
  line.set_by = std::string(kDefaultOrigin);
  const auto origin = profile.origins.find(path);
  if (origin != profile.origins.end()) {
    line.set_by = origin->second.profile;
  }
  const bool has_row = origin != profile.origins.end() && !origin->second.row.empty();
  if (has_row) {
    line.source = origin->second.row;
  }
  if (has_row || is_standard) {
    line.provenance = IsDocumented(line.source) ? Provenance::kDocumented : Provenance::kReconstructed;
  } else {
    const bool ours = FindBuiltIn(line.set_by) != nullptr;
    line.provenance = ours ? Provenance::kReconstructed : Provenance::kOverridden;
  }
  return line;
}

}  // namespace

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
  for (std::string& fault : FindFaults(profile)) {
    faults.push_back(std::move(fault));
  }
  const bool may_raise = chain->back().path.empty() && chain->back().message.name() == "server";
  if (!may_raise) {
    CheckCeilings(profile, &faults);
  }
  return faults.empty() ? absl::StatusOr<Profile>(std::move(profile)) : ToStatus(faults);
}

absl::Status ValidateProfile(const Profile& profile) { return ToStatus(FindFaults(profile)); }

std::vector<ProfileFigure> DescribeProfile(const Profile& profile) {
  std::vector<ProfileFigure> figures;
  ForEachFigure(profile, [&](const std::string& path, const pb::FieldDescriptor& field, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    const Figure& figure = FigureOf(field);
    figures.push_back(DescribeFigure(profile, path, figure, ToNumber(value) == Standard<Value>(figure)));
    figures.back().value = ValueText(value);
  });
  return figures;
}

}  // namespace footfall::platform
