#!/usr/bin/env python3
"""Makes a data set for keypoint detection: random poses as pictures, and one COCO-WholeBody annotation file.

    examples/keypoint_dataset.py MODEL FOLDER [--count 20] [--seed 1]

`mmdview batch --labels keypoints` does this faster for poses in files; here the poses are made by the program.
"""

import argparse
import json
import pathlib
import sys

import numpy as np

import mmdview
from contact_sheet import write_png

# Largest angles about X, Y and Z in degrees. Bones that the model lacks are left out.
LIMITS = {
    "首": (15, 30, 10), "頭": (20, 30, 10), "上半身": (20, 30, 15),
    "左腕": (30, 50, 60), "右腕": (30, 50, 60), "左ひじ": (0, 90, 0), "右ひじ": (0, 90, 0),
    "左足": (40, 15, 15), "右足": (40, 15, 15), "左ひざ": (50, 0, 0), "右ひざ": (50, 0, 0),
}
# Knees and elbows bend one way: the axis and the sign of its angle.
ONE_WAY = {"左ひざ": (0, -1), "右ひざ": (0, -1), "左ひじ": (1, 1), "右ひじ": (1, -1)}


def quaternions(angles):
    """(n, 3) degrees about X, then Y, then Z to (n, 4): x, y, z, w."""
    half = np.radians(angles) / 2
    (sx, sy, sz), (cx, cy, cz) = np.sin(half).T, np.cos(half).T
    return np.stack([sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz,
                     cx * cy * sz - sx * sy * cz, cx * cy * cz + sx * sy * sz], axis=-1)


def random_poses(model, count, seed):
    random = np.random.default_rng(seed)
    poses = mmdview.Poses(model, count)
    for name, limits in LIMITS.items():
        angles = random.uniform(-1, 1, (count, 3)) * limits
        if name in ONE_WAY:
            axis, sign = ONE_WAY[name]
            angles[:, axis] = sign * abs(angles[:, axis])
        if name in model.bones:
            poses.rotations[:, model.bones.index(name)] = quaternions(angles)
    poses.ik[:] = False  # IK would move the legs back
    return poses


def main():
    parser = argparse.ArgumentParser(description="A data set of random poses with keypoints.")
    parser.add_argument("model")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=256)
    arguments = parser.parse_args()
    try:
        model = mmdview.Model.load(arguments.model)
    except mmdview.Error as error:
        return f"{error}"
    arguments.folder.mkdir(parents=True, exist_ok=True)
    poses = random_poses(model, arguments.count, arguments.seed)
    together = {"images": [], "annotations": [], "categories": []}
    for i in range(arguments.count):
        name = f"{i:05}.png"
        picture, labels = model.render(poses[i], arguments.size, arguments.size, background=(1, 1, 1, 1),
                                       labels="keypoints", names=name)
        write_png(arguments.folder / name, picture)
        coco = labels["coco.json"]
        together["images"] += coco["images"]
        together["annotations"] += coco["annotations"]
        together["categories"] = coco["categories"]
    (arguments.folder / "annotations.json").write_text(json.dumps(together), encoding="utf-8")
    print(f"{arguments.folder}: {len(together['images'])} pictures, {len(together['annotations'])} annotations")
    return 0


if __name__ == "__main__":
    sys.exit(main())
