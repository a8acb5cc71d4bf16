"""The command line without a server: help, usage errors, build, info, run, profiles."""

import json
import math
import os
import re
import unittest
import xml.etree.ElementTree

from footfall_process import FolderTest, run

# A flat square of 20 m, Y up.
SQUARE = "v 0 0 0\nv 20 0 0\nv 20 0 20\nv 0 0 20\nf 4 3 2 1\n"

COMMON_FLAGS = """\
  --output FILE         where the result is written
  --threads N           host threads; never changes a result
  --order-threads N     host threads that compute path orders; never changes a result
  --json                the answer as JSON
  --seed N              seed of random choices
  --profile NAME|FILE   platform profile
  --quiet               only the result itself
  --version             version of this program, of the state hash and of the builder
"""

# Which commands there are, and which of the common flags each takes.
TAKES = {
    "build": {"--output", "--threads", "--json", "--seed", "--quiet"},
    "info": {"--json", "--quiet"},
    "run": {"--threads", "--order-threads", "--json", "--seed", "--profile", "--quiet"},
    "replay": {"--threads", "--order-threads", "--json", "--quiet"},
    "compare": {"--output", "--threads", "--order-threads", "--json", "--seed"},
    "trace": {"--output", "--seed", "--profile"},
    "bisect": {"--threads", "--order-threads", "--json", "--quiet"},
    "test": {"--threads", "--order-threads", "--json", "--quiet"},
    "junit-merge": {"--output", "--json", "--quiet"},
    "hashes": {"--json", "--quiet"},
    "sweep": {"--threads", "--order-threads", "--json", "--profile", "--quiet"},
    "path": {"--json", "--quiet"},
    "obstacle": {"--json", "--quiet"},
    "tiles": {"--json"},
    "area": {"--json", "--quiet"},
    "upkeep": {"--json"},
    "tune": {"--quiet"},
    "snapshot": {"--json", "--quiet"},
    "fork": {"--order-threads", "--json", "--quiet"},
    "query": {"--json", "--seed"},
    "bot": {"--output", "--json", "--seed", "--quiet"},
    "profiles": {"--output", "--json"},
    "call": set(),
    "health": {"--quiet"},
    "load": {"--output", "--json", "--seed"},
}


