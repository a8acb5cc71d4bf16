"""`footfall test` as a batch: selection, shards, jobs, artifacts, going on after an interruption."""

import json
import os
import re
import shlex
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree

from footfall_process import DEADLINE_S, FolderTest, program, run

PASSING = "city { tiles_x: 1 tiles_y: 1 seed: 3 }\nticks: 2\n"
SCHEMA = int(re.search(r"state schema (\d+)", run("--version").stdout).group(1))
FAILING = PASSING + f'final_hashes {{ state_schema: {SCHEMA} root: "0000000000000000" }}\n'
# Stands in for footfall: passes, and leaves a line that it ran.
PASSES = """echo "$@" >> ran
echo '{"scenario":"x","seed":1,"passed":true}'
echo 0123456789abcdef
"""


class BatchTest(FolderTest):
    def setUp(self):
        # A folder of each test's own, below the one of the class.
        self.here = os.path.join(self.folder, self.id().rsplit(".", 1)[1])
        os.makedirs(self.here)
        self.before = self.folder
        type(self).folder = self.here

    def tearDown(self):
        type(self).folder = self.before

    def runner(self, body, name="runner.sh"):
        path = self.write(name, "#!/bin/sh\n" + body)
        os.chmod(path, 0o755)
        return path

    def cases(self, name="report.xml"):
        root = xml.etree.ElementTree.fromstring(self.read(name))
        return {case.get("name"): case for case in root.iter("testcase")}

    def states(self, name="report.xml"):
        def state(case):
            for word in ("failure", "error", "skipped"):
                if case.find(word) is not None:
                    return word
            return "passed"
        return {key: state(case) for key, case in self.cases(name).items()}

    def ran(self):
        """The cases that the stand-in ran, in order."""
        if not os.path.exists(os.path.join(self.folder, "ran")):
            return []
        return [line.split()[-1] for line in self.read("ran").splitlines()]


