"""Fifty clients that misbehave, a server that records, and what it did again: stopped by SIGTERM and by SIGKILL."""

import collections
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest

from footfall_process import DEADLINE_S, FolderTest, Footfalld
from misbehaving_clients import MISDEEDS

HERE = os.path.dirname(os.path.abspath(__file__))
PROCESSES, CLIENTS_EACH = 5, 10
# Small tables, so that they run full; results that expire while one looks.
SETS = ("path_requests_max=60", "requests_per_session_max=5", "in_world_reserve=4", "dynamic_objects_max=12",
        "obstacles_per_session_max=5", "path_slice_units=20000", "request_timeout_ms=1500")
# What must have been answered to each misdeed at least once before the server is stopped.
ANSWERS = ("behaves: OK", "wrong_handles: HANDLE_UNKNOWN", "wrong_handles: HANDLE_EXPIRED", "bad_numbers: BAD_FIELD",
           "full_tables: PATH_SLOTS_FULL", "full_tables: SESSION_QUOTA", "huge_batches: BAD_FIELD", "huge_batches: RESOURCE_EXHAUSTED", "half_closed_attach: results",
           "slow_reader: read", "vanish: gone", "lease_runs_out: SESSION_ENDED", "lease_runs_out: resumed",
           "wrong_tokens: SESSION_UNKNOWN", "cancels: cancelled", "no_right: ROLE_NEEDED",
           "objects_after_their_end: HANDLE_EXPIRED", "other_times: TICK_PASSED", "rash_operator: OK", "rash_operator: BAD_FIELD")


def end(process):
    """SIGKILL; harmless for one that has ended."""
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()


class Misbehaving(FolderTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls("runTest").passes("build", "--city", "1x1", "--seed", "3", "--quiet", "--output", "city.ffnav")

    def runTest(self):
        """So that setUpClass can make an instance."""

    def clients_of(self, server, seed):
        for number in range(PROCESSES):
            arguments = [sys.executable, "-B", os.path.join(HERE, "misbehaving_clients.py"), server.address,
                         str(seed * PROCESSES + number), str(CLIENTS_EACH)]
            process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self.addCleanup(end, process)
            yield process

    def all_answers(self, processes):
        """What the processes have counted, once each of ANSWERS is among it: full tables refuse even those who behave."""
        give_up = time.monotonic() + DEADLINE_S
        while True:
            tally = collections.Counter()
            for process in processes:
                tally.update(json.loads(process.stdout.readline()))
            missing = [answer for answer in ANSWERS if tally[answer] == 0]
            if not missing:
                return tally
            self.assertLess(time.monotonic(), give_up, f"{missing} missing in {tally}")
            time.sleep(0.1)
            for process in processes:
                process.stdin.write("\n")
                process.stdin.flush()

    def recorded_session(self, folder, seed, how):
        """What a replay tells of a server that was stopped by a signal while its clients were at it."""
        os.mkdir(os.path.join(self.folder, folder))
        sets = [word for figure in SETS for word in ("--set", figure)]
        server = Footfalld(self.folder, "--world", os.path.join(self.folder, "city.ffnav"), "--record",
                           os.path.join(self.folder, folder), "--snapshot-every", "50", "--drain", "0.3", "--metrics-port", "0",
                           "--log-level", "warning", *sets)
        self.addCleanup(server.process.wait)
        self.addCleanup(server.process.kill)
        processes = list(self.clients_of(server, seed))
        tally = self.all_answers(processes[:-1])
        # Ten of them are gone in the middle of whatever they do.
        processes[-1].kill()
        server.process.send_signal(how)
        code = server.process.wait(timeout=DEADLINE_S)
        self.assertEqual(code, 0 if how == signal.SIGTERM else -how, server.log())
        self.assertEqual([line for line in tally if "DIED" in line], [])
        self.assertEqual({line.split(":")[0] for line in tally} - {"open"}, set(MISDEEDS))
        text = self.passes("replay", folder, "--json", "--order-threads", "2")
        return json.loads(text.splitlines()[0])

    def check(self, told, is_closed):
        self.assertEqual((told["hashes"], told["passed"], told["closed"]), ("equal", True, is_closed), told)
        self.assertGreater(told["ticks"], 30)
        self.assertEqual(told["ticks"], told["last_tick"])
        self.assertGreater(told["commands"], 500)
        self.assertGreater(told["commands_refused"], 50)
        self.assertGreater(told["completed"], 50)

    def test_a_server_that_is_stopped_replays_to_its_last_tick(self):
        self.check(self.recorded_session("stopped", 1, signal.SIGTERM), True)

    def test_a_server_that_is_killed_replays_to_its_last_whole_chunk(self):
        self.check(self.recorded_session("killed", 2, signal.SIGKILL), False)


if __name__ == "__main__":
    unittest.main()
