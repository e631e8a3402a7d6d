"""Says which tests do not run on Windows, and why: windows_left_out.py TESTS RESULTS [options that ctest was given]

TESTS/windows_left_out.txt has a name in each line and the reason: a test (FOLDER.SUITE.TEST), a suite (FOLDER.SUITE.*),
one instance of a test, a file of tests (FOLDER/NAME.cpp), or what has no such sources (FOLDER.TEST, FOLDER.*). RESULTS has what
scripts/run_tests.sh leaves there. Where all tests ran, ends with 1 if the sources of a folder that ran have a test that
neither ran nor is in the table, or if the table names one that ran or that is in no source.
"""

import json
import pathlib
import re
import sys


def tests_in(path):
    """SUITE.TEST of all tests in a source."""
    text = path.read_text(encoding="utf-8")
    return {f"{suite}.{test}" for suite, test in re.findall(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", text, re.MULTILINE)}


def results_of(folder):
    """SUITE.TEST of all tests that have a result, without instance and parameter; and the folders of their sources."""
    done, sources = set(), set()
    for path in folder.glob("*.json"):
        sources.add(path.name.split(".")[0])
        for suite in json.loads(path.read_text(encoding="utf-8"))["testsuites"]:
            name = suite["name"].split("/")[-1]
            done |= {f"{name}.{test['name'].split('/')[0]}" for test in suite["testsuite"]}
    return done, sources


def faults(tests, results, names):
    """What is wrong with the table, by its names and by what ran."""
    done, folders = results_of(results)
    written = {path: tests_in(path) for folder in folders for path in sorted((tests / folder).rglob("*_test.cpp"))}
    left_out = set()
    for name in names:
        if name.endswith(".cpp"):
            of_name = written.get(tests / name, set())
        else:
            inside = {f"{path.relative_to(tests).parts[0]}.{test}": test for path, found in written.items() for test in found}
            of_name = {test for full, test in inside.items() if name in (full, full.rsplit(".", 1)[0] + ".*")}
        if not of_name and (name.endswith(".cpp") or (name.count(".") == 2 and "/" not in name)):
            yield f"left out, but in no source: {name}"
        left_out |= of_name
    for path, found in written.items():
        of_folder = set() if f"{path.relative_to(tests)}" in names else found
        yield from (f"neither run nor left out: {path.relative_to(tests)}: {test}" for test in sorted(of_folder - done - left_out))
    yield from (f"left out, yet run: {test}" for test in sorted(left_out & done))


def main(tests, results, all_ran):
    lines = [line for line in (tests / "windows_left_out.txt").read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    reasons = dict(line.split(" ", 1) for line in lines)
    for name, reason in reasons.items():
        print(f"Left out: {name}: {reason}")
    wrong = list(faults(tests, results, reasons)) if all_ran else []
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), len(sys.argv) == 3))
