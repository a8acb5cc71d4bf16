"""What the deterministic modules must not do, each with what to do instead.

Every draw, order and moment in them is part of the world's state, so nothing may come from the host's clock, from the
hardware's randomness, from the addresses of objects, or from an order that a standard library is free to choose.

Usage: banned_calls.py ROOT
"""

import re
import sys

from source_tree import DETERMINISTIC_FOLDERS, files, finish, line_of, read, without_comments

_CLOCK = "take a platform::SimTime as an argument; the host's clock is for server/ and clients/"
_RANDOM = "draw from a platform::RandomStream, keyed by (seed, purpose, entity, tick)"
_HASH = "hash state with platform/'s XXH3 hash; std::hash and absl::Hash differ between builds and runs"
_LIBM = "use the bit-exact function of platform/math.h; libm's last bits differ between machines"
_POINTER = "key by a platform::Id; addresses differ between runs"
_THREAD = "take the chunk or worker index as an argument; thread ids and sleeps are the host's"
_SORT = ("equal elements may come out in any order: use std::stable_sort, or say why no two are equal in a comment "
         "on this line or just above it: // total order: <why>")
_ITERATION = "its order differs between builds: keep a vector sorted by id beside it, or use an ordered container"
_TWO_DRAWS = "compilers evaluate operands and arguments in different orders: name each draw in its own statement"

_LIBM_NAMES = ("sin|cos|tan|asin|acos|atan|atan2|sincos|sinh|cosh|tanh|asinh|acosh|atanh|exp|exp2|expm1|"
               "log|log2|log10|log1p|pow|hypot|cbrt|erf|erfc|lgamma|tgamma")

_RULES = [(re.compile(pattern), message) for pattern, message in (
    (r"\b(?:system|steady|high_resolution|utc|tai|file)_clock\b", _CLOCK),
    (r"\b(?:gettimeofday|clock_gettime|timespec_get|ftime|__rdtsc|_rdtsc)\b", _CLOCK),
    (r"(?<![\w.>:])(?:std::|::)?time\s*\(\s*(?:nullptr|NULL|0|&)", _CLOCK),
    (r"(?<![\w.>:])(?:std::|::)?clock\s*\(\s*\)", _CLOCK),
    (r"\babsl::(?:Now|GetCurrentTimeNanos)\b", _CLOCK),
    (r"\brandom_device\b", _RANDOM),
    (r"(?<![\w.>:])(?:std::|::)?(?:s?rand|rand_r|s?random|[dlm]rand48|getrandom|arc4random)\s*\(", _RANDOM),
    (r"\b(?:mt19937(?:_64)?|minstd_rand0?|default_random_engine|ranlux\w+|knuth_b)\b", _RANDOM),
    (r"\bstd::\w+_distribution\b", _RANDOM),
    (r"\bstd::(?:ranges::)?(?:shuffle|random_shuffle|sample)\b", _RANDOM),
    (r"\babsl::(?:\w*BitGen\w*|Uniform|Bernoulli|Gaussian)\b", _RANDOM),
    (r"\bstd::hash\b|\babsl::Hash(?:Of)?\b", _HASH),
    (r"(?:\b|_)(?:map|set|multimap|multiset)\s*<\s*(?:const\s+)?[\w:]+(?:\s+const)?\s*\*", _POINTER),
    (r"\bthis_thread::(?:get_id|sleep_for|sleep_until)\b|\bpthread_self\b", _THREAD),
)]

_LIBM_CALL = re.compile(r"(?<![\w.>:])(?:std::|::)?(?:%s)[fl]?\s*\(" % _LIBM_NAMES)
# A name after a type declares a variable: `LogContext log(tile);`.
_AFTER_A_TYPE = re.compile(r"(?<!\breturn)(?<!\belse)(?<!\bdo)(?<=\w)\s+$")
_SORT_CALL = re.compile(
    r"\bstd::(?:ranges::)?(?:sort|partial_sort|partial_sort_copy|nth_element)\s*\(|(?<![\w.>:])qsort\s*\(")
_TOTAL_ORDER = re.compile(r"//.*\btotal order: *\S+")
_HASH_CONTAINER = re.compile(r"\b(?:unordered_(?:multi)?(?:map|set)|(?:flat|node)_hash_(?:map|set))\s*<")
_DRAW = re.compile(r"(?:\.|->)\s*(?:Next|Draw)\w*\s*\(")


