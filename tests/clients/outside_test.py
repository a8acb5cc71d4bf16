"""An installed Footfall: a bot built outside the tree against it, the installed programs, the installed Python package."""

import os
import shutil
import subprocess
import sys
import unittest

from footfall_process import DEADLINE_S, FolderTest, Footfalld


class Outside(FolderTest):
    def shell(self, *command, **options):
        done = subprocess.run(command, capture_output=True, text=True, timeout=4 * DEADLINE_S, check=False, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_a_bot_outside_the_tree(self):
        prefix = os.path.join(self.folder, "prefix")
        self.shell("cmake", "--install", os.environ["FOOTFALL_BUILD_DIR"], "--prefix", prefix)

        project = os.path.join(self.folder, "project")
        tests = os.path.join(os.environ["FOOTFALL_SOURCE_DIR"], "tests", "clients", "outside")
        shutil.copytree(tests, project)
        shutil.copy(os.path.join(os.environ["FOOTFALL_SOURCE_DIR"], "clients", "examples", "bot.cc"), project)
        self.shell("cmake", "-S", project, "-B", os.path.join(project, "build"), "-DCMAKE_PREFIX_PATH=" + prefix,
                   "-DBOT_SOURCE=bot.cc", "-DCMAKE_CXX_FLAGS=" + os.environ.get("FOOTFALL_CXX_FLAGS", ""))
        self.shell("cmake", "--build", os.path.join(project, "build"))

        os.environ["FOOTFALL_BIN_DIR"] = os.path.join(prefix, "bin")
        self.passes("build", "--city", "1x1", "--seed", "3", "--quiet", "--output", "city.ffnav")
        server = Footfalld(self.folder, "--world", os.path.join(self.folder, "city.ffnav"))
        try:
            waypoints = self.shell(os.path.join(project, "build", "outside_bot"), server.address)
            self.assertGreater(len(waypoints.splitlines()), 0)
            python = {**os.environ, "PYTHONPATH": os.path.join(prefix, "share", "footfall", "python")}
            found = self.shell(sys.executable, "-B", "-c",
                               "import footfall, sys; print(footfall.Session(sys.argv[1]).random_points(3))",
                               server.address, env=python)
            self.assertEqual(found.count("("), 3)
        finally:
            self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main()
