"""A planted source that is too long."""

import unittest

import file_length
from planted import PlantedTree


class FileLength(PlantedTree):
    lint = file_length

    def test_a_long_file_without_a_reason(self):
        self.assert_caught({"nav/x.cc": "int a;\n" * 801}, "nav/x.cc: 801 lines", "limit 800")
        self.assert_caught({"nav/x.h": "// Long file:\n" + "int a;\n" * 800}, "nav/x.h: 801 lines", "limit 800")

    def test_the_limit_and_a_reason_are_clean(self):
        self.assert_clean({"nav/x.cc": "int a;\n" * 800,
                           "nav/y.cc": "// Long file: one table that is read as a whole.\n" + "int a;\n" * 900})


if __name__ == "__main__":
    unittest.main()