class Usage(FolderTest):
    def test_help_keeps_the_common_flags_and_exit_codes(self):
        text = self.passes("--help")
        self.assertIn(COMMON_FLAGS, text)
        self.assertIn("Exit codes: 0 passed, 1 failed, 3 internal error or no server, 4 bad usage or input", text)
        commands = re.findall(r"^  ([\w-]+) ", text.split("Subcommands:")[1].split("Flags that")[0], re.MULTILINE)
        self.assertEqual(sorted(commands), sorted(TAKES))

    def test_each_command_takes_its_common_flags_with_the_common_words(self):
        meaning = {line.split()[0]: " ".join(line.split()[1:]) for line in COMMON_FLAGS.splitlines()}
        for command, expected in TAKES.items():
            text = self.passes(command, "--help")
            taken = {flag for flag in meaning if re.search(rf"^  {flag}(?![\w-])", text, re.MULTILINE)}
            self.assertEqual(taken, expected, command)
            flat = " ".join(text.split())
            for flag in taken:
                words = meaning[flag].split(" ", 1)[1] if flag in ("--output", "--threads", "--order-threads", "--seed",
                                                                   "--profile") else meaning[flag]
                self.assertIn(words, flat, f"{command} {flag}")

    def test_help_tells_each_default_once(self):
        for command in TAKES:
            self.assertNotRegex(" ".join(self.passes(command, "--help").split()), r"(\[[^][]+\]) \1", command)

    def test_version_names_software_schema_and_builder(self):
        self.assertRegex(self.passes("--version"), r"^footfall \d+\.\d+\.\d+, state schema \d+, builder \d+\n$")

    def test_bad_usage_is_4_and_names_the_fault(self):
        for arguments, says in (
                ((), "subcommand is required; see footfall --help"),
                (("path",), "points is required; see footfall path --help"),
                (("build", "."), ".: is a folder"),
                (("profiles", "fit", "ps3", "--peds", "1", "--sessions", "1"), "is no name for a new profile"),
                (("nonsense",), "'nonsense' is not one of build info run"),
                (("run",), "scenario"),
                (("run", "--nonsense", "x"), "--nonsense"),
                (("run", "a", "b"), "2 scenarios given"),
                (("run", "x.txtpb", "--threads", "0"), "--threads: '0' is not a whole number from 1 to 256"),
                (("run", "x.txtpb", "--seed", "-1"), "--seed: '-1'"),
                (("run", "x.txtpb", "--seed", "1.5"), "--seed: '1.5'"),
                (("run", "missing.txtpb"), "missing.txtpb"),
                (("build",), "give one level"),
                (("build", "a.obj", "b.obj"), "give one level"),
                (("build", "missing.obj"), "missing.obj"),
                (("build", "a.obj", "--city", "1x1"), "give one level"),
                (("build", "--city", "0x1"), "--city: '0x1'"),
                (("build", "--city", "1x1", "--up", "z"), "--city"),
                (("build", "a.obj", "--seed", "1"), "--seed"),
                (("build", "a.obj", "--group", "1"), "--content-of and --group go together"),
                (("build", "--city", "3x3", "--instanced", "--content-of", "x.ffnav", "--group", "1"), "--instanced: "),
                (("build", "a.obj", "--up", "x"), "--up"),
                (("build", "a.obj", "--cell", "nan"), "--cell: 'nan' is not a finite number"),
                (("build", "a.obj", "--translate", "1,2"), "--translate: '1,2' is not a point"),
                (("build", "a.obj", "--translate", "1,inf,2"), "--translate.y: 'inf'"),
                (("info", "missing.ffnav"), "missing.ffnav"),
                (("path", "1,2,3"), "1 points given where 2 points are needed"),
                (("path", "1,2,3", "nan,2,3"), "points 2.x: 'nan' is not a finite number"),
                (("path", "1,2,3", "4,5,6", "--flag", "fly"), "--flag: 'fly' is not one of FLEE_TARGET"),
                (("path", "1,2,3", "4,5,6", "--plane", "path", "--explain"), "--explain: the query plane alone explains"),
                (("path", "1,2,3", "4,5,6", "--svg", "x.svg"), "--svg and --pack go together"),
                (("query", "farthest", "1,2,3"), "'farthest' is not nearest"),
                (("query", "los", "1,2,3", "x"), "'x' is not a point"),
                (("query", "flood", "nearest_bar", "1,2,3"), "'nearest_bar' is not one of NEAREST_VEHICLE_LANE_NODE"),
                (("query", "flood"), "give a goal and a start"),
                (("query", "nearest", "1,2,3", "--filter", "blue"), "--filter: 'blue' is not one of ONLY_PAVEMENT"),
                (("query", "clear", "1,2,3", "--clear-radius", "0"), "--clear-radius: '0' is not a number from 0.1"),
                (("area", "close", "1,2,3", "4,5,6", "--for-ms", "5"), "--for-ms: is for no-spawns, not for close"),
                (("area", "list", "--number", "5"), "--number: is for close"),
                (("obstacle", "list", "--heading", "1"), "--heading: is for put, not for list"),
                (("path", "1,2,3", "4,5,6", "--distance", "7"), "--distance: is for --flee, not for START GOAL"),
                (("path", "1,2,3", "4,5,6", "--heading", "1"), "--heading: is for --wander, not for START GOAL"),
                (("path", "1,2,3", "--flee", "4,5,6", "--heading", "1"), "--heading: is for --wander, not for --flee"),
                (("tiles", "--radius", "7"), "--radius: is for the list near a point, not for the whole list"),
                (("tiles", "1,2,3", "--state", "any"), "--state: is for the list near a point, the whole list, not for polygons"),
                (("snapshot",), "what is required"),
                (("snapshot", "keep", "x"), "keep: save, restore or info is wanted"),
                (("snapshot", "info"), "info: 0 files given, takes 1"),
                (("snapshot", "info", "a", "--server", "x"), "--server: is for save, restore, not for info"),
                (("snapshot", "info", "missing.ffsnap"), "missing.ffsnap"),
                (("snapshot", "info", ""), "info: the name of the file is empty"),
                (("snapshot", "save", ""), "save: the name of the file is empty"),
                (("fork", "--ticks", "0"), "--ticks: '0'"),
                (("fork", "--from", "missing.ffsnap"), "missing.ffsnap"),
                (("fork", "--commands", "missing.txtpb"), "missing.txtpb"),
                (("tune",), "give a cost, NAME=VALUE, or --file"),
                (("tune", "climb_low"), "cost: 'climb_low' is not NAME=VALUE"),
                (("tune", "climb_low=nan"), "climb_low: 'nan' is not a finite number"),
                (("tune", "climb_low=-1"), "climb_low: '-1' is not a number from 0"),
                (("tune", "--file", "missing.txtpb"), "missing.txtpb"),
                (("upkeep", "water", "--near", "1,2,3"), "--near: is for cover --near, not for water"),
                (("upkeep", "cover", "--radius", "7"), "--radius: is for cover --near, opponents CENTER, not for cover"),
                (("upkeep", "opponents", "1,2,3", "4,5,6", "--radius", "7"), "not for opponents FROM TO"),
                (("upkeep", "opponents", "1,2,3", "--width", "7"), "--width: is for opponents FROM TO, not for opponents CENTER"),
                (("query", "audio", "1,2,3", "--count", "7"), "--count: is for nearest, random, not for audio"),
                (("query", "random", "--filter", "only_pavement"), "--filter: is for nearest, below, not for random"),
                (("query", "nearest", "1,2,3", "--slope-max", "0.5"), "--slope-max: is for ray, los, not for nearest"),
                (("query", "flood", "nearest_sheltered", "1,2,3", "--area-max", "5"), "--area-max: is for flood area_underfoot, not"),
                (("query", "path", "1,2,3", "4,5,6", "--radius", "5"), "not for path"),
                (("query", "below", "1,2,3", "--spacing", "1"), "--spacing: is for nearest, not for below"),
                # As an unset variable of a shell leaves it.
                (("area", "close", "1,2,3", "4,5,6", "--session", ""), "--session: the text is empty"),
                (("obstacle", "put", "1,2,3", "1,1,1", "--session", ""), "--session: the text is empty"),
                (("obstacle", "put", "1,2,3", "1,1,1", "--handle", ""), "--handle: the text is empty"),
                (("tiles", "--near", ""), "--near: the text is empty"),
                (("path", "1,2,3", "4,5,6", "--flag", ""), "--flag: the text is empty"),
                (("health", "--server", ""), "--server: the text is empty"),
                (("bot", "--output", ""), "--output: the text is empty"),
                (("run", "x.txtpb", "--profile", ""), "--profile: the text is empty"),
                (("bot", "--pairs", "0"), "--pairs: '0'"),
                (("bot", "--step", "--lock-step"), "exclude each other"),
                (("load", "--kind", "spam"), "--kind"),
                (("load", "--rate", "-1"), "--rate: '-1' is not a number from 0"),
                (("load", "--serve-echo", "/no/such/file"), "holds no replies"),
                (("profiles", "show"), "0 arguments given, needs 1"),
                (("profiles", "show", "xbox"), "xbox"),
                (("profiles", "dance"), "'dance' is not list, show, diff or fit"),
                (("test", "missing"), "missing: no such file or folder"),
                (("junit-merge", "missing.xml"), "missing.xml: No such file"),
                (("junit-merge",), "reports is required"),
                (("hashes", "diff", "a"), "give diff BASE HEAD"),
                (("hashes", "diff", "missing", "missing"), "missing: No such file"),
                (("hashes", "same", "a", "b"), "give diff BASE HEAD"),
                (("sweep", "a.txtpb"), "--seeds is needed"),
                (("sweep", "a.txtpb", "b.txtpb", "--seeds", "1"), "2 scenarios given, takes 1"),
                (("sweep", "a.txtpb", "--seeds", "9..1"), "--seeds: '9..1' ends before it begins"),
                (("sweep", "a.txtpb", "--seeds", "1..x"), "--seeds: 'x'"),
                (("sweep", "a.txtpb", "--seeds", "1", "--metric", "speed"), "'speed' is not one of commands refused"),
                (("sweep", "missing.txtpb", "--seeds", "1"), "missing.txtpb"),
        ):
            with self.subTest(arguments):
                self.ends(4, *arguments, says=says)

    def test_a_server_that_is_not_there_is_3(self):
        for arguments in (("health",), ("path", "0,0,0", "1,1,1"), ("query", "random"), ("bot",), ("call",), ("load",)):
            with self.subTest(arguments):
                # Port 1 of loopback refuses at once.
                self.ends(3, *arguments, "--server", "127.0.0.1:1", says="UNAVAILABLE")
                self.ends(3, *arguments, env={"FOOTFALL_SERVER": "127.0.0.1:1"}, says="start footfalld")


