"""The Python package and its example bot against real servers."""

import os
import re
import subprocess
import sys
import time
import unittest

import footfall
from footfall.v1 import (command_pb2, common_pb2, nav_mesh_service_pb2, obstacle_pb2, obstacle_service_pb2,
                         world_service_pb2)
from footfall_process import DEADLINE_S, FolderTest, Footfalld


class Package(FolderTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls().passes("build", "--city", "1x1", "--seed", "3", "--quiet", "--output", "city.ffnav")
        cls.world = os.path.join(cls.folder, "city.ffnav")
        cls.running = Footfalld(cls.folder, "--world", cls.world)
        cls.addClassCleanup(cls.running.stop)

    def runTest(self):
        """So that setUpClass can make an instance."""

    def test_the_example_bot_finds_all_its_paths(self):
        example = os.path.join(os.environ["FOOTFALL_SOURCE_DIR"], "clients", "python", "example_bot.py")
        done = subprocess.run([sys.executable, "-B", example, self.running.address, "20"], capture_output=True,
                              text=True, timeout=DEADLINE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("20 of 20 paths found", done.stdout)

    def test_a_session_ends_with_its_block(self):
        with footfall.Session(self.running.address) as session:
            handle = session.submit_path(session.random_points()[0], session.random_points()[0])
            self.assertNotEqual(handle, 0)
        with self.assertRaises(ValueError):
            session.call(session.world.GetWorld, world_service_pb2.GetWorldRequest())

    def test_errors_are_taken_apart(self):
        with footfall.Session(self.running.address) as session:
            with self.assertRaises(footfall.FootfallError) as caught:
                session.submit_path((float("nan"), 0, 0), (0, 0, 0))
            self.assertEqual((caught.exception.code, caught.exception.reason), ("INVALID_ARGUMENT", "BAD_FIELD"))
            self.assertTrue(caught.exception.violations)
            with self.assertRaises(footfall.FootfallError) as caught:
                session.fetch(12345)
            self.assertEqual(caught.exception.code, "NOT_FOUND")

    def test_the_example_of_the_readme_runs(self):
        with open(os.path.join(os.environ["FOOTFALL_SOURCE_DIR"], "clients", "python", "README.md"), encoding="utf-8") as file:
            example, = re.findall(r"^```python\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
        names = {"footfall": footfall}
        exec(example.replace("127.0.0.1:7450", self.running.address), names)  # pylint: disable=exec-used
        self.assertEqual(len(names["edits"]), 0)

    def test_a_world_is_saved_restored_and_forked(self):
        with footfall.Session(self.running.address, role=footfall.OPERATOR) as session:
            session.call(session.world.Pause, world_service_pb2.PauseRequest())
            saved = session.save_snapshot()
            command = command_pb2.Command(release_handle=12345)
            told = []
            outcome = session.fork(20, commands=[(2, command)], on_message=told.append)
            self.assertEqual(outcome.results[0].error.code, 5)
            self.assertTrue(told[0].HasField("started"))
            self.assertEqual(session.fork(20, commands=[(2, command)], snapshot=saved).hash, outcome.hash)
            epoch = session.call(session.world.GetWorld, world_service_pb2.GetWorldRequest()).stamp.world_epoch
            self.assertEqual(session.restore_snapshot(saved).stamp.world_epoch, epoch + 1)
            with self.assertRaises(footfall.FootfallError) as caught:
                session.restore_snapshot(saved[:-1])
            self.assertEqual(caught.exception.reason, "BAD_FIELD")
            # The fault is told once.
            self.assertEqual(str(caught.exception).count("cut off"), 1)
            session.call(session.world.Run, world_service_pb2.RunRequest(speed=1))

    def test_arguments_that_no_message_takes_are_told_as_errors_of_the_server_are(self):
        wrong = (lambda s: s.fork(-1), lambda s: s.fork("many"), lambda s: s.fork(1, no_such_wish=3),
                 lambda s: s.fork(1, commands=[(1, "walk")]), lambda s: s.fork(1, commands=[5]),
                 lambda s: s.fork(1, snapshot="text"),
                 lambda s: s.restore_snapshot("text"), lambda s: s.restore_snapshot(None), lambda s: s.step(-1),
                 lambda s: s.submit_path((0, 0, 0), (1, 1, 1), no_such_wish=3), lambda s: s.fetch("handle"),
                 lambda s: s.random_points(-1), lambda s: s.query("where"),
                 lambda s: s.fork(1, file="monday", snapshot=b"x"), lambda s: s.fork(1, upload_bytes=1, snapshot=b"x"),
                 lambda s: s.fork(1, snapshot=b""), lambda s: s.restore_snapshot(b""))
        with footfall.Session(self.running.address, role=footfall.OPERATOR) as session:
            for number, call in enumerate(wrong):
                with self.subTest(number):
                    with self.assertRaises(footfall.FootfallError) as caught:
                        call(session)
                    self.assertEqual(caught.exception.code, "INVALID_ARGUMENT")
                    self.assertNotIn("Exception iterating requests", str(caught.exception))
        with self.assertRaises(footfall.FootfallError):
            footfall.Session(self.running.address, no_such_option=1)

    def test_a_fork_ends_with_whoever_asked_for_it(self):
        class Enough(Exception):
            """Of the caller."""

        def enough(_):
            raise Enough()

        with footfall.Session(self.running.address, role=footfall.OPERATOR) as session:
            # More than may run at a time: each has to end.
            for _ in range(5):
                with self.assertRaises(Enough):
                    session.fork(108000, on_message=enough)
                self.assertTrue(self.eventually(lambda: self.runs_a_fork(session)))
            session.stream_timeout = 0.3
            with self.assertRaises(footfall.FootfallError) as caught:
                session.fork(108000)
            self.assertEqual(caught.exception.code, "DEADLINE_EXCEEDED")

    @staticmethod
    def runs_a_fork(session):
        try:
            return session.fork(1).ticks_run == 1
        except footfall.FootfallError as error:
            assert error.reason == "TABLE_FULL", error
            return False

    @staticmethod
    def eventually(condition):
        give_up = time.monotonic() + DEADLINE_S
        while time.monotonic() < give_up:
            if condition():
                return True
            time.sleep(0.02)
        return condition()

    def test_every_service_of_a_client_has_a_stub(self):
        with footfall.Session(self.running.address, role=footfall.OBSERVER) as session:
            tiles = session.call(session.mesh.ListTiles, nav_mesh_service_pb2.ListTilesRequest()).tiles
            self.assertGreater(len(tiles), 0)
        with footfall.Session(self.running.address, role=footfall.BOT) as session:
            put = obstacle_pb2.PutObstacle(center=footfall.vec3((1500, 1500, 1)), half_extents=footfall.vec3((1, 1, 1)))
            request = obstacle_service_pb2.PutObstaclesRequest(obstacles=[put])
            self.assertNotEqual(session.call(session.obstacles.PutObstacles, request).results[0].handle, 0)

    def test_a_server_that_is_not_there(self):
        with self.assertRaises(footfall.FootfallError) as caught:
            footfall.Session("127.0.0.1:1")
        self.assertEqual((caught.exception.code, caught.exception.reason), ("UNAVAILABLE", ""))

    def test_a_paused_world_is_stepped(self):
        server = Footfalld(self.folder, "--world", self.world, "--paused")
        try:
            with footfall.Session(server.address) as session:
                start, = session.random_points(seed=1)
                goal, = session.random_points(seed=2, reachable_from=start)
                handle = session.submit_path(start, goal)
                self.assertEqual(session.fetch(handle).outcome, "PENDING")
                session.step(2)
                path = session.fetch(handle)
                self.assertTrue(path.complete)
                self.assertEqual(path.points[0], start)
        finally:
            self.assertEqual(server.stop(), 0)

    def test_points_come_as_sequences_or_messages(self):
        point = common_pb2.Vec3(x=1, y=2, z=3)
        self.assertIs(footfall.vec3(point), point)
        self.assertEqual(footfall.vec3([1, 2, 3]), point)
        with self.assertRaises(ValueError):
            footfall.vec3((1, 2))


if __name__ == "__main__":
    unittest.main()
