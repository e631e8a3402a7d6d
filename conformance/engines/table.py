#!/usr/bin/env python3
"""The table of README.md from scores.  table.py NAME=SCORES.json …   (SCORES.json: by run.py --json)

Of each rule: "holds", "-" (not measured), or how far off its worst bone or vertex is.
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def cell(rows):
    outcomes = {r["outcome"] for r in rows}
    if outcomes == {"holds"}:
        return "holds"
    if "fails" not in outcomes:
        return "-"
    failing = [r for r in rows if r["outcome"] == "fails"]
    if any(r.get("position") is None for r in failing):
        return "cannot load" if any("message" in r for r in failing) else "no result"
    worst, turned = max(r["position"] for r in failing), max(r["rotation"] for r in failing)
    return f"{worst:.2g}, {turned:.2g}°" if turned > 0.01 else f"{worst:.2g}"


def main():
    with open(os.path.join(HERE, "../cases.json"), encoding="utf-8") as f:
        cases = json.load(f)["cases"]
    engines = {}
    for argument in sys.argv[1:]:
        name, path = argument.split("=", 1)
        with open(path, encoding="utf-8") as f:
            engines[name] = json.load(f)
    print("| Rule | " + " | ".join(engines) + " |\n|---" + "|---" * len(engines) + "|")
    totals = dict.fromkeys(engines, 0)
    for rule in dict.fromkeys(c["rule"] for c in cases):
        members = [c for c in cases if c["rule"] == rule]
        cells = {name: cell([scores[c["name"]] for c in members]) for name, scores in engines.items()}
        for name in engines:
            totals[name] += cells[name] == "holds"
        note = "" if members[0]["confirmed"] else " (unconfirmed)"
        print(f"| `{rule}`{note} | " + " | ".join(cells.values()) + " |")
    print("| **rules that hold** | " + " | ".join(f"**{n}**" for n in totals.values()) + " |")


if __name__ == "__main__":
    main()
