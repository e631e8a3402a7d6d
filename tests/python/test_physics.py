"""Bodies move hair and clothes as the program's do."""

import json
import os
import struct
import subprocess
import tempfile
import unittest

import numpy as np

import mmdview
from support import FIGURE, PEACE, ROOT, chain, at_once, interrupt, pixels_of

SONG = ROOT / "samples" / "motions" / "song.vmd"
PROGRAM = os.environ["MMDVIEW_PROGRAM"]


def bones_of_program(*arguments):
    """(bones, 3): where `mmdview bones` has them."""
    out = subprocess.run([PROGRAM, "bones", FIGURE, *arguments, "--format", "json", "-q"], check=True,
                         stdout=subprocess.PIPE).stdout
    return np.array([bone["position"] for bone in json.loads(out)["bones"]], np.float32)


def switched_off(bones):
    """A VMD that hides the model and lets bodies follow their bones, as of frame 0 (docs/dev/semantics.md)."""
    out = b"Vocaloid Motion Data 0002".ljust(30, b"\0") + bytes(20) + struct.pack("<I", len(bones))
    for name in bones:
        curves = bytearray(64)
        curves[2:4] = b"\x63\x0f"
        out += name.encode("cp932")[:15].ljust(15, b"\0") + struct.pack("<I7f", 0, 0, 0, 0, 0, 0, 0, 1) + bytes(curves)
    return out + struct.pack("<4I", 0, 0, 0, 0) + struct.pack("<IIBI", 1, 0, 0, 0)


