#include "sim/replay_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "platform/state_hash.h"
#include "sim/scenario_report.h"

namespace footfall::sim {

namespace {

const char* ResultOf(const ReplayReport& report) {
  if (!report.is_compared) return "not compared";
  return report.difference ? "different" : "equal";
}

bool IsOverridden(const RecordingHeader& header, const ReplayReport& report) {
  return report.profile != header.profile_name || report.profile_hash != header.profile_hash;
}

// What ran, and what is recorded where that is another one.
std::string ProfileText(const RecordingHeader& header, const ReplayReport& report) {
  return absl::StrCat("profile: ", report.profile, " ", platform::HashText(report.profile_hash),
                      IsOverridden(header, report)
                          ? absl::StrCat(", instead of the recorded ", header.profile_name, " ",
                                         platform::HashText(header.profile_hash))
                          : "",
                      "\n");
}

// "1 to 30 at 30 Hz".
std::string TicksText(const RecordingHeader& header, const ReplayReport& report) {
  if (report.ticks == 0) {
    return absl::StrCat("0 ticks, the recording was closed after tick ", report.last_tick,
                        " before another one ran");
  }
  return absl::StrCat(report.counted_from, " to ", report.last_tick, " at ", header.hz, " Hz",
                      report.first_tick == report.counted_from
                          ? ""
                          : absl::StrCat(", run from ", report.first_tick, " on, behind a snapshot"));
}

std::string DifferenceText(const ReplayDifference& difference) {
  return absl::StrCat("first difference: tick ", difference.tick, ": ", difference.text, "; recorded ",
                      platform::HashText(difference.recorded_root), ", now ",
                      platform::HashText(difference.found_root), "\n");
}

std::string OutcomeText(const ReplayOutcome& outcome) {
  return absl::StrCat("commands refused: ", outcome.commands_refused,
                      "\ncommands skipped, for their handles were not given: ", outcome.commands_skipped,
                      "\nrequests completed, expired, sent back: ", outcome.completed, ", ", outcome.expired,
                      ", ", outcome.restarts, "\nslots in use at most: ", outcome.slots_high_water,
                      "\nticks to an answer, 50 %, 95 %, most: ", outcome.latency_p50, ", ",
                      outcome.latency_p95, ", ", outcome.latency_max, "\n");
}

}  // namespace

ReplaySpeed SpeedOf(const ReplayReport& report, int hz, double seconds) {
  ReplaySpeed speed;
  speed.seconds = seconds;
  if (seconds > 0) speed.ticks_per_second = static_cast<double>(report.ticks) / seconds;
  if (hz > 0) speed.times_real_time = speed.ticks_per_second / hz;
  return speed;
}

std::string RecordingNotes(const RecordingReader& reader) {
  if (!reader.why_ended().empty()) {
    return absl::StrCat("the recording ended before its world did: ", reader.why_ended(), "\n");
  }
  if (reader.is_closed()) return "";
  return absl::StrCat(
      "the recording was not closed, as when its process is killed",
      reader.torn_bytes() == 0
          ? ""
          : absl::StrCat(": ", reader.torn_bytes(), " bytes behind the last whole chunk are left out"),
      "\n");
}

std::string ReplayText(const std::string& file, const RecordingReader& reader, const ReplayReport& report,
                       const ReplaySpeed& speed) {
  const RecordingHeader& header = reader.header();
  return absl::StrCat("recording: ", OneLine(file),
                      "\nscenario: ", header.scenario_name.empty() ? "none" : header.scenario_name,
                      "\nrecorded by: ", header.software, "\n", ProfileText(header, report),
                      "ticks: ", TicksText(header, report), "\ncommands: ", report.commands, "\n",
                      OutcomeText(report.outcome),
                      absl::StrFormat("speed: %.0f ticks/s, %.1f times real time, %.2f s\n",
                                      speed.ticks_per_second, speed.times_real_time, speed.seconds),
                      report.difference ? DifferenceText(*report.difference) : "",
                      "hashes: ", ResultOf(report), "\n");
}

std::string ReplayJson(const std::string& file, const RecordingReader& reader, const ReplayReport& report,
                       const ReplaySpeed& speed) {
  const RecordingHeader& header = reader.header();
  const ReplayOutcome& outcome = report.outcome;
  std::string difference;
  std::string failure;
  if (report.difference) {
    failure = JsonString(absl::StrCat("tick ", report.difference->tick, ": ", report.difference->text));
    difference = absl::StrCat(",\"difference\":{\"tick\":", report.difference->tick,
                              ",\"leaf\":", JsonString(report.difference->leaf),
                              ",\"text\":", JsonString(report.difference->text), ",\"recorded\":\"",
                              platform::HashText(report.difference->recorded_root), "\",\"now\":\"",
                              platform::HashText(report.difference->found_root), "\"}");
  }
  return absl::StrCat(
      "{\"recording\":", JsonString(file), ",\"scenario\":", JsonString(header.scenario_name),
      ",\"closed\":", reader.is_closed() ? "true" : "false",
      ",\"why_ended\":", JsonString(reader.why_ended()), ",\"seed\":", header.seed, ",\"hz\":", header.hz,
      ",\"profile\":", JsonString(report.profile), ",\"profile_hash\":\"",
      platform::HashText(report.profile_hash), "\",\"recorded_profile\":", JsonString(header.profile_name),
      ",\"recorded_profile_hash\":\"", platform::HashText(header.profile_hash), "\",\"world_build_id\":\"",
      platform::HashText(header.world_build_id), "\",\"state_schema\":", header.state_schema,
      ",\"first_tick\":", report.counted_from, ",\"last_tick\":", report.last_tick,
      ",\"ticks\":", report.last_tick + 1 - report.counted_from, ",\"run_from_tick\":", report.first_tick,
      ",\"commands\":", report.commands, ",\"commands_refused\":", outcome.commands_refused,
      ",\"commands_skipped\":", outcome.commands_skipped, ",\"completed\":", outcome.completed,
      ",\"expired\":", outcome.expired, ",\"restarts\":", outcome.restarts,
      ",\"slots_high_water\":", outcome.slots_high_water, ",\"latency_ticks\":{\"p50\":", outcome.latency_p50,
      ",\"p95\":", outcome.latency_p95, ",\"max\":", outcome.latency_max, "}",
      absl::StrFormat(",\"seconds\":%.3f,\"ticks_per_second\":%.0f,\"times_real_time\":%.1f", speed.seconds,
                      speed.ticks_per_second, speed.times_real_time),
      ",\"hash\":\"", platform::HashText(report.final_digest.root), "\",\"hashes\":\"", ResultOf(report),
      "\",\"passed\":", report.difference ? "false" : "true", ",\"failures\":[", failure, "]", difference,
      "}\n");
}

}  // namespace footfall::sim
