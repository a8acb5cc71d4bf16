"""Only the folders of the architecture lie at the top, and each says in a README.md what it is for.

Usage: top_level.py ROOT
"""

import os
import sys

from source_tree import FOLDERS, finish

_FILES = ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "dev")
# Made by the build and ignored by git.
_MADE = ("build",)


def violations(root):
    found = []
    for name in sorted(os.listdir(root)):
        if not name.startswith(".") and name not in FOLDERS + _FILES + _MADE:
            found.append(f"{name}: may not lie at the top; put it in the folder it belongs to ({', '.join(FOLDERS)})")
    for name in FOLDERS:
        if not os.path.isfile(os.path.join(root, name, "README.md")):
            found.append(f"{name}/README.md: missing; say what the folder is for and what may enter it")
    for name in _FILES:
        if not os.path.isfile(os.path.join(root, name)):
            found.append(f"{name}: missing")
    return found


if __name__ == "__main__":
    finish(violations(sys.argv[1]), "the top level holds the known folders and files")
