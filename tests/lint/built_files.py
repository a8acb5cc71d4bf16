"""Every C++ source is in the build: named, by its own path, in a CMakeLists.txt; a test in one below tests/.

Usage: built_files.py ROOT
"""

import posixpath
import re
import sys

from source_tree import files, finish, read

_SOURCE = re.compile(r"[^\s()\"]+\.cc\b")
_ROOT_VARIABLE = re.compile(r"^\$\{(?:CMAKE|PROJECT)_SOURCE_DIR\}/")


def _named_sources(root):
    """Path of each named source -> the list files that name it."""
    named = {}
    for path in files(root, ("CMakeLists.txt",)):
        text = re.sub(r"#.*", "", read(root, path))
        for token in _SOURCE.findall(text):
            from_root = _ROOT_VARIABLE.sub("", token)
            below = token if from_root == token else None
            source = posixpath.normpath(posixpath.join(posixpath.dirname(path), below)) if below else from_root
            named.setdefault(source, []).append(path)
    return named


def violations(root):
    named = _named_sources(root)
    found = []
    for path in files(root, (".cc",)):
        lists = named.get(path, [])
        if path.startswith("tests/") and not any(name.startswith("tests/") for name in lists):
            found.append(f"{path}: no CMakeLists.txt under tests/ names it, so it is never run")
        elif not lists:
            found.append(f"{path}: no CMakeLists.txt names it, so it is never compiled")
    return found


if __name__ == "__main__":
    finish(violations(sys.argv[1]), "every .cc is named in a CMakeLists.txt")
