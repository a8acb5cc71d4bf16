"""The examples for CI: what they call exists, with those flags, and their numbers agree."""

import os
import re
import shlex
import subprocess
import sys
import unittest

from footfall_process import run

SOURCE = os.environ["FOOTFALL_SOURCE_DIR"]
CI = os.path.join(SOURCE, "clients", "examples", "ci")

try:
    import yaml
except ImportError:
    yaml = None


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def commands(script):
    """The words of each call of footfall in a shell script, expansions left as they are."""
    joined = script.replace("\\\n", " ")
    for line in joined.splitlines():
        found = re.search(r"(?:^|\s)(?:exec )?(?:\S*/footfall|\"\$\{FOOTFALL:-footfall\}\"|footfall) ([a-z].*)", line)
        if found and not line.lstrip().startswith("#"):
            yield shlex.split(found.group(1).replace("(", "").replace(")", ""), comments=True)


class Examples(unittest.TestCase):
    def check_commands(self, script, at_least):
        found = list(commands(script))
        self.assertGreaterEqual(len(found), at_least, script)
        for words in found:
            text = run(words[0], "--help")
            self.assertEqual(text.returncode, 0, f"{words[0]} is no verb")
            for word in words[1:]:
                if word.startswith("--"):
                    self.assertRegex(text.stdout, rf"(?m)^  {re.escape(word.split('=')[0])}\b", words)

    @unittest.skipIf(yaml is None, "SKIPPED: there is no yaml module, Debian's python3-yaml")
    def test_the_github_workflow_is_yaml_that_calls_what_there_is(self):
        flow = yaml.safe_load(read(CI, "github-actions.yml"))
        # YAML 1.1 reads the key `on` as true.
        self.assertIn(True, flow)
        jobs = flow["jobs"]
        self.assertEqual(list(jobs), ["build", "test", "verdict"])
        script = ""
        for name, job in jobs.items():
            self.assertIn("runs-on", job, name)
            for need in [job["needs"]] if "needs" in job else []:
                self.assertIn(need, jobs)
            for step in job["steps"]:
                self.assertEqual(len({"run", "uses"} & set(step)), 1, step)
                if "uses" in step:
                    self.assertRegex(step["uses"], r"^actions/[a-z-]+@v\d+$")
                script += step.get("run", "")
        self.check_commands(re.sub(r"\$\{\{[^}]*\}\}", "1", script), 2)
        shards = jobs["test"]["strategy"]["matrix"]["shard"]
        self.assertEqual(shards, list(range(1, len(shards) + 1)))
        self.assertIn(f"--shard ${{{{ matrix.shard }}}}/{len(shards)} ", script)
        self.assertIn(f"--expect-shards {len(shards)} ", script)
        self.assertIs(jobs["test"]["strategy"]["fail-fast"], False)
        self.assertEqual(jobs["verdict"]["if"], "always()")
        verbs = re.search(r"^  ([a-z |]+)\) \"verb_", read(SOURCE, "dev"), re.MULTILINE).group(1).split(" | ")
        for verb in re.findall(r"\./dev (\w+)", script):
            self.assertIn(verb, verbs)

    def test_the_slurm_scripts_are_bash_that_calls_what_there_is(self):
        for name in ("slurm-array.sh", "slurm-merge.sh"):
            path = os.path.join(CI, name)
            self.assertTrue(os.access(path, os.X_OK), name)
            self.assertEqual(subprocess.run(["bash", "-n", path], check=False).returncode, 0, name)
            self.check_commands(read(path), 1)

    def test_the_table_names_every_variable_that_is_read_and_no_other(self):
        code = read(SOURCE, "clients", "cli", "batch", "shard_environment.cc")
        known = set(re.findall(r'"([A-Z]+(?:_[A-Z]+)+)"', code))
        table = read(CI, "README.md")
        told = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", table))
        self.assertEqual(told, known)


if __name__ == "__main__":
    sys.exit(0 if unittest.main(exit=False).result.wasSuccessful() else 1)
