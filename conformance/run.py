#!/usr/bin/env python3
"""Score an engine by the conformance cases for posed MMD models. Standard library only.

  run.py --engine 'mmdview bones {model} {pose} --format json'
         [--mesh 'mmdview export {model} {pose} -o {obj}' --unit 0.08]
  run.py --results DIR        results that an engine has written: DIR/CASE.json for each case
  run.py --list               the cases

  --only TEXT    cases whose name holds TEXT
  --json FILE    the scores for other programs (- is standard output)
  --all          unconfirmed rules count for the exit status, too
  --details      every case with its largest errors; else those that fail

The engine prints, in MMD's left-handed space, UTF-8:

  {"bones": [{"index": 0, "name": "root", "position": [0, 0, 0], "rotation": [0, 0, 0, 1]}, …]}

index is the bone's place in the model file, position where the posed bone is in model space, rotation (x, y, z, w) its
rotation there, identity at rest. It may add "vertices": [[x, y, z], …] and "uvs": [[u, v], …] after morphs and bones in
the order of the model file, and "material": {"diffuse": [r, g, b, a], …} of the first material. Cases for what it
does not print are counted as not measured, and that is no pass. {"problem": "why it cannot say"} fails. --mesh is
another way to bring vertices and UVs: an OBJ file, right-handed as such files are (z negated, v upwards), of which
--unit says how long one MMD unit is (1).

Exit status: 0 all measured cases of confirmed rules hold; 1 some do not; 2 wrong usage; 3 nothing could be measured.
"""
import argparse
import json
import math
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def angle(a, b):
    """Degrees between two unit quaternions, exact near zero. Not a number: infinite."""
    sign = 1 if sum(x * y for x, y in zip(a, b)) >= 0 else -1
    return math.degrees(4 * math.asin(min(1.0, math.dist(a, [sign * y for y in b]) / 2)))


def bad(values, count):
    return not isinstance(values, (list, tuple)) or len(values) < count or not all(
        isinstance(v, (int, float)) and math.isfinite(v) for v in values[:count])


def bone_errors(expected, got):
    """Rows of (name, position error, rotation error in degrees)."""
    by_index = {b.get("index", i): b for i, b in enumerate(got)}
    for b in expected:
        other = by_index.get(b["index"])
        if other is None or bad(other.get("position"), 3) or bad(other.get("rotation"), 4):
            yield b["name"], math.inf, math.inf
            continue
        length = math.hypot(*other["rotation"][:4])
        turned = math.inf if length < 0.5 else angle(b["rotation"], [v / length for v in other["rotation"][:4]])
        yield b["name"], math.dist(b["position"], other["position"][:3]), turned


def row_errors(expected, got):
    if isinstance(expected, dict):
        for key, values in expected.items():
            other = got.get(key)
            yield key, math.inf if bad(other, len(values)) else math.dist(values, other[:len(values)]), 0.0
        return
    for i, values in enumerate(expected):
        other = got[i] if i < len(got) else None
        yield f"#{i}", math.inf if bad(other, len(values)) else math.dist(values, other[:len(values)]), 0.0


def judge(case, expected, got):
    """None where the engine does not print what the case measures; else (holds, worst position, worst angle, where)."""
    what = case["measure"]
    if not got.get(what):
        return None
    rows = list((bone_errors if what == "bones" else row_errors)(expected[what], got[what]))
    tolerance = case["tolerance"]
    limit, turn = tolerance.get("position", tolerance.get("value")), tolerance.get("rotation", math.inf)
    worst = max(rows, key=lambda r: max(r[1] / limit, r[2] / turn))
    return all(r[1] <= limit and r[2] <= turn for r in rows), max(r[1] for r in rows), max(r[2] for r in rows), worst[0]


def fault_of(template, places):
    """What is wrong with a command line before anything is run, or nothing."""
    try:
        words = [part.format(**dict.fromkeys(places, "x")) for part in shlex.split(template)]
    except (KeyError, IndexError, ValueError) as problem:
        return f"{template!r}: {problem}; places are " + ", ".join("{" + p + "}" for p in places)
    return "" if words and shutil.which(words[0]) else f"there is no program {words[0] if words else ''!r}"


def call(template, **places):
    """A command line with places filled in; no shell has a part in it."""
    command = [part.format(**places) for part in shlex.split(template)]
    done = subprocess.run(command, capture_output=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}: {done.stderr.decode('utf-8', 'replace').strip()[:300]}")
    return done.stdout


def read_obj(path, unit, case, expected):
    """Vertices and UVs in the model file's order. Programs sort, split and leave out vertices in an OBJ file: each is
    found by its texture coordinates, or where these are the rule by its position."""
    rows, corners = {"v": [], "vt": []}, set()
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            kind, *values = line.split() or [""]
            if kind in rows:
                rows[kind].append([float(v) for v in values[:3]])
            if kind == "f":
                corners.update(tuple(int(i) for i in corner.split("/")[:2]) for corner in values)
    pairs = {"vertices": [], "uvs": []}
    for v, vt in sorted(corners):
        x, y, z = rows["v"][v - 1]
        pairs["vertices"].append([x / unit, y / unit, -z / unit])
        pairs["uvs"].append([rows["vt"][vt - 1][0], 1 - rows["vt"][vt - 1][1]])
    what = case["measure"]
    key = "uvs" if what == "vertices" else "vertices"
    nearest = lambda wanted: min(range(len(corners)), key=lambda i: math.dist(wanted, pairs[key][i]))
    return {what: [pairs[what][nearest(wanted)] for wanted in expected[key]] if corners else []}


