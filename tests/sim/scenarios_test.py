#!/usr/bin/env python3
"""Runs a scenario on several numbers of host threads: equal hashes at every tick, and the golden one in the file. Then
replays a recording of it, whole on the most threads, and from a snapshot in its middle.

usage: scenarios_test.py FOOTFALL_HASH SCENARIO WORLD THREADS[,THREADS...]

WORLD is the scenario's city as a pack that a fixture made, or `own`: each run opens the scenario's world itself. The golden
hash is in the tree, so a run in every preset compares builds and compilers too. With one number of threads the run that is
recorded is the only one. Exit status 77, skipped, when the scenario needs the demo world and this build has not made it.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

program, scenario, threads_list = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[4].split(",")
world = [] if sys.argv[3] == "own" else ["--world", sys.argv[3]]
most = max(threads_list, key=int)
if "\ndemo: true" in pathlib.Path(scenario).read_text() and not (program.parent / "demo.ffnav").exists():
    print("SKIPPED: this build has no demo.ffnav")
    sys.exit(77)


def call(*arguments):
    done = subprocess.run([program, *arguments, *world], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def run(threads, *arguments):
    return call("run", scenario, "--quiet", "--threads", threads, "--order-threads", threads, *arguments)


def replay_faults(recording, expected):
    """What is wrong with a recording of the scenario, whose last hash is `expected`."""
    code, text = call("replay", recording, "--json", "--threads", most, "--order-threads", most)
    report = json.loads(text) if code == 0 else {}
    if report.get("hash") != expected.strip():
        return [f"replay: exit {code}\n{text}"]
    middle = report["last_tick"] // 2 + 1
    code, text = call("replay", recording, "--quiet", "--from", str(middle))
    return [] if (code, text) == (0, expected) else [f"replay from {middle}: exit {code}\n{text}"]


faults = []
with tempfile.TemporaryDirectory() as folder:
    recording = str(pathlib.Path(folder) / "run.ffrec")
    hashes, last = {}, {}
    for threads in threads_list:
        out = pathlib.Path(folder) / threads
        record = ["--record", recording, "--snapshot-every", "7"] if threads == most else []
        code, last[threads] = run(threads, "--hashes-out", str(out), *record)
        if code != 0:
            _, text = call("run", scenario, "--threads", threads, "--order-threads", threads)
            faults.append(f"threads {threads}: exit {code}\n{text}")
            continue
        hashes[threads] = out.read_bytes()
    if len(set(hashes.values())) > 1:
        faults.append(f"hashes of ticks differ between threads {', '.join(hashes)}")
    if not all(hashes.values()):
        faults.append("no hashes were written")
    faults += replay_faults(recording, last[most])
if len(threads_list) > 1:
    _, other = run(most, "--seed", "987654321")
    if last[most] == other:
        faults.append("another seed gives the same hash")
print("\n".join(faults) or f"equal on threads {', '.join(threads_list)}")
sys.exit(1 if faults else 0)
