"""Poses and motions as arrays; arrays of any kind as poses."""

import unittest
import warnings

import numpy as np

import mmdview
from support import FIGURE, PEACE, ROOT, chain

SONG = next((ROOT / "samples" / "motions").glob("*.vmd"))
TEXT = """Vocaloid Pose Data file

x.osm;
1;

Bone0{腕
  1.0,2.0,3.0;
  0.0,0.0,0.6,0.8;
}
Bone1{無い
  0.0,0.0,0.0;
  0.0,0.0,0.0,1.0;
}
"""


class Memory(unittest.TestCase):
    """What a caller does to arrays does not let the module read beside them."""

    def setUp(self):
        self.model = mmdview.Model.load(chain())

    def test_stacks_a_sequence_that_makes_its_poses_on_access(self):
        poses = mmdview.Poses(self.model, 5)
        poses.translations[3, 1] = [1, 2, 3]
        stacked = mmdview.Poses.stack(poses)
        np.testing.assert_array_equal(stacked.translations, poses.translations)

    def test_stacks_a_sequence_that_grows_meanwhile(self):
        pose = mmdview.Pose(self.model)

        class Growing:
            size = 0

            def __len__(self):
                self.size += 1
                return self.size

            def __getitem__(self, index):
                if index >= 10000:
                    raise IndexError
                return pose

        growing = Growing()
        stacked = mmdview.Poses.stack(growing)
        self.assertLessEqual(len(stacked), growing.size)
        self.assertEqual(stacked.rotations.shape[0], len(stacked))

    def test_reshaping_a_returned_array_keeps_the_pose(self):
        poses = mmdview.Poses(self.model, 2)
        poses.translations.shape = (10, 1, 3)
        self.assertEqual(len(poses), 2)
        self.assertEqual(poses.translations.shape, (2, 5, 3))

    def test_reshaping_a_given_array_keeps_the_poses(self):
        translations = np.zeros((2, 5, 3), np.float32)
        poses = mmdview.Poses.from_arrays(self.model, translations=translations)
        translations.shape = (10, 1, 3)
        self.assertEqual(len(poses), 2)
        translations[0, 0] = 7
        self.assertEqual(poses.translations[0, 0, 0], 7, "the same memory")

    def test_none_is_no_model(self):
        for make in (lambda: mmdview.Pose(None), lambda: mmdview.Poses(None, 2), lambda: mmdview.Pose.load(PEACE, None),
                     lambda: mmdview.Pose.from_text(TEXT, None), lambda: mmdview.Pose.from_dict({}, None),
                     lambda: mmdview.Poses.from_arrays(None), lambda: mmdview.Motion.load(SONG, None)):
            with self.assertRaises(TypeError):
                make()

    def test_numbers_beyond_float32_are_errors(self):
        rotations = np.full((1, 5, 4), 1e300)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaisesRegex(ValueError, "rotations"):
                mmdview.Poses.from_arrays(self.model, rotations=rotations)

    def test_frames_that_are_not_finite_are_errors(self):
        motion = mmdview.Motion.load(SONG, self.model)
        with self.assertRaisesRegex(ValueError, r"frames\[1\]"):
            motion.sample([0, np.nan])


class OnePose(unittest.TestCase):
    def setUp(self):
        self.model = mmdview.Model.load(chain())

    def test_at_rest_have_identity_rotations(self):
        pose = mmdview.Pose(self.model)
        np.testing.assert_array_equal(pose.translations, np.zeros((5, 3), np.float32))
        np.testing.assert_array_equal(pose.rotations, np.tile(np.float32([0, 0, 0, 1]), (5, 1)))
        np.testing.assert_array_equal(pose.morphs, [0])
        np.testing.assert_array_equal(pose.ik, [True])

    def test_from_text_have_the_files_numbers_and_list_unknown_names(self):
        pose = mmdview.Pose.from_text(TEXT, self.model)
        np.testing.assert_allclose(pose.translations[1], [1, 2, 3])
        np.testing.assert_allclose(pose.rotations[1], [0, 0, 0.6, 0.8], atol=1e-7)
        self.assertTrue(any("無い" in str(d) for d in pose.diagnostics), pose.diagnostics)
        same = mmdview.Pose.load(TEXT.encode("cp932"), self.model)
        np.testing.assert_array_equal(same.rotations, pose.rotations)

    def test_errors_in_text_have_a_line(self):
        with self.assertRaises(mmdview.Error) as caught:
            mmdview.Pose.from_text(TEXT.replace("0.0,0.0,0.6", "0.0,x,0.6"), self.model)
        self.assertEqual(caught.exception.line, 8)
        with self.assertRaisesRegex(mmdview.Error, "not a pose"):
            mmdview.Pose.load(FIGURE, self.model)

    def test_from_a_dict_set_the_named_bones(self):
        pose = mmdview.Pose.from_dict(
            {"腕": np.array([0, 0, 3, 4.0]), "根": ((1, 2, 3), None), "先": (None, [0, 0, 0, 1])},
            self.model,
            morphs={"動き": 0.5},
        )
        np.testing.assert_array_equal(pose.rotations[1], [0, 0, 3, 4])
        np.testing.assert_array_equal(pose.translations[0], [1, 2, 3])
        np.testing.assert_array_equal(pose.morphs, [0.5])
        for wrong, error in (({"無い": (0, 0, 0, 1)}, mmdview.Error), ({"腕": (0, 0, 1)}, ValueError),
                             ({"腕": "abcd"}, TypeError)):
            with self.subTest(wrong=wrong), self.assertRaises(error):
                mmdview.Pose.from_dict(wrong, self.model)
        for weight, error in (("x", TypeError), ([1, 2], ValueError), (None, TypeError)):
            with self.subTest(weight=weight), self.assertRaisesRegex(error, "動き"):
                mmdview.Pose.from_dict({}, self.model, morphs={"動き": weight})

    def test_can_be_written_to(self):
        pose = mmdview.Pose(self.model)
        pose.translations[4] = [0, 7, 0]
        np.testing.assert_allclose(self.model.evaluate(pose)[0, 4, :3, 3], [5, 7, 0])