class Physics(unittest.TestCase):
    def setUp(self):
        self.model = mmdview.Model.load(FIGURE)
        self.pose = mmdview.Pose.load(PEACE, self.model)

    def test_settles_like_the_program(self):
        bones = mmdview.Physics(self.model).settle(self.pose)
        self.assertEqual((bones.shape, bones.dtype), ((len(self.model.bones), 4, 4), np.float32))
        at_rest = self.model.evaluate(self.pose)[0]
        self.assertGreater(np.abs(bones - at_rest).max(), 0.05)
        np.testing.assert_allclose(bones[:, :3, 3], bones_of_program(PEACE, "--settle"), atol=2e-5)

    def test_settles_written_arrays(self):
        self.pose.rotations[self.model.bones.index("頭")] = [0, 0.6, 0, 0.8]
        bones = mmdview.Physics(self.model).settle(self.pose)
        copy = mmdview.Poses.stack([self.pose])[0]  # without the file's digits
        head = self.model.bones.index("頭")
        np.testing.assert_allclose(bones[head], mmdview.Physics(self.model).settle(copy)[head], atol=1e-5)

    def test_plays_a_motion_like_the_program(self):
        motion = mmdview.Motion.load(SONG, self.model)
        physics = mmdview.Physics(self.model)
        several = physics.play(motion, [4, 20])
        np.testing.assert_allclose(several[1, :, :3, 3], bones_of_program(SONG, "--settle", "--frame", "20"), atol=2e-5)
        np.testing.assert_array_equal(physics.bones(), several[1])
        np.testing.assert_array_equal(physics.play(motion, [4])[0], several[0])  # back: from the start

    def test_writing_the_pose_under_a_motion_restarts_it(self):
        motion = mmdview.Motion.load(SONG, self.model)
        over, physics = mmdview.Pose(self.model), mmdview.Physics(self.model)
        physics.play(motion, [0, 3], over=over)
        over.rotations[self.model.bones.index("腰")] = [0, 0.6, 0, 0.8]
        np.testing.assert_array_equal(
            physics.play(motion, [5], over=over), mmdview.Physics(self.model).play(motion, [5], over=over)
        )

    def test_steps_equal_playing_a_motion(self):
        motion = mmdview.Motion.load(SONG, self.model)
        played = mmdview.Physics(self.model).play(motion, [5])
        physics = mmdview.Physics(self.model)
        physics.settle(motion.sample([0])[0], seconds=0)
        steps = physics.step(motion.sample(np.arange(0.5, 5.5, 0.5)))
        self.assertEqual(steps.shape, (10, len(self.model.bones), 4, 4))
        np.testing.assert_allclose(steps[-1], played[0], atol=1e-3)
        self.assertGreater(physics.mean_speed, 0)
        physics.reset()
        self.assertEqual(physics.mean_speed, 0)
        np.testing.assert_allclose(physics.bones(), mmdview.Physics(self.model).bones(), atol=1e-6)

    def test_settles_and_plays_as_the_program_does_at_another_rate(self):
        motion = mmdview.Motion.load(SONG, self.model)
        for bones, arguments in (
            (mmdview.Physics(self.model, rate=120).settle(self.pose, seconds=0.5), (PEACE, "--settle", "0.5")),
            (mmdview.Physics(self.model, rate=120).play(motion, [4])[0], (SONG, "--settle", "--frame", "4")),
        ):
            expected = bones_of_program(*arguments, "--physics-rate", "120")
            np.testing.assert_allclose(bones[:, :3, 3], expected, atol=2e-5)

    def test_steps_release_bodies_held_by_a_motion(self):
        motion = mmdview.Motion.load(switched_off(self.model.bones.names), self.model)
        physics = mmdview.Physics(self.model)
        held = physics.play(motion, [0, 30])
        self.assertEqual(physics.render(32, 32)[..., 3].max(), 0)
        rest = mmdview.Pose(self.model)
        stepped = physics.step([rest] * 30)
        self.assertEqual(physics.render(32, 32)[..., 3].max(), 255)
        self.assertGreater(np.abs(stepped[-1] - held[-1]).max(), 0.01)
        self.assertGreater(physics.mean_speed, 0)

    def test_draws_what_shot_draws(self):
        physics = mmdview.Physics(self.model)
        physics.play(mmdview.Motion.load(SONG, self.model), [9])
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "shot.png")
            subprocess.run([PROGRAM, "shot", FIGURE, SONG, "--frame", "9", "--size", "96x96", "--view", "front", "-o",
                            name, "-q"], check=True)
            expected = pixels_of(name)
        picture = physics.render(96, 96, view="front")
        seen = expected[..., 3] > 0
        np.testing.assert_array_equal(picture[..., 3], expected[..., 3])
        np.testing.assert_array_equal(picture[seen], expected[seen])

    def test_labels_show_the_bodies(self):
        physics = mmdview.Physics(self.model)
        physics.settle(self.pose)
        _, settled = physics.render(48, 64, labels="depth")
        _, expected = self.model.render(self.pose, 48, 64, labels="depth")
        np.testing.assert_array_equal(settled["depth.png"], expected["depth.png"])
        _, still = self.model.render(self.pose, 48, 64, physics=False, labels="depth")
        self.assertTrue((settled["depth.png"] != still["depth.png"]).any())

    def test_pictures_of_poses_have_the_bodies_of_shot(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "shot.png")
            subprocess.run([PROGRAM, "shot", FIGURE, PEACE, "--size", "128x128", "--view", "front", "-o", name, "-q"],
                           check=True)
            expected = pixels_of(name)
        seen = expected[..., 3] > 0
        moved = self.model.render(self.pose, 128, 128, view="front")
        np.testing.assert_array_equal(moved[seen], expected[seen])
        at_rest = self.model.render(self.pose, 128, 128, view="front", physics=False)
        self.assertGreater((at_rest[seen] != expected[seen]).any(1).mean(), 0.01)

    def test_without_bodies_equals_evaluate_and_skin(self):
        model = mmdview.Model.load(chain())
        pose = mmdview.Pose.from_dict({"根": [0.3, 0, 0, 0.9], "ＩＫ": ([0, -0.5, 0.5], None)}, model, {"動き": 0.5})
        physics = mmdview.Physics(model)
        for arguments in ({}, {"space": "gl"}, {"kind": "skinning"}):
            np.testing.assert_allclose(physics.settle(pose, **arguments), model.evaluate(pose, **arguments)[0], atol=2e-5)
        figure = mmdview.Physics(self.model)
        vertices, normals = figure.skin(with_normals=True)
        expected, expected_normals = self.model.skin(mmdview.Pose(self.model), with_normals=True)
        np.testing.assert_allclose(vertices, expected[0], atol=1e-4)
        np.testing.assert_allclose(normals, expected_normals[0], atol=1e-4)

    def test_uses_gravity_and_rate(self):
        up = mmdview.Physics(self.model, gravity=(0, 98, 0)).settle(self.pose, seconds=0.5)
        down = mmdview.Physics(self.model).settle(self.pose, seconds=0.5)
        self.assertGreater((up - down)[:, 1, 3].max(), 0.5)

    def test_threads_take_turns(self):
        physics = mmdview.Physics(self.model)
        expected = mmdview.Physics(self.model).settle(self.pose, seconds=0.2)
        for result in at_once(3, lambda: physics.settle(self.pose, seconds=0.2)):
            np.testing.assert_array_equal(result, expected)

    def test_a_motion_interrupted_during_warm_up_restarts(self):
        motion = mmdview.Motion.load(SONG, self.model)
        expected = mmdview.Physics(self.model).play(motion, [0, 7])
        physics = mmdview.Physics(self.model)
        interrupt(self, lambda: physics.play(motion, [1e6]))  # nine hours of it
        np.testing.assert_array_equal(physics.play(motion, [0, 7]), expected)

    def test_can_be_interrupted_and_used_again(self):
        physics = mmdview.Physics(self.model)
        motion = mmdview.Motion.load(SONG, self.model)
        many = [self.pose] * 3000
        settled = mmdview.Physics(self.model).settle(self.pose, seconds=0.2)
        played = mmdview.Physics(self.model).play(motion, [3])
        for work in (
            lambda: physics.settle(self.pose, warm_up=1_000_000),
            lambda: physics.settle(self.pose, seconds=3600),
            lambda: physics.step(many),
            lambda: physics.play(motion, [1e6]),
            lambda: physics.play(motion, np.arange(3000)),
        ):
            interrupt(self, work)
            np.testing.assert_array_equal(physics.settle(self.pose, seconds=0.2), settled)
            interrupt(self, work)
            np.testing.assert_array_equal(physics.play(motion, [3]), played)
            self.assertEqual(physics.step([self.pose]).shape[0], 1)
            self.assertEqual(physics.render(16, 16).shape, (16, 16, 4))

    def test_rejects_wrong_arguments(self):
        physics = mmdview.Physics(self.model)
        other = mmdview.Model.load(FIGURE)
        motion = mmdview.Motion.load(SONG, self.model)
        bad = mmdview.Pose(self.model)
        bad.rotations[1, 2] = np.inf
        for work, error in (
            (lambda: physics.settle(mmdview.Pose(other)), ValueError),
            (lambda: physics.settle(bad), ValueError),
            (lambda: physics.settle(self.pose, seconds=-1), ValueError),
            (lambda: physics.settle(self.pose, seconds=float("nan")), ValueError),
            (lambda: physics.settle(self.pose, warm_up=-1), ValueError),
            (lambda: physics.settle(self.pose, warm_up=0.5), TypeError),
            (lambda: physics.settle([self.pose]), TypeError),
            (lambda: physics.step(bad), ValueError),
            (lambda: physics.step("pose"), TypeError),
            (lambda: physics.play(self.pose, [0]), TypeError),
            (lambda: physics.play(motion, [np.nan]), ValueError),
            (lambda: physics.play(motion, [[0]]), ValueError),
            (lambda: physics.play(motion, [0], over=mmdview.Pose(other)), ValueError),
            (lambda: physics.play(motion, [0], over=3), TypeError),
            (lambda: mmdview.Physics(other).play(motion, [0]), ValueError),
            (lambda: physics.bones(space="world"), ValueError),
            (lambda: physics.bones(kind="none"), ValueError),
            (lambda: mmdview.Physics(self.model, gravity=(0, np.nan, 0)), ValueError),
            (lambda: mmdview.Physics(self.model, rate=0), ValueError),
            (lambda: mmdview.Physics(None), TypeError),
            (lambda: physics.render(0, 5), ValueError),
        ):
            with self.assertRaises(error):
                work()
        self.assertEqual(physics.step([]).shape, (0, len(self.model.bones), 4, 4))
        self.assertEqual(physics.diagnostics, [])


if __name__ == "__main__":
    unittest.main()
