"""Pictures are those that the program draws."""

import os
import subprocess
import tempfile
import unittest

import numpy as np

import mmdview
from support import FIGURE, PEACE, chain, at_once, interrupt, pixels_of


class Pictures(unittest.TestCase):
    def shot(self, *arguments):
        """The pixels that the program draws of the figure."""
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "shot.png")
            subprocess.run([os.environ["MMDVIEW_PROGRAM"], "shot", FIGURE, *arguments, "-o", name, "-q"], check=True)
            return pixels_of(name)

    def test_have_the_pixels_of_shot(self):
        model = mmdview.Model.load(FIGURE)
        picture = model.render(mmdview.Pose.load(PEACE, model), 128, 96, view="three-quarter", physics=False)
        self.assertEqual((picture.dtype, picture.shape), (np.uint8, (96, 128, 4)))
        expected = self.shot(PEACE, "--no-physics", "--size", "128x96", "--view", "three-quarter")
        self.assertGreater((expected[..., 3] == 255).mean(), 0.05)
        seen = expected[..., 3] > 0
        np.testing.assert_array_equal(picture[..., 3], expected[..., 3])
        np.testing.assert_array_equal(picture[seen], expected[seen])

    def test_of_several_poses_equal_those_of_each(self):
        model = mmdview.Model.load(FIGURE)
        poses = [mmdview.Pose(model), mmdview.Pose.load(PEACE, model)]
        several = model.render(poses, 40, 56)
        self.assertEqual((several.dtype, several.shape), (np.uint8, (2, 56, 40, 4)))
        for pose, picture in zip(poses, several):
            np.testing.assert_array_equal(model.render(pose, 40, 56), picture)
        stacked, still = mmdview.Poses.stack(poses), {"width": 40, "height": 56, "physics": False}
        np.testing.assert_array_equal(model.render(stacked, **still), model.render(poses, **still))
        many = [poses[i % 2] for i in range(7)]
        np.testing.assert_array_equal(model.render(many, 40, 56), several[[0, 1, 0, 1, 0, 1, 0]])
        bad = mmdview.Pose(model)
        bad.rotations[1, 2] = np.nan
        for row in range(3):
            with self.assertRaises(ValueError):
                model.render([*poses[:row], bad, *poses[row:]], 40, 56)
        self.assertEqual(model.render(stacked[:0], **still).shape, (0, 56, 40, 4))
        self.assertEqual(model.render(stacked[:1], **still).shape, (1, 56, 40, 4))

    def test_have_the_effects_of_the_program(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose.load(PEACE, model)
        still = {"width": 96, "height": 128, "view": "bust", "physics": False, "background": (1, 1, 1, 1)}
        plain = model.render(pose, **still)
        for effects, options in [
            ("stage", ["--preset", "stage"]),
            ({"glow": "0.8,0.5,3", "depth_of_field": "face,0.5", "lines": 0.25},
             ["--glow", "0.8,0.5,3", "--depth-of-field", "face,0.5", "--lines", "0.25"]),
            ({"rim": 0, "preset": "soft"}, ["--preset", "soft", "--rim", "0"]),
        ]:
            picture = model.render(pose, effects=effects, **still)
            expected = self.shot(PEACE, "--no-physics", "--size", "96x128", "--view", "bust", "--background", "ffffff",
                                 *options)
            np.testing.assert_array_equal(picture[..., :3], expected)  # an opaque file has no alpha
            self.assertGreater((picture != plain).any(axis=2).mean(), 0.1, effects)
        np.testing.assert_array_equal(model.render(pose, effects={}, **still), plain)
        np.testing.assert_array_equal(mmdview.Physics(model).render(64, 64, effects="soft"),
                                      model.render(mmdview.Pose(model), 64, 64, physics=False, effects="soft"))

    def test_refuse_unknown_effects_and_bad_values(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose(model)
        for effects, words in [("fancy", "portrait, stage"), ({"sparkles": 1}, "depth-of-field, glow"),
                               ({"glow": "bright"}, "STRENGTH,THRESHOLD,RADIUS")]:
            with self.assertRaisesRegex(ValueError, words):
                model.render(pose, 32, 32, physics=False, effects=effects)
        with self.assertRaises(TypeError):
            model.render(pose, 32, 32, physics=False, effects=["soft"])

    def test_are_the_same_from_any_thread(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose(model)
        expected = model.render(pose, 48, 64, physics=False)
        for result in at_once(3, lambda: model.render(pose, 48, 64, physics=False)):
            np.testing.assert_array_equal(result, expected)

    def test_fail_in_a_process_forked_after_the_first_picture_but_the_rest_works(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose(model)
        model.render(pose, 8, 8, physics=False)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            answer = ""
            try:
                mmdview.Physics(model).settle(pose, seconds=0.1)
                model.skin(mmdview.Poses(model, 100))
                model.render(pose, 8, 8, physics=False)
            except BaseException as error:  # the parent tells what it was
                answer = f"{type(error).__name__}: {error}"
            os.write(writing, answer.encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            answer = pipe.read()
        os.waitpid(child, 0)
        self.assertRegex(answer, "^Error: this process was forked after a picture was drawn.*spawn")
        model.render(pose, 8, 8, physics=False)

    def test_can_be_interrupted_and_drawn_again(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose.load(PEACE, model)
        expected = model.render(pose, 48, 64)
        for work in (lambda: model.render([pose] * 1000, 48, 64), lambda: model.render(pose, 48, 64, physics=False)):
            interrupt(self, work)
            np.testing.assert_array_equal(model.render(pose, 48, 64), expected)

    def test_use_the_background_and_reject_bad_sizes(self):
        model = mmdview.Model.load(chain())  # no vertices
        pose = mmdview.Pose(model)
        np.testing.assert_array_equal(model.render(pose, 8, 4, background=(1, 0, 0, 1))[0, 0], [255, 0, 0, 255])
        pose.rotations[1, 2] = np.nan
        for arguments, error in (({"poses": pose}, ValueError), ({"width": 0}, ValueError), ({"samples": 0}, ValueError),
                                 ({"samples": 65}, ValueError), ({"view": "inside"}, ValueError),
                                 ({"background": (2, 0, 0, 1)}, ValueError), ({"background": (1, 0)}, TypeError),
                                 ({"poses": [pose, 3]}, TypeError), ({"poses": 3}, TypeError)):
            with self.subTest(arguments=arguments), self.assertRaises(error):
                model.render(**{"poses": mmdview.Pose(model), **arguments})
        with self.assertRaises(mmdview.Error):
            model.render(mmdview.Pose(model), 10**6, 10**6)


if __name__ == "__main__":
    unittest.main()
