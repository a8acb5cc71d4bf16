#!/usr/bin/env python3
"""Ratios of medians of a Google Benchmark run in JSON: <line>/footfall against <line>/detour.

usage: compare.py RUN.json

Prints a line for each benchmark: median time of both, and how many times faster Footfall is; of lines that Detour has
nothing for, our time.
"""
import json
import statistics
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    run = json.load(file)
times = {}
for entry in run["benchmarks"]:
    if entry.get("run_type") == "iteration":
        times.setdefault(entry["run_name"], []).append(entry["cpu_time"])
lines = sorted({name.rsplit("/", 1)[0] for name in times})
print(f"{'line':28} {'footfall ns':>12} {'detour ns':>12} {'detour / footfall':>18}  pairs")
for line in lines:
    ours, theirs = times.get(line + "/footfall"), times.get(line + "/detour")
    if not ours:
        continue
    if not theirs:
        print(f"{line:28} {statistics.median(ours):12.0f} {'-':>12} {'-':>18}  {len(ours)}")
        continue
    # Repetitions are interleaved: the ratio is taken pair by pair, then the median.
    ratios = [b / a for a, b in zip(ours, theirs)]
    print(f"{line:28} {statistics.median(ours):12.0f} {statistics.median(theirs):12.0f} "
          f"{statistics.median(ratios):18.2f}  {len(ratios)}")
