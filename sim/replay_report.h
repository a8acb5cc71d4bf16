#ifndef FOOTFALL_SIM_REPLAY_REPORT_H_
#define FOOTFALL_SIM_REPLAY_REPORT_H_

#include <string>

#include "sim/recording/recording_reader.h"
#include "sim/replay.h"

// What the command lines print of a replay. Every text ends in a line feed.
namespace footfall::sim {

// How fast a replay went, by the host's clock.
struct ReplaySpeed {
  double seconds = 0;
  double ticks_per_second = 0;
  double times_real_time = 0;
};
ReplaySpeed SpeedOf(const ReplayReport& report, int hz, double seconds);

// What the recording itself has to say: that it was not closed, why it ended, what was left out; empty when
// all is well. One sentence a line.
std::string RecordingNotes(const RecordingReader& reader);

// For a person. Without the hash line.
std::string ReplayText(const std::string& file, const RecordingReader& reader, const ReplayReport& report,
                       const ReplaySpeed& speed);
// One JSON object on one line.
std::string ReplayJson(const std::string& file, const RecordingReader& reader, const ReplayReport& report,
                       const ReplaySpeed& speed);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_REPLAY_REPORT_H_
