"""Names of test cases survive the way from Catch2's list through CMake's to ctest.

CMake ends an entry of a list at a semicolon, and at no semicolon while a bracket is open: a name with a lone "[" swallows
the cases after it, and Catch2 then finds no case of that name and calls it passed.

Usage: test_names.py ROOT
"""

import re
import sys

from source_tree import files, finish, line_of, read, without_comments

_CASE = re.compile(r'\b(?:TEST_CASE|SCENARIO|TEMPLATE_TEST_CASE)\s*\(\s*((?:"(?:\\.|[^"\\\n])*"\s*)+)')


def violations(root):
    found = []
    for path in files(root, (".cc",), ("tests",)):
        text = without_comments(read(root, path), keep_strings=True)
        for match in _CASE.finditer(text):
            bad = re.search(r"[\[\];\\]", match.group(1))
            if bad:
                found.append(f"{path}:{line_of(text, match.start())}: a test's name holds {bad.group(0)}: ctest would not "
                             "run it; say it in words")
    return found


if __name__ == "__main__":
    finish(violations(sys.argv[1]), "ctest can run every test case by its name")
