"""Files as verbs read and write them: nothing that was named is lost, and nothing waits for ever."""

import os
import subprocess
import unittest

from footfall_process import DEADLINE_S, FolderTest, program, run

PASSING = "city { tiles_x: 1 tiles_y: 1 seed: 3 }\nticks: 2\n"


class OutputsTest(FolderTest):
    def setUp(self):
        # A folder of each test's own, below the one of the class.
        self.before = self.folder
        type(self).folder = os.path.join(self.before, self.id().rsplit(".", 1)[1])
        os.makedirs(self.folder)
        self.write("c.txtpb", PASSING)

    def tearDown(self):
        type(self).folder = self.before

    def path(self, name):
        return os.path.join(self.folder, name)

    def shell(self, line):
        return subprocess.run(["/bin/sh", "-c", line], cwd=self.folder, capture_output=True, text=True, timeout=DEADLINE_S,
                              env={**os.environ, "F": program("footfall"), "H": program("footfall-hash")}, check=False)


class SameFile(OutputsTest):
    def refuses(self, *arguments, says):
        """4, with both names, and every file as it was."""
        before = {name: self.read(name) for name in sorted(os.listdir(self.folder))}
        self.ends(4, *arguments, says=says)
        self.assertEqual({name: self.read(name) for name in sorted(os.listdir(self.folder))}, before)

    def test_an_output_is_no_input_and_no_other_output_by_whatever_path(self):
        os.link(self.path("c.txtpb"), self.path("hard.txtpb"))
        os.symlink("c.txtpb", self.path("soft.txtpb"))
        for flag in ("--record", "--timeline", "--hashes-out", "--trails", "--dump"):
            for file in ("c.txtpb", "./c.txtpb", "hard.txtpb", "soft.txtpb"):
                self.refuses("run", "c.txtpb", flag, file, says=f"{flag} {file} and the scenario c.txtpb are the same file")
        self.refuses("run", "c.txtpb", "--record", "x", "--hashes-out", "./x", says="--record x and --hashes-out ./x")
        self.refuses("sweep", "c.txtpb", "--seeds", "1", "--csv", "x", "--svg", "x", says="--csv x and --svg x")
        self.refuses("sweep", "c.txtpb", "--seeds", "1", "--csv", "soft.txtpb", says="--csv soft.txtpb and the scenario")
        self.refuses("test", "c.txtpb", "--junit", "c.txtpb", says="--junit c.txtpb and the case c.txtpb")
        self.refuses("compare", "c.txtpb", "--output", "c.txtpb", says="--output c.txtpb and the scenario")
        self.refuses("compare", "c.txtpb", "--output", "x", "--svg", "x", says="--svg x and --output x")
        self.refuses("trace", "import", "c.txtpb", "--output", "c.txtpb", says="--output c.txtpb and the log")
        self.write("a.obj", "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nf 1 2 3 4\n")
        self.refuses("build", "a.obj", "--output", "./a.obj", says="--output ./a.obj and the level a.obj")
        self.write("r.xml", "<testsuite/>")
        self.refuses("junit-merge", "r.xml", "--output", "r.xml", says="--output r.xml and the report r.xml")

    def test_a_device_is_no_file_in_this(self):
        self.passes("run", "c.txtpb", "--quiet", "--record", "/dev/null", "--hashes-out", "/dev/null")


class StandardOutput(OutputsTest):
    def test_an_answer_that_did_not_arrive_is_no_success(self):
        for line in ("$F run c.txtpb --json", "$F run c.txtpb --quiet", "$H run c.txtpb", "$F profiles list", "$F --help",
                     "$F test c.txtpb --list", "$F --version"):
            for where in (">/dev/full", ">&-"):
                with self.subTest(line + where):
                    done = self.shell(line + where)
                    self.assertEqual(done.returncode, 4, done.stderr)
                    self.assertIn("standard output: cannot be written", done.stderr)

    def test_a_closed_stream_never_ends_in_a_file(self):
        self.shell("$F run c.txtpb --quiet --hashes-out h >&-")
        self.assertTrue(self.read("h").startswith("# "))
        self.assertEqual(len(self.read("h").splitlines()), 4)


