"""The mesh as arrays, and bones, morphs and materials as sequences."""

import os
import pathlib
import struct
import tempfile
import unittest
import zipfile

import numpy as np

import mmdview
from support import FIGURE, PEACE, Bone, chain, pmx, text


def mesh():
    """The bytes of a triangle with a bone, a second one without weights, a texture, and vertex and group morphs."""
    out = b"PMX " + struct.pack("<fB8B", 2.0, 8, 0, 0, 4, 1, 1, 2, 2, 1)
    out += text("網") + text("mesh") + text("") + text("")
    corners = [((0, 0, 1), 0, 1, 0.25), ((1, 0, 1), 1, 0, 1.0), ((0, 1, 1), -1, -1, 0.5)]
    out += struct.pack("<i", len(corners))
    for position, a, b, weight in corners:
        out += struct.pack("<3f3f2fBhhff", *position, 0, 0, -1, 0.5, 0.25, 1, a, b, weight, 1)
    out += struct.pack("<i3i", 3, 0, 1, 2)
    out += struct.pack("<i", 2) + text("tex\\a.png") + text("no.png")
    out += struct.pack("<i", 2)
    for name, texture, indices in (("肌", 0, 3), ("空", -1, 0)):
        out += text(name) + text("") + struct.pack("<4f3ff3fB4ff", 1, 0.5, 0.25, 1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 1)
        out += struct.pack("<bbBBB", texture, -1, 0, 1, 0) + text("") + struct.pack("<i", indices)
    bones = [Bone("根"), Bone("腕", (0, 1, 2), 0)]
    out += struct.pack("<i", len(bones)) + b"".join(bone.packed() for bone in bones)
    out += struct.pack("<i", 2)
    out += text("笑い") + text("smile") + struct.pack("<BBi", 3, 1, 1) + struct.pack("<i3f", 1, 0.5, 0, 2)
    out += text("全部") + text("") + struct.pack("<BBi", 4, 0, 1) + struct.pack("<hf", 0, 0.5)
    return out + struct.pack("<iii", 0, 0, 0)


