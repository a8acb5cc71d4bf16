#include "clients/cli/comparison_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/cli/comparison_figures.h"
#include "platform/state_hash.h"

namespace footfall::cli {
namespace {

using Tree = nlohmann::ordered_json;

double Share(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

bool HasVariants(std::span<const sim::ComparedRun> runs) {
  return std::any_of(runs.begin(), runs.end(), [](const auto& run) { return !run.variant.key.empty(); });
}

std::string RowName(const sim::ComparedRun& run, bool with_variant) {
  return absl::StrFormat("%-8s", run.profile.name) +
         (with_variant ? absl::StrFormat("  %-24s", run.variant.Text()) : "");
}

std::string HeadName(bool with_variant) {
  return absl::StrFormat("%-8s", "profile") + (with_variant ? absl::StrFormat("  %-24s", "variant") : "");
}

Tree PartsTree(const sim::LatencyParts& parts) {
  Tree tree = Tree::object();
  for (const NamedPart& part : kParts) {
    tree[absl::StrCat(part.name, "_ns")] = parts.*part.ns;
  }
  tree["total_ns"] = parts.total_ns();
  return tree;
}

Tree RunTree(const sim::ComparedRun& run) {
  Tree latency = Tree::object();
  for (const NamedPercentile& percentile : kPercentiles) {
    const sim::RequestLatency& at = run.paths.*percentile.latency;
    Tree one = {{"ticks", at.ticks()}};
    one.update(PartsTree(at.parts));
    latency[percentile.name] = one;
  }
  Tree sum = {{"ticks", run.paths.ticks}};
  sum.update(PartsTree(run.paths.sum));
  latency["sum"] = sum;
  Tree pools = Tree::object();
  for (const PoolUse& pool : PoolsOf(run)) {
    pools[pool.figure] = {{"limit", pool.limit}, {"high_water", pool.high_water}, {"refused", pool.refused}};
  }
  return {{"profile", run.profile.name},
          {"variant", run.variant.Text()},
          {"hash", platform::HashText(run.state_hash)},
          {"ticks", run.ticks},
          {"hz", run.hz},
          {"main_core", run.profile.main_core},
          {"path_core", run.profile.path_core},
          {"path_workers", run.profile.path_workers},
          {"main_load_units", run.profile.main_load_units},
          {"paths_asked", run.paths_asked},
          {"paths", run.paths.count},
          {"requests", run.requests.count},
          {"given_up", run.given_up},
          {"waiting", run.waiting},
          {"submits_refused", run.submits_refused},
          {"follow_ups_refused", run.follow_ups_refused},
          {"commands_refused", run.commands_refused},
          {"restarts", run.path_server.restarts},
          {"floor_slices", run.floor_slices},
          {"budget_ns", run.budget_ns},
          {"requests_ns", run.requests_ns},
          {"jobs_ns", run.jobs_ns},
          {"latency", latency},
          {"pools", pools},
          {"ped_gen_interval_ms", run.profile.ped_gen_interval_ms},
          {"generation_slices", run.upkeep.spawn_job.slices},
          {"generation_starved", run.upkeep.spawn_job.starved}};
}

// Nested names joined by '_', in order.
void Flatten(const Tree& tree, const std::string& prefix, std::vector<std::pair<std::string, Tree>>* out) {
  for (const auto& [name, value] : tree.items()) {
    if (value.is_object()) {
      Flatten(value, absl::StrCat(prefix, name, "_"), out);
    } else {
      out->emplace_back(prefix + name, value);
    }
  }
}

// A text with a comma, as a variant of a profile's file name may have one, is quoted.
std::string CsvText(const Tree& value) {
  if (!value.is_string()) {
    return value.dump();
  }
  std::string text = value.get<std::string>();
  return text.find_first_of(",\"\n") == std::string::npos ? text : value.dump();
}

}  // namespace

std::string ComparisonText(std::span<const sim::ComparedRun> runs) {
  const bool variants = HasVariants(runs);
  std::string text = "latency of path requests, ticks; the parts are means and make up the mean\n" +
                     HeadName(variants) + "  answered/asked   p50   p90   p99   max    mean =";
  for (const NamedPart& part : kParts) {
    absl::StrAppendFormat(&text, "%11s", part.label);
  }
  text += "\n";
  for (const sim::ComparedRun& run : runs) {
    const auto ticks = [&](const NamedPercentile& at) { return (run.paths.*at.latency).ticks(); };
    const auto mean = [&](const NamedPart& part) { return MeanTicks(run, run.paths.sum.*part.ns); };
    absl::StrAppendFormat(&text, "%s%16s%6d%6d%6d%6d%8.2f  ", RowName(run, variants), AnsweredText(run),
                          ticks(kPercentiles[0]), ticks(kPercentiles[1]), ticks(kPercentiles[2]),
                          ticks(kPercentiles[3]), MeanTicks(run, run.paths.sum.total_ns()));
    for (const NamedPart& part : kParts) {
      absl::StrAppendFormat(&text, "%11.2f", mean(part));
    }
    text += "\n";
  }
  for (const sim::ComparedRun& run : runs) {
    if (const std::string warning = UnansweredWarning(run); !warning.empty()) {
      absl::StrAppend(&text, warning, "\n");
    }
  }
  text += "\nwhat bounds it\n" + HeadName(variants) +
          "   main/path core  workers  used %  floor slices  requests refused  other refused  restarts  "
          "given up  waiting  generation ms "
          " a second\n";
  for (const sim::ComparedRun& run : runs) {
    absl::StrAppendFormat(&text, "%s%12d/%d%11d%8.1f%14d%18d%15d%10d%10d%9d%15d%10.1f\n",
                          RowName(run, variants), run.profile.main_core, run.profile.path_core,
                          run.profile.path_workers, Share(run.requests_ns, run.budget_ns), run.floor_slices,
                          run.submits_refused, run.commands_refused - run.submits_refused,
                          run.path_server.restarts, run.given_up, run.waiting,
                          run.profile.ped_gen_interval_ms, GenerationRate(run));
  }
  text += "\ntables: high water of limit, and what was refused for lack of room\n";
  for (const sim::ComparedRun& run : runs) {
    text += RowName(run, variants);
    for (const PoolUse& pool : PoolsOf(run)) {
      if (pool.high_water == 0 && pool.refused == 0) continue;
      absl::StrAppend(&text, "  ", pool.figure, " ", pool.high_water, "/", pool.limit,
                      pool.refused == 0 ? "" : absl::StrCat(" (", pool.refused, " refused)"));
    }
    text += "\n";
  }
  return text;
}

std::string ComparisonCsv(std::span<const sim::ComparedRun> runs) {
  std::string text;
  for (const sim::ComparedRun& run : runs) {
    std::vector<std::pair<std::string, Tree>> cells;
    Flatten(RunTree(run), "", &cells);
    std::string head;
    std::string line;
    for (const auto& [name, value] : cells) {
      absl::StrAppend(&head, head.empty() ? "" : ",", name);
      absl::StrAppend(&line, line.empty() ? "" : ",", CsvText(value));
    }
    absl::StrAppend(&text, text.empty() ? head + "\n" : "", line, "\n");
  }
  return text;
}

std::string ComparisonJson(std::span<const sim::ComparedRun> runs) {
  Tree list = Tree::array();
  for (const sim::ComparedRun& run : runs) {
    list.push_back(RunTree(run));
  }
  return Tree{{"runs", list}}.dump() + "\n";
}

}  // namespace footfall::cli