class Selection(BatchTest):
    def test_list_names_what_would_run_with_weight_and_shard_and_runs_nothing(self):
        for name in ("a", "b", "c"):
            self.write(f"s/{name}.txtpb", PASSING)
        runner = self.runner(PASSES)
        self.assertEqual(self.passes("test", "s", "--list", "--runner", runner).splitlines(),
                         ["s/a.txtpb  -  1/1", "s/b.txtpb  -  1/1", "s/c.txtpb  -  1/1"])
        self.assertEqual(self.passes("test", "s", "--list", "--quiet", "--exclude", "b.txtpb"), "s/a.txtpb\ns/c.txtpb\n")
        self.assertEqual(json.loads(self.passes("test", "s/[bc]*", "--list", "--json", "--filter", "re:c"))[0],
                         {"name": "s/c.txtpb", "kind": "scenario", "weight_ms": None, "shard": 1})
        self.assertEqual(self.ran(), [])

    def test_shards_run_everything_once_and_an_empty_one_is_0_with_a_valid_report(self):
        for name in "abcde":
            self.write(f"s/{name}.txtpb", PASSING)
        runner = self.runner(PASSES)
        for shard in range(1, 8):
            self.passes("test", "s", "--runner", runner, "--shard", f"{shard}/7", "--junit", f"{shard}.xml")
        self.assertEqual(sorted(self.ran()), [f"s/{name}.txtpb" for name in "abcde"])
        self.assertEqual(self.cases("7.xml"), {})
        self.ends(5, "test", "s", "--filter", "none", "--shard", "7/7", says="passes the filters")
        self.ends(5, "test", "s", "--filter", "none", "--list", says="passes the filters")

    def test_shard_auto_reads_the_variables_of_the_system(self):
        for name in "abc":
            self.write(f"s/{name}.txtpb", PASSING)
        env = {"CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "3"}
        self.assertEqual(self.passes("test", "s", "--list", "--quiet", "--shard", "auto", env=env), "s/b.txtpb\n")
        self.ends(4, "test", "s", "--list", "--shard", "auto", env={"JOB_COMPLETION_INDEX": "0"}, says="--shards N")
        self.assertEqual(self.passes("test", "s", "--list", "--quiet", "--shard", "auto", "--shards", "3",
                                     env={"JOB_COMPLETION_INDEX": "0"}), "s/a.txtpb\n")

    def test_weights_of_an_earlier_report_balance_the_shards_and_begin_with_the_longest(self):
        for name in "abcd":
            self.write(f"s/{name}.txtpb", PASSING)
        times = {"a": 1, "b": 7, "c": 2, "d": 4}
        self.write("last.xml", "<testsuites><testsuite>" + "".join(
            f"<testcase name='s/{name}.txtpb' time='{seconds}'/>" for name, seconds in times.items()) + "</testsuite></testsuites>")
        one = self.passes("test", "s", "--list", "--shard", "1/2", "--weights", "last.xml")
        self.assertEqual(one, "s/b.txtpb  7000 ms  1/2\n")
        self.passes("test", "s", "--runner", self.runner(PASSES), "--jobs", "1", "--weights", "last.xml", "--junit", "r.xml")
        self.assertEqual(self.ran(), ["s/b.txtpb", "s/d.txtpb", "s/c.txtpb", "s/a.txtpb"])
        self.assertEqual(list(self.cases("r.xml")), [f"s/{name}.txtpb" for name in "abcd"])
        self.write("last.xml", "<testsuites>")
        self.ends(4, "test", "s", "--weights", "last.xml", says="--weights: last.xml: line 1")

    def test_bad_flags_are_4(self):
        self.write("s/a.txtpb", PASSING)
        for flags, says in ((("--shard", "0/4"), "--shard: '0'"), (("--shard", "first"), "is not I/N"),
                            (("--shards", "4"), "--shards: goes with --shard auto"), (("--resume",), "which --junit names"),
                            (("--filter", "re:("), "is no regular expression"), (("--jobs", "0"), "--jobs: '0'"),
                            (("--timeout", "0"), "--timeout: '0'"), (("--weights", "none.xml"), "none.xml"),
                            (("--hashes", "h", "--base", "none"), "--base none: is no folder that is there"),
                            (("--runner", "footfall"), "--runner footfall: give its path"),
                            (("--runner", "./none"), "--runner ./none: No such file"),
                            (("--filter", "re:" + "x" * 2000), "bytes, the limit is 1000"),
                            (("--filter", "re:" + "(" * 30 + "a" + "*)" * 30), "nested deeper than 20"),
                            (("--filter", "re:((a{200}){200}){200}"), "multiply to more than 1000"),
                            (("--filter", r"re:(a*)\1"), "back references are not taken")):
            with self.subTest(flags):
                self.ends(4, "test", "s", *flags, says=says)


    def test_what_a_folder_holds_and_cannot_be_run_is_named_and_not_left_out(self):
        self.write("s/a.txtpb", PASSING)
        os.symlink("nowhere", os.path.join(self.folder, "s", "b.txtpb"))
        self.ends(4, "test", "s", "--list", says="s/b.txtpb: cannot be read: it is a link to nothing")
        self.ends(4, "test", "./*", "--list", says="s/b.txtpb: cannot be read: it is a link to nothing")
        os.remove(os.path.join(self.folder, "s", "b.txtpb"))
        os.mkfifo(os.path.join(self.folder, "s", "b.ffrec"))
        self.ends(4, "test", "s", "--list", says="s/b.ffrec: cannot be read: it is no regular file")
        self.ends(4, "replay", "s", says="s/b.ffrec: cannot be read: it is no regular file")
        os.remove(os.path.join(self.folder, "s", "b.ffrec"))
        if os.geteuid() != 0:
            os.makedirs(os.path.join(self.folder, "s", "locked"), mode=0)
            self.ends(4, "test", "s", "--list", says="s/locked: cannot be read")
            self.ends(4, "replay", "s", says="s/locked: cannot be read")
            os.rmdir(os.path.join(self.folder, "s", "locked"))
        # Links to files are cases; those to folders are not followed.
        os.symlink("a.txtpb", os.path.join(self.folder, "s", "link.txtpb"))
        os.symlink(".", os.path.join(self.folder, "s", "loop"))
        self.assertEqual(self.passes("test", "s", "--list", "--quiet"), "s/a.txtpb\ns/link.txtpb\n")

    def test_names_of_any_bytes_are_run_told_and_compared(self):
        self.write("s/line\nfeed.txtpb", PASSING)
        for name in (b"a\xff.txtpb", b"a\xfe.txtpb"):
            with open(os.path.join(os.fsencode(self.folder), b"s", name), "w", encoding="utf-8") as file:
                file.write(PASSING)
        for folder in ("one", "two"):
            self.passes("test", "s", "--hashes", folder, "--junit", "r.xml")
        self.assertEqual(self.passes("test", "s", "--junit", "r.xml", "--resume").count(", before)"), 3)
        self.assertEqual(sorted(self.cases("r.xml")), ["s/a\\xfe.txtpb", "s/a\\xff.txtpb", "s/line\nfeed.txtpb"])
        self.assertIn("same: 3\n", self.passes("hashes", "diff", "one", "two"))

    def test_a_name_with_a_dash_in_front_is_no_flag(self):
        self.write("-a.txtpb", PASSING)
        runner = self.runner(PASSES)
        self.passes("test", "./-a.txtpb", "--runner", runner)
        self.assertEqual(self.ran(), ["./-a.txtpb"])


class Running(BatchTest):
    def test_output_of_several_jobs_is_in_order_and_whole(self):
        for name in "abcdef":
            self.write(f"s/{name}.txtpb", PASSING)
        # a ends last: it waits for the mark that f leaves.
        runner = self.runner('case "$*" in *a.txtpb) while [ ! -e mark ]; do sleep 0.05; done;; *f.txtpb) touch mark;; esac\n'
                             + PASSES)
        lines = self.passes("test", "s", "--runner", runner, "--jobs", "2").splitlines()
        self.assertEqual([line.split()[1] for line in lines[:6]], [f"s/{name}.txtpb" for name in "abcdef"])
        self.assertEqual(self.ran()[-1], "s/a.txtpb")

    def test_real_scenarios_run_beside_each_other(self):
        for name in "abcd":
            self.write(f"s/{name}.txtpb", PASSING)
        self.write("s/e.txtpb", FAILING)
        done = self.ends(1, "test", "s", "--jobs", "3", "--junit", "report.xml")
        self.assertIn("FAILED s/e.txtpb", done.stdout)
        self.assertIn("passed: 4\n", done.stdout)
        self.assertEqual(list(self.states().values()), ["passed"] * 4 + ["failure"])

    def test_a_hash_of_another_schema_is_stale_and_no_failure(self):
        self.write("s/a.txtpb", FAILING.replace(f"state_schema: {SCHEMA}", f"state_schema: {SCHEMA + 1}"))
        done = self.passes("test", "s")
        self.assertIn("the golden hash is stale", done)
        self.assertIn("stale: 1\n", done)

    def test_fail_fast_begins_nothing_more_and_says_what_it_left_out(self):
        for name in "abc":
            self.write(f"s/{name}.txtpb", PASSING)
        runner = self.runner('case "$*" in *b.txtpb) exit 1;; esac\n' + PASSES)
        self.ends(1, "test", "s", "--runner", runner, "--jobs", "1", "--fail-fast", "--junit", "report.xml")
        self.assertEqual(list(self.states().values()), ["passed", "error", "skipped"])
        self.assertIn("s/b.txtpb did not pass", self.cases()["s/c.txtpb"].find("skipped").get("message"))

    def test_nothing_of_a_child_is_left_when_it_has_ended(self):
        self.write("s/a.txtpb", PASSING)
        # It leaves a process behind that holds its output open.
        runner = self.runner("sleep 1000 &\necho $! > left\n" + PASSES)
        self.passes("test", "s", "--runner", runner)
        give_up = time.monotonic() + DEADLINE_S
        while os.path.exists(f"/proc/{self.read('left').strip()}/cwd"):
            self.assertLess(time.monotonic(), give_up)
            time.sleep(0.02)

    def test_a_child_that_closes_its_output_is_still_held_to_the_time_limit(self):
        self.write("s/a.txtpb", PASSING)
        runner = self.runner("exec >&- 2>&-\nsleep 1000\n")
        self.ends(1, "test", "s", "--runner", runner, "--timeout", "1", says="no end within the time limit of 1 s (--timeout)")


class Verdicts(BatchTest):
    def test_one_line_tells_the_first_of_several_reasons_and_the_report_all(self):
        self.write("s/a.txtpb", FAILING + 'commands { tick: 1 source: 1 command { release_handle: 7 } }\n'
                   'commands { tick: 2 source: 1 command { release_handle: 7 } }\n')
        done = self.ends(1, "test", "s", "--junit", "report.xml")
        line = done.stdout.splitlines()[0]
        self.assertRegex(line, r"^FAILED s/a.txtpb \([\d.]+ s\): s/a.txtpb, line \d+: in tick 1, command: refused .* \(and 2 more\)$")
        failure = self.cases()["s/a.txtpb"].find("failure")
        self.assertEqual(len(failure.text.splitlines()), 3)
        self.assertIn("in tick 2", failure.text)
        self.assertRegex(failure.text, r"the final hash [0-9a-f]{16} differs from the golden hash 0000000000000000")
        run("junit-merge", "report.xml", "--output", "merged.xml", cwd=self.folder)
        self.assertEqual(self.cases("merged.xml")["s/a.txtpb"].find("failure").text, failure.text)

    def test_a_line_feed_in_a_name_breaks_no_line(self):
        self.write("s/a\nFAILED b.txtpb", PASSING)
        self.write("s/c\n.txtpb", FAILING)
        said = self.ends(1, "test", "s", "--jobs", "1", "--junit", "r.xml").stdout
        self.assertRegex(said, r"\Apassed s/a\\x0aFAILED b\.txtpb \([0-9.]+ s\)\nFAILED s/c\\x0a\.txtpb \(")
        self.assertNotIn("\n.txtpb", said)
        self.assertEqual(self.passes("test", "s", "--list", "--quiet"), "s/a\\x0aFAILED b.txtpb\ns/c\\x0a.txtpb\n")
        self.assertEqual(len(self.passes("test", "s", "--list").splitlines()), 2)
        done = self.ends(1, "junit-merge", "r.xml")
        self.assertTrue(done.stdout.startswith("s/c\\x0a.txtpb: "), done.stdout)
        self.passes("run", "s/a\nFAILED b.txtpb", "--record", "r\nx.ffrec")
        self.assertIn("recording: r\\x0ax.ffrec\nscenario: ", self.passes("replay", "r\nx.ffrec"))
        self.assertIn("recorded: r\\x0ax.ffrec\n", self.passes("bisect", "r\nx.ffrec"))

    def test_json_has_the_verdict_of_each_case(self):
        self.write("s/a.txtpb", PASSING)
        self.write("s/b.txtpb", FAILING)
        self.write("s/c.txtpb", "nonsense: 1\n")
        answer = json.loads(self.ends(1, "test", "s", "--json", "--artifacts", "left", "--jobs", "1").stdout)
        self.assertEqual([(one["name"], one["verdict"], one["artifacts"]) for one in answer["cases"]],
                         [("s/a.txtpb", "passed", None), ("s/b.txtpb", "failed", "left/s_b.txtpb"),
                          ("s/c.txtpb", "error", "left/s_c.txtpb")])
        self.assertEqual((answer["case_count"], answer["passed"], answer["cases"][0]["message"]), (3, 1, ""))
        self.assertIn("differs from the golden hash 0000000000000000", answer["cases"][1]["message"])
        self.assertGreaterEqual(answer["cases"][0]["seconds"], 0)
        json.loads(self.passes("test", "s", "--json", "--filter", "a.txtpb"))


class Artifacts(BatchTest):
    def test_a_failure_leaves_its_report_hashes_and_how_to_run_it_again_and_a_pass_leaves_nothing(self):
        self.write("s/pass.txtpb", PASSING)
        self.write("s/it's.txtpb", FAILING)
        self.ends(1, "test", "s", "--artifacts", "left", "--junit", "report.xml")
        self.assertEqual(os.listdir(os.path.join(self.folder, "left")), ["s_it_s.txtpb"])
        self.assertFalse(json.loads(self.read("left/s_it_s.txtpb/report.json"))["passed"])
        self.assertEqual(len([line for line in self.read("left/s_it_s.txtpb/hashes.txt").splitlines() if line[0] != "#"]), 2)
        self.assertIn("passed", self.read("left/s_it_s.txtpb/output.txt"))
        self.assertEqual(self.read("left/s_it_s.txtpb/trails.jsonl"), "")  # Nobody asked for a way.
        self.assertIn("world.tick = 2\n", self.read("left/s_it_s.txtpb/dump.txt"))
        again = subprocess.run([os.path.join(self.folder, "left/s_it_s.txtpb/repro.sh")], capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)
        self.assertIn("golden hash: different", again.stdout)
        properties = {p.get("name"): p.get("value") for p in self.cases()["s/it's.txtpb"].iter("property")}
        self.assertEqual(properties["artifacts"], "left/s_it_s.txtpb")
        self.assertIn(" run --threads 1 --order-threads 1 ", properties["repro"])
        # Once it passes nothing is left of it, but for what somebody put there.
        self.write("s/it's.txtpb", PASSING)
        self.passes("test", "s", "--artifacts", "left")
        self.assertEqual(os.listdir(os.path.join(self.folder, "left")), [])

    def test_a_crash_leaves_what_it_said(self):
        self.write("s/a.txtpb", PASSING)
        runner = self.runner("echo before; echo why >&2; kill -ABRT $$\n")
        self.ends(1, "test", "s", "--runner", runner, "--artifacts", "left")
        self.assertEqual(self.read("left/s_a.txtpb/output.txt"), "before\nwhy\n")

    def test_a_runner_that_records_is_asked_for_a_recording(self):
        self.write("s/a.txtpb", PASSING)
        self.write("s/b.txtpb", PASSING)
        runner = self.runner('if [ "$2" = --help ]; then echo "  --record FILE"; exit 0; fi\n'
                             'while [ $# -gt 1 ]; do if [ "$1" = --record ]; then echo recorded > "$2"; fi; shift; done\n'
                             'case "$1" in *b.txtpb) exit 1;; esac\n' + PASSES)
        self.ends(1, "test", "s", "--runner", runner, "--artifacts", "left")
        self.assertEqual(self.read("left/s_b.txtpb/recording.ffrec"), "recorded\n")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "left/s_a.txtpb")))

    def test_artifacts_that_cannot_be_written_are_an_error(self):
        self.write("s/a.txtpb", FAILING)
        self.write("file", "")
        self.ends(4, "test", "s", "--artifacts", "file", says="file: cannot be made")

    def test_two_batches_in_one_folder_leave_each_other_alone(self):
        for name in "abcd":
            self.write(f"s/{name}.txtpb", PASSING)
        runner = self.runner('if [ "$2" = --help ]; then echo "  --record FILE"; exit 0; fi\n'
                             'while [ $# -gt 1 ]; do if [ "$1" = --record ]; then file=$2; fi; shift; done\n'
                             'sleep 0.1; echo recorded > "$file" || exit 9\nexit 1\n')
        both = [subprocess.Popen([program("footfall"), "test", "s", "--runner", runner, "--artifacts", "left", "--jobs", "2",
                                  "--junit", "r.xml"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                for _ in range(2)]
        for batch in both:
            _, said = batch.communicate(timeout=DEADLINE_S)
            self.assertEqual((batch.returncode, said), (1, ""))
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "left"))), [f"s_{name}.txtpb" for name in "abcd"])
        self.assertEqual({case.find("error").get("message") for case in self.cases("r.xml").values()},
                         {"exit code 1 without a report"})
        self.assertEqual(self.read("left/s_a.txtpb/recording.ffrec"), "recorded\n")
        self.assertFalse([name for name in os.listdir(self.folder) if name.endswith(".part")])

    def test_artifacts_that_cannot_be_left_are_told_and_end_nothing(self):
        self.write("s/a.txtpb", PASSING)
        self.write("s/b.txtpb", PASSING)
        os.makedirs(os.path.join(self.folder, "left"))
        self.write("left/s_a.txtpb", "a file where the case's folder would be")
        runner = self.runner("exit 1\n")
        self.ends(1, "test", "s", "--runner", runner, "--artifacts", "left", "--junit", "r.xml", says="--artifacts: left/s_a.txtpb")
        self.assertEqual(self.states("r.xml"), {"s/a.txtpb": "error", "s/b.txtpb": "error"})
        self.assertIn("repro.sh", os.listdir(os.path.join(self.folder, "left", "s_b.txtpb")))

    def test_a_path_that_is_longer_than_a_name_may_be_has_a_folder_of_its_own(self):
        deep = "s/" + "/".join(f"{number}" * 60 for number in range(5))
        self.write(deep + "/a.txtpb", PASSING)
        self.write(deep.replace("0", "9") + "/a.txtpb", PASSING)
        self.ends(1, "test", "s", "--runner", self.runner("exit 1\n"), "--artifacts", "left")
        names = os.listdir(os.path.join(self.folder, "left"))
        self.assertEqual([len(names), {name[16:] for name in names} == {names[0][16:]}], [2, True])
        self.assertTrue(names[0].endswith("_a.txtpb"), names)

    def test_a_reader_that_goes_away_ends_the_children_too(self):
        for name in "abc":
            self.write(f"s/{name}.txtpb", PASSING)
        runner = self.runner('case "$*" in *a.txtpb) while [ ! -s child ]; do sleep 0.02; done;;\n'
                             '*) echo $$ > child; exec sleep 1000;; esac\n' + PASSES)
        process = subprocess.Popen([program("footfall"), "test", "s", "--runner", runner, "--jobs", "2", "--timeout", "20",
                                    "--junit", "r.xml"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdout.close()
        process.wait(timeout=DEADLINE_S)
        self.assertEqual(process.returncode, 128 + signal.SIGPIPE)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(self.read("child")), 0)
        self.assertEqual(self.states("r.xml")["s/c.txtpb"], "error")

    def test_hashes_of_all_ticks_are_kept_of_all_scenarios(self):
        self.write("s/a.txtpb", PASSING)
        self.write("s/b.txtpb", FAILING)
        self.ends(1, "test", "s", "--hashes", "hashes", "--artifacts", "left")
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "hashes"))), ["s_a.txtpb.hashes", "s_b.txtpb.hashes"])
        self.assertEqual(self.read("left/s_b.txtpb/hashes.txt"), self.read("hashes/s_b.txtpb.hashes"))

    def test_files_of_two_cases_never_share_a_name_whatever_the_shard(self):
        self.write("s/a/b.txtpb", PASSING)
        self.write("s/a_b.txtpb", PASSING)
        for shard in ("1/2", "2/2"):
            self.passes("test", "s", "--hashes", "hashes", "--shard", shard)
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "hashes"))), ["s_a_b.txtpb-2.hashes", "s_a_b.txtpb.hashes"])

    def test_a_report_keeps_the_end_of_a_long_output(self):
        self.write("s/a.txtpb", PASSING)
        runner = self.runner("head -c 300000 /dev/zero | tr '\\0' x >&2\necho the end >&2\nexit 4\n")
        self.ends(1, "test", "s", "--runner", runner, "--junit", "report.xml")
        said = self.cases()["s/a.txtpb"].find("system-out").text
        self.assertTrue(said.startswith("[...]\nxxx") and said.endswith("the end\n"))
        self.assertLess(len(said), 70000)


