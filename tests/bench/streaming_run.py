#!/usr/bin/env python3
"""A focus runs across a world of 100 x 100 tiles at 30 m/s for 10,000 ticks, on several thread counts and on a slow disk.

The slices are short, so that searches are in work when tiles come and go under them.

Usage: streaming_run.py FOOTFALL_HASH [TICKS] [THREADS]

Every run must end in the same hash; prints time, peak memory and what the streaming did. About a minute of building and
then some seconds a run.
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
import time

_HEAD = """description: "A focus runs across a world of 10,000 tiles."
city {{ tiles_x: 100 tiles_y: 100 seed: 1 instanced: true }}
seed: 1
profile: "ps3"
set: "path_slice_units=8"
ticks: {ticks}
focus {{ x: -5000 y: 1500 z: 0 }}
commands {{ tick: 1 source: 0 command {{ set_focus {{ position {{ x: -5000 y: 1500 z: 0 }} velocity {{ x: 30 y: 0 z: 0 }} }} }} }}
"""
_WALK = """commands {{
  tick: {tick} source: {source} name: "walk_{tick}"
  command {{ submit {{ path {{ start {{ x: {x} y: 1537 z: 0 }} goal {{ x: {goal} y: 1537 z: 0 }} }} }} }}
}}
commands {{ tick: {over} source: {source} of: "walk_{tick}" command {{ release_handle: 0 }} }}
"""


def scenario(ticks):
    text = [_HEAD.format(ticks=ticks)]
    for tick in range(20, ticks - 60, 20):
        x = -5000 + tick - 60
        text.append(_WALK.format(tick=tick, over=tick + 50, source=1 + tick % 3, x=x, goal=x + 170))
    return "".join(text)


def run(program, path, arguments):
    began = time.monotonic()
    done = subprocess.run([program, "run", path, *arguments], capture_output=True, text=True, check=False)
    seconds = time.monotonic() - began
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    lines = done.stdout.splitlines()
    told = [line for line in lines if re.match("tiles placed|searches sent back", line)]
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{' '.join(arguments)}: {lines[-1]}, {seconds:.1f} s, peak so far {peak:.0f} MiB; " + "; ".join(told), flush=True)
    return lines[-1]


def main():
    program = sys.argv[1]
    ticks = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    threads = sys.argv[3].split(",") if len(sys.argv) > 3 else ["1", "2", "4", "8"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "streaming_run.txtpb")
        with open(path, "w", encoding="utf-8") as file:
            file.write(scenario(ticks))
        hashes = {run(program, path, ["--threads", n, "--order-threads", n]) for n in threads}
        hashes.add(run(program, path, ["--order-threads", "0", "--slow-disk", "20"]))
    if len(hashes) != 1:
        sys.exit("the hashes differ")


if __name__ == "__main__":
    main()
