"""The program `footfalld` as its users run it: exit codes, the port, signals, a restart after SIGKILL."""

import base64
import json
import os
import signal
import subprocess
import sys
import unittest
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "clients"))
from footfall_process import DEADLINE_S, FolderTest, Footfalld, program, run  # noqa: E402


def footfalld(*arguments):
    """Runs `footfalld` to its end."""
    return subprocess.run([program("footfalld"), *map(str, arguments)], capture_output=True, text=True,
                          timeout=DEADLINE_S, check=False)


def end(process):
    """SIGKILL; harmless for one that has ended."""
    process.kill()
    process.wait()


class FootfalldTest(FolderTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.world = os.path.join(cls.folder, "city.ffnav")
        done = run("build", "--city", "1x1", "--seed", "3", "--quiet", "--output", cls.world)
        assert done.returncode == 0, done.stderr

    def serve(self, *arguments, **options):
        server = Footfalld(self.folder, "--world", self.world, *arguments, **options)
        self.addCleanup(end, server.process)
        return server

    def test_help_and_version_end_with_0(self):
        for flag in ("--help", "--version"):
            done = footfalld(flag)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("footfalld", done.stdout)

    def test_what_is_wrong_is_named_and_ends_with_4(self):
        for arguments, says in (
                (("--nonsense",), "--nonsense"),
                (("--hz", "25"), "--hz"),
                (("--speed", "0.05"), "--speed: 0.05"),
                (("--speed", "nan"), "--speed: nan"),
                (("--log-level", "loud"), "--log-level: loud"),
                (("--drain", "0"), "--drain"),
                (("--member-wait", "nan"), "--member-wait"),
                (("--seed", "-1"), "--seed"),
                (("--seed", "99999999999999999999999"), "--seed"),
                (("--metrics-port", "65536"), "--metrics-port"),
                (("--profile", "atari"), "atari"),
                (("--set", "path_requests_max"), "path_requests_max"),
                (("--set", "no_such_figure=1"), "no_such_figure"),
                (("--content-pack", "x.ffnav"), "--content-pack: x.ffnav must be GROUP=FILE with a group from 1 to 63"),
                (("--content-pack", "64=x.ffnav"), "must be GROUP=FILE with a group from 1 to 63"),
                (("--content-pack", "3=none.ffnav"), "--content-pack: content pack none.ffnav: "),
                (("--no-nav",), "--no-nav: a development switch, needs --dev"),
                (("--set", "tiles_enabled=false"), "tiles_enabled: false needs --dev"),
                (("--stress", "5"), "--stress: a development switch, needs --dev"),
                (("--capture", "x.txtpb"), "--capture: a development switch, needs --dev"),
                (("--measure-waits",), "--measure-waits: a development switch, needs --dev"),
                (("--dev", "--stress", "0"), "--stress"),
                (("--dev", "--capture", os.path.join(self.folder, "none", "x")), "--capture"),
                (("--dev", "--capture", self.folder), "--capture"),
                (("--dev", "--stress", "10001"), "--stress"),
                (("--listen", "example.org:1"), "example.org:1"),
                (("--listen", "0.0.0.0:0"), "--insecure"),
                (("--world", os.path.join(self.folder, "none.ffnav")), "none.ffnav"),
                (("--world", self.write("bad.ffnav", "no pack")), "bad.ffnav"),
                (("--scenario", "none.txtpb"), "none.txtpb"),
                (("--scenario", self.write("bad.txtpb", "ticks: 1\n")), "bad.txtpb"),
                (("--scenario", self.write("far.txtpb", 'pack: "none.ffnav"\nticks: 1\n')), "none.ffnav"),
                (("--scenario", "x.txtpb", "--world", self.world), "--world"),
                (("--scenario", "x.txtpb", "--hz", "30"), "--hz"),
                (("--data-dir", os.path.join(self.folder, "none")), "--data-dir"),
                (("--profile", "ps3", "--members", "65"), "members: 65 is more than 64"),
                (("--port-file", os.path.join(self.folder, "none", "port")), "--port-file"),
                (("--port-file", self.folder), "--port-file"),
        ):
            with self.subTest(arguments):
                world = () if {"--world", "--scenario"} & set(arguments) else ("--world", self.world)
                listen = () if "--listen" in arguments else ("--listen", "127.0.0.1:0")
                done = footfalld(*world, *listen, *arguments)
                self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
                self.assertIn(says, done.stderr)

    def hashes_of_steps(self, address, ticks):
        """The state hash after each of so many Steps of one tick."""
        found = []
        for _ in range(ticks):
            answer = json.loads(self.passes("call", "WorldService/Step", '{"ticks": 1, "want_hash": true}', "--server", address))
            found.append(base64.b64decode(answer["hash"]["root"]).hex())
        return found

    def test_a_scenario_plays_as_footfall_run_plays_it(self):
        text = ('city { tiles_x: 1 tiles_y: 1 seed: 3 }\nseed: 9\nprofile: "ps3"\nhz: 20\nticks: 5\n'
                'commands { tick: 2 source: 1 name: "way" command { submit { path {'
                ' start { x: 1490 y: 1490 } goal { x: 1520 y: 1530 } } } } }\n')
        scenario = self.write(os.path.join("data", "walk.txtpb"), text)
        self.passes("run", scenario, "--quiet", "--hashes-out", "hashes")
        expected = [line.split()[1] for line in self.read("hashes").splitlines() if not line.startswith("#")]
        server = Footfalld(self.folder, "--scenario", scenario, "--paused", "--data-dir", os.path.dirname(scenario))
        self.addCleanup(end, server.process)
        world = json.loads(self.passes("call", "WorldService/GetWorld", "--server", server.address))
        self.assertEqual((world["scenario"], world["hz"], world["profile"], world["seed"]), ("walk", 20, "ps3", "9"))
        self.assertEqual(self.hashes_of_steps(server.address, 5), expected)
        # A city is built anew by a Reset that names it.
        self.passes("call", "WorldService/Reset", '{"scenario": "walk"}', "--server", server.address)
        self.assertEqual(self.hashes_of_steps(server.address, 5), expected)
        self.assertEqual(server.stop(), 0)

    def test_development_switches(self):
        captured = os.path.join(self.folder, "captured.txtpb")
        first = self.serve("--paused", "--dev", "--stress", "7", "--capture", captured, "--measure-waits",
                           "--metrics-port", "0")
        hashes = self.hashes_of_steps(first.address, 12)
        second = self.serve("--paused", "--dev", "--stress", "7")
        self.assertEqual(self.hashes_of_steps(second.address, 12), hashes)
        self.assertNotEqual(self.hashes_of_steps(self.serve("--paused").address, 12), hashes)
        # What the first one wrote replays to what it saw.
        self.assertIn("# Cost units: ", self.read("captured.txtpb"))
        self.assertIn("passed", self.passes("run", captured))
        with urllib.request.urlopen(f"http://127.0.0.1:{first.metrics_port()}/metrics", timeout=DEADLINE_S) as page:
            self.assertIn("footfall_path_wait_seconds_total", page.read().decode())
        self.assertEqual(first.stop(), 0)

    def test_a_content_pack_stands_in_for_the_worlds_tiles(self):
        base = os.path.join(self.folder, "base.ffnav")
        content = os.path.join(self.folder, "content.ffnav")
        self.passes("build", "--city", "1x1", "--seed", "3", "--quiet", "--output", base)
        self.passes("build", "--city", "1x1", "--seed", "4", "--quiet", "--output", content, "--content-of", base,
                    "--group", "2")
        server = Footfalld(self.folder, "--world", base, "--content-pack", f"2={content}", "--paused")
        self.addCleanup(end, server.process)

        def polygons():
            return self.passes("tiles", "--server", server.address).split(", generation")[0]

        before = polygons()
        for on, differs in ((True, True), (False, False)):
            edit = json.dumps({"edits": [{"set_content_pack": {"group": 2, "on": on}}]})
            self.passes("call", "WorldEditService/EditWorld", edit, "--server", server.address)
            self.hashes_of_steps(server.address, 40)
            self.assertEqual(polygons() != before, differs)
        self.assertEqual(server.stop(), 0)
        # A pack of another build is no part of this world.
        other = os.path.join(self.folder, "other.ffnav")
        self.passes("build", "--city", "1x1", "--seed", "5", "--quiet", "--output", other)
        foreign = footfalld("--world", base, "--content-pack", f"2={other}", "--listen", "127.0.0.1:0")
        self.assertEqual(foreign.returncode, 4, foreign.stdout + foreign.stderr)
        self.assertIn("content pack of group 2: build id", foreign.stderr)
        # The same in a scenario, where `footfall run` opens them.
        head = 'pack: "base.ffnav"\nticks: 40\ncontent_packs { group: 2 pack: "content.ffnav" }\n'
        on = "commands { tick: 1 command { set_content_pack { group: 2 on: true } } }\n"
        plain = self.passes("run", self.write("plain.txtpb", head), "--quiet")
        swapped = self.passes("run", self.write("swapped.txtpb", head + on), "--quiet")
        self.assertNotEqual(plain, swapped)
        twice = run("run", self.write("twice.txtpb", head + 'content_packs { group: 2 pack: "content.ffnav" }\n'))
        self.assertEqual(twice.returncode, 4)
        self.assertIn("content_packs[1].group: 2 is there twice or not in [1, 63]", twice.stderr)

    def test_no_nav_loads_no_tile(self):
        server = self.serve("--paused", "--dev", "--no-nav")
        self.hashes_of_steps(server.address, 5)
        world = json.loads(self.passes("call", "WorldService/GetWorld", "--server", server.address))
        self.assertEqual(world.get("residentTiles", 0), 0)
        answer = run("path", "1490,1490,0", "1520,1530,0", "--plane", "query", "--server", server.address)
        self.assertEqual(answer.returncode, 1, answer.stdout + answer.stderr)
        self.assertIn("start: no tile is there", answer.stdout)

    def test_costs_are_tuned_in_a_server_for_development_alone(self):
        server = self.serve("--paused")
        refused = run("tune", "climb_low=1", "--server", server.address)
        self.assertEqual(refused.returncode, 4, refused.stdout + refused.stderr)
        self.assertIn("tune_movement_cost: the server was started without --dev", refused.stderr)
        tuned = self.serve("--paused", "--dev")
        costs = self.write("costs.txtpb", "climb_low: 3\ndrop_down: 7.5\n")
        self.assertEqual(self.passes("tune", "climb_low=4", "--file", costs, "--server", tuned.address),
                         "climb_low: 3\ndrop_down: 7.5\nclimb_low: 4\n")
        wrong = run("tune", "climb=4", "--server", tuned.address)
        self.assertEqual(wrong.returncode, 4, wrong.stdout + wrong.stderr)
        self.assertIn('tune_movement_cost.name: "climb" is none of climb_high, climb_low', wrong.stderr)
        # It is state: the hashes of the two worlds differ from the first tick on.
        self.assertNotEqual(self.hashes_of_steps(server.address, 1), self.hashes_of_steps(tuned.address, 1))

    def test_the_port_file_holds_the_address_that_answers(self):
        server = self.serve()
        self.assertRegex(server.address, r"\A127\.0\.0\.1:[1-9]\d*\Z")
        self.assertEqual(run("health", "--server", server.address).stdout, "SERVING\n")
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".part")], [])

    def test_a_second_server_on_the_port_ends_with_4_and_the_first_goes_on(self):
        server = self.serve()
        second = footfalld("--world", self.world, "--listen", server.address)
        self.assertEqual(second.returncode, 4, second.stdout + second.stderr)
        self.assertIn(f"listen: {server.address}: another program listens there already", second.stderr)
        # And nothing in the words of the library below.
        self.assertNotIn("chttp2", second.stderr)
        self.assertNotIn("completion_queue", second.stderr)
        self.assertEqual(run("health", "--server", server.address).stdout, "SERVING\n")
        self.assertEqual(server.stop(), 0)

    def test_sigterm_and_sigint_end_with_0_while_a_client_asks(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                server = self.serve()
                # Asks for as long as it is answered.
                client = subprocess.Popen([program("footfall"), "load", "--kind", "query", "--seconds", "60", "--server",
                                           server.address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                self.addCleanup(end, client)
                server.process.send_signal(number)
                self.assertEqual(server.process.wait(timeout=DEADLINE_S), 0)

    def test_after_sigkill_the_port_and_the_socket_are_free_at_once(self):
        first = self.serve()
        end(first.process)
        again = self.serve(listen=first.address)
        self.assertEqual(again.address, first.address)
        self.assertEqual(run("health", "--server", again.address).stdout, "SERVING\n")
        self.assertEqual(again.stop(), 0)
        # A socket file outlives its server, and must not keep the next one out.
        path = "unix:" + os.path.join(self.folder, "socket")
        first = self.serve(listen=path)
        end(first.process)
        again = self.serve(listen=path)
        self.assertEqual(run("health", "--server", path).stdout, "SERVING\n")
        self.assertEqual(again.stop(), 0)

    def test_the_first_table_that_would_run_full_is_named_at_the_start(self):
        server = self.serve("--profile", "ps3")
        self.assertIn("warning start-up check: ps3: path_requests_max = 32 runs full", server.log())
        # The profile `server` holds all that it lets in.
        self.assertNotIn("start-up check", self.serve().log())

    def test_the_epoch_of_a_restarted_server_is_another(self):
        epochs = set()
        for _ in range(2):
            server = self.serve("--paused")
            answer = json.loads(self.passes("call", "SessionService/GetServer", "--server", server.address))
            epochs.add(answer["stamp"]["world_epoch"])
            server.stop()
        self.assertEqual(len(epochs), 2)


if __name__ == "__main__":
    unittest.main()