class Recordings(BatchTest):
    def test_a_recording_is_replayed_and_its_exit_code_judges(self):
        for name in ("good", "bad", "damaged"):
            self.write(f"r/{name}.ffrec", "")
        differs = {"passed": False, "failures": ["tick 7: differs"], "difference": {"tick": 7, "leaf": "handles"}}
        runner = self.runner(f"""case "$*" in
*bad.ffrec) echo "$@" >> ran; echo '{json.dumps(differs)}'; exit 1;;
*damaged.ffrec) echo "chunk 3 is damaged" >&2; exit 4;;
esac
""" + PASSES)
        self.ends(1, "test", "r", "--runner", runner, "--jobs", "1", "--junit", "report.xml")
        self.assertIn("replay --json --threads 1 --order-threads 1 r/bad.ffrec", self.read("ran"))
        self.assertEqual(self.states(), {"r/bad.ffrec": "failure", "r/damaged.ffrec": "error", "r/good.ffrec": "passed"})
        bad = self.cases()["r/bad.ffrec"]
        self.assertEqual(bad.find("failure").get("message"), "tick 7: differs")
        properties = {p.get("name"): p.get("value") for p in bad.iter("property")}
        self.assertEqual((properties["first_different_tick"], properties["first_different_leaf"]), ("7", "handles"))
        self.assertIn("chunk 3 is damaged", self.cases()["r/damaged.ffrec"].find("error").get("message"))