class Replaced(OutputsTest):
    def test_a_golden_hash_is_written_behind_a_link_and_keeps_the_permissions(self):
        os.chmod(self.path("c.txtpb"), 0o640)
        os.symlink("c.txtpb", self.path("link.txtpb"))
        self.write("link.txtpb.new", "somebody's")
        self.passes("run", "link.txtpb", "--update-hash")
        self.assertTrue(os.path.islink(self.path("link.txtpb")))
        self.assertIn("final_hashes", self.read("c.txtpb"))
        self.assertEqual(os.stat(self.path("c.txtpb")).st_mode & 0o7777, 0o640)
        self.assertEqual(self.read("link.txtpb.new"), "somebody's")

    def test_a_sweep_or_comparison_learns_before_it_runs_that_it_cannot_write(self):
        self.write("bad.txtpb", PASSING.replace("ticks: 2", "ticks: 1000000"))
        for arguments in (("sweep", "bad.txtpb", "--seeds", "1..9", "--csv", "none/x"),
                          ("sweep", "bad.txtpb", "--seeds", "1..9", "--svg", "none/x"),
                          ("compare", "bad.txtpb", "--output", "none/x"), ("compare", "bad.txtpb", "--svg", "none/x")):
            with self.subTest(arguments):
                self.ends(4, *arguments, says="none/x: cannot be written")
        self.assertEqual(sorted(os.listdir(self.folder)), ["bad.txtpb", "c.txtpb"])

    def test_a_flag_that_is_not_used_is_refused(self):
        self.ends(4, "profiles", "diff", "ps3", "xenon", "--output", "x", says="--output: goes with fit")
        self.ends(4, "profiles", "show", "ps3", "--output", "x", says="--output: goes with fit")


class Pipes(OutputsTest):
    def test_what_is_no_regular_file_is_refused_and_not_waited_for(self):
        for name in ("p", "p.txtpb", "p.ffrec", "p.obj", "p.ffnav"):
            os.mkfifo(self.path(name))
        self.write("on_pipe.txtpb", 'pack: "p.ffnav"\nticks: 2\n')
        for arguments in (("run", "p.txtpb"), ("run", "on_pipe.txtpb"), ("run", "c.txtpb", "--record", "p"),
                          ("run", "c.txtpb", "--hashes-out", "p"),
                          ("run", "c.txtpb", "--timeline", "p"), ("run", "c.txtpb", "--profile", "./p.txtpb"),
                          ("test", "c.txtpb", "--weights", "p"), ("junit-merge", "p"), ("hashes", "diff", "p", "p"),
                          ("trace", "import", "p"), ("build", "p.obj"), ("info", "p.ffnav"), ("replay", "p.ffrec"),
                          ("bisect", "p.ffrec"), ("sweep", "p.txtpb", "--seeds", "1"), ("compare", "p.txtpb")):
            with self.subTest(arguments):
                self.assertRegex(self.ends(4, *arguments).stderr, "regular file")

    def test_standard_input_is_a_file(self):
        done = self.shell("cat c.txtpb | $F run /dev/stdin --quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, run("run", "c.txtpb", "--quiet", cwd=self.folder).stdout)


class Limits(OutputsTest):
    def test_tables_that_would_take_all_memory_are_refused_with_their_figure(self):
        for figure in ("path_requests_max", "los_requests_max", "search_nodes_max", "dynamic_objects_max"):
            for verb in (("run", "c.txtpb", "--profile", "server"), ("profiles", "show", "server")):
                self.ends(4, *verb, "--set", figure + "=16777216", says=figure + " = 16777216 takes most of the ")
        self.write("big.txtpb", 'name: "big" base: "server" result_points_max: 67108864\n')
        for verb in (("run", "c.txtpb", "--profile"), ("profiles", "show")):
            self.ends(4, *verb, "./big.txtpb", says="result_points_max = 67108864 takes most of the ")


if __name__ == "__main__":
    unittest.main()