class ManyPoses(unittest.TestCase):
    def setUp(self):
        self.model = mmdview.Model.load(chain())

    def test_from_float32_in_c_order_share_the_memory(self):
        rotations = np.tile(np.float32([0, 0, 0, 1]), (6, 5, 1))
        poses = mmdview.Poses.from_arrays(self.model, rotations=rotations)
        self.assertTrue(np.shares_memory(poses.rotations, rotations))
        self.assertTrue(np.shares_memory(poses[2].rotations, rotations))
        self.assertTrue(np.shares_memory(poses[1:3].rotations, rotations))
        self.assertEqual(len(poses[1:5:2]), 2)
        with self.assertRaises(IndexError):
            poses[6]

    def test_from_other_numbers_are_converted(self):
        right = np.random.default_rng(1).normal(size=(7, 5, 4)).astype(np.float32)
        expected = self.model.evaluate(mmdview.Poses.from_arrays(self.model, rotations=right))
        big = np.zeros((7, 5, 8), np.float32)
        big[:, :, ::2] = right
        shifted = np.frombuffer(b"\0" + right.tobytes(), np.uint8)[1:].view(np.float32).reshape(right.shape)
        for same in (right.astype(np.float64), np.asfortranarray(right), big[:, :, ::2], right.astype(">f4"), shifted,
                     right.tolist(), right[::-1].copy()[::-1]):
            poses = mmdview.Poses.from_arrays(self.model, rotations=same)
            np.testing.assert_array_equal(self.model.evaluate(poses), expected)

    def test_errors_name_the_wrong_array(self):
        good = np.tile(np.float32([0, 0, 0, 1]), (3, 5, 1))
        for arguments, error, word in (
            ({"rotations": good[0]}, ValueError, r"rotations: expected shape \(n, 5, 4\), got \(5, 4\)"),
            ({"rotations": good[:, :4]}, ValueError, "rotations"),
            ({"rotations": good, "translations": np.zeros((2, 5, 3))}, ValueError, "rotations|translations"),
            ({"rotations": good.astype(complex)}, TypeError, "complex"),
            ({"rotations": np.full((3, 5, 4), "x")}, TypeError, "rotations"),
            ({"rotations": object()}, TypeError, "rotations"),
            ({"rotations": good, "ik": np.ones((3, 4), bool)}, ValueError, "ik"),
            ({"rotations": good, "ik": 1}, ValueError, "ik"),
            ({"ik": 1}, ValueError, "ik"),
            ({}, ValueError, "number of poses"),
        ):
            with self.subTest(arguments=arguments), self.assertRaisesRegex(error, word):
                mmdview.Poses.from_arrays(self.model, **arguments)

    def test_are_stacked_for_one_model_only(self):
        one = mmdview.Pose.from_text(TEXT, self.model)
        poses = mmdview.Poses.stack([one, mmdview.Pose(self.model)])
        np.testing.assert_array_equal(poses.rotations[0], one.rotations)
        self.assertEqual(len(poses), 2)
        with self.assertRaises(ValueError):
            mmdview.Poses.stack([one, mmdview.Pose(mmdview.Model.load(chain()))])
        with self.assertRaises(ValueError):
            mmdview.Poses.stack([])
        for what in ([one, 3], ["no pose", one]):
            with self.assertRaisesRegex(TypeError, "not a Pose"):
                mmdview.Poses.stack(what)


class Motions(unittest.TestCase):
    def test_are_sampled_at_any_frame(self):
        model = mmdview.Model.load(FIGURE)
        motion = mmdview.Motion.load(SONG, model)
        frames = np.arange(0, motion.last_frame, 7.5)
        poses = motion.sample(frames)
        self.assertEqual(poses.rotations.shape, (len(frames), len(model.bones), 4))
        self.assertGreater(np.abs(poses.rotations[0] - poses.rotations[3]).max(), 0.01)
        np.testing.assert_array_equal(motion.sample([frames[3]]).rotations[0], poses.rotations[3])
        raised = mmdview.Pose(model)
        raised.morphs[:] = 0.25
        raised.translations[:] = 0.5
        over = motion.sample([0], over=raised)
        untouched = (over.translations[0] == 0.5).all(axis=1)
        self.assertTrue(untouched.any() and not untouched.all(), "bones without keys keep what they have")
        with self.assertRaises(ValueError):
            motion.sample(np.zeros((2, 2)))
        with self.assertRaisesRegex(mmdview.Error, "not a motion"):
            mmdview.Motion.load(PEACE, model)


if __name__ == "__main__":
    unittest.main()
