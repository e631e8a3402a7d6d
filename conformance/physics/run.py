#!/usr/bin/env python3
"""Score an engine's physics: small scenes against Bullet 2.75, the engine of MikuMikuDance. Standard library only.

  run.py --engine 'mmdview bones {model} {pose} --physics-steps {steps} --physics-warmup {pose_steps}
                   --no-ground --format json'

  --only TEXT    scenes whose name holds TEXT
  --details      every step of every scene

The engine prints {"bodies": [{"index": 0, "position": [x, y, z], "rotation": [x, y, z, w]}, …], "bones": [the same]} in
MMD's left-handed space, as things are after {steps} steps of 1/60 s with one call of the engine each, gravity 98
downwards, no ground, the pose reached over {pose_steps} steps (README.md). {pose} is left out where a scene has none.
Bones need not be printed; then bodies alone count.

Exit status: 0 all scenes within tolerance, 1 not, 2 wrong usage.
"""
import argparse
import gzip
import json
import math
import os
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from run import angle, bad, fault_of  # noqa: E402  (the other runner, beside this folder)

OF_BONES = (3.0, 1.5, 3.0)  # how much more than bodies they may be off


def largest(expected, got, leave_out):
    """The largest error of position (any component), of rotation in degrees, and the mean error of position."""
    by_index = {row.get("index", i): row for i, row in enumerate(got)}
    position, rotation = [], []
    for row in expected:
        if row["index"] in leave_out or row["name"] in leave_out:
            continue
        other = by_index.get(row["index"], {})
        if bad(other.get("position"), 3) or bad(other.get("rotation"), 4):
            return math.inf, math.inf, math.inf
        position.append(max(abs(a - b) for a, b in zip(row["position"], other["position"])))
        rotation.append(angle(row["rotation"], other["rotation"]))
    return max(position, default=0.0), max(rotation, default=0.0), sum(position) / max(1, len(position))


def printed(options, case, steps):
    places = {"model": os.path.join(HERE, case["model"]), "pose": os.path.join(HERE, case["pose"]) if case["pose"] else "",
              "steps": steps, "pose_steps": case["pose_steps"]}
    command = [part for part in (part.format(**places) for part in shlex.split(options.engine)) if part]
    done = subprocess.run(command, capture_output=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}: {done.stderr.decode('utf-8', 'replace').strip()[:300]}")
    return json.loads(done.stdout.decode("utf-8"))


def judge(options, case):
    """Per step: what it is about, the errors and what is allowed."""
    with gzip.open(os.path.join(HERE, case["expected"])) as f:
        steps = json.load(f)["steps"]
    for step in steps:
        allowed = case["tolerance"][str(step["step"])]
        got = printed(options, case, step["step"])
        yield f"{step['step']:3} bodies", largest(step["bodies"], got["bodies"], case.get("skip_bodies", ())), allowed
        if "bones" in step and got.get("bones"):
            errors = largest(step["bones"], got["bones"], case.get("bones_unconfirmed", ()))
            yield f"{step['step']:3} bones ", errors, [a * more for a, more in zip(allowed, OF_BONES)]


def share(row):
    """The largest error in tolerances."""
    return max(error / limit for error, limit in zip(row[1], row[2]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--details", action="store_true")
    options = parser.parse_args()
    if fault_of(options.engine, ("model", "pose", "steps", "pose_steps")):
        parser.error(fault_of(options.engine, ("model", "pose", "steps", "pose_steps")))
    with open(os.path.join(HERE, "cases.json"), encoding="utf-8") as f:
        cases = [c for c in json.load(f)["cases"] if options.only in c["name"]]
    if not cases:
        parser.error(f"no scene has {options.only!r} in its name")
    held = 0
    for case in cases:
        try:
            rows = list(judge(options, case))
        except (RuntimeError, OSError, ValueError, KeyError, TypeError, AttributeError, subprocess.TimeoutExpired) as problem:
            print(f"FAIL {case['name']}: {problem}")
            continue
        holds = all(share(row) <= 1 for row in rows)
        held += holds
        print(f"{'ok  ' if holds else 'FAIL'} {case['name']:22} {max(map(share, rows)):8.3f} of the tolerance  {case['what']}")
        for row in rows:
            if options.details or share(row) > 1:
                print(f"     {row[0]}: {row[1][0]:.2e} units, {row[1][1]:.3f} degrees, mean {row[1][2]:.2e}; "
                      f"allowed {row[2][0]:.2e}, {row[2][1]:.3f}, {row[2][2]:.2e}")
    print(f"{held} of {len(cases)} scenes hold")
    return 0 if held == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())