def result_of(options, case, expected):
    """What the engine says, or None where there is no result for the case."""
    if options.results:
        path = os.path.join(options.results, case["name"] + ".json")
        if not os.path.exists(path):
            return None
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    places = {k: os.path.join(HERE, case[k]) for k in ("model", "pose")}
    if options.mesh and case["measure"] in ("vertices", "uvs"):
        with tempfile.TemporaryDirectory() as folder:
            obj = os.path.join(folder, "posed.obj")
            call(options.mesh, obj=obj, **places)
            return read_obj(obj, options.unit, case, expected)
    return json.loads(call(options.engine, **places).decode("utf-8"))


def score(options, case):
    """The case's outcome: holds, fails, "not measured", or a message."""
    with open(os.path.join(HERE, case["expected"]), encoding="utf-8") as f:
        expected = json.load(f)
    try:
        got = result_of(options, case, expected)
        if got is not None and not isinstance(got, dict):
            raise ValueError("the result is no JSON object")
        if got and got.get("problem"):
            raise RuntimeError(str(got["problem"]))
        outcome = judge(case, expected, got) if got is not None else None
    except (RuntimeError, OSError, ValueError, AttributeError, TypeError, subprocess.TimeoutExpired) as problem:
        return {"outcome": "fails", "message": str(problem)}
    if outcome is None:
        return {"outcome": "not measured"}
    holds, position, rotation, where = outcome
    return {"outcome": "holds" if holds else "fails", "position": position, "rotation": rotation, "where": where}


def told(case, row):
    if "message" in row:
        return f"     {case['name']}: {row['message']}"
    if "position" not in row:
        return f"     {case['name']}: {row['outcome']}"
    return f"     {case['name']}: {row['outcome']}; worst at {row['where']}: {row['position']:.3g}, {row['rotation']:.3g} degrees"


def table(cases, rows, details):
    """One line per rule; returns how many rules hold."""
    rules = {}
    for case in cases:
        rules.setdefault(case["rule"], []).append(case)
    held = 0
    for rule, members in rules.items():
        outcomes = [rows[c["name"]]["outcome"] for c in members]
        mark = "FAIL" if "fails" in outcomes else "ok" if set(outcomes) == {"holds"} else "-"
        held += mark == "ok"
        note = "" if members[0]["confirmed"] else "  (unconfirmed)"
        print(f"{mark:4} {rule:26} {outcomes.count('holds')}/{len(members)}  {members[0]['title']}{note}")
        for case in members:
            if details or rows[case["name"]]["outcome"] == "fails":
                print(told(case, rows[case["name"]]))
    return held, len(rules)


def write_scores(path, cases, rows):
    """Infinite errors, which JSON does not have, become null."""
    scores = {c["name"]: {"rule": c["rule"], **{k: None if v == math.inf else v for k, v in rows[c["name"]].items()}} for c in cases}
    text = json.dumps(scores, indent=1) + "\n"
    if path == "-":
        sys.stdout.write(text)
        return
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--engine")
    source.add_argument("--results")
    source.add_argument("--list", action="store_true")
    parser.add_argument("--mesh")
    parser.add_argument("--unit", type=float, default=1.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--json")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--details", action="store_true")
    options = parser.parse_args()
    if options.results and not os.path.isdir(options.results):
        parser.error(f"no folder {options.results}")
    for template, places in ((options.engine, ("model", "pose")), (options.mesh, ("model", "pose", "obj"))):
        if template is not None and fault_of(template, places):
            parser.error(fault_of(template, places))
    with open(os.path.join(HERE, "cases.json"), encoding="utf-8") as f:
        cases = [c for c in json.load(f)["cases"] if options.only in c["name"]]
    if not cases:
        parser.error(f"no case has {options.only!r} in its name")
    if options.list:
        print("\n".join(f"{c['name']:32} {c['measure']:9} {c['title']}" for c in cases))
        return 0
    rows = {case["name"]: score(options, case) for case in cases}
    held, rules = table(cases, rows, options.details)
    outcomes = [rows[c["name"]]["outcome"] for c in cases]
    print(f"{held} of {rules} rules; {outcomes.count('holds')} of {len(cases)} cases hold, "
          f"{outcomes.count('fails')} fail, {outcomes.count('not measured')} not measured")
    if options.json:
        write_scores(options.json, cases, rows)
    if set(outcomes) == {"not measured"}:
        return 3
    return 1 if any(rows[c["name"]]["outcome"] == "fails" and (c["confirmed"] or options.all) for c in cases) else 0


if __name__ == "__main__":
    sys.exit(main())