class Resume(BatchTest):
    def interrupted(self, signal_number):
        """A batch that is stopped while b runs; the runner passes once the mark is gone."""
        for name in "abc":
            self.write(f"s/{name}.txtpb", PASSING)
        self.write("mark", "")
        runner = self.runner('case "$*" in *b.txtpb) if [ -e mark ]; then touch waits; exec sleep 1000; fi;; esac\n' + PASSES)
        process = subprocess.Popen([program("footfall"), "test", "s", "--runner", runner, "--jobs", "1", "--junit", "report.xml"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        give_up = time.monotonic() + DEADLINE_S
        while not os.path.exists(os.path.join(self.folder, "waits")):
            self.assertLess(time.monotonic(), give_up)
            time.sleep(0.02)
        if signal_number == signal.SIGKILL:
            process.send_signal(signal.SIGSTOP)
            subprocess.run(["pkill", "-KILL", "-P", str(process.pid)], check=False)
        process.send_signal(signal_number)
        process.communicate(timeout=DEADLINE_S)
        os.remove(os.path.join(self.folder, "mark"))
        return process.returncode, runner

    def goes_on(self, runner):
        said = self.passes("test", "s", "--runner", runner, "--jobs", "1", "--junit", "report.xml", "--resume")
        self.assertRegex(said, r"passed s/a.txtpb \([0-9.]+ s, before\)\npassed s/b.txtpb \([0-9.]+ s\)\n")
        self.assertEqual(self.ran(), ["s/a.txtpb", "s/b.txtpb", "s/c.txtpb"])
        self.assertEqual(self.states(), {f"s/{name}.txtpb": "passed" for name in "abc"})

    def test_after_each_signal_the_report_is_valid_and_passes_are_kept(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            with self.subTest(number):
                code, runner = self.interrupted(number)
                self.assertEqual(code, -9 if number == signal.SIGKILL else 128 + number)
                self.assertEqual(self.states(), {"s/a.txtpb": "passed", "s/b.txtpb": "error", "s/c.txtpb": "error"})
                self.goes_on(runner)
                for name in ("ran", "waits", "report.xml"):
                    os.remove(os.path.join(self.folder, name))

    def test_a_pass_whose_hashes_are_not_there_is_run_again(self):
        for name in "ab":
            self.write(f"s/{name}.txtpb", PASSING)
        self.passes("test", "s", "--junit", "report.xml", "--hashes", "one")
        again = ("test", "s", "--junit", "report.xml", "--resume")
        self.assertEqual(self.passes(*again).count(", before)"), 2)
        self.assertEqual(self.passes(*again, "--hashes", "two").count(", before)"), 0)
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "two"))), ["s_a.txtpb.hashes", "s_b.txtpb.hashes"])
        os.remove(os.path.join(self.folder, "two", "s_a.txtpb.hashes"))
        self.assertEqual(self.passes(*again, "--hashes", "two").count(", before)"), 1)
        # What is kept is compared all the same.
        self.write("one/s_b.txtpb.hashes", self.read("one/s_b.txtpb.hashes").replace("\n1 ", "\n1 0"))
        self.assertIn("s/b.txtpb (", self.passes(*again, "--hashes", "two", "--base", "one"))
        self.assertEqual(self.cases()["s/b.txtpb"].find("properties/property[@name='first_different_tick']").get("value"), "1")

    def test_a_pass_of_another_file_or_another_program_is_run_again(self):
        for name in "ab":
            self.write(f"s/{name}.txtpb", PASSING)
        runner = self.runner(PASSES)
        again = ("test", "s", "--runner", runner, "--jobs", "1", "--junit", "report.xml", "--resume")
        # Nothing to go on with: everything runs.
        self.passes(*again)
        self.passes(*again)
        self.assertEqual(self.ran(), ["s/a.txtpb", "s/b.txtpb"])
        self.write("s/b.txtpb", PASSING + "# changed\n")
        self.passes(*again)
        self.assertEqual(self.ran()[2:], ["s/b.txtpb"])
        self.passes(*again, "--threads", "2")
        self.assertEqual(self.ran()[3:], ["s/a.txtpb", "s/b.txtpb"])
        self.runner(PASSES + "# changed\n")
        self.passes(*again, "--threads", "2")
        self.assertEqual(self.ran()[5:], ["s/a.txtpb", "s/b.txtpb"])

    def test_a_pass_with_another_pack_or_profile_is_run_again(self):
        def build(side):
            self.write("square.obj", f"v 0 0 0\nv 0 0 {side}\nv {side} 0 {side}\nv {side} 0 0\nf 1 2 3 4\n")
            self.passes("build", "square.obj", "--quiet", "--output", "square.ffnav")

        def kept():
            said = self.passes("test", "s", "--runner", runner, "--jobs", "1", "--junit", "report.xml", "--resume")
            return re.findall(r"passed s/(\S+) \([0-9.]+ s, before\)", said)

        build(20)
        self.write("own.txtpb", 'name: "own" base: "ps3" path_requests_max: 16\n')
        self.write("s/city.txtpb", PASSING)
        self.write("s/pack.txtpb", 'pack: "../square.ffnav"\nticks: 2\n')
        self.write("s/profile.txtpb", f'profile: "{self.folder}/own.txtpb"\n' + PASSING)
        self.passes("run", "s/pack.txtpb", "--quiet", "--record", "s/rec.ffrec")
        runner = self.runner(PASSES)
        kept()
        self.assertEqual(kept(), ["city.txtpb", "pack.txtpb", "profile.txtpb", "rec.ffrec"])
        build(21)
        self.assertEqual(kept(), ["city.txtpb", "profile.txtpb"])
        self.assertEqual(len(kept()), 4)
        self.write("own.txtpb", 'name: "own" base: "ps3" path_requests_max: 17\n')
        self.assertEqual(kept(), ["city.txtpb", "pack.txtpb", "rec.ffrec"])
        # What cannot be read depends on who knows what.
        os.remove(os.path.join(self.folder, "square.ffnav"))
        self.assertEqual(kept(), ["city.txtpb", "profile.txtpb"])
        self.assertEqual(kept(), ["city.txtpb", "profile.txtpb"])

    def test_a_damaged_report_is_4_and_stays(self):
        self.write("s/a.txtpb", PASSING)
        self.write("report.xml", "<testsuites>")
        self.ends(4, "test", "s", "--junit", "report.xml", "--resume", says="report.xml: line 1")
        self.assertEqual(self.read("report.xml"), "<testsuites>")


