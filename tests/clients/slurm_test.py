"""The Slurm array of clients/examples/ci, run for real on a Slurm of one node. Exit status 77, skipped, where it cannot start."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

from footfall_process import DEADLINE_S, program

CI = os.path.join(os.environ["FOOTFALL_SOURCE_DIR"], "clients", "examples", "ci")
PASSING = "city { tiles_x: 1 tiles_y: 1 seed: 3 }\nticks: 2\n"
NEEDED = ("munged", "mungekey", "slurmctld", "slurmd", "sbatch", "sinfo", "scontrol", "setpriv")

CONF = """\
ClusterName=probe
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ctld_port}
SlurmdPort={slurmd_port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000
PartitionName=debug Nodes=ALL Default=YES State=UP
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Slurm:
    """A cluster of one node with a munge of its own, all of it below one folder and on loopback."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []

    def begin(self):
        folder = self.folder
        os.chmod(folder, 0o755)
        host = socket.gethostname().split(".")[0]
        for name in ("state", "spool"):
            os.makedirs(os.path.join(folder, name))
        conf = os.path.join(folder, "slurm.conf")
        with open(conf, "w", encoding="utf-8") as file:
            file.write(CONF.format(host=host, folder=folder, ctld_port=free_port(), slurmd_port=free_port()))
        self.env = {**os.environ, "SLURM_CONF": conf, "FOOTFALL": program("footfall")}
        munge = os.path.join(folder, "munge")
        os.makedirs(munge)
        key = os.path.join(munge, "key")
        subprocess.run(["mungekey", "--create", "--keyfile", key], check=True)
        shutil.chown(munge, "munge", "munge")
        shutil.chown(key, "munge", "munge")
        socket_link = os.path.join(folder, "munge.socket")
        os.symlink(os.path.join(munge, "socket"), socket_link)
        self.start(["setpriv", "--reuid=munge", "--regid=munge", "--clear-groups", "munged", "--foreground", "--key-file", key,
                    "--socket", os.path.join(munge, "socket"), "--pid-file", os.path.join(munge, "pid"),
                    "--log-file", os.path.join(munge, "log"), "--seed-file", os.path.join(munge, "seed")], "munged")
        self.wait_for(lambda: os.path.exists(os.path.join(munge, "socket")))
        self.start(["slurmctld", "-D"], "slurmctld")
        self.start(["slurmd", "-D", "-N", host], "slurmd")
        self.wait_for(lambda: "idle" in self.run("sinfo", "--noheader", "--format=%T").stdout)

    def start(self, arguments, name):
        with open(os.path.join(self.folder, name + ".out"), "w", encoding="utf-8") as out:
            self.processes.append(subprocess.Popen(arguments, env=self.env, cwd=self.folder, stdout=out, stderr=out))

    def wait_for(self, condition):
        give_up = time.monotonic() + 60
        while not condition():
            ended = [process.args for process in self.processes if process.poll() is not None]
            if ended or time.monotonic() > give_up:
                raise RuntimeError(f"ended: {ended}\n" + self.said())
            time.sleep(0.1)

    def said(self):
        text = ""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith((".out", ".log")):
                with open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as file:
                    text += f"--- {name}\n" + file.read()[-2000:]
        return text

    def run(self, *arguments):
        return subprocess.run(arguments, env=self.env, cwd=self.folder, capture_output=True, text=True, timeout=DEADLINE_S, check=False)

    def stop(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
        for process in reversed(self.processes):
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class SlurmArray(unittest.TestCase):
    def write(self, name, text):
        path = os.path.join(SLURM.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def batch(self, array, shards, results, folder="s"):
        """The two lines of the README; the verdict of the second."""
        first = SLURM.run("sbatch", "--parsable", "--cpus-per-task=1", f"--array={array}", os.path.join(CI, "slurm-array.sh"), results, folder)
        self.assertEqual(first.returncode, 0, first.stderr)
        return SLURM.run("sbatch", "--wait", f"--dependency=afterany:{first.stdout.strip()}", os.path.join(CI, "slurm-merge.sh"),
                         results, str(shards))

    def report(self, results):
        root = xml.etree.ElementTree.parse(os.path.join(SLURM.folder, results, "report.xml")).getroot()
        return sorted(case.get("name") for case in root.iter("testcase")), root

    def test_every_case_runs_once_over_all_tasks_and_the_last_job_has_the_verdict(self):
        for name in "abcdefg":
            self.write(f"s/{name}.txtpb", PASSING)
        for array, shards in (("1-4", 4), ("0-2", 3), ("1-7:3", 3)):
            done = self.batch(array, shards, "results")
            self.assertEqual(done.returncode, 0, done.stderr + SLURM.said())
            names, root = self.report("results")
            self.assertEqual(names, [f"s/{name}.txtpb" for name in "abcdefg"])
            self.assertEqual((root.get("errors"), root.get("failures")), ("0", "0"))
        self.write("s/broken.txtpb", "nonsense: 1\n")
        done = self.batch("1-2", 2, "results")
        self.assertEqual(done.returncode, 1, done.stderr + SLURM.said())
        self.assertEqual(self.report("results")[1].get("errors"), "1")

    def test_an_array_with_gaps_is_no_batch(self):
        self.write("gaps/a.txtpb", PASSING)
        done = self.batch("1,2,4", 3, "gaps_results", "gaps")
        # No task leaves a report, and so there is none to put together.
        self.assertEqual(done.returncode, 4, done.stderr + SLURM.said())
        self.assertIn("a list with gaps; give --shard I/N", SLURM.said())


if __name__ == "__main__":
    missing = [name for name in NEEDED if shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is None]
    if missing or os.geteuid() != 0:
        print("SKIPPED: no Slurm can be started:", f"there is no {', '.join(missing)}" if missing else "this is not root")
        sys.exit(77)
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    with tempfile.TemporaryDirectory(prefix="footfall-slurm-") as scratch:
        SLURM = Slurm(scratch)
        try:
            SLURM.begin()
        except (OSError, RuntimeError, LookupError, subprocess.SubprocessError) as why:
            SLURM.stop()
            print("SKIPPED: Slurm does not start here:", why)
            sys.exit(77)
        try:
            result = unittest.main(exit=False).result
        finally:
            SLURM.stop()
    sys.exit(0 if result.wasSuccessful() else 1)
