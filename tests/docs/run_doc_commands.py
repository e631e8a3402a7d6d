#!/usr/bin/env python3
"""Runs the commands of README.md and docs/**/*.md with a finished program.

Usage: run_doc_commands.py PROGRAM PROJECT [PAGE …]

Blocks in ```sh count, and blocks in ``` with a command that begins with `mmdview` or `build/`. Lines run one by one in
bash, in a folder with the project's samples and documents. A page keeps its folder: a command may use the output of a
command above it. A command whose exit status is not 0 fails the test, with page, line and standard error.

Pictures are 32 pixels wide, and a command that opens a window makes a picture instead. In a block without a language,
lines with placeholders (MODEL, FILE, …) are synopses and do not run; in ```sh every line runs, unless NOT_RUN says why.

A block in ```python runs too if it starts the program. Examples of the Python module run in tests/python/test_docs.py.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

SIZE = "32x32"
TIMEOUT = 120  # seconds for one command
MIN_COMMANDS = 50  # in all pages

COMMANDS = "view shot bones info export check fix pose batch serve thumbnail help".split()

# How the lines begin that do not run, and why.
NOT_RUN = {
    r"\./scripts/": "installs packages and builds",
    r"(sudo )?apt(-get)? ": "installs packages",
    r"cmake (-S|--build|--install)": "builds",
    r"pip install": "builds; the tests of the Python module install it",
    r"build/(?!release/mmdview )": "a program that is built beside mmdview, not mmdview",
    r"mmdview batch .*--web ": "needs the viewer for browsers; tests/web runs it",
    r"tests/app/with_xvfb\.sh ": "a test in the project's own folder",
}
# Lines that need another program, which may be missing.
NEEDS = {r"--video ": "ffmpeg"}

CALL = re.compile(r"(^|[|&;] )(mmdview |build/)")
PLACEHOLDER = re.compile(r"…|(?<![\w$/.{-])[A-Z]{3,}\b(?!=)")


def blocks(text):
    """(number of the first line, language, lines) of each fenced block; those in lists are indented."""
    found, inside = [], None
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"( *)```(\w*)\s*$", line)
        if inside is None:
            if fence:
                inside = (number + 1, fence[2], len(fence[1]), [])
        elif fence:
            found.append((inside[0], inside[1], inside[3]))
            inside = None
        else:
            inside[3].append(line[inside[2]:])
    return found


def commands(text):
    """(line, command, may be a synopsis) of the blocks that count. A backslash joins a line and the next."""
    for first, language, lines in blocks(text):
        if language == "python" and any('"build/release/mmdview"' in line for line in lines):
            yield first, "python3 -c " + shlex.quote("\n".join(lines)), False
        if language != "sh" and (language or not any(CALL.search(line) for line in lines)):
            continue
        joined = ""
        for number, line in enumerate(lines, first):
            begin = begin if joined else number
            joined += line.removesuffix("\\")
            if line.endswith("\\"):
                continue
            command = re.sub(r"(^|\s+)#.*", "", joined).strip()
            if command:
                yield begin, command, language == ""
            joined = ""


def made_quick(command):
    """The command with small pictures, and with a picture instead of a window."""
    found = re.match(r"((?:build/release/)?mmdview) +(\w+)?(.*)", command)
    if not found or re.match(r"(help|--)", found[0].split()[1]):
        return command
    program, word, rest = found.groups()
    if word not in COMMANDS:
        word, rest = "view", f"{word or ''}{rest}"
    if word == "view":
        word = "shot"
        if " -o " not in rest:
            rest += " -o instead_of_a_window.png"
    if word not in ("shot", "batch"):
        return command
    return f"{program} {word} --size {SIZE} " + re.sub(r" --size \S+", "", rest).lstrip()


def prepare(folder, program, project):
    for name in ("samples", "docs", "conformance", "python", "README.md"):
        (folder / name).symlink_to(project / name)
    (folder / "build" / "release").mkdir(parents=True)
    (folder / "build" / "release" / "mmdview").symlink_to(program)
    (folder / "bin").mkdir()
    (folder / "bin" / "mmdview").symlink_to(program)


def reason_not_to_run(command, may_be_synopsis):
    for pattern, reason in NOT_RUN.items():
        if re.match(pattern, command):
            return reason
    if may_be_synopsis and PLACEHOLDER.search(command):
        return "a synopsis"
    for pattern, program in NEEDS.items():
        if re.search(pattern, command) and not shutil.which(program):
            return f"there is no {program}"
    return None


def fault_of(command, folder, environment):
    """Why the command failed; None if it did not."""
    try:
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, timeout=TIMEOUT,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return f"still running after {TIMEOUT} s"
    return None if done.returncode == 0 else f"exit status {done.returncode}\n{done.stderr}"


def run_page(page, program, project, home):
    """How many commands of the page ran, and what was wrong."""
    ran, failures = 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder, program, project)
        environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", HOME=home)
        for line, written, may_be_synopsis in commands(page.read_text(encoding="utf-8")):
            where = f"{page.relative_to(project)}:{line}"
            reason = reason_not_to_run(written, may_be_synopsis)
            if reason:
                print(f"{where}: not run ({reason}): {written}")
                continue
            ran += 1
            command = made_quick(written)
            fault = fault_of(command, folder, environment)
            if fault:
                failures.append(f"{where}: {written}\n  ran as: {command}\n  {fault}")
    return ran, failures


def main():
    program, project = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    named = [project / page for page in sys.argv[3:]]
    pages = named or [page for page in [project / "README.md", *sorted((project / "docs").rglob("*.md"))]
                      if page.parent.name != "ja"]  # test_pages.py: they have the commands of the English pages
    ran, failures, begin = 0, [], time.monotonic()
    with tempfile.TemporaryDirectory() as home:  # one for all pages: the driver keeps its shaders there
        for page in pages:
            count, faults = run_page(page, program, project, home)
            ran += count
            failures += faults
    print(f"{ran} commands in {time.monotonic() - begin:.0f} s, {len(failures)} failed")
    if not named and ran < MIN_COMMANDS:
        failures.append(f"only {ran} commands were found: are the pages read correctly?")
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