class Merge(BatchTest):
    def setUp(self):
        super().setUp()
        for name in "abcde":
            self.write(f"s/{name}.txtpb", PASSING)
        for shard in range(1, 5):
            self.passes("test", "s", "--runner", self.runner(PASSES), "--shard", f"{shard}/4", "--junit", f"{shard}.xml")

    def test_reports_of_all_shards_become_one(self):
        done = self.passes("junit-merge", "3.xml", "1.xml", "4.xml", "2.xml", "--output", "all.xml", "--expect-shards", "4")
        self.assertIn("cases: 5\npassed: 5\n", done)
        self.assertEqual(sorted(self.cases("all.xml")), [f"s/{name}.txtpb" for name in "abcde"])
        # What is merged can be read again, and deals out the next run.
        self.passes("junit-merge", "all.xml", "--quiet")
        self.assertEqual(len(self.passes("test", "s", "--list", "--weights", "all.xml").splitlines()), 5)

    def test_a_shard_that_is_missing_or_there_twice_is_named_and_stands_in_the_report(self):
        self.ends(1, "junit-merge", "1.xml", "2.xml", "4.xml", "--output", "all.xml", "--expect-shards", "4",
                  says="shard 3 of 4 is missing")
        self.assertIn("shard 3 of 4 is missing", self.read("all.xml"))
        self.assertIn("error", self.states("all.xml").values())
        # Without a number to expect, the reports say themselves how many there are.
        self.ends(1, "junit-merge", "1.xml", "2.xml", "4.xml", says="shard 3 of 4 is missing")
        done = self.ends(1, "junit-merge", "1.xml", "2.xml", "3.xml", "4.xml", "2.xml", says="shard 2 is there twice")
        self.assertIn("s/b.txtpb: is in two reports: 2.xml and 2.xml", done.stderr)
        self.ends(1, "junit-merge", "1.xml", "2.xml", "3.xml", "4.xml", "--expect-shards", "5", says="expected are 5")

    def test_shards_of_another_selection_do_not_belong_together(self):
        self.write("s/f.txtpb", PASSING)
        self.passes("test", "s", "--runner", self.runner(PASSES), "--shard", "2/4", "--junit", "2.xml")
        self.ends(1, "junit-merge", "1.xml", "2.xml", "3.xml", "4.xml", says="2.xml: is of another selection")
        self.passes("test", "s", "--runner", self.runner(PASSES), "--shard", "2/5", "--junit", "2.xml")
        self.ends(1, "junit-merge", "1.xml", "2.xml", "3.xml", "4.xml", says="2.xml: is one of 5 shards, 1.xml one of 4")

    def test_two_reports_in_one_file_are_4_and_none_is_left_out(self):
        self.write("both.xml", self.read("1.xml") + self.read("2.xml"))
        self.ends(4, "junit-merge", "both.xml", "3.xml", "4.xml", says="more behind the end of the first element")

    def test_a_case_that_was_taken_out_or_a_failure_in_counts_alone_is_a_fault(self):
        text = self.read("2.xml")
        fewer = re.sub(r"    <testcase.*?</testcase>\n", "", text, flags=re.S)
        self.assertNotEqual(fewer, text)
        self.write("2.xml", fewer)
        self.ends(1, "junit-merge", "1.xml", "2.xml", "3.xml", "4.xml", "--output", "all.xml", says='says tests="1", there are 0')
        self.assertIn("there are 0", self.read("all.xml"))
        self.write("2.xml", fewer.replace('tests="1"', 'tests="0"'))
        self.ends(1, "junit-merge", "1.xml", "2.xml", "3.xml", "4.xml", says="the shards have 4 cases, the selection has 5")
        self.write("2.xml", text.replace('failures="0"', 'failures="1"'))
        self.ends(1, "junit-merge", "1.xml", "2.xml", "3.xml", "4.xml", says='says failures="1", there are 0')

    def test_a_failure_in_any_shard_is_1_and_nothing_at_all_is_5(self):
        self.runner("exit 1\n")
        self.ends(1, "test", "s", "--runner", "./runner.sh", "--shard", "2/4", "--junit", "2.xml")
        self.ends(1, "junit-merge", "1.xml", "2.xml", "3.xml", "4.xml", "--output", "all.xml", says="without a report")
        self.ends(5, "test", "s", "--filter", "none", "--shard", "1/1", "--junit", "none.xml")
        self.ends(5, "junit-merge", "none.xml")
        self.write("bad.xml", "<testsuites>\n<testsuite>")
        self.ends(4, "junit-merge", "1.xml", "bad.xml", "--output", "new.xml", says="bad.xml: line 2")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "new.xml")))


