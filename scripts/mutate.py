"""What scripts/mutate.sh does; see there."""

import argparse
import filecmp
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "build" / "mutate" / "tree"
BUILD = ROOT / "build" / "mutate" / "out"
COPIED = ["CMakeLists.txt", "CMakePresets.json", "cmake", "src", "tests", "tools", "shaders", "desktop", "bench",
          "samples", "docs", "examples", "scripts", "conformance", "python", "LICENSE", "pyproject.toml", "README.md",
          "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md"]
FOLDERS = ["skeleton", "skin", "physics", "formats"]

# Sources that another folder tests as well.
TESTED_ELSEWHERE = {"src/skeleton/partial_evaluation.cpp": ["physics"],
                    "src/skeleton/partial_evaluation.h": ["physics"]}

# Patterns and their replacements. Spaces matter: "a < b" compares, "vector<int>" does not.
CHANGES = [
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "),
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" == ", " != "), (r" != ", " == "), (r" && ", " || "), (r" \|\| ", " && "),
    (r" \+= ", " -= "), (r" -= ", " += "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"(?<![\w.\"'])0(?![\w.\"'])", "1"), (r"(?<![\w.\"'])1(?![\w.\"'])", "2"),
    (r"(?<![\w.])0\.0f\b", "1.0f"), (r"(?<![\w.])1\.0f\b", "0.0f"), (r"(?<![\w.])0\.5f\b", "0.25f"),
    (r"std::min\(", "std::max("), (r"std::max\(", "std::min("), (r"(?<=[(\s])!(?=\w)", ""),
]
# Lines without effect on the program's behaviour.
SKIPPED_LINES = re.compile(r"^\s*(#|//|///|\*|using|namespace|template|static_assert|class|struct|enum)|reserve\(|__builtin_prefetch")


def code_of(line):
    """The line with texts and remarks blanked, so that places in it stay what they are."""
    line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', lambda m: "\x00" * len(m.group()), line)
    at = line.find("//")
    return line if at < 0 else line[:at]


def places_in(folder):
    """(file, line, column, what stands there, what it becomes)."""
    out = []
    for file in sorted((ROOT / "src" / folder).glob("*")):
        if file.suffix not in (".cpp", ".h"):
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
            if SKIPPED_LINES.search(line):
                continue
            code = code_of(line)
            for pattern, replacement in CHANGES:
                for match in re.finditer(pattern, code):
                    out.append((file.relative_to(ROOT), number, match.start(), match.group(), replacement))
    return out


def copy_if_other(source, target):
    """As new where it differs, so that what was built of another version is built again."""
    if not (os.path.exists(target) and filecmp.cmp(source, target, shallow=False)):
        shutil.copy(source, target)


def copy_tree():
    COPY.mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, COPY / name, copy_function=copy_if_other, dirs_exist_ok=True)
        elif source.exists():
            copy_if_other(source, COPY / name)


def run(command, seconds):
    try:
        return subprocess.run(command, capture_output=True, timeout=seconds).returncode
    except subprocess.TimeoutExpired:
        return None


def build(folder):
    return run(["cmake", "--build", str(BUILD), "--target", f"test_{folder}"], 1800) == 0


def passes(folder, seconds):
    """Whether the folder's tests pass; one that hangs has noticed."""
    program = [str(BUILD / f"test_{folder}"), "--gtest_brief=1", "--gtest_fail_fast"]
    return run(program, seconds) == 0


def try_place(place, folders, seconds):
    """"caught", "survived" or "no program"."""
    file, number, column, before, after = place
    path = COPY / file
    whole = path.read_text(encoding="utf-8")
    lines = whole.splitlines(keepends=True)
    line = lines[number]
    lines[number] = line[:column] + after + line[column + len(before):]
    path.write_text("".join(lines), encoding="utf-8")
    try:
        if not all(build(folder) for folder in folders):
            return "no program"
        return "survived" if all(passes(folder, seconds[folder]) for folder in folders) else "caught"
    finally:
        path.write_text(whole, encoding="utf-8")


def arguments():
    parser = argparse.ArgumentParser(description="changes the code and sees whether tests notice")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="the number of the place to begin with, as printed")
    parser.add_argument("--folders", default=" ".join(FOLDERS))
    return parser.parse_args()


def main():
    asked = arguments()
    folders = asked.folders.split()
    copy_tree()
    if not (BUILD / "build.ninja").exists():
        subprocess.run(["cmake", "-S", str(COPY), "-B", str(BUILD), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                        "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g0", "-DMMDVIEW_TESTS=ON"], check=True, stdout=subprocess.DEVNULL)
    seconds = {}  # time limit of a folder's tests: tests that take ten times as long hang
    for folder in folders:
        built, began = build(folder), time.monotonic()
        if not built or not passes(folder, 300):
            sys.exit(f"mutate.py: the tests of {folder} do not pass as they are")
        seconds[folder] = 20 + 10 * (time.monotonic() - began)
    chance = random.Random(asked.seed)
    places = [(place, [folder] + TESTED_ELSEWHERE.get(str(place[0]), [])) for folder in folders for place in places_in(folder)]
    places = [(place, tested) for place, tested in places if all(folder in seconds for folder in tested)]
    chance.shuffle(places)
    tried, caught = 0, 0
    for at, (place, tested) in enumerate(places[asked.first - 1:], asked.first):
        if tried == asked.count:
            break
        result = try_place(place, tested, seconds)
        if result == "no program":
            continue
        tried += 1
        caught += result == "caught"
        file, number, column, before, after = place
        print(f"{at:>4} {result:<9} {file}:{number + 1}:{column + 1} \"{before.strip()}\" to \"{after.strip()}\"", flush=True)
    print(f"{caught} of {tried} noticed (seed {asked.seed}, from place {asked.first} on)")
    return 0 if tried and caught >= 0.9 * tried else 1


sys.exit(main())
