"""Planted strangers at the top, and folders that do not say what they are for."""

import unittest

import top_level
from planted import PlantedTree
from source_tree import FOLDERS

COMPLETE = {f"{folder}/README.md": "" for folder in FOLDERS}
COMPLETE.update({name: "" for name in ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "dev")})


class TopLevel(PlantedTree):
    lint = top_level

    def test_a_stranger_at_the_top(self):
        self.assert_caught(dict(COMPLETE, **{"utils/a.h": ""}), "utils: ", "may not lie at the top")
        self.assert_caught(dict(COMPLETE, **{"notes.txt": ""}), "notes.txt: ", "may not lie at the top")

    def test_a_folder_without_a_readme(self):
        missing = {path: text for path, text in COMPLETE.items() if path != "ai/README.md"}
        self.assert_caught(missing, "ai/README.md: ", "missing")

    def test_the_known_folders_the_build_and_dot_files_are_clean(self):
        self.assert_clean(dict(COMPLETE, **{".ci/run": "", ".clang-format": "", "build/release/x": ""}))


if __name__ == "__main__":
    unittest.main()