class Hashes(BatchTest):
    def test_diff_names_what_changed_at_which_tick_and_leaf(self):
        for name in ("same", "seed", "stale", "gone", "shorter"):
            self.write(f"s/{name}.txtpb", PASSING)
        self.passes("test", "s", "--hashes", "base")
        os.remove(os.path.join(self.folder, "s/gone.txtpb"))
        self.write("s/new.txtpb", PASSING)
        self.write("s/seed.txtpb", PASSING + "seed: 9\n")
        self.write("s/shorter.txtpb", PASSING.replace("ticks: 2", "ticks: 1"))
        self.passes("test", "s", "--hashes", "head")
        stale = "head/s_stale.txtpb.hashes"
        self.write(stale, self.read(stale).replace("state schema ", "state schema 1"))
        done = self.ends(1, "hashes", "diff", "base", "head")
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^changed s_seed.txtpb: tick 1, world [0-9a-f]{16} -> [0-9a-f]{16}, seed 0 -> 9$")
        self.assertEqual(lines[1], "changed s_shorter.txtpb: tick 2, the head has ended")
        self.assertRegex(lines[2], r"^stale s_stale.txtpb: .* state schema \d+ -> .* state schema 1\d+$")
        self.assertEqual(lines[3:], ["new s_new.txtpb", "gone s_gone.txtpb", "same: 1", "changed: 2", "stale: 1", "new: 1", "gone: 1"])
        self.assertEqual(json.loads(self.ends(1, "hashes", "diff", "base", "head", "--json").stdout)[3]["tick"], 1)
        self.passes("hashes", "diff", "base", "base")
        self.passes("hashes", "diff", "base/s_stale.txtpb.hashes", stale)

    def test_a_later_tick_and_another_leaf_are_named(self):
        self.write("s/a.txtpb", PASSING)
        self.passes("test", "s", "--hashes", "base")
        text = self.read("base/s_a.txtpb.hashes")
        at = text.rindex(" objects=")
        self.write("head/s_a.txtpb.hashes", text[:at] + " objects=0000000000000000" + text[at + 25:])
        self.ends(1, "hashes", "diff", "base", "head", says="changed s_a.txtpb: tick 2, objects ")

    def test_a_run_tells_from_which_tick_on_it_differs_from_a_base(self):
        self.write("s/a.txtpb", PASSING)
        self.write("s/b.txtpb", PASSING)
        self.passes("test", "s", "--hashes", "base")
        text = self.read("base/s_a.txtpb.hashes")
        at = text.rindex(" objects=")
        self.write("base/s_a.txtpb.hashes", text[:at] + " objects=0000000000000000" + text[at + 25:])
        done = self.passes("test", "s", "--hashes", "head", "--base", "base", "--junit", "report.xml")
        self.assertIn("differs from the base from tick 2 on, first in objects\n", done)
        told = [{p.get("name"): p.get("value") for p in case.iter("property")} for case in self.cases().values()]
        self.assertEqual((told[0]["base"], told[0]["first_different_tick"], told[0]["first_different_leaf"]), ("changed", "2", "objects"))
        self.assertEqual(told[1]["base"], "same")
        self.assertNotIn("first_different_tick", told[1])
        self.ends(4, "test", "s", "--base", "base", says="--base: is compared with what --hashes writes")

    def test_what_is_no_file_of_hashes_is_4(self):
        self.write("s/a.txtpb", PASSING)
        self.passes("test", "s", "--hashes", "base")
        text = self.read("base/s_a.txtpb.hashes")
        head = "".join(line + "\n" for line in text.splitlines()[:2])
        self.write("head.hashes", head)
        self.ends(4, "hashes", "diff", "head.hashes", "head.hashes", says="head.hashes: holds no tick")
        for bad, says in ((head, "a.hashes: holds no tick"), ("", "a.hashes:1: no file of hashes"), ("hello\n", "a.hashes:1: no file of hashes"),
                          (text[:-5], "a.hashes:4: the file ends inside a line"),
                          (text + "x y\n", "a.hashes:5: a tick and its hashes are expected")):
            self.write("a.hashes", bad)
            self.ends(4, "hashes", "diff", "base/s_a.txtpb.hashes", "a.hashes", says=says)
        self.ends(4, "hashes", "diff", "base", "a.hashes", says="two files are needed, or two folders")
        os.makedirs(os.path.join(self.folder, "empty"))
        self.ends(5, "hashes", "diff", "empty", "empty")


