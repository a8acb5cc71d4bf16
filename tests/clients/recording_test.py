"""Recordings as users make and replay them: `footfall run --record`, `footfall replay`, `footfalld --record`, the twin without
gRPC."""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time
import unittest
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from footfall_process import DEADLINE_S, FolderTest, Footfalld, program, run  # noqa: E402

SQUARE = "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nf 1 2 3 4\n"
SCENARIO = 'pack: "square.ffnav"\nseed: 5\nprofile: "ps3"\nticks: 100\n' + "".join(
    f'commands {{ tick: {tick} source: 1 name: "way{tick}" command {{ submit {{ path {{ start {{ x: 2 y: -2 }} '
    f'goal {{ x: 18 y: -{tick % 17 + 1} }} }} }} }} }}\n' for tick in range(1, 80, 3))


def end(process):
    """SIGKILL; harmless for one that has ended."""
    process.kill()
    process.wait()


class Files(FolderTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        me = cls("runTest")
        me.write("square.obj", SQUARE)
        me.passes("build", "square.obj", "--quiet", "--output", "square.ffnav")
        me.write("a.txtpb", SCENARIO)
        os.makedirs(os.path.join(cls.folder, "recorded"))
        me.passes("run", "a.txtpb", "--quiet", "--record", "recorded/a.ffrec", "--snapshot-every", "30")

    def runTest(self):
        """So that setUpClass can make an instance."""

    def test_bisect_names_where_two_recordings_part(self):
        more = 'commands { tick: 40 source: 2 command { tune_movement_cost { name: "climb_low" value: 3 } } }\n'
        self.write("more.txtpb", SCENARIO + more)
        self.passes("run", "more.txtpb", "--quiet", "--record", "more.ffrec", "--snapshot-every", "30")
        self.assertEqual(self.passes("bisect", "recorded/a.ffrec", "--quiet"), "equal\n")
        self.assertEqual(self.passes("bisect", "recorded/a.ffrec", "recorded/a.ffrec", "--quiet"), "equal\n")
        done = run("bisect", "recorded/a.ffrec", "more.ffrec", cwd=self.folder)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("first command that differs: tick 40: B has a command more: ", done.stdout)
        self.assertIn("first tick that differs: 40 ", done.stdout)
        self.assertRegex(done.stdout, r"world, commands_applied: A \d+, B \d+")
        found = json.loads(run("bisect", "recorded/a.ffrec", "more.ffrec", "--json", cwd=self.folder).stdout)
        self.assertFalse(found["equal"])
        self.assertEqual(found["difference"]["tick"], 40)
        self.assertEqual(found["difference"]["leaves"][0]["leaf"], "world")
        twin = subprocess.run([program("footfall-hash"), "bisect", "recorded/a.ffrec", "more.ffrec", "--quiet"],
                              cwd=self.folder, capture_output=True, text=True, timeout=DEADLINE_S)
        self.assertEqual((twin.returncode, twin.stdout), (1, "tick 40 world\n"))

    def test_what_was_not_compared_whole_is_not_equal(self):
        whole = self.read("recorded/a.ffrec", "rb")

        def cut(name, size):
            with open(os.path.join(self.folder, name), "wb") as file:
                file.write(whole[:size])

        cut("short.ffrec", len(whole) * 2 // 3)
        # Behind the header, before the first tick ends.
        for part in range(2, 12):
            cut("none.ffrec", len(whole) * part // 16)
            if "ends within a chunk" not in run("replay", "none.ffrec", cwd=self.folder).stderr:
                break
        done = run("bisect", "recorded/a.ffrec", "short.ffrec", "--quiet", cwd=self.folder)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"\Aequal up to tick (\d+), A ends with tick 100, B with tick \1\n\Z")
        found = json.loads(run("bisect", "recorded/a.ffrec", "short.ffrec", "--json", cwd=self.folder).stdout)
        self.assertEqual((found["equal"], found["ends"]["a"]), (False, 100))
        self.ends(4, "bisect", "recorded/a.ffrec", "none.ffrec", "--quiet", says="no tick is in both")
        self.ends(4, "bisect", "none.ffrec", says="holds no whole tick")
        self.ends(4, "replay", "none.ffrec", says="holds no whole tick")
        self.ends(4, "replay", "none.ffrec", "--quiet", says="holds no whole tick")

    def test_bisect_refuses_what_cannot_be_compared(self):
        self.passes("run", "a.txtpb", "--quiet", "--seed", "6", "--record", "seed.ffrec")
        done = run("bisect", "recorded/a.ffrec", "seed.ffrec", cwd=self.folder)
        self.assertEqual(done.returncode, 4)
        self.assertIn("seed: A 5, B 6", done.stdout)
        self.ends(4, "bisect", "a.txtpb", says="these are not the first bytes of a recording")
        self.ends(4, "bisect", "recorded/a.ffrec", "recorded/a.ffrec", "recorded/a.ffrec", says="one recording or two")

    def test_a_run_gives_the_hash_that_it_gives_unrecorded_and_its_recording_the_same(self):
        plain = self.passes("run", "a.txtpb", "--quiet")
        self.assertEqual(self.passes("run", "a.txtpb", "--quiet", "--record", "again.ffrec"), plain)
        self.assertEqual(self.passes("replay", "again.ffrec", "--quiet"), plain)
        for threads in ("1", "4"):
            self.assertEqual(self.passes("replay", "recorded/a.ffrec", "--quiet", "--threads", threads, "--order-threads",
                                         threads), plain)
        twin = subprocess.run([program("footfall-hash"), "replay", "recorded/a.ffrec", "--quiet"], cwd=self.folder,
                              capture_output=True, text=True, timeout=DEADLINE_S, check=False)
        self.assertEqual((twin.returncode, twin.stdout), (0, plain), twin.stderr)

    def test_it_says_what_ran_how_fast_and_that_hashes_are_equal(self):
        text = self.passes("replay", "recorded/a.ffrec")
        self.assertIn("ticks: 1 to 100 at 30 Hz\n", text)
        self.assertIn("commands: 27\n", text)
        self.assertRegex(text, r"\nspeed: \d+ ticks/s, \d+\.\d times real time, \d+\.\d\d s\n")
        self.assertRegex(text, r"\nhashes: equal\n[0-9a-f]{16}\n\Z")
        line, = self.passes("replay", "recorded/a.ffrec", "--json", "--until", "40").splitlines()
        answer = json.loads(line)
        self.assertEqual((answer["ticks"], answer["last_tick"], answer["hashes"], answer["passed"], answer["scenario"]),
                         (40, 40, "equal", True, "a"))
        self.assertEqual(self.passes("replay", "recorded/a.ffrec", "--quiet", "--until", "40").strip(), answer["hash"])
        self.assertIn("\nprofile: ps3 ", text)
        self.assertNotIn("instead of", text)

    def test_a_range_is_counted_and_not_what_is_run_before_it(self):
        text = self.passes("replay", "recorded/a.ffrec", "--from", "41", "--until", "50")
        self.assertIn("ticks: 41 to 50 at 30 Hz, run from 31 on, behind a snapshot\n", text)
        self.assertIn("commands: 3\n", text)  # those of ticks 43, 46 and 49
        part = json.loads(self.passes("replay", "recorded/a.ffrec", "--from", "41", "--until", "50", "--json"))
        whole = json.loads(self.passes("replay", "recorded/a.ffrec", "--json"))
        self.assertEqual((part["first_tick"], part["last_tick"], part["ticks"], part["run_from_tick"], part["commands"]),
                         (41, 50, 10, 31, 3))
        self.assertEqual((whole["first_tick"], whole["run_from_tick"], whole["completed"]), (1, 1, 27))
        self.assertTrue(0 < part["completed"] <= 5, part)

    def test_files_folders_and_patterns_are_taken_and_no_file_twice(self):
        self.passes("run", "a.txtpb", "--quiet", "--seed", "6", "--record", "recorded/b.ffrec")
        for words in (("recorded",), ("recorded/*.ffrec",), ("recorded/a.ffrec", "recorded"), ("rec*",)):
            with self.subTest(words):
                self.assertEqual(len(self.passes("replay", *words, "--quiet").splitlines()), 2)
        os.makedirs(os.path.join(self.folder, "empty"), exist_ok=True)
        self.ends(5, "replay", "empty", says="no recording")
        self.ends(5, "replay", "nothing*", says="no recording (*.ffrec) in nothing*")
        self.ends(4, "replay", "nothing", says="nothing: no such file or folder")
        # One pattern without a match does not keep the others from being replayed.
        self.assertEqual(len(self.passes("replay", "nothing*", "recorded", "--quiet").splitlines()), 2)
        self.ends(4, "replay", "a.txtpb", says="these are not the first bytes of a recording")
        os.remove(os.path.join(self.folder, "recorded", "b.ffrec"))

    def test_what_is_not_in_it_is_refused(self):
        for arguments, says in ((("--until", "101"), "until: tick 101 is not in the recording, which has 1 to 100"),
                                (("--from", "101"), "from: tick 101"), (("--until", "0"), "--until: '0'"),
                                (("--profile-override", "atari"), "atari"), (("--world", "none.ffnav"), "none.ffnav")):
            with self.subTest(arguments):
                self.ends(4, "replay", "recorded/a.ffrec", *arguments, says=says)

    def test_a_world_that_moved_is_named(self):
        data = self.read("recorded/a.ffrec", "rb")
        self.passes("build", "square.obj", "--quiet", "--output", "elsewhere.ffnav")
        self.assertIn("hashes: equal", self.passes("replay", "recorded/a.ffrec", "--world", "elsewhere.ffnav"))
        self.passes("build", "--city", "1x1", "--seed", "3", "--quiet", "--output", "city.ffnav")
        self.ends(4, "replay", "recorded/a.ffrec", "--world", "city.ffnav", says="world build id")
        self.assertEqual(self.read("recorded/a.ffrec", "rb"), data)

    def test_content_packs_are_pinned_and_looked_for(self):
        for name, seed, more in (("base", 3, ()), ("content", 4, ("--content-of", "base.ffnav", "--group", "2")),
                                 ("foreign", 6, ("--content-of", "base.ffnav", "--group", "2"))):
            self.passes("build", "--city", "1x1", "--seed", seed, "--quiet", "--output", f"{name}.ffnav", *more)
        self.write("swap.txtpb", 'pack: "base.ffnav"\nticks: 40\ncontent_packs { group: 2 pack: "content.ffnav" }\n'
                   "commands { tick: 5 command { set_content_pack { group: 2 on: true } } }\n")
        os.makedirs(os.path.join(self.folder, "there"))
        plain = self.passes("run", "swap.txtpb", "--quiet", "--record", "there/swap.ffrec")
        self.assertEqual(self.passes("replay", "there/swap.ffrec", "--quiet"), plain)
        # Moved, it is found beside the recording, or where one says.
        for where in ("there/content.ffnav", "moved.ffnav"):
            os.rename(os.path.join(self.folder, "content.ffnav"), os.path.join(self.folder, where))
            given = ("--content-pack", "2=moved.ffnav") if where == "moved.ffnav" else ()
            self.assertEqual(self.passes("replay", "there/swap.ffrec", "--quiet", *given), plain)
            self.assertEqual(self.passes("bisect", "there/swap.ffrec", "--quiet", *given), "equal\n")
            os.rename(os.path.join(self.folder, where), os.path.join(self.folder, "content.ffnav"))
        self.ends(4, "replay", "there/swap.ffrec", "--content-pack", "2=foreign.ffnav",
                  says="content pack of group 2: the recording has checksum ")
        self.ends(4, "replay", "there/swap.ffrec", "--content-pack", "foreign.ffnav", says="must be GROUP=FILE")
        self.ends(4, "replay", "there/swap.ffrec", "--content-pack", "3=content.ffnav", says="content pack of group 3")
        twin = subprocess.run([program("footfall-hash"), "replay", "there/swap.ffrec", "--quiet", "--content-pack",
                               "2=content.ffnav"], cwd=self.folder, capture_output=True, text=True, timeout=DEADLINE_S, check=False)
        self.assertEqual((twin.returncode, twin.stdout), (0, plain), twin.stderr)
        # A server pins its own likewise.
        os.makedirs(os.path.join(self.folder, "served"))
        server = Footfalld(self.folder, "--world", os.path.join(self.folder, "base.ffnav"), "--paused", "--record",
                           os.path.join(self.folder, "served"), "--content-pack", "2=" + os.path.join(self.folder, "content.ffnav"))
        self.addCleanup(end, server.process)
        edit = json.dumps({"edits": [{"set_content_pack": {"group": 2, "on": True}}]})
        self.passes("call", "WorldEditService/EditWorld", edit, "--server", server.address)
        self.passes("call", "WorldService/Step", '{"ticks": 40}', "--server", server.address)
        self.assertEqual(server.stop(), 0)
        self.assertIn("hashes: equal", self.passes("replay", "served"))

    def test_another_profile_compares_nothing_and_tells_what_came_of_it(self):
        text = self.passes("replay", "recorded/a.ffrec", "--profile-override", "server")
        self.assertIn("hashes: not compared\n", text)
        self.assertRegex(text, r"\nprofile: server [0-9a-f]{16}, instead of the recorded ps3 [0-9a-f]{16}\n")
        answer = json.loads(self.passes("replay", "recorded/a.ffrec", "--profile-override", "server", "--json"))
        self.assertEqual((answer["profile"], answer["recorded_profile"]), ("server", "ps3"))
        self.assertNotEqual(answer["profile_hash"], answer["recorded_profile_hash"])
        self.assertIn("ticks to an answer, 50 %, 95 %, most: ", text)

    def test_damage_is_4_with_the_place_and_a_cut_file_gives_what_is_whole(self):
        whole = self.read("recorded/a.ffrec", "rb")
        with open(os.path.join(self.folder, "cut.ffrec"), "wb") as file:
            file.write(whole[:len(whole) * 2 // 3])
        done = run("replay", "cut.ffrec", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"was not closed, .*: [1-9]\d* bytes behind the last whole chunk are left out\n")
        last = int(re.search(r"ticks: 1 to (\d+) at", done.stdout).group(1))
        self.assertTrue(0 < last < 100, last)
        with open(os.path.join(self.folder, "bad.ffrec"), "wb") as file:
            file.write(whole[:len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 1]) + whole[len(whole) // 2 + 1:])
        self.ends(4, "replay", "bad.ffrec", says="checksum")
        # One bad file does not hide the others.
        done = run("replay", "bad.ffrec", "recorded/a.ffrec", "--quiet", cwd=self.folder)
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (4, 1))

    def test_a_recording_that_cannot_be_written_is_loud(self):
        for flag in ("--record", "--timeline", "--hashes-out"):
            done = self.ends(4, "run", "a.txtpb", flag, "no/such/a", says=f"{flag}: cannot write no/such/a: No such file or directory\n")
            self.assertEqual(done.stdout, "")
        self.ends(4, "run", "a.txtpb", "--record", "/dev/full", says="/dev/full")
        # A file limit stands for a disk that fills while the world runs.
        done = subprocess.run(["sh", "-c", 'trap "" XFSZ; ulimit -f 8; exec "$0" run a.txtpb --quiet --record full.ffrec',
                               program("footfall")], cwd=self.folder, capture_output=True, text=True, timeout=DEADLINE_S,
                              check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("the recording ended before the run did", done.stderr)
        self.assertEqual(done.stdout, self.passes("run", "a.txtpb", "--quiet"))


class Live(FolderTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        me = cls("runTest")
        me.write("square.obj", SQUARE)
        me.passes("build", "square.obj", "--quiet", "--output", "square.ffnav")

    def runTest(self):
        """So that setUpClass can make an instance."""

    def serve(self, folder, *arguments):
        os.makedirs(os.path.join(self.folder, folder), exist_ok=True)
        server = Footfalld(self.folder, "--world", os.path.join(self.folder, "square.ffnav"), "--record",
                           os.path.join(self.folder, folder), *arguments)
        self.addCleanup(end, server.process)
        return server

    def test_all_that_a_server_does_is_in_one_file_an_epoch(self):
        server = self.serve("live", "--paused", "--metrics-port", "0", "--snapshot-every", "10")
        self.passes("bot", "--server", server.address, "--step", "--pairs", "20", "--seed", "4")
        first = json.loads(self.passes("call", "WorldService/GetStateHash", "--server", server.address))
        self.passes("call", "WorldService/Reset", '{"seed": 9}', "--server", server.address)
        self.passes("call", "WorldService/Step", '{"ticks": 50}', "--server", server.address)
        with urllib.request.urlopen(f"http://127.0.0.1:{server.metrics_port()}/metrics", timeout=DEADLINE_S) as page:
            text = page.read().decode()
        self.assertRegex(text, r"\nfootfall_recording_bytes_total [1-9]")
        self.assertIn("\nfootfall_recording_failures_total 0\n", text)
        # An epoch without a tick.
        self.passes("call", "WorldService/Reset", '{"seed": 10}', "--server", server.address)
        self.assertEqual(server.stop(), 0)
        files = sorted(os.listdir(os.path.join(self.folder, "live")))
        self.assertEqual(len(files), 3)
        for name in files:
            self.assertRegex(name, r"\Afootfall-\d{8}T\d{6}Z-[0-9a-f]{16}\.ffrec\Z")
        answers = [json.loads(line) for line in self.passes("replay", "live", "--json").splitlines()]
        by_ticks = sorted((answer["seed"], answer["last_tick"], answer["passed"]) for answer in answers)
        self.assertEqual(by_ticks, [(1, int(first["stamp"]["tick"]), True), (9, 50, True), (10, 0, True)])
        self.assertGreater(max(answer["commands"] for answer in answers), 10)
        empty, = (answer["recording"] for answer in answers if answer["seed"] == 10)
        self.assertIn("\nticks: 0 ticks, ", self.passes("replay", empty))
        self.assertIn("the hash at its start is compared", self.passes("bisect", empty))
        tested = self.passes("test", "live", "--junit", "live.xml")
        self.assertRegex(tested, re.escape(empty) + r" \([0-9.]+ s\): 0 ticks\n")
        # What was passed is told again.
        self.assertIn("before): 0 ticks\n", self.passes("test", "live", "--junit", "live.xml", "--resume"))

    def test_a_killed_server_leaves_what_it_did(self):
        server = self.serve("killed", "--metrics-port", "0")
        bot = subprocess.Popen([program("footfall"), "bot", "--server", server.address, "--pairs", "1000000"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(end, bot)
        pattern = os.path.join(self.folder, "killed", "*.ffrec")

        def requests():
            with urllib.request.urlopen(f"http://127.0.0.1:{server.metrics_port()}/metrics", timeout=DEADLINE_S) as page:
                return int(re.search(r"\nfootfall_path_requests_total (\d+)", page.read().decode()).group(1))

        def recorded():
            return sum(map(os.path.getsize, glob.glob(pattern)))

        give_up = time.monotonic() + DEADLINE_S
        while time.monotonic() < give_up and requests() < 100:
            time.sleep(0.05)
        # What was done by now is in the file once two further chunks are.
        for _ in range(2):
            before = recorded()
            while time.monotonic() < give_up and recorded() == before:
                time.sleep(0.05)
        end(server.process)
        done = run("replay", pattern, "--json", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("was not closed", done.stderr)
        answer = json.loads(done.stdout)
        self.assertGreater(answer["ticks"], 0)
        self.assertGreater(answer["commands"], 0)

    def test_a_file_that_is_removed_under_a_server_is_loud(self):
        server = self.serve("removed", "--paused", "--metrics-port", "0")
        self.passes("call", "WorldService/Step", '{"ticks": 60}', "--server", server.address)
        shutil.rmtree(os.path.join(self.folder, "removed"))
        give_up = time.monotonic() + DEADLINE_S
        while "the file was removed" not in server.log():
            self.assertLess(time.monotonic(), give_up, server.log())
            self.passes("call", "WorldService/Step", '{"ticks": 60}', "--server", server.address)
        self.assertIn("recording ended, the world goes on without it", server.log())
        with urllib.request.urlopen(f"http://127.0.0.1:{server.metrics_port()}/metrics", timeout=DEADLINE_S) as page:
            self.assertIn("\nfootfall_recording_failures_total 1\n", page.read().decode())
        self.assertEqual(server.stop(), 0)

    def test_a_folder_that_takes_no_file_ends_the_start_with_4(self):
        world = os.path.join(self.folder, "square.ffnav")
        none = os.path.join(self.folder, "none")
        for arguments, says in ((("--record", none), f"--record {none}: there is no such folder"),
                                (("--record", world), f"--record {world}: is no folder"),
                                (("--record", "/proc"), "--record /proc"), (("--snapshot-every", "5"), "--record"),
                                (("--record", self.folder, "--snapshot-every", "0"), "--snapshot-every")):
            with self.subTest(arguments):
                done = subprocess.run([program("footfalld"), "--world", world, "--listen", "127.0.0.1:0", *arguments],
                                      capture_output=True, text=True, timeout=DEADLINE_S, check=False)
                self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
                self.assertIn(says, done.stderr)


if __name__ == "__main__":
    unittest.main()
