#!/usr/bin/env python3
"""What the Python module takes for many poses: python_bench.py MODEL.pmx [COUNT]

The body of docs/dev/performance.md: build/release/write_body body.pmx. Each figure is the median of seven calls; the
processor's time is that of all threads, and the number to compare on a busy machine.
"""

import statistics
import sys
import time

import numpy as np

import mmdview


def measure(what, count, call):
    walls, cpus = [], []
    for _ in range(7):
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    wall, cpu = statistics.median(walls), statistics.median(cpus)
    print(f"{what:44} {count / wall:10.0f} poses/s {cpu / count * 1e6:8.2f} us of processor time each")


def main():
    model = mmdview.Model.load(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    random = np.random.default_rng(1)
    bones = len(model.bones)
    rotations = (random.normal(size=(count, bones, 4)) * 0.1 + [0, 0, 0, 1]).astype(np.float32)
    translations = np.zeros((count, bones, 3), np.float32)
    for goal in model.bones.ik:  # out of reach of the legs: every iteration runs
        translations[:, goal] = np.array([-1, 0, 1.5]) + random.uniform(size=(count, 3)) * 0.1
    poses = mmdview.Poses.from_arrays(model, translations=translations, rotations=rotations)
    out = np.zeros((count, bones, 4, 4), np.float32)
    _, ik = model.evaluate(poses, out=out, with_ik=True)
    print(f"{bones} bones, {count} poses, {ik.iterations.sum(axis=1).mean():.0f} rounds of IK each")
    measure("evaluate, into an array that is there", count, lambda: model.evaluate(poses, out=out))
    measure("evaluate, one thread", count, lambda: model.evaluate(poses, out=out, threads=1))
    measure("evaluate, a new array each time", count, lambda: model.evaluate(poses))
    measure("evaluate, without IK", count, lambda: model.evaluate(poses, out=out, ik=False))
    few = poses[:200]
    measure("evaluate, a call for each pose", len(few), lambda: [model.evaluate(few[i]) for i in range(len(few))])


if __name__ == "__main__":
    main()
