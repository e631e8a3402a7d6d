"""The table of scripts/coverage.sh: coverage_table.py BUILD_FOLDER [--uncovered] FOLDER …"""

import collections
import json
import pathlib
import subprocess
import sys

STRICT = {"base", "formats", "assets", "skeleton", "skin"}  # from base to skin on the road
GOAL_STRICT, GOAL = 95.0, 85.0


def counted_lines(build, root):
    """By file of src/, how often each of its lines ran: a line counts once, whoever includes it."""
    # Files that no test has loaded have no counters and are not counted.
    notes = sorted(counters.with_suffix(".gcno") for counters in build.rglob("*.gcda"))
    counts = collections.defaultdict(lambda: collections.defaultdict(int))
    for first in range(0, len(notes), 50):
        some = [str(note.resolve()) for note in notes[first : first + 50]]
        text = subprocess.run(
            ["gcov", "--json-format", "--stdout", *some], check=True, capture_output=True, cwd=build
        ).stdout
        for document in text.splitlines():
            if not document.startswith(b"{"):
                continue
            data = json.loads(document)
            for file in data["files"]:
                path = (build / file["file"]).resolve()
                if not path.is_relative_to(root / "src"):
                    continue
                lines = counts[path.relative_to(root / "src").as_posix()]
                for line in file["lines"]:
                    lines[line["line_number"]] += line["count"]
    return counts


def ranges(numbers):
    """[1, 2, 3, 7] as "1-3 7"."""
    out = []
    for number in numbers:
        if out and out[-1][1] == number - 1:
            out[-1][1] = number
        else:
            out.append([number, number])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in out)


def main(arguments):
    build = pathlib.Path(arguments[0]).resolve()
    root = pathlib.Path(__file__).resolve().parent.parent
    show = "--uncovered" in arguments
    folders = [a for a in arguments[1:] if not a.startswith("--")]
    counts = counted_lines(build, root)
    short = False
    print(f"{'folder':<10} {'lines':>7} {'reached':>8} {'share':>7} {'goal':>6}")
    for folder in folders:
        files = {name: lines for name, lines in counts.items() if name.startswith(folder + "/")}
        lines = sum(len(of) for of in files.values())
        reached = sum(1 for of in files.values() for count in of.values() if count > 0)
        share = 100.0 * reached / lines if lines else 0.0
        goal = GOAL_STRICT if folder in STRICT else GOAL
        short = short or share < goal
        print(f"{folder:<10} {lines:>7} {reached:>8} {share:>6.1f}% {goal:>5.0f}%{'' if share >= goal else '  *'}")
        if not show:
            continue
        for name, of in sorted(files.items()):
            missing = sorted(number for number, count in of.items() if count == 0)
            if missing:
                print(f"    {name}: {ranges(missing)}")
    return 1 if short else 0


sys.exit(main(sys.argv[1:]))
