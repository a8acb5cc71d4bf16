"""What the lints share: which files are the tree's, what a C++ file says without its comments, how a lint ends."""

import os
import re
import sys

# Folders of architecture.md. Each is a module with a README.md; nothing else may lie at the top.
FOLDERS = ("ai", "clients", "nav", "platform", "population", "proto", "scenarios", "server", "sim", "tests")
# The folders whose code must give the same bytes on every machine.
DETERMINISTIC_FOLDERS = ("ai", "nav", "platform", "population", "sim")


def files(root, suffixes, folders=FOLDERS):
    """Paths below `folders`, relative to `root` with forward slashes, sorted, whose names end in one of `suffixes`."""
    found = []
    for folder in folders:
        for directory, subdirectories, names in os.walk(os.path.join(root, folder)):
            subdirectories[:] = [name for name in subdirectories if not name.startswith(".")]
            for name in names:
                if name.endswith(suffixes):
                    found.append(os.path.relpath(os.path.join(directory, name), root).replace(os.sep, "/"))
    return sorted(found)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


# In this order of alternatives the first to match at a place wins, so that "//" in a string is not a comment.
_TOKENS = re.compile(
    r'//[^\n]*|/\*.*?\*/'
    r'|R"(?P<delimiter>[^()\s\\]{0,16})\(.*?\)(?P=delimiter)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL)


def without_comments(text, keep_strings=False):
    """`text` with comments, and the insides of literals, turned to spaces; line numbers and columns stay."""
    def blank(match):
        token = match.group(0)
        if token.startswith("/"):
            return re.sub(r"[^\n]", " ", token)
        return token if keep_strings else token[0] + re.sub(r"[^\n]", " ", token[1:-1]) + token[-1]
    return _TOKENS.sub(blank, text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def finish(violations, what_is_checked):
    """Prints the violations, or what was checked, and ends the program."""
    for violation in violations:
        print(violation)
    if violations:
        print(f"{len(violations)} violation(s)")
        sys.exit(1)
    print(f"clean: {what_is_checked}")
    sys.exit(0)