def _after_template_arguments(code, start):
    """The offset just past the `>` that closes the `<` before `start`."""
    depth = 1
    while start < len(code) and depth > 0:
        depth += {"<": 1, ">": -1}.get(code[start], 0)
        start += 1
    return start


def _hash_container_names(code):
    """Names of variables, members, getters and parameters declared with a hash container, aliases included."""
    names = set()
    aliases = set()
    for match in _HASH_CONTAINER.finditer(code):
        alias = re.search(r"\busing\s+(\w+)\s*=[^;]*$", code[max(0, match.start() - 120):match.start()])
        if alias:
            aliases.add(alias.group(1))
        declared = re.match(r"[\s&*]*(\w+)", code[_after_template_arguments(code, match.end()):])
        if declared:
            names.add(declared.group(1))
    for alias in aliases:
        names.update(re.findall(r"\b%s\b[\s&*]+(\w+)" % alias, code))
    return names - {"const", "using", "return"}


def _iterations(code, names):
    """Offset and name of each range-for over one of `names`, and of each .begin() on one."""
    if not names:
        return
    any_name = r"\b(%s)\b" % "|".join(sorted(map(re.escape, names)))
    for match in re.finditer(r"\bfor\s*\([^;{}]*?[^:]:(?!:)[^;{}]*?" + any_name + r"(?:\(\))?\s*\)", code):
        yield match.start(), match.group(1)
    for match in re.finditer(any_name + r"(?:\(\))?\s*(?:\.|->)\s*c?begin\s*\(", code):
        yield match.start(), match.group(1)
    for match in re.finditer(r"\bc?begin\s*\(\s*" + any_name + r"\s*\)", code):
        yield match.start(), match.group(1)


def _expressions(code):
    """Pieces of code that are evaluated in no fixed order inside, with offsets.

    Statements, braces and the end of a for's head are sequenced, and so are commas outside parentheses: those of a
    declaration or a braced list.
    """
    start, depth = 0, 0
    for offset, character in enumerate(code):
        head_ends = character in ")]" and depth == 0
        depth = max(0, depth + {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0))
        if character in ";{}" or head_ends or (character == "," and depth == 0):
            yield start, code[start:offset]
            start, depth = offset + 1, 0
    yield start, code[start:]


def _explained(lines, number):
    """Whether line `number` (from 1), or the comment just above it, says why the order is total."""
    if _TOTAL_ORDER.search(lines[number - 1]):
        return True
    number -= 1
    while number >= 1 and lines[number - 1].lstrip().startswith("//"):
        if _TOTAL_ORDER.search(lines[number - 1]):
            return True
        number -= 1
    return False


def violations(root):
    found = []
    sources = files(root, (".h", ".cc"), DETERMINISTIC_FOLDERS)
    for path in sources:
        text = read(root, path)
        lines = text.splitlines()
        code = without_comments(text)
        faults = [(match.start(), match.group(0), message)
                  for rule, message in _RULES for match in rule.finditer(code)]
        faults += [(match.start(), match.group(0), _LIBM) for match in _LIBM_CALL.finditer(code)
                   if not _AFTER_A_TYPE.search(code, max(0, match.start() - 40), match.start())]
        faults += [(match.start(), match.group(0), _SORT) for match in _SORT_CALL.finditer(code)
                   if not _explained(lines, line_of(code, match.start()))]
        names = _hash_container_names(code)
        header = path[:-len(".cc")] + ".h"
        if path.endswith(".cc") and header in sources:
            names |= _hash_container_names(without_comments(read(root, header)))
        faults += [(offset, f"iteration over {name}", _ITERATION) for offset, name in _iterations(code, names)]
        for start, expression in _expressions(code):
            draws = list(_DRAW.finditer(expression))
            if len(draws) > 1:
                faults.append((start + draws[0].start(), "two random draws in one expression", _TWO_DRAWS))
        found += [f"{path}:{line_of(code, offset)}: {what.strip().rstrip('( ')}: {message}"
                  for offset, what, message in sorted(faults)]
    return found


if __name__ == "__main__":
    finish(violations(sys.argv[1]), "no banned call in " + ", ".join(DETERMINISTIC_FOLDERS))
