"""Planted libm calls, compiled with the build's own compiler and archived.

Usage: libm_symbols_test.py COMPILER AR NM
"""

import os
import subprocess
import sys
import tempfile
import unittest

import libm_symbols

COMPILER, AR, NM = sys.argv[1:4]


class LibmSymbols(unittest.TestCase):
    def violations(self, body):
        with tempfile.TemporaryDirectory() as folder:
            source, object_file, archive = (os.path.join(folder, name) for name in ("x.cc", "x.o", "libx.a"))
            with open(source, "w", encoding="utf-8") as file:
                file.write(f"#include <cmath>\nfloat F(float x, double y, long double z) {{ {body} }}\n")
            subprocess.run([COMPILER, "-O2", "-fno-math-errno", "-c", source, "-o", object_file], check=True)
            subprocess.run([AR, "rcs", archive, object_file], check=True)
            return libm_symbols.violations(NM, [archive])

    def test_transcendental_calls_are_caught(self):
        for body, symbol in (("return std::sin(x);", "sinf"), ("return float(std::atan2(y, y + 1));", "atan2"),
                             ("return float(std::exp(z));", "expl"), ("return std::pow(x, x);", "powf"),
                             ("return std::hypot(x, x);", "hypotf"), ("return std::log2(x);", "log2f"),
                             ("return std::sin(x) + std::cos(x);", "sincosf"), ("return std::cbrt(x);", "cbrtf")):
            found = self.violations(f"(void)x, (void)y, (void)z; {body}")
            self.assertEqual(len(found), 1, found)
            self.assertIn(f"x.o: calls {symbol}: use", found[0])

    def test_an_archive_that_is_not_built_is_no_pass(self):
        found = libm_symbols.violations(NM, ["/nowhere/libx.a"])
        self.assertEqual(found, ["/nowhere/libx.a: not built; build the preset whole"])

    def test_exact_functions_are_not_caught(self):
        exact = "return std::sqrt(x) + std::floor(x) + float(std::fmod(y, 3.0)) + float(std::ldexp(z, 3));"
        self.assertEqual(self.violations(exact), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
