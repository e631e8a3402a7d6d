#!/usr/bin/env python3
"""Turns poses or a motion into the joints of SMPL's skeleton: positions, and rotations from a T pose.

    examples/retarget_smpl.py MODEL POSE_OR_MOTION -o joints.npz

The file has, for n frames: `joints` (n, 24, 3) in metres, `poses` (n, 72) axis and angle of each joint relative to its
parent, as SMPL's `body_pose` with `global_orient` in front, `trans` (n, 3), and `rest` (24, 3), this model's joints in
the T pose. Axes: X to the character's left, Y up, Z to the front. The proportions are the model's, not those of SMPL's
mean body, and SMPL has its own places for the spine, so its mesh is only near the model's pose.
"""

import argparse
import sys

import numpy as np

import mmdview

METRES_PER_UNIT = 0.08

# Name, parent, and the bones that can give it: the first that the model has. Without any, the parent's bone counts.
JOINTS = [
    ("pelvis", -1, ["下半身"]),
    ("left_hip", 0, ["左足D", "左足"]), ("right_hip", 0, ["右足D", "右足"]), ("spine1", 0, ["上半身"]),
    ("left_knee", 1, ["左ひざD", "左ひざ"]), ("right_knee", 2, ["右ひざD", "右ひざ"]), ("spine2", 3, ["上半身2", "上半身２"]),
    ("left_ankle", 4, ["左足首D", "左足首"]), ("right_ankle", 5, ["右足首D", "右足首"]), ("spine3", 6, ["上半身3", "上半身３"]),
    ("left_foot", 7, ["左足先EX", "左つま先"]), ("right_foot", 8, ["右足先EX", "右つま先"]), ("neck", 9, ["首"]),
    ("left_collar", 9, ["左肩"]), ("right_collar", 9, ["右肩"]), ("head", 12, ["頭"]),
    ("left_shoulder", 13, ["左腕"]), ("right_shoulder", 14, ["右腕"]),
    ("left_elbow", 16, ["左ひじ"]), ("right_elbow", 17, ["右ひじ"]),
    ("left_wrist", 18, ["左手首"]), ("right_wrist", 19, ["右手首"]),
    ("left_hand", 20, ["左中指１"]), ("right_hand", 21, ["右中指１"]),
]
PARENTS = np.array([parent for _, parent, _ in JOINTS])
# Directions in the T pose from a joint to the next one of its limb; other joints keep the model's rest.
STRAIGHT = {
    "left_shoulder": ("left_elbow", (1, 0, 0)), "left_elbow": ("left_wrist", (1, 0, 0)), "left_wrist": ("left_hand", (1, 0, 0)),
    "right_shoulder": ("right_elbow", (-1, 0, 0)), "right_elbow": ("right_wrist", (-1, 0, 0)),
    "right_wrist": ("right_hand", (-1, 0, 0)), "left_hip": ("left_knee", (0, -1, 0)), "left_knee": ("left_ankle", (0, -1, 0)),
    "right_hip": ("right_knee", (0, -1, 0)), "right_knee": ("right_ankle", (0, -1, 0)),
}
NAMES = [name for name, _, _ in JOINTS]


def rotation_between(start, end):
    """The smallest rotation, (3, 3), that turns one direction into the other."""
    a, b = start / np.linalg.norm(start), np.asarray(end, float) / np.linalg.norm(end)
    axis, cosine = np.cross(a, b), a @ b
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + cross + cross @ cross / (1 + cosine)


def axis_angles(matrices):
    """(..., 3, 3) to (..., 3): the axis times the angle in radians."""
    trace = np.trace(matrices, axis1=-2, axis2=-1)
    angle = np.arccos(np.clip((trace - 1) / 2, -1, 1))
    axis = np.stack([matrices[..., 2, 1] - matrices[..., 1, 2], matrices[..., 0, 2] - matrices[..., 2, 0],
                     matrices[..., 1, 0] - matrices[..., 0, 1]], axis=-1)
    length = np.linalg.norm(axis, axis=-1)
    return axis * (angle / np.where(length > 1e-9, length, 1))[..., None]


