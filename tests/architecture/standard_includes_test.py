"""What standard_includes.py sees in trees of a few lines."""

import unittest

from standard_includes import look


class StandardIncludes(unittest.TestCase):
    def expect(self, texts, *names):
        self.assertEqual([name for _, name, _ in look(texts)[0]], list(names))

    def expect_in(self, text, *names):
        self.expect({"src/base/a.cpp": text}, *names)

    def expect_idle(self, text, *headers):
        self.assertEqual(look({"src/base/a.cpp": text}), ([], [("src/base/a.cpp", header) for header in headers]))

    def test_a_name_needs_its_header(self):
        self.expect_in("std::vector<int> v;\n", "vector")
        self.expect_in("::std::vector<int> v;\n", "vector")
        self.expect_in("#include <vector>\nstd::vector<int> v;\n")
        self.expect_in("#include <string>\nstd::vector<int> v;\n", "vector")
        self.assertEqual(look({"src/base/a.cpp": "std::errc e;\n"})[0], [("src/base/a.cpp", "errc", ["system_error"])])

    def test_it_may_come_through_a_header_of_ours_and_no_other(self):
        header = {"src/base/a.h": "#include <vector>\n", "src/base/b.h": '#include "base/a.h"\n'}
        self.expect({**header, "src/base/c.cpp": '#include "base/b.h"\nstd::vector<int> v;\n'})
        self.expect({**header, "src/base/c.cpp": "std::vector<int> v;\n"}, "vector")
        self.expect({**header, "examples/c.cpp": "#include <mmdview/base/b.h>\nstd::vector<int> v;\n"})
        self.expect_in("#include <gtest/gtest.h>\nstd::vector<int> v;\n", "vector")

    def test_any_of_the_headers_that_have_a_name_will_do(self):
        self.expect_in("#include <variant>\nauto x = std::get<0>(y);\n")
        self.expect_in("#include <map>\nauto x = std::begin(y);\n")
        self.expect_in("#include <fstream>\nauto x = std::get<0>(y);\n", "get")

    def test_names_in_a_namespace_are_those_of_their_header(self):
        self.expect_in("std::chrono::seconds s;\n", "chrono")
        self.expect_in("auto x = std::filesystem::remove(p);\n", "filesystem")
        self.expect_in("auto x = std::ranges::equal(a, b);\n", "ranges::equal")

    def test_macros_count(self):
        self.expect_in("int e = errno;\n", "errno")
        self.expect_in("#include <cerrno>\nint e = errno;\n")
        self.expect_in('f(stderr, "");\nint s = SIGINT;\n', "SIGINT", "stderr")
        self.expect_in("int e = failure.errno_of_it + my::errno;\n")

    def test_texts_remarks_and_others_names_do_not(self):
        self.expect_in('// std::vector\nauto t = "std::vector", u = R"(std::vector)";\nmystd::vector v;\n')

    def test_a_name_that_stands_in_no_table_is_told(self):
        self.assertEqual(look({"src/base/a.cpp": "#include <any>\nstd::any a;\n"})[0], [("src/base/a.cpp", "any", [])])

    def test_a_size_needs_nothing(self):
        self.expect_in("std::size_t n;\n")

    def test_a_header_of_which_nothing_is_used_is_told(self):
        self.expect_idle("#include <map>\n#include <vector>\nstd::vector<int> v;\n", "map")
        self.expect_idle("#include <cstdio>\n// std::puts\n", "cstdio")
        self.expect_idle("#include <gtest/gtest.h>\n#include <unistd.h>\n")

    def test_headers_may_be_there_for_what_needs_none(self):
        self.expect_idle("#include <cstddef>\nstd::size_t n;\n")
        self.expect_idle("#include <csignal>\nstruct sigaction a;\n")
        self.expect_idle("#include <initializer_list>\nfor (int i : {1, 2}) f(i);\n")
        self.expect_in("struct sigaction a;\nfor (int i : {1, 2}) f(i);\n")
        self.expect_idle("#include <initializer_list>\nfor (int i : v) f(i);\n", "initializer_list")


if __name__ == "__main__":
    unittest.main()
