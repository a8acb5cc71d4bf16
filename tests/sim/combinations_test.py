#!/usr/bin/env python3
"""Random combinations of scenario, snapshot, threads and build (combinations_main.cc): with this build alone, or with the builds
beside it that are there and are of the same sources.

usage: combinations_test.py COMBINATIONS SEED COUNT [BUILD_FOLDER ...]

Exit status 77, skipped, when other builds are wanted and there is none.
"""
import pathlib
import subprocess
import sys

program, seed, count, folders = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]


def is_built(folder):
    """Whether ninja would build nothing: a program of older sources has other hashes, rightly."""
    if not (folder / "bin" / "combinations").exists() or not (folder / "build.ninja").exists():
        print(f"SKIPPED: {folder} holds no build of combinations")
        return False
    done = subprocess.run(["ninja", "-C", folder, "-n", "combinations"], capture_output=True, text=True, check=False)
    if done.returncode != 0 or "no work to do" not in done.stdout:
        print(f"SKIPPED: {folder} was not built from these sources")
        return False
    return True


others = [str(folder / "bin" / "combinations") for folder in map(pathlib.Path, folders) if is_built(folder)]
if folders and not others:
    sys.exit(77)
sys.exit(subprocess.run([program, seed, count, *others], check=False).returncode)