class Build(FolderTest):
    def test_the_same_input_gives_the_same_bytes_on_any_number_of_threads(self):
        self.write("square.obj", SQUARE)
        self.passes("build", "square.obj", "--quiet")
        self.passes("build", "square.obj", "--quiet", "--output", "again.ffnav", "--threads", "2")
        self.assertEqual(self.read("square.ffnav", "rb"), self.read("again.ffnav", "rb"))

    def test_it_prints_figures_for_people_and_for_programs(self):
        self.write("square.obj", SQUARE)
        self.assertIn("triangles: 2\n", self.passes("build", "square.obj"))
        figures = json.loads(self.passes("build", "square.obj", "--json"))
        self.assertEqual(figures["pack"], "square.ffnav")
        self.assertEqual(figures["content"]["tiles"], 1)
        # 20 m less the agent's radius, in whole cells, on each side.
        self.assertAlmostEqual(figures["content"]["area_m2"], 19.3 * 19.3, delta=15)

    def test_flags_of_the_import_move_the_level_and_stay_in_the_pack(self):
        self.write("square.obj", SQUARE)
        self.passes("build", "square.obj", "--scale", "2", "--translate", "-100,0,5", "--output", "moved.ffnav")
        figures = json.loads(self.passes("info", "moved.ffnav", "--json"))
        low, high = ([float(x) for x in corner.split()] for corner in figures["box"].split(" .. "))
        self.assertGreater(low[0], -100.1)
        self.assertLess(high[0], -59.9)
        self.assertAlmostEqual(low[2], 5, delta=0.2)
        self.assertEqual(figures["import"], "--up y --scale 2 --translate -100,0,5")

    def test_broken_levels_name_line_and_fault_and_leave_no_pack(self):
        for text, says in (("v 0 0\n", "bad.obj:1"), ("v 0 0 0\nv 0 0 nan\n", "bad.obj:2: coordinate nan is not a finite float"),
                           ("v 0 -inf 0\n", "bad.obj:1: coordinate -inf is not a finite float"), (SQUARE + "f 1 2 9\n", "bad.obj:6"),
                           ("", "bad.obj"), ("v 0 0 0\nv 0 20 0\nv 0 20 20\nf 1 2 3\n", "walkable")):
            with self.subTest(text):
                self.write("bad.obj", text)
                self.ends(4, "build", "bad.obj", says=says)
                self.assertFalse(os.path.exists(os.path.join(self.folder, "bad.ffnav")))

    def test_an_output_that_cannot_be_written_is_an_error(self):
        self.write("square.obj", SQUARE)
        self.assertNotEqual(self.ends(4, "build", "square.obj", "--output", "no/such/folder.ffnav").stderr, "")

    def test_annotations_beside_the_level_are_read(self):
        self.write("noted.obj", SQUARE)
        self.write("noted.annotations.txtpb", "nonsense: 1\n")
        self.ends(4, "build", "noted.obj", says="noted.annotations.txtpb:1")

    def test_a_city_depends_on_its_seed(self):
        for seed, name in ((1, "a"), (1, "b"), (2, "c")):
            self.passes("build", "--city", "1x1", "--seed", seed, "--quiet", "--output", name + ".ffnav")
        self.assertEqual(self.read("a.ffnav", "rb"), self.read("b.ffnav", "rb"))
        self.assertNotEqual(self.read("a.ffnav", "rb"), self.read("c.ffnav", "rb"))