class Sweep(BatchTest):
    SCENARIO = ("city { tiles_x: 1 tiles_y: 1 seed: 1 }\nticks: 20\n"
                'commands { tick: 1 source: 1 name: "way" command { submit { path { start { x: 1513 y: 1608 z: 0 } '
                "goal { x: 1644 y: 1644 z: 0.1 } } flags: PATH_FLAG_RANDOMISE_POINTS } } }\n")

    def test_a_sweep_is_the_same_for_any_number_of_jobs_and_each_seed_is_that_of_run(self):
        self.write("a.txtpb", self.SCENARIO)
        self.passes("sweep", "a.txtpb", "--seeds", "1..12", "--jobs", "1", "--csv", "one.csv", "--svg", "one.svg")
        text = self.passes("sweep", "a.txtpb", "--seeds", "1..12", "--jobs", "4", "--csv", "four.csv", "--metric", "complete",
                           "--metric", "partial", "--metric", "refused", "--metric", "path_length_mean", "--metric", "latency_p95",
                           "--metric", "waiting_ticks")
        self.assertEqual(self.read("one.csv"), self.read("four.csv"))
        rows = [line.split(",") for line in self.read("one.csv").splitlines()]
        self.assertEqual([row[0] for row in rows], ["seed"] + [str(seed) for seed in range(1, 13)])
        self.assertEqual(self.passes("run", "a.txtpb", "--seed", "7", "--quiet").strip(), rows[7][1])
        # Chosen points differ by seed, and so do lengths.
        length = rows[0].index("path_length_mean")
        self.assertGreater(len({row[length] for row in rows[1:]}), 3)
        self.assertIn("different_ends: 12\n", text)
        picture = xml.etree.ElementTree.fromstring(self.read("one.svg"))
        self.assertTrue(picture.tag.endswith("svg"))
        texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        self.assertEqual(texts[texts.index("complete") + 1], "always 1")
        self.assertTrue(texts[texts.index("path_length_mean") + 1].isdigit(), texts)
        figures = json.loads(self.passes("sweep", "a.txtpb", "--seeds", "3,4", "--json", "--metric", "complete"))
        self.assertEqual(figures["metrics"]["complete"]["mean"], 1)

    def test_the_example_of_the_readme_is_what_it_says(self):
        source = os.environ["FOOTFALL_SOURCE_DIR"]
        with open(os.path.join(source, "clients/cli/README.md"), encoding="utf-8") as file:
            example = re.search(r"\$ (footfall sweep .*)\n(metric .*\n(?:.+\n)+)```", file.read())
        words = shlex.split(example.group(1))[1:]
        words[words.index("1..300")] = "1..8,52,68,158"
        words[1] = os.path.join(source, words[1])
        table = {row.split()[0]: row.split()[1:] for row in self.passes(*words).splitlines()}
        said = {row.split()[0]: row.split()[1:] for row in example.group(2).splitlines()}
        self.assertEqual(said["failed:"], table["failed:"])
        self.assertEqual((said["seeds:"], table["seeds:"]), (["300"], ["11"]))
        for metric in ("path_length_max", "latency_p95"):
            low, high = float(said[metric][0]), float(said[metric][4])
            for value in map(float, table[metric]):
                self.assertTrue(low <= value <= high, (metric, value))
        self.assertTrue(os.path.exists(os.path.join(self.folder, "out.csv")))
        self.assertTrue(os.path.exists(os.path.join(self.folder, "out.svg")))

    def test_an_expectation_that_does_not_hold_for_some_seed_is_1_and_names_it(self):
        self.write("a.txtpb", self.SCENARIO + 'expectations { of: "way" length_max: 1 }\n')
        self.ends(1, "sweep", "a.txtpb", "--seeds", "5..6", says="seed 5 failed: a.txtpb, line 4")
        self.ends(4, "sweep", "a.txtpb", "--seeds", "5", "--set", "nonsense=1", says="nonsense")


if __name__ == "__main__":
    unittest.main()
