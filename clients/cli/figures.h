#ifndef FOOTFALL_CLIENTS_CLI_FIGURES_H_
#define FOOTFALL_CLIENTS_CLI_FIGURES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace footfall::cli {

// The answer of a command as named figures in a fixed order, printed for people or, with --json, for
// programs. 64-bit values that scripts would round (handles, hashes, seeds) are put in as text.
class Figures {
 public:
  Figures();
  Figures(Figures&&) noexcept;
  Figures& operator=(Figures&&) noexcept;
  ~Figures();

  void Add(std::string_view name, std::string_view text);
  void Add(std::string_view name, const char* text) { Add(name, std::string_view(text)); }
  void Add(std::string_view name, bool value);
  void Add(std::string_view name, std::int64_t value);
  void Add(std::string_view name, std::uint64_t value) { Add(name, static_cast<std::int64_t>(value)); }
  void Add(std::string_view name, int value) { Add(name, std::int64_t{value}); }
  // Rounded to `decimals` places.
  void Add(std::string_view name, double value, int decimals);
  void Add(std::string_view name, const std::vector<std::string>& texts);
  void Add(std::string_view name, Figures group);

  // One `name: value` a line; groups are indented.
  std::string Text() const;
  std::string Json() const;
  void Print(bool json) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The figures of a text of `name: value` lines: whole and decimal numbers become numbers, all else stays
// text.
Figures FiguresOfLines(std::string_view lines);

// The JSON of one message with its handles, which protobuf writes in decimal, as the commands print and read
// them: 16 hexadecimal digits. Handles are texts whose name ends with "handle", at any depth.
std::string WithHexHandles(std::string_view json);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_FIGURES_H_