class Info(FolderTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls().passes("build", "--city", "1x1", "--seed", "3", "--quiet", "--output", "city.ffnav")

    def runTest(self):
        """So that setUpClass can make an instance."""

    def test_it_prints_what_a_pack_holds(self):
        figures = json.loads(self.passes("info", "city.ffnav", "--json"))
        for name in ("build_id", "file_bytes", "tiles", "polygons", "polygons_pavement", "polygons_road",
                     "polygons_water", "edges_normal", "edges_climb_low", "edges_climb_high", "edges_drop_down",
                     "seam_edges_matched", "seam_edges_unmatched", "cover_points", "islands", "height_residue_max"):
            self.assertIn(name, figures)
        self.assertGreater(figures["polygons"], 0)
        self.assertEqual(figures["file_bytes"], os.path.getsize(os.path.join(self.folder, "city.ffnav")))
        self.assertEqual(self.passes("info", "city.ffnav", "--quiet"), "")

    def test_it_draws_and_exports(self):
        self.passes("info", "city.ffnav", "--quiet", "--svg", "city.svg", "--obj", "city.obj")
        picture = xml.etree.ElementTree.fromstring(self.read("city.svg"))
        self.assertTrue(picture.tag.endswith("svg"))
        polygons = json.loads(self.passes("info", "city.ffnav", "--json"))["polygons"]
        faces = [line for line in self.read("city.obj").splitlines() if line.startswith("f ")]
        self.assertEqual(len(faces), polygons)

    def test_it_verifies(self):
        self.assertIn("verified: true\n", self.passes("info", "city.ffnav", "--verify"))

    def test_a_damaged_pack_is_data_loss(self):
        whole = self.read("city.ffnav", "rb")
        for name, damaged in (("cut", whole[:len(whole) // 2]), ("empty", b""),
                              ("flipped", whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:])):
            with self.subTest(name):
                with open(os.path.join(self.folder, name), "wb") as file:
                    file.write(damaged)
                # As footfalld --world ends.
                self.ends(4, "info", name, "--verify", says="DATA_LOSS")


SCENARIO = 'pack: "square.ffnav"\nseed: 5\nticks: 4\n' + """
commands { tick: 1 source: 1 name: "way" command { submit { path { start { x: 2 y: -2 } goal { x: 18 y: -18 } } } } }
"""


class Run(FolderTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls().write("square.obj", SQUARE)
        cls().passes("build", "square.obj", "--quiet")

    def runTest(self):
        """So that setUpClass can make an instance."""

    def test_the_hash_is_the_last_line_and_with_quiet_the_only_one(self):
        self.write("way.txtpb", SCENARIO)
        lines = self.passes("run", "way.txtpb").splitlines()
        self.assertRegex(lines[-1], "^[0-9a-f]{16}$")
        self.assertGreater(len(lines), 1)
        self.assertEqual(self.passes("run", "way.txtpb", "--quiet"), lines[-1] + "\n")
        for threads in (2, 4, 8):
            self.assertEqual(self.passes("run", "way.txtpb", "--quiet", "--threads", threads, "--order-threads", threads),
                             lines[-1] + "\n")
        self.assertNotEqual(self.passes("run", "way.txtpb", "--quiet", "--seed", "6"), lines[-1] + "\n")

    def test_json_is_one_line_and_nothing_else(self):
        self.write("way.txtpb", SCENARIO)
        last = self.passes("run", "way.txtpb", "--quiet").strip()
        for more in ((), ("--quiet",)):
            line, = self.passes("run", "way.txtpb", "--json", *more).splitlines()
            self.assertEqual(json.loads(line)["hash"], last)
        self.write("golden.txtpb", SCENARIO)
        report, update = map(json.loads, self.passes("run", "golden.txtpb", "--json", "--update-hash").splitlines())
        self.assertEqual((report["hash"], update["new"], update["golden"]), (last, last, "new"))

    def test_results_are_a_line_for_each_named_command(self):
        more = "".join(f'commands {{ tick: {tick} source: 1 name: "{name}" command {{ {command} }} }}\n' for tick, name, command in (
            (1, "audio", "submit { audio { position { x: 2 y: -2 } radius: 5 } }"),
            (2, "given_up", "submit { path { start { x: 2 y: -2 } goal { x: 18 y: -3 } } }"),
            (4, "late", "submit { path { start { x: 2 y: -2 } goal { x: 18 y: -3 } } }")))
        more += ('commands { tick: 2 source: 1 of: "given_up" command { cancel_handle: 0 } }\n'
                 'commands { tick: 3 source: 1 name: "release" of: "way" command { release_handle: 0 } }\n'
                 'commands { tick: 4 source: 1 name: "again" of: "way" command { release_handle: 0 } }\n'
                 'expectations { of: "again" refused: "HANDLE_EXPIRED" }\n')
        self.write("all.txtpb", SCENARIO + more)
        done = self.ends(0, "run", "all.txtpb", "--results")
        self.assertRegex(done.stdout, r"\nresult: way: complete, [\d.]+ m, 2 points, submitted 1, visible 2\n")
        self.assertRegex(done.stdout, r"\nresult: audio: complete, \d+ hits, value [\d.]+, submitted 1, visible 2\n")
        self.assertIn("\nresult: given_up: cancelled, submitted 2, visible never\n", done.stdout)
        self.assertIn("\nresult: late: pending, submitted 4, visible never\n", done.stdout)
        self.assertIn("\nresult: release: applied, tick 3\n", done.stdout)
        self.assertRegex(done.stdout, r"\nresult: again: refused with HANDLE_EXPIRED, tick 4\n")
        results = {one["name"]: one for one in json.loads(run("run", "all.txtpb", "--results", "--json", cwd=self.folder).stdout)["results"]}
        self.assertEqual((results["way"]["outcome"], results["way"]["points"], results["way"]["submitted_tick"],
                          results["way"]["visible_tick"], results["way"]["hits"]), ("complete", 2, 1, 2, None))
        self.assertAlmostEqual(results["way"]["length"], 512 ** 0.5, places=1)
        self.assertEqual((results["late"]["length"], results["late"]["visible_tick"]), (None, None))
        self.assertIsNotNone(results["again"]["refused"])
        self.assertNotIn("result", run("run", "all.txtpb", cwd=self.folder).stdout)

    def test_the_least_scenario_of_the_readme_passes_as_the_other_readme_shows(self):
        source = os.environ["FOOTFALL_SOURCE_DIR"]
        with open(os.path.join(source, "scenarios/README.md"), encoding="utf-8") as file:
            self.write("mine.txtpb", re.search(r"The least there is:\n\n```\n(.*?)```", file.read(), re.S).group(1))
        self.assertEqual(len(self.read("mine.txtpb").splitlines()), 9)
        with open(os.path.join(source, "clients/cli/README.md"), encoding="utf-8") as file:
            line = re.search(r"\nresult: way: .*\n", file.read()).group(0)
        self.assertIn(line, self.passes("run", "mine.txtpb", "--results"))

    def test_what_names_a_refused_submit_is_no_second_failure(self):
        submits = "".join(f'commands {{ tick: 1 source: 1 name: "way{i}" command {{ submit {{ path {{ start {{ x: 2 y: -2 }} '
                          f'goal {{ x: 18 y: -18 }} }} }} }} }}\n'
                          f'commands {{ tick: 3 source: 1 of: "way{i}" command {{ release_handle: 0 }} }}\n' for i in range(3))
        self.write("full.txtpb", 'pack: "square.ffnav"\nticks: 4\nprofile: "ps3"\nset: "path_requests_max=1"\n' + submits)
        done = self.ends(1, "run", "full.txtpb")
        self.assertEqual(done.stdout.count("failed: "), 2)
        self.assertIn("\nrequests refused: 2\ncommands refused for they take the handle of a refused one: 2\n", done.stdout)

    def test_hashes_out_has_a_line_a_tick(self):
        self.write("way.txtpb", SCENARIO)
        self.passes("run", "way.txtpb", "--quiet", "--hashes-out", "hashes")
        lines = [line for line in self.read("hashes").splitlines() if not line.startswith("#")]
        self.assertEqual([line.split()[0] for line in lines], ["1", "2", "3", "4"])

    def test_trails_has_a_line_a_way_and_dump_all_state_at_the_end(self):
        self.write("way.txtpb", SCENARIO)
        self.passes("run", "way.txtpb", "--quiet", "--trails", "trails", "--dump", "dump")
        trails = [json.loads(line) for line in self.read("trails").splitlines()]
        self.assertEqual([(trail["source"], trail["outcome"]) for trail in trails], [(1, "complete")])
        points = trails[0]["points"]
        self.assertGreater(len(points), 1)
        self.assertAlmostEqual(trails[0]["length"], sum(math.dist(a, b) for a, b in zip(points, points[1:])), 2)
        self.assertIn("world.tick = 4\n", self.read("dump"))

    def test_an_expectation_that_does_not_hold_is_1(self):
        self.write("way.txtpb", SCENARIO + 'expectations { of: "way" outcome: NAV_OUTCOME_COMPLETE }\n')
        self.passes("run", "way.txtpb")
        self.write("way.txtpb", SCENARIO + 'expectations { of: "way" outcome: NAV_OUTCOME_NO_PATH }\n')
        self.ends(1, "run", "way.txtpb", says="failed: ")

    def test_update_hash_writes_what_the_next_run_is_held_against(self):
        self.write("way.txtpb", SCENARIO)
        self.assertIn("golden hash: none before", self.passes("run", "way.txtpb", "--update-hash"))
        self.assertIn("golden hash: equal", self.passes("run", "way.txtpb"))
        text = self.read("way.txtpb")
        root = re.search(r'root: "([0-9a-f]{16})"', text).group(1)
        self.write("way.txtpb", text.replace(root, "0" * 16))
        self.ends(1, "run", "way.txtpb", says="golden hash: different")
        self.assertIn("now " + root, self.passes("run", "way.txtpb", "--update-hash"))
        self.ends(4, "run", "way.txtpb", "--update-hash", "--seed", "9", says="--update-hash")

    def test_update_hash_of_many_files_says_a_line_each_what_changed(self):
        passing = 'expectations { of: "way" outcome: NAV_OUTCOME_COMPLETE }\n'
        for name in ("new", "same", "changed", "stale"):
            self.write(f"{name}.txtpb", SCENARIO + passing)
        self.passes("run", "same.txtpb", "changed.txtpb", "stale.txtpb", "--update-hash")
        root = re.search(r'root: "([0-9a-f]{16})"', self.read("same.txtpb")).group(1)
        text = self.read("changed.txtpb")
        leaf = re.search(r" (handles)=[0-9a-f]{16}", text).group(0)
        self.write("changed.txtpb", text.replace(root, "0" * 16).replace(leaf, " handles=" + "1" * 16))
        self.write("stale.txtpb", re.sub(r"state_schema: \d+", "state_schema: 1", self.read("stale.txtpb")))
        self.assertEqual(self.passes("run", "new.txtpb", "same.txtpb", "changed.txtpb", "stale.txtpb", "--update-hash"),
                         f"new new.txtpb - {root} -\nsame same.txtpb {root} {root} -\n"
                         f"changed changed.txtpb {'0' * 16} {root} handles\nstale stale.txtpb {root} {root} -\n")
        for line in self.passes("run", "new.txtpb", "stale.txtpb", "--update-hash", "--json").splitlines():
            self.assertEqual(json.loads(line)["golden"], "same")
        # One that cannot be read does not keep the others from it; an expectation that does not hold is named.
        self.write("failing.txtpb", SCENARIO + passing.replace("COMPLETE", "NO_PATH"))
        done = self.ends(4, "run", "none.txtpb", "failing.txtpb", "--update-hash", says="failed: failing.txtpb, line 6")
        self.assertIn("new failing.txtpb", done.stdout)
        self.assertIn("none.txtpb", done.stderr)
        self.ends(1, "run", "same.txtpb", "failing.txtpb", "--update-hash")
        self.ends(4, "run", "same.txtpb", "new.txtpb", "--update-hash", "--seed", "9", says="several scenarios")

    def test_a_bad_scenario_names_file_line_and_field(self):
        self.write("bad.txtpb", SCENARIO + "nonsense: 1\n")
        self.ends(4, "run", "bad.txtpb", says="footfall run: bad.txtpb:6")
        self.ends(4, "run", "none.txtpb", says="footfall run: ")


class Profiles(FolderTest):
    def test_list_show_and_fit(self):
        self.assertIn("profile: ps3\n", self.passes("profiles", "list"))
        shown = json.loads(self.passes("profiles", "show", "ps3", "--json", "--set", "heap_max=100"))
        self.assertEqual({**shown["figures"]["heap_max"], "source": ""},
                         {"value": 100, "status": "overridden", "source": "", "set_by": "--set"})
        self.assertIsInstance(shown["figures"]["movement_costs.climb_high"]["value"], (int, float))
        self.assertIn("heap_max: 100 (overridden, ", self.passes("profiles", "show", "ps3", "--set", "heap_max=100"))
        self.assertIn("NAV-", self.passes("profiles", "show", "ps3"))
        self.passes("profiles", "fit", "big", "--peds", "1000", "--sessions", "10", "--output", "big.txtpb")
        shown = json.loads(self.passes("profiles", "show", "./big.txtpb", "--peds", "1000", "--sessions", "10", "--json"))
        self.assertEqual(shown["first_full_table"], "none")
        shown = json.loads(self.passes("profiles", "show", "ps3", "--peds", "1000", "--json"))
        self.assertNotEqual(shown["first_full_table"], "none")
        self.ends(4, "profiles", "show", "ps3", "--set", "nonsense=1", says="nonsense")
        for given in ((), ("--peds", "5"), ("--sessions", "5")):
            self.ends(4, "profiles", "fit", "big", *given, says="needs --peds and --sessions")
        self.assertIn('base: "ps3"', self.passes("profiles", "fit", "big", "--peds", "5", "--sessions", "0", "--base", "ps3"))
        self.ends(4, "profiles", "fit", "big", "--peds", "5", "--sessions", "1", "--base", "atari", says="atari")
        self.ends(4, "profiles", "show", "ps3", "--base", "pc", says="--base: is for fit")
        shown = json.loads(self.passes("profiles", "show", "ps3", "--json", "--set", "main_load_units=16666"))
        self.assertIn("49 % of a tick at 30 Hz, which 33333 units fill", shown["main_load"])
        self.assertIn("share core 0", shown["main_load"])
        self.assertIn("does not feel it, for it has core 5", self.passes("profiles", "show", "durango"))

    def test_diff_names_what_differs_with_both_values_and_where_they_are_from(self):
        diff = json.loads(self.ends(1, "profiles", "diff", "ps3", "durango", "--json").stdout)
        self.assertEqual(diff["different"], len(diff["figures"]))
        self.assertEqual(diff["figures"]["path_core"], {
            "first": {"value": 0, "status": "documented", "source": "NAV-107", "set_by": "ps3"},
            "second": {"value": 5, "status": "documented", "source": "NAV-289", "set_by": "durango"}})
        text = self.ends(1, "profiles", "diff", "ps3", "durango").stdout
        self.assertIn("first: 500 (documented, NAV-291", text)
        self.assertIn("second: 30 (documented, NAV-291", text)
        self.assertIn("1 if they differ", run("profiles", "--help").stdout)
        self.assertNotIn("heap_max", diff["figures"])
        self.assertIn("different: 0", self.passes("profiles", "diff", "ps3", "ps3"))
        self.assertEqual(json.loads(self.passes("profiles", "diff", "pc", "pc", "--json"))["figures"], {})
        self.ends(4, "profiles", "diff", "ps3", says="1 arguments given, needs 2")
        self.ends(4, "profiles", "diff", "ps3", "xbox", says="xbox")


if __name__ == "__main__":
    unittest.main()
