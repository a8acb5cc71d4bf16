"""Planted violations of the include graph."""

import unittest

import include_graph
from planted import PlantedTree

# One header in each module, so that the planted includes resolve.
HEADERS = {f"{module}/a.h": "" for module in include_graph.ALLOWED}


class IncludeGraph(PlantedTree):
    lint = include_graph

    def caught(self, path, include, *words):
        text = f"// First line.\n#include {include}\n"
        self.assert_caught(dict(HEADERS, **{path: text}), f"{path}:2: ", *words)

    def clean(self, path, include):
        self.assert_clean(dict(HEADERS, **{path: f"#include {include}\n"}))

    def test_an_arrow_up_is_caught_in_every_module(self):
        bottom_to_top = ["platform", "nav/mesh", "nav/query", "nav/path", "nav/server", "ai", "population", "sim",
                         "server"]
        for below, above in zip(bottom_to_top, bottom_to_top[1:]):
            self.caught(f"{below}/x.h", f'"{above}/a.h"', f"{below} may include only")
            self.clean(f"{above}/x.h", f'"{below}/a.h"')

    def test_only_the_command_line_and_tests_use_the_builder(self):
        for module in ("nav/mesh", "nav/server", "ai", "sim", "server", "clients/lib"):
            self.caught(f"{module}/x.cc", '"nav/build/a.h"', "may include only")
        self.clean("clients/cli/x.cc", '"nav/build/a.h"')
        self.clean("clients/hash/x.cc", '"nav/build/a.h"')
        self.caught("clients/hash/x.cc", '"server/a.h"', "may include only")
        self.clean("tests/nav/x.cc", '"nav/build/a.h"')
        self.clean("nav/build/x.cc", '"nav/mesh/a.h"')
        self.caught("nav/build/x.cc", '"nav/server/a.h"', "may include only")

    def test_clients_see_the_contract_alone_and_the_command_line_sim_too(self):
        for module in ("clients/lib", "clients/bot", "clients/viewer"):
            self.caught(f"{module}/x.cc", '"sim/a.h"', "may include only")
            self.caught(f"{module}/x.cc", '"platform/a.h"', "may include only")
        self.clean("clients/bot/x.cc", '"clients/lib/a.h"')
        self.clean("clients/cli/x.cc", '"sim/a.h"')
        self.caught("clients/cli/x.cc", '"server/a.h"', "may include only")
        self.caught("server/x.cc", '"clients/lib/a.h"', "may include only")

    def test_generated_types_stay_at_the_edges(self):
        for include in ('"footfall/v1/path.pb.h"', "<google/rpc/status.pb.h>"):
            self.caught("sim/x.h", include, "plain struct")
            self.caught("platform/x.cc", include, "plain struct")
            self.clean("sim/command_config.cc", include)
            self.clean("server/x.cc", include)
            self.clean("clients/lib/x.cc", include)

    def test_grpc_stays_in_server_and_clients(self):
        for include in ("<grpcpp/grpcpp.h>", "<grpc/grpc.h>", '"footfall/v1/path_service.grpc.pb.h"'):
            self.caught("sim/x.cc", include, "ThreadSanitizer")
            self.caught("sim/x_config.cc", include, "ThreadSanitizer")
            self.caught("tests/nav/x.cc", include, "ThreadSanitizer")
            self.clean("server/x.cc", include)
            self.clean("tests/server/x.cc", include)

    def test_includes_start_at_the_root(self):
        self.caught("nav/mesh/x.cc", '"a.h"', "repository's root")

    def test_a_module_without_a_row_is_caught(self):
        self.caught("nav/new_module/x.cc", '"nav/mesh/a.h"', "no row")

    def test_commented_includes_and_other_libraries_are_not_caught(self):
        self.assert_clean(dict(HEADERS, **{
            "platform/x.h": '// #include "sim/a.h"\n/*\n#include "sim/a.h"\n*/\n#include "absl/status/status.h"\n'}))


if __name__ == "__main__":
    unittest.main()
