#include "nav/build/obj_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "nav/build/polygon_cutter.h"
#include "nav/mesh/types.h"
#include "platform/files.h"

namespace footfall::nav {
namespace {

// Corners of one face; more is a broken file.
constexpr size_t kFaceCornersMax = 4096;

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// The next word of a line, which is shortened by it; empty at the end.
std::string_view NextWord(std::string_view& line) {
  size_t begin = 0;
  while (begin < line.size() && IsSpace(line[begin])) ++begin;
  size_t end = begin;
  while (end < line.size() && !IsSpace(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::string Float(float value) { return absl::StrCat(value); }

class Reader {
 public:
  Reader(const std::string& name, const ObjImport& import) : name_(name), import_(import) {}

  absl::StatusOr<TriangleSoup> Read(std::string_view text) {
    while (!text.empty()) {
      const std::string_view line = NextLine(text);
      if (absl::Status status = ReadLine(line); !status.ok()) return status;
    }
    if (soup_.triangles.empty())
      return absl::InvalidArgumentError(absl::StrCat(name_, ": no faces in ", line_, " lines"));
    Place();
    if (absl::Status status = CheckInWorld(); !status.ok()) return status;
    return std::move(soup_);
  }

 private:
  // One statement: a line, with those that a backslash at its end joins to it.
  std::string_view NextLine(std::string_view& text) {
    joined_.clear();
    while (true) {
      const size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      ++line_;
      const std::string_view trimmed = Trimmed(line);
      const bool goes_on = !trimmed.empty() && trimmed.back() == '\\' && !text.empty();
      if (!goes_on && joined_.empty()) return line;
      joined_ += goes_on ? trimmed.substr(0, trimmed.size() - 1) : line;
      joined_ += ' ';
      if (!goes_on) return joined_;
    }
  }

  absl::Status ReadLine(std::string_view line) {
    line = line.substr(0, line.find('#'));
    const std::string_view statement = NextWord(line);
    if (statement == "v") return ReadVertex(line);
    if (statement == "f") return ReadFace(line);
    if (statement == "usemtl") material_ = MaterialIndex(std::string(Trimmed(line)));
    return absl::OkStatus();
  }

  template <class... Parts>
  absl::Status Error(const Parts&... parts) const {
    return absl::InvalidArgumentError(absl::StrCat(name_, ":", line_, ": ", parts...));
  }

  absl::Status ReadVertex(std::string_view line) {
    float value[3];
    for (int axis = 0; axis < 3; ++axis) {
      const std::string_view word = NextWord(line);
      if (word.empty()) return Error("a vertex has ", axis, " coordinates, 3 are needed");
      const std::string_view digits = word.front() == '+' ? word.substr(1) : word;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value[axis]);
      const bool is_whole = end == digits.data() + digits.size();
      if (error == std::errc::result_out_of_range ||
          (error == std::errc() && is_whole && !std::isfinite(value[axis]))) {
        return Error("coordinate ", std::string(word), " is not a finite float");
      }
      if (error != std::errc() || !is_whole) {
        return Error("coordinate \"", std::string(word), "\" is not a number");
      }
      value[axis] *= import_.scale;
      if (!(std::fabs(value[axis]) <= kCoordinateMax)) {
        return Error("coordinate ", std::string(word), " with scale ", Float(import_.scale), " is beyond ",
                     Float(kCoordinateMax), " m");
      }
    }
    soup_.vertices.push_back(import_.up == UpAxis::kY ? platform::Vec3{value[0], -value[2], value[1]}
                                                      : platform::Vec3{value[0], value[1], value[2]});
    lines_.push_back(line_);
    return absl::OkStatus();
  }

  // One corner of a face: v, v/vt, v//vn or v/vt/vn; only v counts.
  absl::Status ReadCorner(std::string_view word, uint32_t& index) const {
    const std::string_view digits = word.substr(0, word.find('/'));
    int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || digits.empty()) {
      return Error("corner \"", std::string(word), "\" is not an index");
    }
    const auto count = static_cast<int64_t>(soup_.vertices.size());
    const int64_t position = value < 0 ? count + value : value - 1;
    if (value == 0 || position < 0 || position >= count) {
      return Error("corner ", std::string(word), " is outside 1 .. ", count, ", the vertices so far");
    }
    index = static_cast<uint32_t>(position);
    return absl::OkStatus();
  }

  absl::Status ReadFace(std::string_view line) {
    face_.clear();
    for (std::string_view word = NextWord(line); !word.empty(); word = NextWord(line)) {
      uint32_t index = 0;
      if (absl::Status status = ReadCorner(word, index); !status.ok()) return status;
      face_.push_back(index);
    }
    if (face_.size() < 3) return Error("a face has ", face_.size(), " corners, 3 are needed");
    if (face_.size() > kFaceCornersMax)
      return Error("a face has ", face_.size(), " corners, limit ", kFaceCornersMax);
    if (material_ == kNoMaterial) material_ = MaterialIndex("");
    for (const auto& t : CutFace(soup_.vertices, face_))
      soup_.triangles.push_back({t[0], t[1], t[2], material_});
    return absl::OkStatus();
  }

  uint32_t MaterialIndex(const std::string& name) {
    const auto at = std::find(soup_.materials.begin(), soup_.materials.end(), name);
    if (at == soup_.materials.end()) {
      soup_.materials.push_back(name);
      return static_cast<uint32_t>(soup_.materials.size() - 1);
    }
    return static_cast<uint32_t>(at - soup_.materials.begin());
  }

  void Place() {
    platform::Vec3 shift = import_.translate;
    if (import_.recentre) {
      platform::Vec3 low = soup_.vertices[0];
      platform::Vec3 high = low;
      for (const platform::Vec3& v : soup_.vertices) {
        low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
        high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
      }
      shift = shift - platform::Vec3{(low.x + high.x) / 2, (low.y + high.y) / 2, low.z};
    }
    for (platform::Vec3& v : soup_.vertices) v = v + shift;
  }

  // Only vertices that faces use matter.
  absl::Status CheckInWorld() const {
    for (const TriangleSoup::Triangle& t : soup_.triangles) {
      for (const uint32_t i : {t.a, t.b, t.c}) {
        const platform::Vec3 v = soup_.vertices[i];
        const bool inside = v.x >= kWorldMin && v.x <= kWorldMax && v.y >= kWorldMin && v.y <= kWorldMax;
        if (inside && std::fabs(v.z) <= kWorldMax) continue;
        return absl::InvalidArgumentError(absl::StrCat(
            name_, ":", lines_[i], ": vertex lies at (", Float(v.x), ", ", Float(v.y), ", ", Float(v.z),
            "), outside the world, X and Y ", Float(kWorldMin), " .. ", Float(kWorldMax), " m, Z within ",
            Float(kWorldMax), " m; see --scale, --translate, --recentre"));
      }
    }
    return absl::OkStatus();
  }

  static constexpr uint32_t kNoMaterial = std::numeric_limits<uint32_t>::max();
  // Beyond this a float no longer holds centimetres, and recentring could not save it.
  static constexpr float kCoordinateMax = 1e5F;

  const std::string& name_;
  const ObjImport& import_;
  TriangleSoup soup_;
  std::vector<int> lines_;  // Parallel to the vertices.
  std::vector<uint32_t> face_;
  std::string joined_;
  uint32_t material_ = kNoMaterial;
  int line_ = 0;
};

}  // namespace

std::string ObjImportText(const ObjImport& import) {
  return absl::StrCat("--up ", import.up == UpAxis::kY ? "y" : "z", " --scale ", Float(import.scale),
                      " --translate ", Float(import.translate.x), ",", Float(import.translate.y), ",",
                      Float(import.translate.z), import.recentre ? " --recentre" : "");
}

absl::StatusOr<TriangleSoup> ReadObj(std::string_view text, const std::string& name,
                                     const ObjImport& import) {
  if (!(import.scale > 0) || !std::isfinite(import.scale)) {
    return absl::InvalidArgumentError(absl::StrCat("scale: ", Float(import.scale), ", must be above 0"));
  }
  if (!IsFinite(import.translate)) return absl::InvalidArgumentError("translate: not finite");
  return Reader(name, import).Read(text);
}

absl::StatusOr<TriangleSoup> ReadObjFile(const std::string& path, const ObjImport& import) {
  if (absl::Status status = platform::CheckInputKind(path); !status.ok()) return status;
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError(absl::StrCat(path, ": cannot be opened"));
  std::ostringstream text;
  text << file.rdbuf();
  return ReadObj(text.str(), path, import);
}

}  // namespace footfall::nav
