"""conformance/run.py with engines that are right and wrong. Usage: test_runner.py FOLDER_OF_THE_KIT"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

KIT = sys.argv.pop(1)
SIMPLE = "hierarchy.bent"


def load(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


class Runner(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def run_it(self, *arguments):
        return subprocess.run([sys.executable, os.path.join(KIT, "run.py"), *arguments], capture_output=True, text=True, encoding="utf-8",
                              env={**os.environ, "PYTHONIOENCODING": "utf-8"})

    def with_result(self, change, case=SIMPLE):
        """What comes out where the expected result was changed."""
        result = load(os.path.join(KIT, "expected", case + ".json"))
        change(result)
        with open(os.path.join(self.folder, case + ".json"), "w", encoding="utf-8") as f:
            json.dump(result, f)
        return self.run_it("--results", self.folder, "--only", case)

    def test_all_expected_results_hold(self):
        done = self.run_it("--results", os.path.join(KIT, "expected"), "--all")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(" 0 fail, 0 not measured", done.stdout)

    def test_a_bone_outside_the_tolerance_fails(self):
        self.assertEqual(self.with_result(lambda r: r["bones"][2]["position"].__setitem__(1, r["bones"][2]["position"][1] + 0.0001)).returncode, 0)
        done = self.with_result(lambda r: r["bones"][2]["position"].__setitem__(1, r["bones"][2]["position"][1] + 0.0003))
        self.assertEqual(done.returncode, 1)
        self.assertIn("worst at b", done.stdout)

    def test_a_turned_bone_fails_and_the_opposite_quaternion_passes(self):
        self.assertEqual(self.with_result(lambda r: r["bones"][1].__setitem__("rotation", [0, 0, 0, 1])).returncode, 1)
        self.assertEqual(self.with_result(lambda r: r["bones"][1].__setitem__("rotation", [-v for v in r["bones"][1]["rotation"]])).returncode, 0)

    def test_nan_and_missing_values_fail(self):
        for change in (lambda r: r["bones"][1].__setitem__("position", [float("nan"), 0, 0]), lambda r: r["bones"].pop(),
                       lambda r: r["bones"][1].__setitem__("rotation", [0, 0, 0, 0]), lambda r: r["bones"][1].pop("rotation"),
                       lambda r: r["bones"][0].__setitem__("position", "here"), lambda r: r.__setitem__("bones", [1, 2])):
            self.assertEqual(self.with_result(change).returncode, 1)

    def test_a_vertex_outside_the_tolerance_fails(self):
        self.assertEqual(self.with_result(lambda r: r["vertices"].pop(), "skin_sdef.bent").returncode, 1)
        self.assertEqual(self.with_result(lambda r: r["vertices"][3].__setitem__(0, 9), "skin_sdef.bent").returncode, 1)

    def test_missing_output_of_an_engine_does_not_pass(self):
        self.assertEqual(self.run_it("--results", self.folder).returncode, 3)
        done = self.with_result(lambda r: r.pop("vertices"), "skin_sdef.bent")
        self.assertEqual(done.returncode, 3)
        self.assertIn("0 of 1 rules", done.stdout)

    def test_an_unconfirmed_rule_fails_only_with_all_rules(self):
        self.with_result(lambda r: r["bones"].pop(), "append_local.bent")
        self.assertEqual(self.run_it("--results", self.folder, "--only", "append_local").returncode, 0)
        self.assertEqual(self.run_it("--results", self.folder, "--only", "append_local", "--all").returncode, 1)

    def test_an_engine_that_crashes_or_prints_garbage_fails(self):
        python = sys.executable
        for code in ("import sys; sys.exit(4)", "print(42)", "print()", "print([])"):
            script = os.path.join(self.folder, "engine.py")
            with open(script, "w", encoding="utf-8") as f:
                f.write(code)
            done = self.run_it("--engine", f"'{python}' '{script}' {{model}} {{pose}}", "--only", SIMPLE)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)

    def test_reports_wrong_usage(self):
        self.assertEqual(self.run_it().returncode, 2)
        self.assertEqual(self.run_it("--results", os.path.join(self.folder, "none")).returncode, 2)
        for command in ("no_such_program {model}", f"{sys.executable} {{poze}}", "'", "", f"{sys.executable} {{}}"):
            done = self.run_it("--engine", command, "--only", SIMPLE)
            self.assertEqual((done.returncode, "Traceback" in done.stderr), (2, False), command + done.stderr)
        self.assertEqual(self.run_it("--list", "--only", "no such case").returncode, 2)


if __name__ == "__main__":
    unittest.main()