def matrices_of(axis_angle):
    """(..., 3) to (..., 3, 3), the reverse of axis_angles()."""
    angle = np.linalg.norm(axis_angle, axis=-1)[..., None, None]
    x, y, z = np.moveaxis(axis_angle / np.where(angle[..., 0] > 1e-9, angle[..., 0], 1), -1, 0)
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=-1).reshape(*x.shape, 3, 3)
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def bones_of(model):
    """The bone of each joint."""
    out = []
    for name, parent, candidates in JOINTS:
        known = [model.bones.index(bone) for bone in candidates if bone in model.bones]
        if not known and parent < 0:
            raise SystemExit(f"the model has no bone for the {name}: {', '.join(candidates)}")
        out.append(known[0] if known else out[parent])
    return np.array(out)


def places_of(joints):
    """The pelvis is in the middle of the hips."""
    joints = joints.copy()
    joints[..., 0, :] = (joints[..., 1, :] + joints[..., 2, :]) / 2
    return joints


def retarget(model, poses):
    """A dict with `joints`, `poses`, `trans` and `rest` as above."""
    bones = bones_of(model)
    matrices = model.evaluate(poses, space="gl")[:, bones].astype(float)
    rest = places_of(model.bones.positions("gl")[bones].astype(float) * METRES_PER_UNIT)
    joints = places_of(matrices[..., :3, 3] * METRES_PER_UNIT)
    # From the T pose to the model's rest, by joint; a joint without a direction of its own turns like its parent.
    to_rest = np.tile(np.eye(3), (len(JOINTS), 1, 1))
    for i, name in enumerate(NAMES):
        if name in STRAIGHT:
            end, direction = STRAIGHT[name]
            limb = rest[NAMES.index(end)] - rest[i]
            if np.linalg.norm(limb) > 1e-6:
                to_rest[i] = rotation_between(np.array(direction, float), limb)
        elif name.endswith("_hand"):
            to_rest[i] = to_rest[PARENTS[i]]
    world = matrices[..., :3, :3] @ to_rest
    local = world.copy()
    t_pose = rest.copy()
    for i, parent in enumerate(PARENTS):
        if parent < 0:
            continue
        local[:, i] = np.swapaxes(world[:, parent], -1, -2) @ world[:, i]
        t_pose[i] = t_pose[parent] + to_rest[parent].T @ (rest[i] - rest[parent])
    return {"joints": joints, "poses": axis_angles(local).reshape(len(joints), -1), "trans": joints[:, 0] - t_pose[0],
            "rest": t_pose}


def forward(rest, poses, trans):
    """The joints (n, 24, 3) that SMPL's skeleton has with these rotations."""
    local = matrices_of(poses.reshape(len(poses), -1, 3))
    world, joints = local.copy(), np.zeros((len(poses), len(rest), 3))
    joints[:, 0] = rest[0] + trans
    for i, parent in enumerate(PARENTS):
        if parent < 0:
            continue
        world[:, i] = world[:, parent] @ local[:, i]
        joints[:, i] = joints[:, parent] + world[:, parent] @ (rest[i] - rest[parent])
    return joints


def main():
    parser = argparse.ArgumentParser(description="SMPL-like joints of a pose or motion.")
    parser.add_argument("model")
    parser.add_argument("motion", help="a .vpd or .vmd")
    parser.add_argument("-o", "--output", default="joints.npz")
    parser.add_argument("--rate", type=float, default=30, help="frames per second of the result")
    arguments = parser.parse_args()
    try:
        model = mmdview.Model.load(arguments.model)
        if arguments.motion.lower().endswith(".vpd"):
            poses = mmdview.Poses.stack([mmdview.Pose.load(arguments.motion, model)])
        else:
            motion = mmdview.Motion.load(arguments.motion, model)
            poses = motion.sample(np.arange(0, motion.last_frame + 1, 30 / arguments.rate))
    except mmdview.Error as error:
        return f"{error}"
    out = retarget(model, poses)
    np.savez(arguments.output, **out)
    error = np.linalg.norm(forward(out["rest"], out["poses"], out["trans"]) - out["joints"], axis=-1)
    worst = np.unravel_index(error.argmax(), error.shape)[1]
    print(f"{arguments.output}: {len(poses)} frames; SMPL's skeleton is {error.mean() * 100:.1f} cm from the model's joints, "
          f"at most {error.max() * 100:.1f} cm ({NAMES[worst]})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
