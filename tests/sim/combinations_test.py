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


SOURCES = pathlib.Path(__file__).resolve().parents[2]


def newest_source():
    """When any of what goes into the program changed last, in seconds."""
    files = [pathlib.Path(__file__).with_name("combinations_main.cc")]
    for folder in ("platform", "nav", "sim", "proto"):
        files += [file for kind in ("*.cc", "*.h", "*.proto") for file in (SOURCES / folder).rglob(kind)]
    return max(file.stat().st_mtime for file in files)


def is_built(folder):
    """Whether the folder holds a program of these sources: one of older sources has other hashes, rightly."""
    other = folder / "bin" / "combinations"
    if not other.exists():
        print(f"SKIPPED: there is no {other}")
        return False
    if other.stat().st_mtime < newest_source():
        print(f"SKIPPED: {other} is older than the sources")
        return False
    return True


others = [str(folder / "bin" / "combinations") for folder in map(pathlib.Path, folders) if is_built(folder)]
if folders and not others:
    sys.exit(77)
sys.exit(subprocess.run([program, seed, count, *others], check=False).returncode)
