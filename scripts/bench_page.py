#!/usr/bin/env python3
"""Writes the figures of docs/dev/performance.md from the output of one run of scripts/bench.sh.

Usage: bench_page.py PAGE <OUTPUT

A row has a text, a pattern with one number, its factor and unit, whether less or more is better, and the goal. What
the output lacks is named, and nothing is written."""

import datetime
import os
import pathlib
import platform
import re
import sys

BEGIN, END = "<!-- figures: scripts/bench.sh --page -->", "<!-- figures: end -->"


def median_of(name):
    """The median of a benchmark of Google Benchmark: its processor time."""
    return rf"^{re.escape(name)}_median\s+[\d.e+]+ \w+\s+([\d.e+]+) \w+"


def after(heading, line):
    return rf"^{heading}[^\n]*\n(?:  [^\n]*\n)*?{line}"


ROWS = [
    ("Bones: body with IK, one evaluation", median_of("BM_Body"), 1e-3, "µs", "less", ""),
    ("Bones: body without IK, one evaluation", median_of("BM_BodyWithoutIk"), 1e-3, "µs", "less", ""),
    ("Bones: chains with IK, one evaluation", median_of("BM_Chains"), 1e-3, "µs", "less", ""),
    ("Skinning on the CPU, per vertex: BDEF4", median_of("BM_SkinBdef4"), 1e-2, "ns", "less", ""),
    ("Skinning on the CPU, per vertex: mixed body", median_of("BM_SkinMixed"), 1 / 45, "ns", "less", ""),
    ("Physics, one step of 100 bodies", median_of("BM_World/100"), 1e-6, "ms", "less", ""),
    ("Physics, one step of 300 bodies", median_of("BM_World/300"), 1e-6, "ms", "less", ""),
    ("Physics, one step of 300 bodies in plain Bullet 3", median_of("BM_StockWorld/300"), 1e-6, "ms", "", ""),
    ("Physics of 300 bodies in the window, share of a core", r"bodies: .*?, ([\d.]+) % of a core", 1, "%", "less", "15 %"),
    ("PMX of 100,000 vertices read, weight types in runs", median_of("PmxRead/scattered_types:0"), 1e-3, "ms", "less", ""),
    ("PMX of 100,000 vertices read, weight types scattered", median_of("PmxRead/scattered_types:1"), 1e-3, "ms", "less", ""),
    ("VPD of 500 bones read", median_of("VpdRead"), 1, "µs", "less", ""),
    ("VMD of 10 MB read and built", median_of("VmdReadAndBuild/curves:1"), 1e-3, "ms", "less", ""),
    ("Motion of 120 bones sampled, a third of the curves bent", median_of("MotionSample/curves:1"), 1e-3, "µs", "less", ""),
    ("Colour pass with self shadow, against a trivial shader", r"^colour  .*ratio ([\d.]+)", 1, "times", "less", "2 times"),
    ("Colour pass without self shadow, against a trivial shader", r"^colour, without self shadow .*ratio ([\d.]+)", 1, "times", "less", "2 times"),
    ("Frame without the driver, pose moving", r"^frame, pose moving +([\d.]+) ms", 1, "ms", "less", "0.2 ms"),
    ("Window: from opening to the sample with its song", r"until it is seen +([\d.]+) ms", 1, "ms", "less", "350 ms"),
    ("Window: the sample plays its song", after("the sample", r"  a motion plays +([\d.]+) ms"), 1, "ms a frame", "less", "83 ms"),
    ("Window: 45,000 vertices play a motion", after(r"\d+ vertices in", r"  a motion plays +([\d.]+) ms"), 1, "ms a frame", "less", "167 ms"),
    ("Window: frame without the driver, all panels open", after("every panel open", r"  a motion plays +[^\n]* ([\d.]+) ms of CPU"), 1, "ms of CPU", "less", "2 ms"),
    ("Browser, 500 thumbnails: first row", r"  made +first row +([\d.]+) s", 1, "s", "less", "1 s"),
    ("Browser, 500 thumbnails: all", r"  made .*? all +([\d.]+) s", 1, "s", "less", "20 s"),
    ("Browser: longest frame", r"  made .*longest frame +([\d.]+) ms", 1, "ms", "less", "50 ms"),
    ("Batch of the sample, 256x256, no physics", r"^both shadows +([\d.]+) /s", 1, "pictures a second", "more", "60"),
    ("Batch: speed against a loop that only draws and reads back", r"^both shadows .* ([\d.]+) %", 1, "%", "more", "85 %"),
    ("Batch with all labels", r"^both shadows, all labels +([\d.]+) /s", 1, "pictures a second", "more", "half of those without"),
    ("Serve, 512x512, one request at a time", r"pose in, PNG out, one at a time +([\d.]+) ms", 1, "ms", "less", "25 ms"),
    ("Shot of the sample, 512x512, with physics", r"^shot of the sample +([\d.]+) ms", 1, "ms", "less", ""),
    ("Shot, against the floor program", r"^shot of the sample .*ratio ([\d.]+)", 1, "times", "less", "3 times"),
]


def digits(value):
    """Three digits that say something."""
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def machine():
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8") if os.path.exists("/proc/cpuinfo") else ""
    model = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    return f"{os.cpu_count()} cores, {model[1] if model else platform.machine()}"


def table(output):
    """The rows as Markdown, and the names of what is missing."""
    lines, missing = ["| What | Figure | Better | Goal |", "|---|---|---|---|"], []
    for what, pattern, factor, unit, better, goal in ROWS:
        found = re.search(pattern, output, re.MULTILINE)
        if found:
            lines.append(f"| {what} | {digits(float(found[1]) * factor)} {unit} | {better} | {goal} |")
        else:
            missing.append(what)
    return "\n".join(lines), missing


def main():
    page = pathlib.Path(sys.argv[1])
    output = sys.stdin.read()
    rows, missing = table(output)
    if missing:
        sys.exit("bench_page.py: the output lacks: " + "; ".join(missing))
    drawn_by = re.search(r"^.*(?:llvmpipe|NVIDIA|AMD|Intel|Mesa).*$", output, re.MULTILINE)
    head = f"{datetime.date.today():%B %Y}. {machine()}. {drawn_by[0].strip() if drawn_by else ''}".rstrip()
    text = page.read_text(encoding="utf-8")
    begin, end = text.index(BEGIN), text.index(END)
    page.write_text(f"{text[:begin]}{BEGIN}\n\n{head}\n\n{rows}\n\n{text[end:]}", encoding="utf-8")


if __name__ == "__main__":
    main()
