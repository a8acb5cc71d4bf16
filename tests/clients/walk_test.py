"""Random reachable pairs through a server, judged by a walker and an oracle that share no code with the search."""

import os
import subprocess
import unittest

from footfall_process import DEADLINE_S, FolderTest, Footfalld, program

SOURCE = os.environ["FOOTFALL_SOURCE_DIR"]
DATA = os.environ.get("FOOTFALL_DATA") or os.path.join(os.path.dirname(SOURCE), "shared", "data")


class Walk(FolderTest):
    def judge(self, pack, paths):
        done = subprocess.run([program("footfall-check-paths"), os.path.join(self.folder, pack),
                               os.path.join(self.folder, paths)], capture_output=True, text=True, timeout=DEADLINE_S,
                              check=False)
        figures = dict(line.split(": ") for line in done.stdout.splitlines())
        return done, {name: float(value) for name, value in figures.items()}

    def bring(self, pack, paths, pairs):
        """Paths of random pairs from a server with this pack."""
        server = Footfalld(self.folder, "--world", os.path.join(self.folder, pack), "--paused")
        try:
            self.passes("bot", "--step", "--pairs", pairs, "--output", paths, "--server", server.address)
        finally:
            self.assertEqual(server.stop(), 0)

    def test_a_thousand_pairs_on_somebody_elses_level(self):
        levels = os.path.join(DATA, "obj")
        if not os.path.isdir(levels):
            self.skipTest("no ../shared/data and FOOTFALL_DATA is unset")
        for level in ("nav_test", "level", "bridge"):
            with self.subTest(level):
                self.passes("build", os.path.join(levels, level + ".obj"), "--quiet", "--output", level + ".ffnav")
                self.bring(level + ".ffnav", level + ".jsonl", 1000)
                done, figures = self.judge(level + ".ffnav", level + ".jsonl")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual((figures["paths"], figures["faults"]), (1000, 0))
                self.assertLessEqual(figures["length_ratio"], 1.005)
                self.assertLessEqual(figures["ratio_p99"], 1.03)

    def test_the_judge_condemns_paths_of_another_world(self):
        for seed in (3, 4):
            self.passes("build", "--city", "1x1", "--seed", seed, "--quiet", "--output", f"city{seed}.ffnav")
        self.bring("city3.ffnav", "city3.jsonl", 40)
        done, figures = self.judge("city4.ffnav", "city3.jsonl")
        self.assertEqual(done.returncode, 1)
        self.assertGreater(figures["faults"], 0)

    def test_pairs_in_a_city(self):
        self.passes("build", "--city", "1x1", "--seed", "3", "--quiet", "--output", "city.ffnav")
        self.bring("city.ffnav", "city.jsonl", 100)
        done, figures = self.judge("city.ffnav", "city.jsonl")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((figures["paths"], figures["faults"]), (100, 0))


if __name__ == "__main__":
    unittest.main()
