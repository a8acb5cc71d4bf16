"""A log of requests becomes a scenario, profiles are compared on it, and a run draws its timeline."""

import csv
import io
import json
import os
import re
import unittest
import xml.etree.ElementTree

from footfall_process import FolderTest

PARTS = ("queue_ns", "core_busy_ns", "no_slice_ns", "search_ns", "restart_ns", "barrier_ns")
# Points of the walkable ground of the city with seed 1.
POINTS = ((1485.41, 1452.77, 3.12), (1602.14, 1601.47, 0.12), (1476.33, 1555.82, 0.12), (1397.68, 1453.72, 0.12),
          (1404.43, 1539.17, 0.02), (1380.06, 1490.91, 0.12), (1379.02, 1616.49, 0.0), (1395.04, 1450.72, 0.12))


class CompareTest(FolderTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        rows = ["time_ms,source,type,start_x,start_y,start_z,end_x,end_y,end_z,flags"]
        for i in range(60):
            start, end = POINTS[i % 8], POINTS[(i * 3 + 1) % 8 if (i * 3 + 1) % 8 != i % 8 else (i + 1) % 8]
            rows.append(",".join(map(str, (i * 100, 1, "path", *start, *end, "prefer_pavements"))))
        rows.append("3000,2,line_of_sight," + ",".join(map(str, (*POINTS[0], *POINTS[1]))) + ",")
        with open(os.path.join(cls.folder, "log.csv"), "w", encoding="utf-8") as file:
            file.write("\n".join(rows) + "\n")

    def setUp(self):
        if not os.path.exists(os.path.join(self.folder, "mine.txtpb")):
            self.passes("trace", "import", "log.csv", "--world", "city:2x2:1", "--output", "mine.txtpb", "--hold", "2000")


class Import(CompareTest):
    def test_the_scenario_says_what_the_flags_said_and_runs(self):
        text = self.passes("trace", "import", "log.csv", "--world", "city:3x2:7", "--hz", "60", "--profile", "ps3", "--seed",
                           "5", "--hold", "0")
        for line in ("tiles_x: 3", "tiles_y: 2", "seed: 7", "seed: 5", "hz: 60", 'profile: "ps3"'):
            self.assertIn(line, text)
        self.assertNotIn("release_handle", text)
        self.assertIn("release_handle", self.read("mine.txtpb"))
        self.passes("run", "mine.txtpb")

    def test_times_of_a_clock_and_more_than_the_profile_has(self):
        rows = self.read("log.csv").splitlines()
        epoch = [rows[0]] + [str(1764510000000 + int(row.split(",")[0])) + row[row.index(","):] for row in rows[1:]]
        self.write("epoch.csv", "\n".join(epoch) + "\n")
        self.ends(4, "trace", "import", "epoch.csv", says="--rebase counts from the first one of the log")
        plain = self.passes("trace", "import", "log.csv")
        self.assertEqual(self.passes("trace", "import", "epoch.csv", "--rebase"), plain)
        self.assertEqual(self.ends(0, "trace", "import", "log.csv", "--profile", "ps3").stderr, "")
        done = self.ends(0, "trace", "import", "log.csv", "--profile", "ps3", "--hold", "0")
        self.assertRegex(done.stderr, r"warning: log.csv holds up to 60 requests at once .*path_requests_max of profile ps3 is \d+")

    def test_a_pack_is_found_from_the_folder_of_the_scenario(self):
        os.makedirs(os.path.join(self.folder, "sub"), exist_ok=True)
        self.passes("trace", "import", "log.csv", "--world", "a/b.ffnav", "--output", "sub/packed.txtpb")
        self.assertIn('pack: "../a/b.ffnav"', self.read("sub/packed.txtpb")[:200])

    def test_faults_are_4_and_name_line_and_field(self):
        self.write("bad.csv", "tick,source,type,start_x,start_y,start_z,end_x,end_y,end_z\n1,1,path,x,0,0,1,1,1\n")
        self.ends(4, "trace", "import", "bad.csv", says="bad.csv, line 2: start_x: 'x' is not a number in [-6000, ")
        self.ends(4, "trace", "import", "missing.csv", says="missing.csv")
        self.ends(4, "trace", "export", "log.csv", says="import LOG.csv")
        self.ends(4, "trace", "import", says="import LOG.csv")
        self.ends(4, "trace", "import", "log.csv", "--hz", "25", says="--hz: 25 is not 20, 30 or 60")
        self.ends(4, "trace", "import", "log.csv", "--world", "city:0x1", says="--world")
        self.ends(4, "trace", "import", "log.csv", "--world", "city:1x1:2:3", says="city:WIDTHxHEIGHT[:SEED]")


class Compare(CompareTest):
    def runs(self, *arguments):
        return json.loads(self.passes("compare", "mine.txtpb", "--json", *arguments))["runs"]

    def test_parts_add_up_for_the_sum_and_for_each_percentile(self):
        runs = self.runs("--main-load", "50")
        self.assertEqual([run["profile"] for run in runs], ["xenon", "ps3", "durango", "orbis", "pc", "server"])
        for run in runs:
            self.assertEqual(run["variant"], "main_load=50")
            self.assertEqual(run["paths"] + run["given_up"] + run["waiting"], 60)
            self.assertEqual(run["requests"], run["paths"] + 1)
            for name, at in run["latency"].items():
                self.assertEqual(sum(at[part] for part in PARTS), at["total_ns"], (run["profile"], name))
                self.assertAlmostEqual(at["total_ns"] * 30 / 1e9, at["ticks"], places=4)
            ticks = [run["latency"][name]["ticks"] for name in ("p50", "p90", "p99", "max")]
            self.assertEqual(ticks, sorted(ticks))

    def test_only_the_older_consoles_feel_the_main_load(self):
        runs = self.runs("--sweep", "main_load=0,50,90")
        self.assertEqual(len(runs), 18)
        waits = {}
        for run in runs:
            parts = run["latency"]["sum"]
            waits.setdefault(run["profile"], []).append(parts["total_ns"] - parts["barrier_ns"])
        for profile, wait in waits.items():
            if profile in ("ps3", "xenon"):
                self.assertTrue(wait[0] < wait[1] < wait[2], (profile, wait))
            else:
                self.assertTrue(wait[0] == wait[1] == wait[2], (profile, wait))

    def test_table_csv_and_picture_show_the_same_runs(self):
        table = self.passes("compare", "mine.txtpb", "--profiles", "ps3,durango", "--svg", "x.svg")
        self.assertRegex(table, r"ps3 +60/60( +\d+){4}( +[\d.]+){7}\n")
        self.assertNotIn("warning", table)
        self.assertIn("   no slice", table)
        self.assertIn("path_requests_max", table)
        self.assertIn("durango            0/5", table)
        rows = list(csv.DictReader(io.StringIO(self.passes("compare", "mine.txtpb", "--profiles", "ps3,durango", "--csv"))))
        runs = self.runs("--profiles", "ps3,durango")
        self.assertEqual([row["profile"] for row in rows], ["ps3", "durango"])
        for row, run in zip(rows, runs):
            self.assertEqual(int(row["latency_p99_search_ns"]), run["latency"]["p99"]["search_ns"])
            self.assertEqual(row["hash"], run["hash"])
            self.assertEqual(int(row["pools_path_requests_max_high_water"]),
                             run["pools"]["path_requests_max"]["high_water"])
            self.assertIsNone(row.get(None))
        picture = xml.etree.ElementTree.fromstring(self.read("x.svg"))
        texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        self.assertIn("ps3", texts)
        self.assertIn("durango", texts)
        self.assertEqual(texts.count("60/60 answered"), 2)
        # Each mark says which percentile it is, and how much.
        marks = [text for text in texts if text and re.fullmatch(r"(p\d\d |max )*(p\d\d|max): \d+", text)]
        for name in ("p50", "p90", "p99", "max"):
            self.assertEqual(sum(name in text for text in marks), 2, marks)
        bars = [element for element in picture.iter("{http://www.w3.org/2000/svg}rect") if element.find(
            "{http://www.w3.org/2000/svg}title") is not None]
        self.assertEqual(len(bars), 2 * len(PARTS))

    def test_the_hash_is_that_of_a_run(self):
        run, = self.runs("--profiles", "ps3", "--main-load", "25", "--order-threads", "2")
        self.assertEqual(self.passes("run", "mine.txtpb", "--quiet", "--profile", "ps3", "--set",
                                     f"main_load_units={run['main_load_units']}").strip(), run["hash"])

    def test_waiting_for_a_spent_slice_is_no_work_of_the_main_core(self):
        run, = self.runs("--profiles", "ps3", "--set", "path_slice_units=50")
        parts = run["latency"]["sum"]
        self.assertGreater(parts["no_slice_ns"], parts["total_ns"] * 0.9)
        self.assertLess(parts["core_busy_ns"], parts["total_ns"] * 0.05)
        run, = self.runs("--profiles", "ps3")
        self.assertEqual(run["latency"]["sum"]["no_slice_ns"], 0)

    def test_what_is_not_answered_is_not_hidden(self):
        table = self.passes("compare", "mine.txtpb", "--profiles", "ps3,server", "--set", "path_requests_max=2", "--set",
                            "requests_per_session_max=2", "--set", "in_world_reserve=0", "--svg", "full.svg")
        run, _ = self.runs("--profiles", "ps3,server", "--set", "path_requests_max=2", "--set", "requests_per_session_max=2",
                           "--set", "in_world_reserve=0")
        self.assertLess(run["paths"], 60)
        self.assertEqual(run["paths_asked"], 60)
        self.assertIn(f"{run['paths']}/60", table)
        self.assertIn(f"warning: ps3: {60 - run['paths']} of 60 path requests were not answered", table)
        self.assertIn(f"{run['paths']}/60 answered", self.read("full.svg"))
        self.assertIn('fill="#c00"', self.read("full.svg"))
        # Each refused submit has a release, which is refused for no fault of its own.
        self.assertGreater(run["submits_refused"], 0)
        self.assertEqual(run["follow_ups_refused"], run["submits_refused"])
        self.assertEqual(run["commands_refused"], 2 * run["submits_refused"])
        done = self.ends(1, "run", "mine.txtpb", "--profile", "ps3", "--set", "path_requests_max=2", "--json")
        report = json.loads(done.stdout)
        self.assertEqual(len(report["failures"]), report["submits_refused"])
        self.assertEqual(report["follow_ups_refused"], report["submits_refused"])

    def test_any_figure_can_be_swept_and_a_profile_may_be_a_file(self):
        self.write("own.txtpb", 'name: "own" base: "ps3" path_requests_max: 16\n')
        runs = self.runs("--profiles", "./own.txtpb", "--sweep", "path_requests_max=2,4")
        self.assertEqual([run["pools"]["path_requests_max"]["limit"] for run in runs], [2, 4])
        self.assertGreater(runs[0]["pools"]["path_requests_max"]["refused"], 0)

    def test_faults_are_4(self):
        self.ends(4, "compare", "mine.txtpb", "--profiles", "ps3,xbox", says="profile xbox")
        self.ends(4, "compare", "mine.txtpb", "--sweep", "main_load", says="--sweep: 'main_load' is not KEY=VALUE")
        self.ends(4, "compare", "mine.txtpb", "--sweep", "nonsense=1", says="nonsense")
        self.ends(4, "compare", "mine.txtpb", "--sweep", "main_load=1", "--main-load", "2", says="do not go together")
        self.ends(4, "compare", "mine.txtpb", "--json", "--csv", says="do not go together")
        self.ends(4, "compare", "none.txtpb", says="none.txtpb")
        self.ends(4, "compare", "a", "b", says="2 scenarios given")
        self.ends(4, "compare", "mine.txtpb", "--profiles", "ps3", "--svg", "/dev/full", says="/dev/full")


class Timeline(CompareTest):
    def events(self, *arguments):
        self.passes("run", "mine.txtpb", "--timeline", "t.json", *arguments)
        return json.loads(self.read("t.json"))["traceEvents"]

    def test_tracks_do_not_overlap_and_requests_begin_and_end(self):
        for profile in ("ps3", "durango", "server"):
            events = self.events("--profile", profile, "--set", "main_load_units=20000", "--order-threads", "2")
            self.assertEqual({event["pid"] for event in events}, {1, 2})
            tracks = {}
            for event in events:
                if event["pid"] == 1 and event["ph"] == "X":
                    tracks.setdefault(event["tid"], []).append((round(event["ts"] * 1000), round(event["dur"] * 1000)))
            for spans in tracks.values():
                spans.sort()
                for (start, length), (after, _) in zip(spans, spans[1:]):
                    self.assertLessEqual(start + length, after, profile)
            begun = [event["id"] for event in events if event["ph"] == "b"]
            ended = [event["id"] for event in events if event["ph"] == "e"]
            self.assertEqual(len(begun), 61)
            self.assertEqual(len(set(begun)), 61)
            self.assertEqual(sorted(begun), sorted(ended))
            self.assertTrue(any(event["name"] == "synthetic main load" for event in events))
            names = {event["args"]["name"] for event in events if event["name"] == "thread_name"}
            self.assertIn("order thread 1", names)
            self.assertIn("core 0: main, path worker" if profile == "ps3" else "core 0: main", names)
            real = [event for event in events if event["pid"] == 2 and event["name"].startswith("tick ")]
            self.assertGreater(len(real), 100)

    def test_it_changes_no_hash_and_a_full_disk_is_loud(self):
        plain = self.passes("run", "mine.txtpb", "--quiet")
        self.assertEqual(self.passes("run", "mine.txtpb", "--quiet", "--timeline", "t.json"), plain)
        self.ends(4, "run", "mine.txtpb", "--timeline", "/dev/full", says="--timeline: cannot write /dev/full: No space left")
        self.ends(4, "run", "mine.txtpb", "--timeline", "/nowhere/t.json", says="/nowhere/t.json: No such file")
        self.ends(4, "run", "mine.txtpb", "mine.txtpb", "--update-hash", "--timeline", "x.json", says="--timeline")


if __name__ == "__main__":
    unittest.main()