class Arrays(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = mmdview.Model.load(mesh(), name="mesh.pmx")

    def test_at_rest_have_the_files_numbers(self):
        model = self.model
        np.testing.assert_array_equal(model.rest_vertices(), [[0, 0, 1], [1, 0, 1], [0, 1, 1]])
        np.testing.assert_array_equal(model.rest_vertices("gl"), [[0, 0, -1], [1, 0, -1], [0, 1, -1]])
        np.testing.assert_array_equal(model.rest_normals(), [[0, 0, -1]] * 3)
        np.testing.assert_array_equal(model.rest_normals(space="gl"), [[0, 0, 1]] * 3)
        np.testing.assert_array_equal(model.uvs, [[0.5, 0.25]] * 3)
        np.testing.assert_array_equal(model.skin_weights[:2], [[0.25, 0.75, 0, 0], [1, 0, 0, 0]])
        self.assertEqual(model.skin_joints[0, :2].tolist(), [0, 1])
        self.assertEqual(model.skin_joints[1, 0], 1)
        np.testing.assert_array_equal(model.skin_joints[2], [len(model.bones)] * 4)  # it has no bones
        for array, kind in ((model.rest_vertices(), np.float32), (model.rest_normals(), np.float32), (model.skin_weights, np.float32),
                            (model.skin_joints, np.int32), (model.material_textures, np.int32)):
            self.assertEqual(array.dtype, kind)
        with self.assertRaisesRegex(ValueError, "left-handed"):
            model.rest_vertices("left")

    def test_of_morphs_are_offsets_of_all_vertices(self):
        smile, group = self.model.morphs
        np.testing.assert_array_equal(smile.vertex_offsets(), [[0, 0, 0], [0.5, 0, 2], [0, 0, 0]])
        np.testing.assert_array_equal(smile.vertex_offsets("gl"), [[0, 0, 0], [0.5, 0, -2], [0, 0, 0]])
        np.testing.assert_array_equal(group.vertex_offsets(), [[0, 0, 0], [0.25, 0, 1], [0, 0, 0]])
        moved = mmdview.Model.load(chain()).morphs["動き"].vertex_offsets()  # moves a bone
        self.assertEqual(moved.shape, (0, 3))

    def test_skin_as_the_program_does(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose.load(PEACE, model)
        pose.morphs[model.morphs.index("まばたき")] = 0.7
        vertices = model.rest_vertices() + sum(
            weight * morph.vertex_offsets() for morph, weight in zip(model.morphs, pose.morphs) if weight)
        matrices = np.concatenate([model.evaluate(pose, kind="skinning")[0], np.eye(4, dtype=np.float32)[None]])
        blended = np.einsum("vj,vjab->vab", model.skin_weights, matrices[model.skin_joints])
        skinned = np.einsum("vab,vb->va", blended[:, :3, :3], vertices) + blended[:, :3, 3]
        distance = np.linalg.norm(skinned - model.skin(pose)[0], axis=1)
        self.assertLess(np.median(distance), 1e-4)
        self.assertGreater(np.mean(distance < 1e-3), 0.7)  # all but the SDEF vertices
        np.testing.assert_allclose(model.skin_weights.sum(1), 1, atol=1e-6)

    def test_of_textures_are_names_and_places(self):
        model = self.model
        self.assertEqual(model.textures, ["tex\\a.png", "no.png"])
        np.testing.assert_array_equal(model.material_textures, [0, -1])
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder, "Tex", "A.png")  # Windows ignores case
            picture.parent.mkdir()
            picture.write_bytes(b"picture")
            file = pathlib.Path(folder, "m.pmx")
            file.write_bytes(mesh())
            there, missing = mmdview.Model.load(file).texture_paths
            self.assertTrue(os.path.samefile(there, picture))
            self.assertIsNone(missing)
            archive = pathlib.Path(folder, "m.zip")
            with zipfile.ZipFile(archive, "w") as out:
                out.writestr("中/m.pmx", mesh())
                out.writestr("中/tex/a.png", b"picture")
            self.assertEqual(mmdview.Model.load(archive).texture_paths, [str(archive / "中" / "tex" / "a.png"), None])


class Sequences(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = mmdview.Model.load(mesh(), name="mesh.pmx")

    def test_have_elements_by_index_name_and_slice(self):
        for all_of in (self.model.bones, self.model.morphs, self.model.materials):
            self.assertEqual([one.name for one in all_of], all_of.names)
            self.assertEqual([one.index for one in all_of], [0, 1])
            self.assertEqual(all_of[-1], all_of[1])
            self.assertEqual(all_of[all_of.names[1]], all_of[1])
            self.assertEqual(all_of[1:], [all_of[1]])
            self.assertEqual(len({all_of[0], all_of[0], all_of[1]}), 2)
            self.assertNotEqual(all_of[0], all_of[1])
            self.assertNotEqual(all_of[0], 0)
            self.assertIn(all_of.names[0], all_of)
            with self.assertRaisesRegex(IndexError, "the model has 2"):
                all_of[2]
            with self.assertRaises(mmdview.Error):
                all_of["ない"]

    def test_have_elements_with_properties(self):
        root, arm = self.model.bones
        self.assertEqual((root.parent, arm.parent, arm.position), (-1, 0, [0, 1, 2]))
        smile, group = self.model.morphs
        self.assertEqual((smile.kind, smile.panel, group.kind, group.panel), ("vertex", "mouth", "group", "other"))
        self.assertEqual(smile.name_english, "smile")
        skin, empty = self.model.materials
        self.assertEqual((skin.colour, skin.texture, skin.faces), ([1, 0.5, 0.25, 1], 0, range(0, 1)))
        self.assertEqual((empty.texture, len(empty.faces), empty.double_sided), (-1, 0, False))

    def test_have_texts_that_say_what_they_are(self):
        model = self.model
        self.assertEqual(repr(model), "<Model '網': 2 bones, 2 morphs, 2 materials, 3 vertices>")
        self.assertEqual(repr(model.bones), "<2 bones: '根', '腕'>")
        self.assertEqual(repr(list(model.bones)), "[<Bone 0 '根', a root>, <Bone 1 '腕', parent '根'>]")
        self.assertEqual(repr(model.morphs["笑い"]), "<Morph 0 '笑い', vertex, mouth>")
        self.assertEqual(repr(model.materials[0]), "<Material 0 '肌', 1 faces, 'tex\\a.png'>")
        self.assertEqual(repr(model.materials[1]), "<Material 1 '空', 0 faces, no texture>")
        self.assertEqual(repr(mmdview.Model.load(pmx([])).bones), "<0 bones>")
        self.assertTrue(repr(mmdview.Model.load(chain()).bones).endswith("'先', …>"))
        pose = mmdview.Pose(model)
        pose.translations[1] = 1
        pose.morphs[0] = 1
        self.assertEqual(repr(pose), "<Pose of '網': 1 of 2 bones, 1 of 2 morphs>")
        self.assertEqual(repr(mmdview.Poses(model, 7)), "<7 poses of '網'>")

    def test_outlive_the_model(self):
        bone = mmdview.Model.load(chain()).bones[2]
        self.assertEqual((bone.name, bone.parent), ("先", 1))


if __name__ == "__main__":
    unittest.main()
