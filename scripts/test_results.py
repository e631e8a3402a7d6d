"""Says what the tests did: test_results.py RESULTS ALLOWED.txt

RESULTS has what scripts/run_tests.sh leaves there: ctest.xml with a row for each test of ctest, and for suites of
GoogleTest SUITE.json with what each of its tests did. Ends with 1 if one was skipped that ALLOWED.txt, which has a name
and a reason in each line, does not name.
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree


def outcomes_of(case, results):
    """(name, "passed", "failed" or "skipped") of the tests in a row of ctest.xml."""
    name, status = case.get("name"), case.get("status")
    if status not in ("run", "fail"):
        return [(name, "skipped")]
    details = results / (name.replace("/", "-") + ".json")
    if not details.exists():
        running = re.findall(r"\[ RUN      \] (\S+)", case.findtext("system-out", ""))
        ended_in = f" (ended in {running[-1]})" if running else ""
        return [(name, "passed") if status == "run" else (name + ended_in, "failed")]
    out = []
    for suite in json.loads(details.read_text(encoding="utf-8"))["testsuites"]:
        for test in suite["testsuite"]:
            outcome = "failed" if test.get("failures") else "passed" if test["result"] == "COMPLETED" else "skipped"
            out.append((f"{name}.{test['name']}", outcome))
    if status == "fail" and all(outcome != "failed" for _, outcome in out):
        out.append((name + " (after its tests; see what it printed)", "failed"))
    return out


def main(results, allowed):
    lines = [line for line in allowed.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    reasons = dict(line.split(" ", 1) for line in lines)
    of = {"passed": [], "failed": [], "skipped": []}
    for case in xml.etree.ElementTree.parse(results / "ctest.xml").iter("testcase"):
        for name, outcome in outcomes_of(case, results):
            of[outcome].append(name)
    unexplained = [name for name in of["skipped"] if name not in reasons]
    for name in of["skipped"]:
        if name in reasons:
            print(f"Skipped: {name}: {reasons[name]}")
    for what, names in (("FAILED", of["failed"]), ("SKIPPED, and nothing says why", unexplained)):
        if names:
            print(f"The following tests {what}:", *names, sep="\n  ")
    print(", ".join(f"{len(names)} {outcome}" for outcome, names in of.items()))
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
