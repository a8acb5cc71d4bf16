"""What the tests of programs share: running `footfall`, and a `footfalld` on a port of its own. Standard library alone."""

import os
import re
import signal
import subprocess
import tempfile
import time
import unittest

# Far above what anything here takes; a test never measures time.
DEADLINE_S = 120


def program(name):
    """A program of the build that is tested; the build's folder of programs comes from the environment."""
    return os.path.join(os.environ["FOOTFALL_BIN_DIR"], name)


def run(*arguments, cwd=None, env=None, stdin=None):
    """Runs `footfall` and returns the finished process with text output."""
    return subprocess.run([program("footfall"), *map(str, arguments)], cwd=cwd, capture_output=True, text=True, errors="replace",
                          timeout=DEADLINE_S, env={**os.environ, **(env or {})}, input=stdin, check=False)


class Footfalld:
    """A server, on a free port unless told another address; `address` is where it answers."""

    def __init__(self, folder, *arguments, listen="127.0.0.1:0"):
        # A folder of its own: the name is taken, and nothing of an earlier server can lie there.
        own = tempfile.mkdtemp(dir=folder, prefix="footfalld-")
        port_file = os.path.join(own, "port")
        # To a file: nobody reads while the server runs, and a full pipe would stop it.
        self._log = os.path.join(own, "log")
        with open(self._log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [program("footfalld"), "--listen", listen, "--port-file", port_file, *map(str, arguments)],
                stdout=log, stderr=subprocess.STDOUT)
        give_up = time.monotonic() + DEADLINE_S
        self.address = ""
        while not self.address:
            if os.path.exists(port_file):
                with open(port_file, encoding="utf-8") as file:
                    self.address = file.read().strip()
            if self.process.poll() is not None or time.monotonic() > give_up:
                self.process.kill()
                self.process.wait()
                raise AssertionError("footfalld did not start: " + self.log())
            time.sleep(0.02)

    def metrics_port(self):
        """Of a server that was started with --metrics-port; it prints the port before it writes its address."""
        found = re.search(r"metrics on http://127\.0\.0\.1:(\d+)/", self.log())
        if not found:
            raise AssertionError("footfalld told no metrics port: " + self.log())
        return found.group(1)

    def log(self):
        """All that it has said so far."""
        with open(self._log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def stop(self):
        """SIGTERM; returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=DEADLINE_S)


class FolderTest(unittest.TestCase):
    """A test case with a scratch folder, and words to check a run of `footfall`."""

    @classmethod
    def setUpClass(cls):
        cls._scratch = tempfile.TemporaryDirectory()
        cls.folder = cls._scratch.name
        cls.addClassCleanup(cls._scratch.cleanup)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def read(self, name, mode="r"):
        with open(os.path.join(self.folder, name), mode) as file:
            return file.read()

    def passes(self, *arguments, **options):
        done = run(*arguments, cwd=self.folder, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def ends(self, code, *arguments, says="", **options):
        """Runs `footfall`, which must end with the code and say something on stderr or stdout."""
        done = run(*arguments, cwd=self.folder, **options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertIn(says, done.stderr + done.stdout)
        return done
