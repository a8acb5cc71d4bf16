"""Dependencies point down: clients -> proto; server -> sim -> population -> ai -> nav -> platform.

Usage: include_graph.py ROOT
"""

import os
import re
import sys

from source_tree import files, finish, line_of, read, without_comments

_NAV = ["platform", "nav", "nav/mesh", "nav/dynamic", "nav/query", "nav/path", "nav/server"]
_BELOW_SERVER = _NAV + ["nav/stream", "nav/upkeep", "ai", "population", "sim"]

# Module -> the modules that its files may include. Order inside the lists is bottom to top. A new folder needs a row
# here: an include from or to a folder without one is refused. tests/ has none, for it may include everything.
ALLOWED = {
    "platform": ["platform"],
    "nav": _NAV[:2],
    "nav/mesh": _NAV[:3],
    # Below nav/query, whose lines of sight ask for objects; the views of nav/mesh hold snapshots by forward declaration.
    "nav/dynamic": _NAV[:4],
    "nav/query": _NAV[:5],
    "nav/path": _NAV[:6],
    "nav/server": _NAV,
    # Which tiles are there: made of the mesh alone, and used by the world.
    "nav/stream": _NAV[:3] + ["nav/stream"],
    # Edits of places and background jobs: made of views and queries, with its overlays through the streaming.
    "nav/upkeep": _NAV[:5] + ["nav/stream", "nav/upkeep"],
    # The offline builder. Only the command line may use it, so that no server carries Recast.
    "nav/build": _NAV[:6] + ["nav/build"],
    "ai": _NAV + ["ai"],
    "population": _NAV + ["ai", "population"],
    "sim": _BELOW_SERVER,
    "server": _BELOW_SERVER + ["server"],
    # Everything a user can link sees the public contract alone.
    "clients/lib": ["clients/lib"],
    "clients/bot": ["clients/lib", "clients/bot"],
    "clients/bots": ["clients/lib", "clients/bots"],
    "clients/load": ["clients/lib", "clients/load"],
    "clients/viewer": ["clients/lib", "clients/viewer"],
    "clients/examples": ["clients/lib", "clients/examples"],
    # The one exception by name: the command line builds packs and runs scenarios in its own process.
    "clients/cli": ["clients/lib", "clients/bot", "clients/load", "clients/cli", "clients/hash", "nav/build"]
                   + _BELOW_SERVER,
    # Its twin without gRPC, and the verbs that both have.
    "clients/hash": ["clients/hash", "nav/build"] + _BELOW_SERVER,
}

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
_TESTS_WITH_GRPC = ("tests/proto/", "tests/server/", "tests/clients/", "tests/bench/")


def module_of(path):
    """The module a file belongs to: its folder, and for nav/ and clients/ the folder below; None where there is none."""
    parts = path.split("/")
    if parts[0] in ("nav", "clients") and len(parts) > 2:
        return "/".join(parts[:2])
    return parts[0]


def _generated_fault(path, included):
    grpc = included.startswith(("grpc/", "grpcpp/", "grpc++/")) or included.endswith(".grpc.pb.h")
    if grpc and not path.startswith(("server/", "clients/") + _TESTS_WITH_GRPC):
        return "gRPC is for server/ and clients/ alone, so that everything below runs under ThreadSanitizer"
    if included.endswith(".pb.h") and not (
            path.startswith(("server/", "clients/", "tests/")) or path.endswith("_config.cc")):
        return "generated types are for server/, clients/ and *_config.cc; use a plain struct and convert there"
    return None


def _layer_fault(root, path, included):
    if included.endswith(".pb.h"):
        return None
    if not os.path.exists(os.path.join(root, included)):
        beside = os.path.join(root, os.path.dirname(path), included)
        return "includes start at the repository's root" if os.path.exists(beside) else None
    source, target = module_of(path), module_of(included)
    if source == "tests":
        return None
    if source not in ALLOWED:
        return f"no row for {source} in tests/lint/include_graph.py; say there what it may include"
    if target not in ALLOWED[source]:
        return f"{source} may include only: {', '.join(ALLOWED[source])}"
    return None


def violations(root):
    found = []
    for path in files(root, (".h", ".cc")):
        text = without_comments(read(root, path), keep_strings=True)
        for match in _INCLUDE.finditer(text):
            included = match.group(2)
            fault = _generated_fault(path, included)
            if fault is None and match.group(1) == '"':
                fault = _layer_fault(root, path, included)
            if fault is not None:
                found.append(f"{path}:{line_of(text, match.start())}: includes {included}: {fault}")
    return found


if __name__ == "__main__":
    finish(violations(sys.argv[1]), "the include graph points down")
