"""No archive of the deterministic modules asks for a libm transcendental function.

Their last bits differ between C libraries and versions; platform/math.h has bit-exact ones built from + - * / and sqrt.
sqrt, floor, ceil, trunc, round, fabs, fmod, remainder, fma, ldexp and frexp are exact by IEEE 754 and allowed.

Usage: libm_symbols.py NM ARCHIVE...
"""

import os
import re
import subprocess
import sys

from source_tree import finish

_NAMES = ("sin cos tan asin acos atan atan2 sincos sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 "
          "log log2 log10 log1p pow pow10 hypot cbrt erf erfc lgamma gamma tgamma j0 j1 jn y0 y1 yn")
# Plain, float and long double, and the _finite twins that -ffast-math calls.
TRANSCENDENTAL = re.compile(
    r"^(?:__)?(?:%s)(?:f|l|f32|f64|f128)?(?:_r)?(?:_finite)?$" % "|".join(_NAMES.split()))


def violations(nm, archives):
    found = []
    for archive in archives:
        if not os.path.exists(archive):
            found.append(f"{archive}: not built; build the preset whole")
            continue
        listing = subprocess.run([nm, "-A", "--undefined-only", archive], check=True, capture_output=True, text=True)
        for line in listing.stdout.splitlines():
            place, _, symbol = line.rpartition(" U ")
            symbol = symbol.split("@")[0]
            if TRANSCENDENTAL.match(symbol):
                found.append(f"{place.strip().rstrip(':')}: calls {symbol}: use the bit-exact function of platform/math.h")
    return found


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("no archive was named: the lint would check nothing")
    finish(violations(sys.argv[1], sys.argv[2:]), f"{len(sys.argv) - 2} archives ask for no transcendental function")
