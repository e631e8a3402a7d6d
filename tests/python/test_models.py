"""Loading: what models say about themselves, and every way in which a file can be wrong."""

import pathlib
import tempfile
import unittest
import zipfile

import numpy as np

import mmdview
from support import FIGURE, PEACE, Bone, chain, pmx


class Models(unittest.TestCase):
    def test_have_the_bones_and_morphs_of_the_file(self):
        model = mmdview.Model.load(chain(), name="chain.pmx")
        self.assertEqual(model.file, "chain.pmx")
        self.assertEqual(model.name, "モデル")
        self.assertEqual(model.bones.names, ["根", "腕", "先", "ＩＫ", "半分"])
        np.testing.assert_array_equal(model.bones.parents, [-1, 0, 1, -1, -1])
        self.assertEqual(model.bones.parents.dtype, np.int32)
        np.testing.assert_array_equal(model.bones.positions()[4], [5, 0, 0])
        np.testing.assert_array_equal(model.bones.ik, [3])
        self.assertEqual((model.morphs.names, model.morphs.kinds), (["動き"], ["bone"]))
        self.assertEqual(model.bones.index("先"), 2)
        self.assertIn("腕", model.bones)
        self.assertNotIn("脚", model.bones)

    def test_positions_are_mirrored_between_the_spaces(self):
        model = mmdview.Model.load(pmx([Bone("x", (1, 2, 3))]))
        np.testing.assert_array_equal(model.bones.positions("mmd"), [[1, 2, 3]])
        np.testing.assert_array_equal(model.bones.positions("gl"), [[1, 2, -3]])
        with self.assertRaisesRegex(ValueError, "left-handed"):
            model.bones.positions("left")

    def test_load_alike_from_paths_bytes_and_archives(self):
        names = mmdview.Model.load(str(FIGURE)).bones.names
        self.assertEqual(mmdview.Model.load(FIGURE).bones.names, names)
        self.assertEqual(mmdview.Model.load(bytearray(FIGURE.read_bytes())).bones.names, names)
        with tempfile.TemporaryDirectory() as folder:
            archive = pathlib.Path(folder) / "モデル.zip"
            with zipfile.ZipFile(archive, "w") as out:
                out.writestr("中/a.pmx", chain())
            self.assertEqual(len(mmdview.Model.load(archive).bones), 5)
            self.assertEqual(len(mmdview.Model.load(archive / "中" / "a.pmx").bones), 5)
            with zipfile.ZipFile(archive, "a") as out:
                out.writestr("b.pmx", pmx([Bone("x")]))
            with self.assertRaises(mmdview.Error) as caught:
                mmdview.Model.load(archive)
            self.assertIn("b.pmx", caught.exception.hint)

    def test_without_bones_evaluate_to_nothing(self):
        model = mmdview.Model.load(pmx([]))
        self.assertEqual(model.evaluate(mmdview.Poses(model, 9)).shape, (9, 0, 4, 4))
        self.assertEqual(model.skin(mmdview.Pose(model)).shape, (1, 0, 3))

    def test_findings_equal_those_of_check(self):
        model = mmdview.Model.load(pmx([Bone("a", parent=7), Bone("a")]))
        rules = {finding.rule for finding in model.findings}
        self.assertTrue(rules)
        self.assertTrue(all(f.severity in ("note", "warning", "error") and f.what for f in model.findings))
        self.assertTrue(any(f.section == "bones" and f.offset is not None for f in model.findings), model.findings)
        self.assertTrue(model.diagnostics)
        self.assertEqual(mmdview.Model.load(FIGURE).findings, [])


class WrongFiles(unittest.TestCase):
    def test_errors_have_file_offset_and_hint(self):
        data = chain()
        with self.assertRaises(mmdview.Error) as caught:
            mmdview.Model.load(data[: len(data) // 2], name="半分.pmx")
        error = caught.exception
        self.assertEqual(error.file, "半分.pmx")
        self.assertIsInstance(error.offset, int)
        self.assertIsNone(error.line)
        self.assertTrue(error.what)
        self.assertIn("半分.pmx", str(error))

    def test_every_truncated_length_is_an_error(self):
        data = chain()
        whole = mmdview.Model.load(data)
        for length in range(len(data)):
            try:
                model = mmdview.Model.load(data[:length])
            except mmdview.Error:
                continue
            self.assertEqual(model.bones.names, whole.bones.names, f"{length} bytes")  # sections at the end may be missing

    def test_errors_name_other_file_types(self):
        for source, word in ((PEACE, "a pose"), ("gone.pmx", "no such file"), (FIGURE.parent, "folder"), (b"", "empty"), (b"abc", "neither")):
            with self.subTest(source=source), self.assertRaisesRegex(mmdview.Error, word):
                mmdview.Model.load(source)
        with self.assertRaises(TypeError):
            mmdview.Model.load(5)

    def test_unknown_names_suggest_similar_ones(self):
        model = mmdview.Model.load(FIGURE)
        with self.assertRaises(mmdview.Error) as caught:
            model.bones.index("センタ")
        self.assertIn("センター", caught.exception.hint)


if __name__ == "__main__":
    unittest.main()
