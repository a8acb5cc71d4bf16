"""The command line, the examples and a bot against real servers, each on a port of its own."""

import base64
import json
import os
import re
import resource
import struct
import subprocess
import unittest
import xml.etree.ElementTree

from footfall_process import DEADLINE_S, FolderTest, Footfalld, program, run


class AgainstServer(FolderTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls().passes("build", "--city", "1x1", "--seed", "3", "--quiet", "--output", "city.ffnav")
        cls.world = os.path.join(cls.folder, "city.ffnav")
        cls.running = Footfalld(cls.folder, "--world", cls.world)
        cls.addClassCleanup(cls.running.stop)

    def runTest(self):
        """So that setUpClass can make an instance."""

    def ask(self, *arguments):
        return self.passes(*arguments, "--server", self.running.address)

    def points(self, count, seed=1):
        text = self.ask("query", "random", "--count", count, "--seed", seed)
        found = re.findall(r"^(\S+,\S+,\S+) distance", text, re.MULTILINE)
        self.assertEqual(len(found), count)
        return found

    def reachable_pair(self):
        start, = self.points(1)
        goal = re.match(r"\S+", self.ask("query", "random", start)).group(0)
        return start, goal

    def test_health(self):
        self.assertEqual(self.ask("health"), "SERVING\n")
        self.assertEqual(self.ask("health", "--service", "footfall.v1.PathService"), "SERVING\n")
        self.ends(4, "health", "--service", "no.such", "--server", self.running.address, says="NOT_FOUND")

    def test_path_on_both_planes(self):
        start, goal = self.reachable_pair()
        path = self.ask("path", start, goal)
        self.assertIn("outcome: COMPLETE\n", path)
        waypoints = [line for line in path.splitlines() if re.fullmatch(r"\S+,\S+,\S+", line)]
        self.assertEqual([waypoints[0], waypoints[-1]], [start, goal])
        query = self.ask("path", start, goal, "--plane", "query", "--quiet")
        self.assertEqual(query.splitlines(), waypoints)
        self.assertEqual(self.ask("query", "path", start, goal).splitlines()[:len(waypoints)], waypoints)
        result = json.loads(self.ask("path", start, goal, "--json"))
        self.assertEqual(len(result["xyz"]), 3 * len(waypoints))
        # Three words a point say the same as one.
        self.assertEqual(self.ask("path", *start.split(","), *goal.split(","), "--quiet").splitlines(), waypoints)

    def test_every_question_of_the_readme_is_answered(self):
        with open(os.path.join(os.environ["FOOTFALL_SOURCE_DIR"], "clients", "cli", "README.md"), encoding="utf-8") as file:
            lines = re.findall(r"^footfall (query .*)$", file.read(), re.MULTILINE)
        kinds = {line.split()[1] for line in lines}
        self.assertEqual(kinds, {"nearest", "below", "ray", "los", "flood", "clear", "audio", "water", "random", "path"})
        for line in lines:
            with self.subTest(line):
                done = subprocess.run([program("footfall"), *line.split(), "--server", self.running.address], capture_output=True,
                                      text=True, timeout=DEADLINE_S, check=False)
                # 1: the answer is no.
                self.assertIn(done.returncode, (0, 1), done.stderr)
                self.assertRegex(done.stdout, "outcome: (COMPLETE|NO_PATH)|\"outcome\"")

    def test_obstacles_are_put_listed_moved_and_removed(self):
        put = self.ask("obstacle", "put", "1500,1500,1", "0.5,2,1", "--heading", "0.5")
        handle, session = re.fullmatch(r"([0-9a-f]{16})\nsession: ([0-9a-f]+)\n", put).groups()
        held = ("--session", session)
        self.assertEqual(self.ask("obstacle", "list", *held),
                         f"{handle} OBSTACLE_KIND_BLOCKER 1500,1500,1 half 0.5,2,1 heading 0.5 OBSTACLE_STATE_PLACED\n")
        # The picture of a path that passes one shows it.
        start, goal = self.reachable_pair()
        corner = self.ask("path", start, goal, "--quiet").splitlines()[1].split()[0]
        on_the_way = self.ask("obstacle", "put", corner, "0.2,0.2,1", *held).split()[0]
        self.ask("path", start, goal, "--explain", "--svg", "around.svg", "--pack", self.world)
        legend = 1
        self.assertEqual(self.read("around.svg").count("#7a1f00"), 4 + legend)
        self.ask("obstacle", "remove", on_the_way, *held)
        moved = json.loads(self.ask("obstacle", "put", "1510,1500,1", "0.5,2,1", "--handle", handle, "--json", *held))
        self.assertEqual(moved["handle"], handle)
        listed = json.loads(self.ask("obstacle", "list", "--json", *held))
        self.assertEqual((listed["handle"], listed["obstacle"]["center"]["x"]), (handle, 1510))
        self.assertEqual(self.ask("obstacle", "remove", handle, *held), "")
        self.assertEqual(self.ask("obstacle", "list", *held), "")
        server = ("--server", self.running.address)
        self.ends(4, "obstacle", "put", "1500,1500,1", "0,2,1", *server, says="half_extents.x")
        self.ends(4, "obstacle", "list", *server, says="--session")
        self.ends(4, "obstacle", "remove", "nothing", *held, *server, says="'nothing' is not a handle")
        for text in ("0", handle[1:], "0" * 16, "0x" + handle[2:], handle + "0"):
            self.ends(4, "obstacle", "remove", text, *held, *server, says="is not a handle: 16 hexadecimal digits")
            self.ends(4, "obstacle", "put", "1500,1500,1", "1,1,1", "--handle", text, *held, *server, says="--handle: ")
        self.ends(4, "obstacle", "throw", *server, says="put, remove or list")

    def test_a_world_is_saved_forked_and_restored(self):
        paused = Footfalld(self.folder, "--world", self.world, "--paused")
        self.addCleanup(paused.stop)
        server = ("--server", paused.address)
        self.passes("call", "WorldService/Step", '{"ticks": 5}', *server)
        saved = json.loads(self.passes("snapshot", "save", "five.ffsnap", "--json", *server))
        info = json.loads(self.passes("snapshot", "info", "five.ffsnap", "--json"))
        self.assertEqual((info["tick"], info["open_commands"], info["hz"]), (5, 0, 30))
        self.assertEqual({**info, "profile": "server"}, saved)
        self.write("what_if.txtpb", "commands { tick: 2 command { submit { path { start { x: 1500 y: 1500 } "
                                    "goal { x: 1510 y: 1510 } } } } }\n")
        plain = self.passes("fork", "--ticks", "20", "--every-hash", *server).splitlines()
        self.assertEqual([line.split()[0] for line in plain[:20]], [str(tick) for tick in range(6, 26)])
        self.assertEqual(plain[19].split()[1], plain[-1])
        what_if = self.passes("fork", "--ticks", "20", "--commands", "what_if.txtpb", *server)
        self.assertIn("submitted: 1\n", what_if)
        self.assertNotEqual(what_if.splitlines()[-1], plain[-1])
        stepped = json.loads(self.passes("call", "WorldService/Step", '{"ticks": 20, "want_hash": true}', *server))
        self.assertEqual(base64.b64decode(stepped["hash"]["root"]).hex(), plain[-1])
        # From the file, whatever the world is at by now.
        again = self.passes("fork", "--from", "five.ffsnap", "--ticks", "20", "--commands", "what_if.txtpb", *server)
        self.assertEqual(again, what_if)
        self.assertEqual(self.passes("fork", "--from", "five.ffsnap", "--ticks", "20", "--quiet", *server).strip(), plain[-1])
        restored = json.loads(self.passes("snapshot", "restore", "five.ffsnap", "--json", *server))
        self.assertEqual((restored["tick"], restored["sources_ended"]), (5, 0))
        self.assertEqual(self.passes("fork", "--ticks", "20", "--quiet", *server).strip(), plain[-1])
        # What is damaged or foreign changes nothing.
        bytes_of = self.read("five.ffsnap", "rb")
        for name, content in (("short", bytes_of[:-7]), ("flipped", bytes_of[:100] + b"?" + bytes_of[101:]), ("empty", b"")):
            with open(os.path.join(self.folder, name + ".ffsnap"), "wb") as file:
                file.write(content)
            self.ends(4, "snapshot", "info", name + ".ffsnap", says=name + ".ffsnap: ")
            self.ends(4, "snapshot", "restore", name + ".ffsnap", *server, says=name + ".ffsnap: ")
        self.ends(4, "snapshot", "restore", "five.ffsnap", "--server", self.ps3().address, says="profile hash")
        self.write("more.txtpb", "ticks: 5\n")
        self.ends(4, "fork", "--commands", "more.txtpb", *server, says="more.txtpb: sets more than commands")
        self.ends(4, "fork", "--ticks", "4000000000", *server, says="must be 1 to 108000")
        world = json.loads(self.passes("call", "WorldService/GetWorld", *server))
        self.assertEqual(world["stamp"]["tick"], "5")
        # One document, whatever else is asked for.
        for more in ((), ("--quiet",)):
            told = json.loads(self.passes("fork", "--ticks", "20", "--every-hash", "--json", *more, *server))
            self.assertEqual((told["ticks_run"], told["hash"]), (20, plain[-1]))
            self.assertEqual(told["hashes"], plain[:20])
        self.assertNotIn("hashes", json.loads(self.passes("fork", "--ticks", "20", "--json", *server)))

    def test_a_snapshot_that_cannot_be_written_is_told_as_any_file(self):
        paused = Footfalld(self.folder, "--world", self.world, "--paused", "--forks", "0")
        self.addCleanup(paused.stop)
        server = ("--server", paused.address)
        os.makedirs(os.path.join(self.folder, "a_folder"))
        for name, says in (("a_folder", "is there and is no regular file"), ("x" * 300, "File name too long"),
                           ("none/a.ffsnap", "No such file"), ("", "the name of the file is empty"),
                           ("a_folder/", "is there and is no regular file"), ("/dev/full", "no regular file")):
            with self.subTest(name):
                self.ends(4, "snapshot", "save", name, *server, says=says)
        for name in ("a_folder", "x" * 300, ""):
            for what in ("info", "restore"):
                with self.subTest((what, name)):
                    self.ends(4, "snapshot", what, name, *(() if what == "info" else server))
        self.write("kept.ffsnap", "before")

        def few_bytes():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        # The signal that tells of a file too large ends nothing.
        done = subprocess.run([program("footfall"), "snapshot", "save", "kept.ffsnap", *server], cwd=self.folder, text=True,
                              capture_output=True, timeout=DEADLINE_S, check=False, preexec_fn=few_bytes)
        self.assertEqual((done.returncode, done.stdout), (4, ""), done.stderr)
        self.assertIn("kept.ffsnap: cannot be written: File too large", done.stderr)
        self.assertEqual(self.read("kept.ffsnap"), "before")
        # Behind a link stands the file that is meant.
        os.symlink("kept.ffsnap", os.path.join(self.folder, "link.ffsnap"))
        self.passes("snapshot", "save", "link.ffsnap", *server)
        self.assertTrue(os.path.islink(os.path.join(self.folder, "link.ffsnap")))
        self.passes("snapshot", "info", "kept.ffsnap")
        # This server makes no forks, and will not later.
        done = self.ends(4, "fork", *server, says="this server makes none")
        self.assertNotIn("try again", done.stderr)

    def test_a_header_from_elsewhere_is_printed_as_plain_text(self):
        name = b"\x1b[2J\x07"
        numbers = struct.pack("<IQQQQiQQQ", 3, 5, 1, 2, 3, 30, 1, 0, 9)
        head = b"FFSNAP\r\n" + struct.pack("<II", 1, len(numbers) + len(name)) + numbers + name
        body = head + b"\0" * 8
        # One raw block in one frame without a checksum.
        frame = b"\x28\xb5\x2f\xfd\x20" + bytes([len(body)]) + struct.pack("<I", len(body) << 3 | 1)[:3] + body
        with open(os.path.join(self.folder, "strange.ffsnap"), "wb") as file:
            file.write(frame)
        done = self.ends(4, "snapshot", "info", "strange.ffsnap", says="software at offset")
        self.assertNotIn("\x1b", done.stdout + done.stderr)

    def ps3(self):
        other = Footfalld(self.folder, "--world", self.world, "--profile", "ps3", "--paused")
        self.addCleanup(other.stop)
        return other

    def test_every_example_of_snapshots_in_the_readme_runs(self):
        with open(os.path.join(os.environ["FOOTFALL_SOURCE_DIR"], "clients", "cli", "README.md"), encoding="utf-8") as file:
            part = file.read().split("## Snapshots and forks")[1].split("\n## ")[0]
        lines = re.findall(r"^footfall (.*)$", part, re.MULTILINE)
        self.assertEqual(len(lines), 5)
        self.write("what_if.txtpb", re.search(r"^commands.*\ncommands.*$", part, re.MULTILINE).group(0))
        for line in lines:
            with self.subTest(line):
                server = () if " info " in line else ("--server", self.running.address)
                self.passes(*line.split(), *server)

    def test_areas_are_closed_listed_and_opened(self):
        server = ("--server", self.running.address)
        session = self.ask("area", "close", "1500,1500,-5", "1510,1510,20", "--number", "3", "--quiet").strip()
        held = ("--session", session)
        self.assertRegex(session, "^[0-9a-f]+$")
        self.ask("area", "paths-off", "1500,1500,0", "--radius", "5", "--number", "4", *held)
        self.ask("area", "no-spawns", "1500,1500,0", "--radius", "5", *held)
        self.assertEqual(self.ask("area", "list"), "close 3 box 1500,1500,-5 1510,1510,20\n"
                         "paths-off 4 sphere 1500,1500,0 radius 5\nno-spawns 0 sphere 1500,1500,0 radius 5\n")
        # Seen from the session itself, and twice: the list leaves it open.
        for _ in range(2):
            self.assertEqual(self.ask("area", "list", *held), "close 3 box 1500,1500,-5 1510,1510,20 mine\n"
                             "paths-off 4 sphere 1500,1500,0 radius 5 mine\nno-spawns 0 sphere 1500,1500,0 radius 5 mine\n")
        self.assertEqual(self.ask("area", "list", "--json", *held).count('"mine":true'), 3)
        self.ends(4, "area", "list", "--session", "beef", *server, says="SESSION_ENDED")
        self.ends(4, "area", "list", "--session", "garbage", *server, says="hexadecimal")
        self.ask("area", "remove", "--number", "3", *held)
        self.ask("area", "remove", "--number", "4", *held)
        self.ask("area", "allow-spawns", *held)
        self.assertEqual(self.ask("area", "list"), "")
        self.ends(4, "area", "close", "1500,1500,5", "1510,1510,0", *server, says="area.box.min")
        self.ends(4, "area", "remove", *server, says="--session")
        self.ends(4, "area", "shut", *server, says="close, open")

    def test_a_full_table_is_1_and_says_which(self):
        server = Footfalld(self.folder, "--world", self.world, "--profile", "ps3")
        try:
            at = ("--server", server.address)
            words = ("area", "close", "1500,1500,-5", "1510,1510,20", *at)
            session = self.passes(*words, "--quiet").strip()
            for number in range(1, 66):
                done = run(*words, "--number", number, "--session", session)
                if done.returncode != 0:
                    break
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("RESOURCE_EXHAUSTED / TABLE_FULL", done.stderr)
        finally:
            self.assertEqual(server.stop(), 0)

    def test_upkeep_tells_what_the_world_found(self):
        found = self.ask("upkeep", "opponents", "1500,1500,0", "--radius", "40", "--all")
        self.assertGreater(len(found.splitlines()), 10)
        for line in found.splitlines():
            x, y, _ = map(float, line.split(","))
            self.assertLessEqual((x - 1500) ** 2 + (y - 1500) ** 2, 1601)
        self.assertIn('"position"', self.ask("upkeep", "opponents", "1480,1500,0", "1520,1500,5", "--all", "--json"))
        server = Footfalld(self.folder, "--world", self.world, "--paused")
        try:
            at = ("--server", server.address)
            for what, missing in (("cover", "round"), ("water", "round"), ("spawns", "search")):
                done = self.ends(1, "upkeep", what, *at)
                self.assertEqual((done.stdout, done.stderr), ("", f"footfall upkeep: no {missing} is finished yet\n"))
            self.passes("call", "WorldService/Step", '{"ticks": 900}', *at)
            for what in ("cover", "water"):
                self.passes("upkeep", what, *at)
        finally:
            self.assertEqual(server.stop(), 0)
        self.ends(4, "upkeep", "weather", "--server", self.running.address, says="opponents is wanted")

    def test_path_explains_itself_as_the_readme_shows(self):
        with open(os.path.join(os.environ["FOOTFALL_SOURCE_DIR"], "clients", "cli", "README.md"), encoding="utf-8") as file:
            command, shown = re.search(r"\$ footfall path \S+ \S+ (.*)\n(search: [^`]*)```", file.read()).groups()
        start, goal = self.reachable_pair()
        told = self.ask("path", start, goal, *command.split())

        def labels(text):
            return [re.match(r"\s*[a-z ]*[a-z]", line).group(0) for line in text.splitlines() if re.match(r"\s*[a-z]", line)]

        # The numbers are those of another city; what is told is the same, line by line.
        self.assertEqual(labels(told[told.index("search: "):]), labels(shown))
        self.assertIn("flags: pull_from_edge_extra cut_sharp_corners\n", told)
        explanation = json.loads(self.ask("path", start, goal, "--explain", "--json"))["explanation"]
        self.assertTrue(explanation["searched"])
        self.assertGreater(explanation["visited"], 0)
        self.ask("path", start, goal, "--explain", "--svg", "explained.svg", "--pack", self.world)
        self.assertGreater(self.read("explained.svg").count("#d8c8f0"), 0)

    def test_wander_and_flee(self):
        start, = self.points(1)
        wander = self.ask("path", start, "--wander", "5", "--heading", "0.5")
        self.assertIn("outcome: COMPLETE\n", wander)
        explained = self.ask("path", start, "--wander", "5", "--heading", "0.5", "--explain")
        self.assertIn("search: wander\n", explained)
        # Both planes go the same way.
        self.assertEqual(explained.splitlines()[:2], wander.splitlines()[:2])
        threat = ",".join(str(float(word) + 1) for word in start.split(","))
        self.assertIn("search: flee\n", self.ask("path", start, "--flee", threat, "--distance", "6", "--explain"))
        server = ("--server", self.running.address)
        self.ends(4, "path", start, "--wander", "5", "--flee", threat, *server, says="exclude each other")
        self.ends(4, "path", start, start, "--wander", "5", *server, says="1 point is needed")
        self.ends(4, "path", start, "--flee", threat, "--distance", "0", *server, says="flee.distance")

    def test_path_draws_a_picture(self):
        start, goal = self.reachable_pair()
        self.ask("path", start, goal, "--svg", "path.svg", "--pack", self.world)
        xml.etree.ElementTree.fromstring(self.read("path.svg"))
        # The picture of another level is refused, and none is drawn.
        self.passes("build", "--city", "1x1", "--seed", "4", "--quiet", "--output", "other.ffnav")
        for plane in ("path", "query"):
            self.ends(4, "path", start, goal, "--plane", plane, "--svg", "other.svg", "--pack", "other.ffnav", "--server",
                      self.running.address, says="--pack: other.ffnav has build id ")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "other.svg")))

    def test_no_path_is_1(self):
        self.ends(1, "path", "1500,1500,500", "1501,1500,500", "--server", self.running.address,
                  says="start: off the mesh, no surface in reach")
        self.ends(1, "path", "1500,1500,0", "-5000,1500,0", "--server", self.running.address,
                  says="goal: no tile is there: none is loaded, or it lies outside the world")
        self.ends(1, "query", "below", "1500,1500,-500", "--server", self.running.address, says="outcome: NO_PATH")

    def test_a_refused_field_is_named(self):
        done = self.ends(4, "path", "1e30,0,0", "0,0,0", "--server", self.running.address, says="BAD_FIELD")
        self.assertEqual(done.stderr.count("path.start.x"), 1, done.stderr)

    def test_queries(self):
        start, = self.points(1)
        self.assertIn("distance 0.000 m, over the mesh", self.ask("query", "nearest", start))
        self.assertIn("outcome: COMPLETE", self.ask("query", "below", start))
        self.assertIn("outcome: COMPLETE", self.ask("query", "ray", start, start))
        self.assertEqual(self.points(3, seed=9), self.points(3, seed=9))
        self.assertNotEqual(self.points(3, seed=9), self.points(3, seed=10))

    def test_call_lists_and_calls_any_method(self):
        methods = self.ask("call")
        for method in ("SessionService/Attach stream AttachRequest -> stream AttachResponse", "PathService/Submit ",
                       "QueryService/Query ", "WorldService/Step "):
            self.assertIn("footfall.v1." + method, methods)
        self.assertIn('"version"', self.ask("call", "SessionService/GetServer"))
        # Opens the session that the method needs.
        self.assertEqual(json.loads(self.ask("call", "WorldService/GetWorld", "{}"))["hz"], 30)
        two = self.ask("call", "QueryService/QueryStream", '{"sequence": 1}', '{"sequence": 2}')
        self.assertEqual(re.findall(r'"sequence": "(\d)"', two), ["1", "2"])

    def test_call_prints_what_was_refused_and_why(self):
        for method, request in (("WorldEditService/EditWorld", '{"edits":[{"disable_nav_mesh_in_area":{}}]}'),
                                ("PathService/Poll", '{"handles":["5"]}'), ("ObstacleService/PutObstacles", '{"obstacles":[{}]}')):
            with self.subTest(method):
                done = self.ends(0, "call", method, request, "--server", self.running.address)
                self.assertEqual(done.stderr, "")
                error = json.loads(done.stdout)["results"][0]["error"]
                self.assertIn("type.googleapis.com/google.rpc.ErrorInfo", [detail["@type"] for detail in error["details"]])
                self.assertTrue(error["details"][0]["reason"])

    def test_call_says_what_is_wrong(self):
        for arguments, code, says in (
                (("WorldService/GetWorld", "{"), 4, "request: "),
                (("WorldService/GetWorld", '{"nonsense": 1}'), 4, "message GetWorldRequest"),
                (("WorldService/GetWorld", "{}", "{}"), 4, "takes 1 message, 2 given"),
                (("WorldService/Nonsense",), 4, "has no method Nonsense"),
                (("NoService/Method",), 4, "has no service footfall.v1.NoService; 'footfall call' alone lists all"),
                (("nonsense",), 4, "is not SERVICE/METHOD"),
                (("WorldService/GetWorld", "{}", "--role", "none"), 4, "SESSION_UNKNOWN"),
        ):
            with self.subTest(arguments):
                self.ends(code, "call", *arguments, "--server", self.running.address, says=says)

    def test_bot_waits_steps_and_locks_step_to_the_same_lengths(self):
        lengths = set()
        for server_flags, bot_flags in (((), ()), (("--paused",), ("--step",)), (("--members", "1"), ("--lock-step",))):
            server = Footfalld(self.folder, "--world", self.world, *server_flags)
            try:
                report = json.loads(self.passes("bot", "--pairs", "50", "--json", "--output", "paths.jsonl", *bot_flags,
                                                "--server", server.address))
                self.assertEqual(report["found"], 50)
                self.assertEqual(len(self.read("paths.jsonl").splitlines()), 50)
                lengths.add(report["length_m"])
            finally:
                self.assertEqual(server.stop(), 0)
        self.assertEqual(len(lengths), 1)

    def test_a_full_server_delays_the_bot_and_loses_nothing(self):
        server = Footfalld(self.folder, "--world", self.world, "--paused", "--profile", "ps3")
        try:
            report = json.loads(self.passes("bot", "--pairs", "100", "--step", "--json", "--server", server.address))
            self.assertEqual(sum(report["outcomes"].values()), 100)
        finally:
            server.stop()

    def test_in_a_paused_world_nothing_hangs(self):
        server = Footfalld(self.folder, "--world", self.world, "--paused")
        try:
            start, goal = self.reachable_pair()
            self.ends(1, "path", start, goal, "--server", server.address, says="the world stands still")
            self.ends(4, "bot", "--pairs", "3", "--server", server.address, says="the world stands still")
            self.ends(4, "upkeep", "opponents", "1500,1500,0", "--server", server.address, says="the world stands still")
            self.passes("path", start, goal, "--plane", "query", "--server", server.address)
        finally:
            self.assertEqual(server.stop(), 0)

    def test_load_measures_the_server_beside_an_echo(self):
        figures = json.loads(self.ask("load", "--seconds", "1", "--rounds", "2", "--sessions", "3", "--channels", "2",
                                      "--json", "--output", "load.json"))
        self.assertEqual(figures, json.loads(self.read("load.json")))
        self.assertGreaterEqual(figures["machine"]["cores"], 1)
        for kind in ("unary", "query", "stream"):
            for peer in ("server", "echo"):
                one = figures[kind][peer]
                self.assertEqual(one["errors"], 0, one)
                self.assertGreater(one["messages_per_s"], 0)
                self.assertGreaterEqual(one["latency_p99_us"], one["latency_p50_us"])
                self.assertLessEqual(one["machine_cpu_percent"], 100)
                self.assertEqual("path_plane_ticks_p50" in one, kind == "unary")
            self.assertGreater(figures[kind]["ratio_median"], 0)
            rate = figures[kind]["open_loop"]["rate_per_s"]
            # One message more than the rate is one a second.
            self.assertLessEqual(figures[kind]["open_loop"]["server"]["messages_per_s"], 1.1 * rate + 2)
            self.assertNotIn("target", figures[kind])
        self.assertGreater(figures["unary"]["server"]["submit_p99_us"], 0)
        self.assertGreaterEqual(figures["unary"]["server"]["path_plane_ticks_p50"], 1)

    def test_load_tells_what_a_stream_should_reach_here(self):
        server = Footfalld(self.folder, "--world", self.world, "--metrics-port", "0")
        try:
            port = server.metrics_port()
            figures = json.loads(self.passes("load", "--kind", "stream", "--seconds", "0.3", "--metrics", port, "--json",
                                             "--server", server.address))["stream"]
            target = figures["target"]
            self.assertAlmostEqual(target["paths_per_s"],
                                   min(target["paths_per_s_of_echo"], target["paths_per_s_of_cores"]), delta=1)
            self.assertAlmostEqual(target["paths_per_s_of_echo"], 0.6 * figures["echo"]["paths_per_s"], delta=1)
            s, c = target["s_answers_per_cpu_s_alone"], target["c_cores_client_and_transport"]
            self.assertAlmostEqual(target["paths_per_s_of_cores"], 0.9 * s * max(0, target["cores"] - c),
                                   delta=0.001 * s)
            self.assertAlmostEqual(c, target["client_cores"] + target["transport_cores"], delta=0.002)
            self.assertGreater(target["search_cores"], 0)
            self.assertEqual(target["met"], target["reached_percent"] >= 100)
            self.ends(3, "load", "--metrics", "1", "--server", server.address, says="/metrics on port 1")
        finally:
            self.assertEqual(server.stop(), 0)

    def test_an_open_loop_sends_no_more_than_its_rate(self):
        figures = json.loads(self.ask("load", "--kind", "query", "--seconds", "0.5", "--rate", "100", "--json"))
        self.assertEqual(list(figures), ["server", "machine", "query"])
        self.assertLessEqual(figures["query"]["server"]["messages_per_s"], 110)
        self.assertEqual(figures["query"]["server"]["errors"], 0)

    def test_a_load_on_a_server_that_cannot_take_it_says_so(self):
        self.ends(4, "load", "--batch", "65536", "--server", self.running.address, says="is above the server's")
        server = Footfalld(self.folder, "--world", self.world, "--paused")
        try:
            self.ends(4, "load", "--server", server.address, says="the world stands still")
        finally:
            self.assertEqual(server.stop(), 0)

    def test_the_example_in_cpp_finds_a_path(self):
        done = subprocess.run([program("footfall-example-bot"), self.running.address], capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(len(done.stdout.splitlines()), 0)


if __name__ == "__main__":
    unittest.main()
