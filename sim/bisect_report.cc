#include "sim/bisect_report.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "platform/state_hash.h"
#include "sim/scenario_report.h"

namespace footfall::sim {

namespace {

constexpr size_t kBlocksNamed = 8;

const char* NameOfA(const BisectReport& report) { return report.is_against_binary ? "recorded" : "A"; }
const char* NameOfB(const BisectReport& report) { return report.is_against_binary ? "now" : "B"; }

// "path_server: block 0 (entities 0 to 63), its fields".
std::string LeafText(const LeafChange& change) {
  std::string text;
  for (size_t i = 0; i < std::min(change.blocks.size(), kBlocksNamed); ++i) {
    const size_t first = change.blocks[i] * platform::kHashBlockEntities;
    absl::StrAppend(&text, text.empty() ? "" : ", ", "block ", change.blocks[i], " (entities ", first, " to ",
                    first + platform::kHashBlockEntities - 1, ")");
  }
  if (change.blocks.size() > kBlocksNamed) {
    absl::StrAppend(&text, " and ", change.blocks.size() - kBlocksNamed, " more");
  }
  if (change.fields_differ) absl::StrAppend(&text, text.empty() ? "" : ", ", "its fields");
  return absl::StrCat(change.leaf, ": ", text);
}

std::string ValueText(const std::string& value) { return value.empty() ? "not there" : value; }

std::string FieldText(const BisectReport& report, const FieldDifference& field) {
  std::string text = absl::StrCat("  ", field.leaf);
  if (field.block) absl::StrAppend(&text, ", block ", *field.block);
  if (!field.entity.empty()) absl::StrAppend(&text, ", ", field.entity);
  absl::StrAppend(&text, field.field.empty() ? "" : ", ", field.field, ": ", NameOfA(report), " ",
                  ValueText(field.a), ", ", NameOfB(report), " ", ValueText(field.b));
  if (!field.a_then.empty()) absl::StrAppend(&text, "; ", NameOfA(report), " at the tick ", field.a_then);
  if (!field.b_then.empty()) absl::StrAppend(&text, "; ", NameOfB(report), " at the tick ", field.b_then);
  return text + "\n";
}

std::string ValuesText(const BisectReport& report, const BisectValues& values) {
  std::string text = absl::StrCat("values after tick ", values.tick, " (", NameOfA(report), ": ",
                                  values.how_a, "; ", NameOfB(report), ": ", values.how_b, "):\n");
  for (const FieldDifference& field : values.fields) absl::StrAppend(&text, FieldText(report, field));
  if (values.fields_count > values.fields.size()) {
    absl::StrAppend(&text, "  and ", values.fields_count - values.fields.size(), " more\n");
  }
  return text;
}

std::string DifferenceText(const BisectReport& report) {
  const BisectDifference& difference = *report.difference;
  std::string text = absl::StrCat("first tick that differs: ", difference.tick, " (", NameOfA(report), " ",
                                  platform::HashText(difference.root_a), ", ", NameOfB(report), " ",
                                  platform::HashText(difference.root_b), ")\n");
  for (const LeafChange& change : difference.leaves) absl::StrAppend(&text, "leaf ", LeafText(change), "\n");
  if (difference.values) absl::StrAppend(&text, ValuesText(report, *difference.values));
  return text;
}

// The elements of a JSON list.
template <class Values, class ToText>
std::string JsonList(const Values& values, const ToText& to_text) {
  std::string text;
  for (const auto& value : values) absl::StrAppend(&text, text.empty() ? "" : ",", to_text(value));
  return absl::StrCat("[", text, "]");
}

// A value that is not there is null.
std::string JsonValue(const std::string& value) { return value.empty() ? "null" : JsonString(value); }

std::string FieldJson(const FieldDifference& field) {
  return absl::StrCat("{\"leaf\":", JsonString(field.leaf),
                      ",\"block\":", field.block ? absl::StrCat(*field.block) : "null",
                      ",\"entity\":", JsonValue(field.entity), ",\"field\":", JsonString(field.field),
                      ",\"a\":", JsonValue(field.a), ",\"b\":", JsonValue(field.b),
                      ",\"a_then\":", JsonValue(field.a_then), ",\"b_then\":", JsonValue(field.b_then), "}");
}

std::string ValuesJson(const BisectValues& values) {
  return absl::StrCat("{\"tick\":", values.tick, ",\"how_a\":", JsonString(values.how_a),
                      ",\"how_b\":", JsonString(values.how_b), ",\"fields_count\":", values.fields_count,
                      ",\"fields\":", JsonList(values.fields, FieldJson), "}");
}

std::string LeafJson(const LeafChange& change) {
  return absl::StrCat(
      "{\"leaf\":", JsonString(change.leaf), ",\"fields_differ\":", change.fields_differ ? "true" : "false",
      ",\"blocks\":", JsonList(change.blocks, [](size_t block) { return absl::StrCat(block); }), "}");
}

std::string DifferenceJson(const BisectDifference& difference) {
  return absl::StrCat("{\"tick\":", difference.tick, ",\"a\":\"", platform::HashText(difference.root_a),
                      "\",\"b\":\"", platform::HashText(difference.root_b),
                      "\",\"leaves\":", JsonList(difference.leaves, LeafJson),
                      ",\"values\":", difference.values ? ValuesJson(*difference.values) : "null", "}");
}

std::string PinJson(const PinDifference& pin) {
  return absl::StrCat("{\"name\":", JsonString(pin.name), ",\"a\":", JsonString(pin.a),
                      ",\"b\":", JsonString(pin.b), "}");
}

}  // namespace

std::string BisectSummary(const BisectReport& report) {
  if (!report.pins.empty()) return "different pins\n";
  if (report.difference) {
    const auto& leaves = report.difference->leaves;
    return absl::StrCat("tick ", report.difference->tick, " ", leaves.empty() ? "" : leaves[0].leaf, "\n");
  }
  if (report.command) return absl::StrCat("tick ", report.command->tick, " commands\n");
  return report.ends ? absl::StrCat("equal up to tick ", report.last_tick, ", A ends with tick ",
                                    report.ends->a, ", B with tick ", report.ends->b, "\n")
                     : "equal\n";
}

std::string BisectText(const std::string& a, const std::string& b, const BisectReport& report) {
  std::string text = absl::StrCat(NameOfA(report), ": ", OneLine(a), "\n", NameOfB(report), ": ",
                                  report.is_against_binary ? "this software" : OneLine(b), "\n");
  for (const PinDifference& pin : report.pins) {
    absl::StrAppend(&text, "they were made of other things: ", pin.name, ": A ", pin.a, ", B ", pin.b, "\n");
  }
  if (!report.pins.empty()) return text;
  absl::StrAppend(&text, "compared: ticks ", report.first_tick, " to ", report.last_tick);
  if (report.ticks_skipped != 0)
    absl::StrAppend(&text, ", ", report.ticks_skipped, " of them as equal bytes");
  absl::StrAppend(&text, "\n");
  if (report.command) {
    absl::StrAppend(&text, "first command that differs: tick ", report.command->tick, ": ",
                    report.command->text, "\n");
  }
  if (report.difference) absl::StrAppend(&text, DifferenceText(report));
  for (const std::string& note : report.notes) absl::StrAppend(&text, "note: ", note, "\n");
  return absl::StrCat(text, "hashes: ", report.difference ? "different" : "equal",
                      report.ends ? absl::StrCat(" up to tick ", report.last_tick) : "", "\n");
}

std::string BisectJson(const std::string& a, const std::string& b, const BisectReport& report) {
  std::string command = "null";
  if (report.command) {
    command =
        absl::StrCat("{\"tick\":", report.command->tick, ",\"text\":", JsonString(report.command->text), "}");
  }
  return absl::StrCat(
      "{\"a\":", JsonString(a), ",\"b\":", JsonValue(b), ",\"equal\":", report.is_equal() ? "true" : "false",
      ",\"pins\":", JsonList(report.pins, PinJson), ",\"first_tick\":", report.first_tick,
      ",\"last_tick\":", report.last_tick, ",\"ticks_skipped\":", report.ticks_skipped,
      ",\"command\":", command,
      ",\"difference\":", report.difference ? DifferenceJson(*report.difference) : "null", ",\"ends\":",
      report.ends ? absl::StrCat("{\"a\":", report.ends->a, ",\"b\":", report.ends->b, "}")
                  : std::string("null"),
      ",\"notes\":", JsonList(report.notes, JsonString), "}\n");
}

}  // namespace footfall::sim
