"""Planted sources that no build list names."""

import unittest

import built_files
from planted import PlantedTree


class BuiltFiles(PlantedTree):
    lint = built_files

    def test_a_test_that_is_in_no_list(self):
        self.assert_caught({"tests/nav/forgotten_test.cc": "", "tests/nav/CMakeLists.txt": "# forgotten_test.cc\n"},
                           "tests/nav/forgotten_test.cc: ", "never run")
        self.assert_caught({"tests/nav/a_test.cc": "", "tests/nav/CMakeLists.txt": "footfall_test(n SOURCES b/a_test.cc)"},
                           "tests/nav/a_test.cc: ", "never run")
        self.assert_caught({"tests/nav/a_test.cc": "",
                            "nav/CMakeLists.txt": "add(${CMAKE_SOURCE_DIR}/tests/nav/a_test.cc)"},
                           "tests/nav/a_test.cc: ", "never run")

    def test_a_module_source_that_is_in_no_list(self):
        self.assert_caught({"sim/forgotten.cc": "", "sim/CMakeLists.txt": "footfall_library(s SOURCES world.cc)"},
                           "sim/forgotten.cc: ", "never compiled")

    def test_named_sources_are_clean(self):
        self.assert_clean({
            "sim/world.cc": "", "sim/CMakeLists.txt": "footfall_library(footfall_sim\n  SOURCES\n    world.cc\n)",
            "tests/nav/mesh/tile_test.cc": "", "tests/nav/CMakeLists.txt": "footfall_test(m SOURCES mesh/tile_test.cc)",
            "clients/cli/main.cc": "", "clients/CMakeLists.txt": 'x("${CMAKE_SOURCE_DIR}/clients/cli/main.cc")'})


if __name__ == "__main__":
    unittest.main()
