"""Planted names that ctest cannot run."""

import unittest

import test_names
from planted import PlantedTree


class TestNames(PlantedTree):
    lint = test_names

    def test_names_that_cmake_splits_or_joins(self):
        for name in ('"draws lie in [0, 1)"', '"first; second"', '"a ""split ]"', r'"a \"quoted\" word"'):
            self.assert_caught({"tests/nav/x_test.cc": f"\nTEST_CASE({name}, \"[NAV-001]\") {{}}\n"},
                               "tests/nav/x_test.cc:2: ", "in words")

    def test_other_names_and_tags_are_clean(self):
        self.assert_clean({"tests/nav/x_test.cc": 'TEST_CASE("a full table refuses, and counts (once)", "[NAV-001][b]") {}\n'
                                                  'TEST_CASE("two "\n  "pieces", "[c]") { F("[;]"); }\n'})


if __name__ == "__main__":
    unittest.main()
