#include "clients/cli/figures.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"

namespace footfall::cli {
namespace {

using Tree = nlohmann::ordered_json;

// Decimals that are kept of a number in a text.
constexpr int kLineDecimals = 6;

std::string ValueText(const Tree& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void AppendText(const Tree& group, const std::string& indent, std::string* text) {
  for (const auto& [name, value] : group.items()) {
    if (value.is_object()) {
      *text += indent + name + ":\n";
      AppendText(value, indent + "  ", text);
    } else if (value.is_array()) {
      for (const Tree& item : value) {
        *text += indent + name + ": " + ValueText(item) + "\n";
      }
    } else {
      *text += indent + name + ": " + ValueText(value) + "\n";
    }
  }
}

void MakeHandlesHex(Tree* tree) {
  for (auto& [name, value] : tree->items()) {
    if (value.is_structured()) {
      MakeHandlesHex(&value);
    } else if (value.is_string() && name.ends_with("handle")) {
      const std::string text = value.get<std::string>();
      std::uint64_t handle = 0;
      if (std::from_chars(text.data(), text.data() + text.size(), handle).ptr == text.data() + text.size()) {
        value = absl::StrCat(absl::Hex(handle, absl::kZeroPad16));
      }
    }
  }
}

}  // namespace

struct Figures::Impl {
  Tree json = Tree::object();
};

Figures::Figures() : impl_(std::make_unique<Impl>()) {}
Figures::Figures(Figures&&) noexcept = default;
Figures& Figures::operator=(Figures&&) noexcept = default;
Figures::~Figures() = default;

void Figures::Add(std::string_view name, std::string_view text) { impl_->json[std::string(name)] = text; }

void Figures::Add(std::string_view name, bool value) { impl_->json[std::string(name)] = value; }

void Figures::Add(std::string_view name, std::int64_t value) { impl_->json[std::string(name)] = value; }

void Figures::Add(std::string_view name, double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  impl_->json[std::string(name)] = std::round(value * scale) / scale;
}

void Figures::Add(std::string_view name, const std::vector<std::string>& texts) {
  impl_->json[std::string(name)] = texts;
}

void Figures::Add(std::string_view name, Figures group) {
  impl_->json[std::string(name)] = std::move(group.impl_->json);
}

std::string Figures::Text() const {
  std::string text;
  AppendText(impl_->json, "", &text);
  return text;
}

// Bytes that are not UTF-8, as a file name may hold, become the replacement character instead of an
// exception.
std::string Figures::Json() const {
  return impl_->json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Figures FiguresOfLines(std::string_view lines) {
  Figures figures;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    const size_t colon = line.find(": ");
    if (colon == std::string_view::npos) {
      continue;
    }
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = line.substr(colon + 2);
    const char* end = value.data() + value.size();
    std::int64_t whole = 0;
    double number = 0;
    // Sixteen digits are a hash.
    if (value.size() < 16 && std::from_chars(value.data(), end, whole).ptr == end && !value.empty()) {
      figures.Add(name, whole);
    } else if (value.size() < 16 && std::from_chars(value.data(), end, number).ptr == end &&
               std::isfinite(number) && !value.empty()) {
      figures.Add(name, number, kLineDecimals);
    } else {
      figures.Add(name, value);
    }
  }
  return figures;
}

std::string WithHexHandles(std::string_view json) {
  Tree tree = Tree::parse(json, nullptr, false);
  MakeHandlesHex(&tree);
  return tree.dump(-1, ' ', false, Tree::error_handler_t::replace);
}

void Figures::Print(bool json) const { std::fputs((json ? Json() : Text()).c_str(), stdout); }

}  // namespace footfall::cli
