"""Trees with planted violations, for the tests of the lints: a lint that catches nothing is worse than none."""

import os
import tempfile
import unittest


class PlantedTree(unittest.TestCase):
    """A test case with a small tree of its own. Subclasses set `lint` to the module under test."""

    lint = None

    def violations(self, sources):
        """What the lint says of a tree that holds `sources`, a dictionary of path and text."""
        with tempfile.TemporaryDirectory() as root:
            for path, text in sources.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
            return self.lint.violations(root)

    def assert_caught(self, sources, place, *words):
        """Exactly one violation, at `place`, whose message holds `words`."""
        found = self.violations(sources)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(place), found[0])
        for word in words:
            self.assertIn(word, found[0])

    def assert_clean(self, sources):
        self.assertEqual(self.violations(sources), [])
