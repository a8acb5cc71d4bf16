"""Planted banned calls, and their harmless look-alikes."""

import unittest

import banned_calls
from planted import PlantedTree


class BannedCalls(PlantedTree):
    lint = banned_calls

    def caught(self, line, *words):
        self.assert_caught({"sim/x.cc": f"void F() {{\n{line}\n}}\n"}, "sim/x.cc:2: ", *words)

    def clean(self, *lines):
        self.assert_clean({"sim/x.cc": "void F() {\n" + "\n".join(lines) + "\n}\n"})

    def test_the_wall_clock(self):
        for line in ("auto now = std::chrono::steady_clock::now();", "using Clock = std::chrono::system_clock;",
                     "auto now = time(nullptr);", "auto now = std::time(&out);", "gettimeofday(&now, nullptr);",
                     "clock_gettime(CLOCK_MONOTONIC, &now);", "auto now = absl::Now();", "auto now = std::clock();"):
            self.caught(line, "platform::SimTime")
        self.clean("auto now = request.time(0);", "auto t = sim_time(0);", "std::chrono::nanoseconds step(5);")

    def test_randomness_of_the_library(self):
        for line in ("std::random_device device;", "int draw = rand();", "std::srand(4);", "std::mt19937 engine(4);",
                     "std::uniform_int_distribution<int> die(1, 6);", "std::ranges::shuffle(points, engine);",
                     "absl::BitGen engine;"):
            self.caught(line, "platform::RandomStream")
        self.clean("int operand(3);", "Sample(points);", "spread.rand(3);")

    def test_std_hash(self):
        self.caught("auto h = std::hash<int>{}(4);", "XXH3")
        self.caught("auto h = absl::HashOf(4);", "XXH3")
        self.clean("auto h = platform::hash(4);")

    def test_libm(self):
        for line in ("float s = std::sin(x);", "float s = sinf(x);", "float s = ::cos(x);", "double s = std::hypot(x, y);",
                     "float s = std::pow(x, 2.0f);", "long double s = logl(x);", "double s = std::atan2(y, x);",
                     "return  sin(x);", "else exp(x);", "a = b * log(x);"):
            self.caught(line, "platform/math.h")
        self.clean("float s = platform::Sin(x);", "auto s = table.sin(x);", "float s = std::sqrt(std::floor(x));",
                   "int cosine(4);", "log.exp(4);",
                   "LogContext log(tile);")

    def test_sort_without_a_total_order(self):
        for line in ("std::sort(a.begin(), a.end());", "std::ranges::sort(a);", "std::nth_element(a, b, c);",
                     "std::sort(a.begin(), a.end());  // By size.", "std::partial_sort(a, b, c);"):
            self.caught(line, "// total order: <why>")
        self.clean("std::sort(a.begin(), a.end());  // total order: ids are unique")
        self.clean("// By cost, then by id;", "// total order: ids are unique", "std::sort(a.begin(),", "a.end());")
        self.clean("std::stable_sort(a.begin(), a.end());", "std::is_sorted(a, b);")
        self.assertEqual(len(self.violations({"nav/x.cc": "// total order: ids\n\nvoid F() { std::sort(a, b); }\n"})), 1)
        self.assertEqual(len(self.violations({"nav/x.cc": "// total order:\nstd::sort(a, b);\n"})), 1)

    def test_iteration_over_a_hash_container(self):
        member = {"sim/x.h": "class X {\n  const absl::flat_hash_map<int, std::vector<int>>& names() const;\n"
                             "  std::unordered_map<std::pair<int, int>, int> seen_;\n  std::map<int, int> sorted_;\n};\n"}
        for line in ("for (const auto& [id, n] : seen_) Use(n);", "for (const auto& pair : world.names()) Use(pair);",
                     "for (auto i = seen_.begin(); i != last; ++i) Use(i);", "Use(std::begin(seen_));"):
            self.assert_caught(dict(member, **{"sim/x.cc": f"void X::F() {{\n{line}\n}}\n"}), "sim/x.cc:2: ",
                               "sorted by id")
        self.assert_clean(dict(member, **{"sim/x.cc": "void X::F() {\nfor (auto& p : sorted_) Use(seen_[p.first]);\n"
                                                      "seen_.find(4);\nif (seen_.contains(sorted_.begin()->first)) F();\n}\n"}))
        self.assert_caught({"ai/x.cc": "using Seen = absl::flat_hash_set<int>;\nvoid F(const Seen& seen) {\n"
                                       "for (int id : seen) Use(id);\n}\n"}, "ai/x.cc:3: ", "iteration over seen")

    def test_pointers_as_keys(self):
        self.caught("std::map<const Ped*, int> by_ped;", "platform::Id")
        self.caught("absl::flat_hash_set<ai::Ped *> peds;", "platform::Id")
        self.clean("std::map<int, Ped*> peds;")

    def test_thread_ids_and_sleeps(self):
        self.caught("auto id = std::this_thread::get_id();", "worker index")
        self.caught("std::this_thread::sleep_for(step);", "worker index")
        self.clean("std::this_thread::yield();")

    def test_two_draws_in_one_expression(self):
        for line in ("Place(stream.NextUnit(), stream.NextUnit());", "Vec3 p(s.NextUnit(), 0,\ns->NextBelow(4));",
                     "int sum = stream.NextBelow(6) + stream.NextBelow(6);", "Vec3 v = {F(s.NextU32(), s.NextU32()), 1};"):
            self.caught(line, "own statement")
        self.clean("const float x = stream.NextUnit();", "const float y = stream.NextUnit();", "Place(x, y);",
                   "const Vec2 p{s.NextUnit(), s.NextUnit()};", "int a = s.NextU32(), b = s.NextU32();",
                   "for (int i = s.NextBelow(3); i < 4; i += s.NextBelow(2)) F(s.NextUnit());")

    def test_comments_strings_and_other_folders_are_not_caught(self):
        self.clean("// std::sin(x) and rand()", "/* std::random_device */", 'Log("std::sin(x) // rand()");',
                   "const int n = 1'000;  // time(nullptr) '")
        self.assert_clean({"server/x.cc": "auto now = std::chrono::steady_clock::now();",
                           "tests/nav/x.cc": "const double exact = std::sin(0.5);"})

    def test_every_deterministic_folder_is_read(self):
        for folder in ("platform", "nav/mesh", "nav/build", "ai", "population", "sim"):
            self.assert_caught({f"{folder}/x.h": "\n\nint x = rand();"}, f"{folder}/x.h:3: rand: ")


if __name__ == "__main__":
    unittest.main()
