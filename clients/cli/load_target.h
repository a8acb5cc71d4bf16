#ifndef FOOTFALL_CLIENTS_CLI_LOAD_TARGET_H_
#define FOOTFALL_CLIENTS_CLI_LOAD_TARGET_H_

#include "clients/cli/figures.h"

namespace footfall::cli {

// What the batched query stream has to reach on a machine that runs client and server (R49): 0.6 of the rate
// of an echo, or 0.9 of what its cores can search beside what client and transport take, whichever is less.
struct StreamTarget {
  int cores = 1;
  double paths_per_s = 0;       // What went through.
  double echo_paths_per_s = 0;  // Of the echo, measured beside it.
  // s: answers a second of CPU time spent on them, while nothing else loads the server. An answer is the
  // search and the reply's fields; reading and writing messages is transport.
  double alone_per_cpu_s = 0;
  double in_run_per_cpu_s = 0;  // The same under the load.
  // CPU seconds a second in the run.
  double client_cores = 0;
  double transport_cores = 0;  // Of the server, but for answering: reading, writing, ticks.
  double search_cores = 0;
  double foreign_cores = 0;  // Of other programs of this machine, which take from what can be reached.

  // c: CPU seconds a second of client and transport.
  double c() const { return client_cores + transport_cores; }
  double of_echo() const;
  double of_cores() const;
  // The same of the cores that other programs left; for people, who cannot always have a machine alone.
  double of_free_cores() const;
  double paths_per_s_wanted() const;
  double reached() const { return paths_per_s / paths_per_s_wanted(); }
};

Figures FiguresOf(const StreamTarget& target);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_LOAD_TARGET_H_
