#!/usr/bin/env python3
"""Instructions of query_set's three parts, from callgrind's output: the figure by which a change can be judged.

usage: instructions.py CALLGRIND.out
"""
import re
import sys

names = {}


def name_of(text):
    """Callgrind gives a name in full once, then by its number."""
    number, name = re.match(r"(\(\d+\))(?: (.*))?", text).groups()
    if name:
        names[number] = name
    return names[number]


total = 0
parts = {}
called = None
after_calls = False
with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        if line.startswith("cfn="):
            called = name_of(line[4:].rstrip())
        elif line.startswith("fn="):
            name_of(line[3:].rstrip())
        elif line.startswith("calls="):
            after_calls = True
        elif line.startswith("summary:"):
            total = int(line.split()[1])
        elif after_calls:
            # The line after `calls=`: where from, and what the call cost with all that it called.
            after_calls = False
            part = re.search(r"bench::Run(Paths|Nearest|Rays)\(", called)
            if part:
                parts[part.group(1)] = parts.get(part.group(1), 0) + int(line.split()[1])
print(f"{'whole set':12} {total:14,}")
for part, cost in parts.items():
    print(f"{part.lower():12} {cost:14,}")
