#!/usr/bin/env python3
"""Runs a scenario on several numbers of host threads: equal hashes at every tick, and the golden one in the file.

usage: scenarios_test.py FOOTFALL_HASH SCENARIO THREADS[,THREADS...]

The golden hash is in the tree, so a run in every preset compares builds and compilers too. Exit status 77, skipped, when the
scenario needs the demo world and this build has not made it.
"""
import pathlib
import subprocess
import sys
import tempfile

program, scenario, threads_list = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3].split(",")
if "\ndemo: true" in pathlib.Path(scenario).read_text() and not (program.parent / "demo.ffnav").exists():
    print("SKIPPED: this build has no demo.ffnav")
    sys.exit(77)


def run(arguments):
    done = subprocess.run([program, "run", scenario, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


faults = []
with tempfile.TemporaryDirectory() as folder:
    hashes = {}
    for threads in threads_list:
        out = pathlib.Path(folder) / threads
        code, text = run(["--threads", threads, "--order-threads", threads, "--hashes-out", str(out)])
        if code != 0:
            faults.append(f"threads {threads}: exit {code}\n{text}")
            continue
        hashes[threads] = out.read_bytes()
    if len(set(hashes.values())) > 1:
        faults.append(f"hashes of ticks differ between threads {', '.join(hashes)}")
    if not all(hashes.values()):
        faults.append("no hashes were written")
_, mine = run(["--quiet"])
_, other = run(["--quiet", "--seed", "987654321"])
if mine == other:
    faults.append("another seed gives the same hash")
print("\n".join(faults) or f"equal on threads {', '.join(threads_list)}")
sys.exit(1 if faults else 0)
