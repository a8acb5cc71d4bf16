"""`footfall test`: exit codes, JUnit reports, crashes, time limits, signals."""

import os
import re
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree

from footfall_process import DEADLINE_S, FolderTest, program, run

PASSING = "city { tiles_x: 1 tiles_y: 1 seed: 3 }\nticks: 1\n"
# Of the schema that the program has: a hash of another one would be stale, and fail nothing.
SCHEMA = re.search(r"state schema (\d+)", run("--version").stdout).group(1)
FAILING = PASSING + f'final_hashes {{ state_schema: {SCHEMA} root: "0000000000000000" }}\n'
BROKEN = "nonsense: 1\n"


class Scenarios(FolderTest):
    def runner(self, name, body):
        """A program that stands in for footfall and does what a test wants of it."""
        path = self.write(name, "#!/bin/sh\n" + body)
        os.chmod(path, 0o755)
        return path

    def report(self, name="report.xml"):
        root = xml.etree.ElementTree.fromstring(self.read(name))
        self.assertEqual(root.tag, "testsuites")
        suite, = root
        for element in (root, suite):
            for attribute in ("name", "tests", "failures", "errors", "skipped", "time", "timestamp"):
                self.assertIn(attribute, element.attrib)
        cases = suite.findall("testcase")
        self.assertEqual(len(cases), int(suite.get("tests")))
        self.assertEqual(sum(case.find("failure") is not None for case in cases), int(suite.get("failures")))
        self.assertEqual(sum(case.find("error") is not None for case in cases), int(suite.get("errors")))
        return suite, cases

    def test_a_folder_with_passes_failures_and_bad_files(self):
        for name, text in (("mixed/a/pass.txtpb", PASSING), ("mixed/b/fail.txtpb", FAILING),
                           ("mixed/c/bad.txtpb", BROKEN), ("mixed/level.annotations.txtpb", ""), ("mixed/note.md", "")):
            self.write(name, text)
        done = self.ends(1, "test", "mixed", "--junit", "report.xml", says="passed mixed/a/pass.txtpb")
        self.assertIn("FAILED mixed/b/fail.txtpb", done.stdout)
        self.assertIn("ERROR mixed/c/bad.txtpb", done.stdout)
        suite, cases = self.report()
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("3", "1", "1"))
        self.assertEqual([case.get("name") for case in cases],
                         ["mixed/a/pass.txtpb", "mixed/b/fail.txtpb", "mixed/c/bad.txtpb"])
        properties = {p.get("name"): p.get("value") for p in cases[0].iter("property")}
        for name in ("seed", "ticks", "hash", "profile", "build", "world_build_id", "threads"):
            self.assertIn(name, properties)
        self.assertIn("bad.txtpb:1", cases[2].find("error").get("message"))

    def test_all_passed_is_0_and_no_file_runs_twice(self):
        self.write("good/pass.txtpb", PASSING)
        self.passes("test", "good", "good/pass.txtpb", "--junit", "report.xml")
        self.assertEqual(len(self.report()[1]), 1)

    def test_an_empty_selection_is_5_with_a_valid_report(self):
        os.makedirs(os.path.join(self.folder, "empty"), exist_ok=True)
        self.ends(5, "test", "empty", "--junit", "report.xml", says="footfall test: no scenario (*.txtpb) or recording (*.ffrec) in empty")
        self.ends(4, "test", "good", "--junit", ".", says="no regular file")
        self.assertEqual(self.report()[0].get("tests"), "0")

    def test_crash_time_limit_and_a_runner_without_report_are_errors(self):
        self.write("one/pass.txtpb", PASSING)
        for body, says in (("kill -SEGV $$\n", "ended by signal 11"), ("sleep 1000\n", "time limit"),
                           ("exit 0\n", "without a report"), ("echo no; exit 3\n", "exit code 3"),
                           ("printf '\\001\\377' >&2; exit 4\n", "exit code 4")):
            with self.subTest(body):
                runner = self.runner("runner.sh", body)
                done = self.ends(1, "test", "one", "--runner", runner, "--timeout", "1", "--junit", "report.xml")
                self.assertIn(says, done.stdout)
                self.assertEqual(self.report()[0].get("errors"), "1")

    def test_a_runner_that_is_not_there_is_an_error_of_the_command(self):
        self.write("one/pass.txtpb", PASSING)
        self.ends(4, "test", "one", "--runner", "/no/such/program", says="/no/such/program")

    def start_and_wait_for_child(self):
        self.write("two/a.txtpb", PASSING)
        self.write("two/b.txtpb", PASSING)
        # Of this test alone: the folder is shared.
        mark = os.path.join(self.folder, self.id())
        runner = self.runner("runner.sh", f"touch '{mark}'; exec sleep 1000\n")
        process = subprocess.Popen([program("footfall"), "test", "two", "--runner", runner, "--junit", "report.xml"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        give_up = time.monotonic() + DEADLINE_S
        while not os.path.exists(mark):
            self.assertLess(time.monotonic(), give_up)
            time.sleep(0.02)
        os.remove(mark)
        return process

    def test_sigterm_ends_it_with_143_and_a_report_that_has_not_passed(self):
        process = self.start_and_wait_for_child()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=DEADLINE_S)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        self.assertEqual(self.report()[0].get("errors"), "2")

    def test_a_kill_leaves_a_report_that_has_not_passed(self):
        process = self.start_and_wait_for_child()
        # Stopped first, or it would start the next child when it sees the first one die.
        process.send_signal(signal.SIGSTOP)
        subprocess.run(["pkill", "-KILL", "-P", str(process.pid)], check=False)
        process.kill()
        process.communicate(timeout=DEADLINE_S)
        self.assertEqual(self.report()[0].get("errors"), "2")


if __name__ == "__main__":
    unittest.main()
