"""A source over 800 lines says why in its first five lines: // Long file: <why>

Usage: file_length.py ROOT
"""

import re
import sys

from source_tree import files, finish, read

_LINES_MAX = 800
_REASON = re.compile(r"^// Long file: \S+")


def violations(root):
    found = []
    for path in files(root, (".h", ".cc")):
        lines = read(root, path).splitlines()
        if len(lines) > _LINES_MAX and not any(_REASON.match(line) for line in lines[:5]):
            found.append(f"{path}: {len(lines)} lines, limit {_LINES_MAX}: split it by concept, or say why not in its "
                         "first five lines: // Long file: <why>")
    return found


if __name__ == "__main__":
    finish(violations(sys.argv[1]), f"no unexplained source over {_LINES_MAX} lines")
