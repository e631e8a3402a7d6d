"""Labels are those that the program writes."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np

import mmdview
from support import FIGURE, PEACE, pixels_of


class Labels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = mmdview.Model.load(FIGURE)
        cls.pose = mmdview.Pose.load(PEACE, cls.model)

    def test_equal_the_files_of_shot(self):
        _, labels = self.model.render(self.pose, 48, 64, physics=False, labels="all", names="a.png")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([os.environ["MMDVIEW_PROGRAM"], "shot", FIGURE, PEACE, "--no-physics", "--size", "48x64", "-q",
                            "--labels", "all", "-o", os.path.join(folder, "a.png")], check=True)
            files = {f.name.split(".", 1)[1]: f for f in pathlib.Path(folder).iterdir() if f.name != "a.png"}
            self.assertEqual(set(labels), set(files))
            self.assertGreaterEqual(len(labels), 12)
            for ending, file in files.items():
                with self.subTest(ending):
                    if ending.endswith(".json"):
                        self.assertEqual(labels[ending], json.loads(file.read_text(encoding="utf-8")))
                    elif ending.endswith(".png"):
                        np.testing.assert_array_equal(labels[ending], pixels_of(file))
                        self.assertTrue(labels[ending].any())

    def test_have_types_and_shapes(self):
        _, labels = self.model.render(self.pose, 40, 56, physics=False, labels="depth,depth-exr,normals,parts,rest")
        for ending, kind, shape in (("depth.png", np.uint16, (56, 40)), ("depth.exr", np.float32, (56, 40)),
                                    ("normals.png", np.uint8, (56, 40, 3)), ("parts.png", np.uint8, (56, 40)),
                                    ("rest.png", np.uint16, (56, 40, 3))):
            self.assertEqual((labels[ending].dtype, labels[ending].shape), (np.dtype(kind), shape), ending)
        units = labels["labels.json"]["metres_per_unit"]
        np.testing.assert_allclose(labels["depth.exr"] * units, labels["depth.png"] / 1000, atol=0.00051)

    def test_of_many_poses_have_one_dict_each(self):
        poses = [self.pose, mmdview.Pose(self.model)]
        pictures, labels = self.model.render(poses, 40, 56, physics=False, labels="keypoints")
        self.assertEqual((pictures.shape, len(labels)), ((2, 56, 40, 4), 2))
        names = [one["coco.json"]["images"][0]["file_name"] for one in labels]
        self.assertEqual(names, ["picture_000.png", "picture_001.png"])
        ids = {one["coco.json"]["annotations"][0]["id"] for one in labels}
        self.assertEqual(len(ids), 2)
        _, labels = self.model.render(poses, 40, 56, physics=False, labels="camera", names=["a", "b"])
        self.assertEqual(labels[1]["camera.json"]["frames"][0]["file_path"], "b")

    def test_leave_the_picture_as_it_is(self):
        plain = self.model.render(self.pose, 48, 64, physics=False)
        with_labels, _ = self.model.render(self.pose, 48, 64, physics=False, labels="all")
        np.testing.assert_array_equal(plain, with_labels)

    def test_reject_unknown_words_and_wrong_names(self):
        for arguments, error in (({"labels": "deepness"}, ValueError), ({"labels": ""}, ValueError),
                                 ({"labels": ["depth"]}, TypeError), ({"labels": "depth", "names": ["a"]}, TypeError),
                                 ({"labels": "depth", "names": 3}, TypeError)):
            with self.subTest(arguments), self.assertRaises(error):
                self.model.render(self.pose, 8, 8, physics=False, **arguments)
        with self.assertRaisesRegex(ValueError, "names: expected 2, got 1"):
            self.model.render([self.pose] * 2, 8, 8, physics=False, labels="depth", names=["a"])


if __name__ == "__main__":
    unittest.main()
