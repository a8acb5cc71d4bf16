"""A bot: paths between random points that can reach each other. Usage: example_bot.py [SERVER] [COUNT]"""

import sys

import footfall

server = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:7450"
count = int(sys.argv[2]) if len(sys.argv) > 2 else 10

with footfall.Session(server, name="example-bot") as session:
    found = 0
    for seed in range(count):
        start, = session.random_points(1, seed=seed)
        goal, = session.random_points(1, seed=seed, reachable_from=start)
        path = session.find_path(start, goal)
        print(f"{path.outcome}: {path.length:.1f} m, {len(path.points)} points")
        found += path.complete
print(f"{found} of {count} paths found")
sys.exit(0 if found == count else 1)
