"""The examples in Python run on the sample figure."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

import numpy as np

import mmdview
from support import FIGURE, PEACE, ROOT, environment, pixels_of

EXAMPLES = ROOT / "examples"
sys.path.insert(0, str(EXAMPLES))
KICK = ROOT / "samples" / "poses" / "kick.vpd"
SONG = ROOT / "samples" / "motions" / "song.vmd"


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_example(self, name, *arguments, status=0):
        done = subprocess.run([sys.executable, EXAMPLES / name, *map(str, arguments)], env=environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, universal_newlines=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def test_contact_sheet_has_the_pictures_in_rows(self):
        self.run_example("contact_sheet.py", FIGURE, PEACE, KICK, PEACE, "-o", self.folder / "s.png", "--columns", 2, "--size", 40)
        sheet = pixels_of(self.folder / "s.png")
        self.assertEqual(sheet.shape, (80, 80, 4))
        np.testing.assert_array_equal(sheet[40:, :40], sheet[:40, :40])
        self.assertTrue((sheet[:40, 40:] != sheet[:40, :40]).any())
        self.assertFalse(sheet[40:, 40:].any(), "no fourth pose")

    def test_keypoint_dataset_has_annotated_pictures(self):
        self.run_example("keypoint_dataset.py", FIGURE, self.folder, "--count", 3, "--size", 64)
        coco = json.loads((self.folder / "annotations.json").read_text(encoding="utf-8"))
        self.assertEqual(len({image["id"] for image in coco["images"]}), 3)
        self.assertEqual(len(coco["categories"]), 1)
        for image, annotation in zip(coco["images"], coco["annotations"]):
            self.assertEqual(annotation["image_id"], image["id"])
            picture = pixels_of(self.folder / image["file_name"])
            x, y, width, height = annotation["bbox"]
            coloured = np.argwhere((picture[..., :3].min(axis=-1) < 128)[: y + height])
            self.assertTrue(len(coloured))
            self.assertGreater(annotation["num_keypoints"], 10)
        self.assertNotEqual(coco["annotations"][0]["keypoints"], coco["annotations"][1]["keypoints"])

    def test_keypoint_dataset_bends_knees_and_elbows_one_way(self):
        import keypoint_dataset

        model = mmdview.Model.load(FIGURE)
        rest = model.bones.positions()
        for middle, end, back in (("左ひざ", "左足首", 1), ("右ひざ", "右足首", 1), ("左ひじ", "左手首", -1), ("右ひじ", "右手首", -1)):
            poses = keypoint_dataset.random_poses(model, 20, 1)
            alone = mmdview.Poses(model, 20)
            alone.ik[:] = False
            bone, tip = model.bones.index(middle), model.bones.index(end)
            alone.rotations[:, bone] = poses.rotations[:, bone]
            moved = (model.evaluate(alone)[:, tip, 2, 3] - rest[tip, 2]) * back  # +Z is behind the model
            self.assertTrue((moved > 0).all(), middle)

    def test_retarget_gives_rotations_that_reach_the_joints(self):
        import retarget_smpl

        self.run_example("retarget_smpl.py", FIGURE, SONG, "-o", self.folder / "j.npz", "--rate", 10)
        data = np.load(self.folder / "j.npz")
        frames = len(data["joints"])
        self.assertGreater(frames, 50)
        self.assertEqual((data["poses"].shape, data["trans"].shape), ((frames, 72), (frames, 3)))
        reached = retarget_smpl.forward(data["rest"], data["poses"], data["trans"])
        np.testing.assert_allclose(reached, data["joints"], atol=0.02)  # metres
        self.assertGreater(np.ptp(data["joints"], axis=0).max(), 0.2)
        rest = dict(zip(retarget_smpl.NAMES, data["rest"]))
        for side, sign in (("left", 1), ("right", -1)):
            arm = rest[f"{side}_wrist"] - rest[f"{side}_shoulder"]
            np.testing.assert_allclose(arm / np.linalg.norm(arm), [sign, 0, 0], atol=1e-6)
            leg = rest[f"{side}_ankle"] - rest[f"{side}_hip"]
            np.testing.assert_allclose(leg / np.linalg.norm(leg), [0, -1, 0], atol=1e-6)

    def test_trimesh_export_gives_the_posed_mesh(self):
        import trimesh_export

        model = mmdview.Model.load(FIGURE)
        vertices, normals, faces, colours = trimesh_export.arrays_of(model, mmdview.Pose.load(KICK, model))
        self.assertEqual((vertices.shape, normals.shape, colours.shape), ((model.vertex_count, 3), (model.vertex_count, 3), (len(faces), 4)))
        self.assertLess(faces.max(), len(vertices))
        self.assertTrue(1.0 < np.ptp(vertices[:, 1]) < 2.5, "metres")
        # Seen from the front, corners go counter-clockwise: with the vertices' normals.
        a, b, c = (vertices[faces[:, i]] for i in range(3))
        along = (np.cross(b - a, c - a) * normals[faces].sum(axis=1)).sum(axis=-1)
        self.assertGreater((along > 0).mean(), 0.9)
        self.assertGreater(len(np.unique(colours, axis=0)), 2)

    def test_trimesh_export_passes_the_mesh_on(self):
        import trimesh_export

        given = {}

        class Trimesh:  # in place of the package, which is not Debian's
            def __init__(self, vertices, faces, **more):
                given.update(vertices=vertices, faces=faces, **more)
                self.bounds = vertices.min(axis=0), vertices.max(axis=0)

            def export(self, name):
                given["name"] = name

        before = sys.modules.get("trimesh"), sys.argv
        sys.modules["trimesh"], sys.argv = types.SimpleNamespace(Trimesh=Trimesh), ["", str(FIGURE), "-o", "a.glb"]
        try:
            self.assertEqual(trimesh_export.main(), 0)
        finally:
            sys.modules["trimesh"], sys.argv = before
            if before[0] is None:
                del sys.modules["trimesh"]
        self.assertEqual((given["name"], given["process"]), ("a.glb", False))
        self.assertEqual(len(given["faces"]), len(given["face_colors"]))

    def test_trimesh_export_says_what_is_missing(self):
        (self.folder / "trimesh.py").write_text("raise ImportError")
        with_path = os.pathsep.join([str(self.folder), os.environ["PYTHONPATH"]])
        done = subprocess.run([sys.executable, EXAMPLES / "trimesh_export.py", FIGURE], env=environment(PYTHONPATH=with_path),
                              stderr=subprocess.PIPE, universal_newlines=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, "this example needs trimesh: pip install trimesh\n"))

    def test_report_files_that_cannot_be_read(self):
        missing = self.folder / "no.pmx"
        for name, more in (("contact_sheet.py", [PEACE]), ("keypoint_dataset.py", [self.folder / "out"]), ("retarget_smpl.py", [SONG])):
            with self.subTest(name):
                self.assertRegex(self.run_example(name, missing, *more, status=1), r"^\S*no\.pmx: there is no such file")


class Mesh(unittest.TestCase):
    def test_has_texture_coordinates_and_materials(self):
        model = mmdview.Model.load(FIGURE)
        self.assertEqual(model.uvs.shape, (model.vertex_count, 2))
        self.assertEqual(model.faces.shape, (len(model.face_materials), 3))
        self.assertEqual(model.material_colours.shape, (len(model.material_names), 4))
        self.assertIn("肌", model.material_names)
        self.assertEqual(set(model.face_materials), set(range(len(model.material_names))))


if __name__ == "__main__":
    unittest.main()
