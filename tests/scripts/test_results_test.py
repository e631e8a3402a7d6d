"""No test fails or is skipped without its name being told: test_results_test.py SCRIPT"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = sys.argv.pop()


class TestResults(unittest.TestCase):
    def told(self, cases, details=None):
        """Exit status and output for rows of ctest (name, status) and what the tests of suites did."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            rows = "".join(f'<testcase name="{case}" status="{status}"><system-out>[ RUN      ] S.Last</system-out></testcase>'
                           for case, status in cases)
            (folder / "ctest.xml").write_text(f"<testsuite>{rows}</testsuite>")
            (folder / "allowed.txt").write_text("# a remark\na.S.Away for a good reason\nb.Away for another\n")
            for suite, tests in (details or {}).items():
                rows = [{"name": test, "result": result, **({"failures": [{}]} if failed else {})}
                        for test, result, failed in tests]
                (folder / f"{suite}.json").write_text(json.dumps({"testsuites": [{"name": "S", "testsuite": rows}]}))
            run = subprocess.run([sys.executable, "-B", SCRIPT, folder, folder / "allowed.txt"],
                                 capture_output=True, text=True, check=False)
            return run.returncode, run.stdout + run.stderr

    def test_passes_and_gives_reasons(self):
        status, text = self.told([("a.S", "run"), ("b.Away", "notrun")],
                                 {"a.S": [("One", "COMPLETED", False), ("Away", "SKIPPED", False)]})
        self.assertEqual(status, 0, text)
        self.assertIn("a.S.Away: for a good reason", text)
        self.assertIn("1 passed, 0 failed, 2 skipped", text)

    def test_names_a_failed_test_of_a_suite(self):
        _, text = self.told([("a.P/S", "fail")], {"a.P-S": [("One", "COMPLETED", False), ("Two/x", "COMPLETED", True)]})
        self.assertIn("FAILED:\n  a.P/S.Two/x\n1 passed, 1 failed", text)

    def test_names_the_last_test_of_a_suite_without_results(self):
        _, text = self.told([("a.S", "fail")])
        self.assertIn("a.S (ended in S.Last)", text)

    def test_a_suite_that_fails_after_its_tests_is_a_failure(self):
        _, text = self.told([("a.S", "fail")], {"a.S": [("One", "COMPLETED", False)]})
        self.assertIn("1 passed, 1 failed", text)

    def test_skipping_without_a_reason_is_a_failure(self):
        for cases, details in (([("a.S", "run")], {"a.S": [("Two", "SKIPPED", False)]}),
                               ([("a.S", "run")], {"a.S": [("DISABLED_Two", "SUPPRESSED", False)]}),
                               ([("app_NOT_BUILT", "notrun")], None)):
            status, text = self.told(cases, details)
            self.assertEqual(status, 1, text)
            self.assertIn("nothing says why", text)


unittest.main()
