"""What own_includes.py sees in trees of a few lines."""

import unittest

from own_includes import missing_includes

HEADER = "namespace mmd {\nstruct Thing {\n  int part;\n};\nint measure(const Thing& thing);\n#define MMD_SAID 1\n}\n"


def tree(text, file="src/model/b.cpp", **others):
    return {"src/base/a.h": HEADER, file: text, **others}


class OwnIncludes(unittest.TestCase):
    def expect(self, texts, *names):
        self.assertEqual([name for _, name, _ in missing_includes(texts)], list(names))

    def test_a_type_a_function_and_a_macro_need_their_header(self):
        self.expect(tree("Thing t;\n"), "Thing")
        self.expect(tree("int f() { return measure({}); }\n"), "measure")
        self.expect(tree("int f() { return MMD_SAID; }\n"), "MMD_SAID")

    def test_it_may_come_through_another_header(self):
        self.expect(tree('#include "base/a.h"\nThing t;\n'))
        self.expect(tree('#include "model/c.h"\nThing t;\n', **{"src/model/c.h": '#include "base/a.h"\n'}))
        self.expect(tree('#include "model/c.h"\nThing t;\n', **{"src/model/c.h": ""}), "Thing")

    def test_what_is_announced_or_the_files_own_is_known(self):
        self.expect(tree("class Thing;\nThing* t;\n"))
        self.expect(tree("struct X {\n  struct Thing {};\n  Thing t;\n};\n"))
        self.expect(tree("int measure(int);\nint f() { return measure(1); }\n"))
        self.expect(tree("int f() { const auto measure = [] { return 1; };\n  return measure(); }\n"))

    def test_what_is_called_may_be_a_variable(self):
        self.expect(tree("int f() { auto [a, measure] = g(); return measure(); }\n"))
        self.expect(tree("int f() { for (const auto& measure : all()) measure(); }\n"))
        self.expect(tree('#include "model/c.h"\nint f() { return measure(); }\n',
                         **{"src/model/c.h": "struct C {\n  std::function<int()> measure;\n};\n"}))

    def test_what_is_called_after_an_operator_is_used(self):
        self.expect(tree("bool f() { return ok && measure({}) > 2 * g(); }\n"), "measure")
        self.expect(tree("int f() { return 2 * measure({}); }\n"), "measure")

    def test_members_texts_and_remarks_do_not_count(self):
        self.expect(tree("// Thing\nint f() { return g(\"Thing\", x.measure(), y->measure(), z::measure()); }\n"))
        self.expect(tree('const char* t = R"(Thing measure())";\n'))

    def test_a_name_of_several_headers_may_be_any(self):
        self.expect(tree("Thing t;\n", **{"src/base/d.h": "struct Thing {\n};\n"}))

    def test_what_lies_behind_on_the_road_is_not_meant(self):
        self.expect(tree("Thing t;\n", file="src/base/b.cpp"), "Thing")
        self.expect({"src/app/a.h": HEADER, "src/base/b.cpp": "Thing t;\n"})

    def test_files_beside_the_folders_and_tests_count_too(self):
        self.expect(tree("Thing t;\n", file="src/main.cpp"), "Thing")
        self.expect(tree("Thing t;\n", file="tests/model/b_test.cpp"), "Thing")
        self.expect({"tests/support/a.h": HEADER, "tests/model/b_test.cpp": "Thing t;\n"}, "Thing")
        self.expect({"tests/app/a.h": HEADER, "tests/model/b_test.cpp": "Thing t;\n"})


if __name__ == "__main__":
    unittest.main()
