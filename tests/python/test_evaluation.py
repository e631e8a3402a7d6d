"""Where bones and vertices come out: against matrices worked out here, and one at a time against many."""

import unittest

import numpy as np

import mmdview
from support import FIGURE, PEACE, ROOT, Bone, chain, pmx, at_once, interrupt


SONG = ROOT / "samples" / "motions" / "song.vmd"


def about_z(angle):
    return [0, 0, np.sin(angle / 2), np.cos(angle / 2)]


def matrix(rotation, translation):
    """p' = M p of a unit quaternion and a translation."""
    x, y, z, w = rotation
    out = np.eye(4)
    out[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    out[:3, 3] = translation
    return out


def random_poses(model, count, seed=1):
    random = np.random.default_rng(seed)
    rotations = random.normal(size=(count, len(model.bones), 4)) * 0.2 + [0, 0, 0, 1]
    return mmdview.Poses.from_arrays(
        model, translations=random.normal(size=(count, len(model.bones), 3)) * 0.3, rotations=rotations,
        morphs=random.uniform(size=(count, len(model.morphs))))


class Bones(unittest.TestCase):
    def test_are_products_of_their_parents(self):
        model = mmdview.Model.load(pmx([Bone("a", (1, 2, 3)), Bone("b", (2, 2, 3), 0)]))
        q, r = np.array([0.1, 0.2, 0.3, 0.9]), np.array([-0.5, 0.1, 0.2, 0.8])
        q, r = q / np.linalg.norm(q), r / np.linalg.norm(r)
        pose = mmdview.Pose.from_dict({"a": ((0, 0, 1), q), "b": ((1, 0, 0), r)}, model)
        a = matrix(q, [1, 2, 4])
        b = a @ matrix(r, [2, 0, 0])
        result = model.evaluate(pose)
        self.assertEqual((result.dtype, result.shape), (np.float32, (1, 2, 4, 4)))
        np.testing.assert_allclose(result[0], [a, b], atol=2e-6)
        mirror = np.diag([1, 1, -1, 1])
        np.testing.assert_allclose(model.evaluate(pose, space="gl")[0], mirror @ [a, b] @ mirror, atol=2e-6)
        rest = np.eye(4)
        rest[:3, 3] = [-1, -2, -3]
        np.testing.assert_allclose(model.evaluate(pose, kind="skinning")[0, 0], a @ rest, atol=2e-6)

    def test_apply_append_ik_and_bone_morphs_unless_switched_off(self):
        model = mmdview.Model.load(chain())
        pose = mmdview.Pose.from_dict({"根": about_z(1.0)}, model, morphs={"動き": 0.5})
        pose.ik[:] = False
        bones = model.evaluate(pose)[0]
        np.testing.assert_allclose(bones[4], matrix(about_z(0.5), [5, 0, 1.5]), atol=2e-6)
        np.testing.assert_allclose(model.evaluate(pose, append=False)[0, 4, :3, :3], np.eye(3), atol=2e-6)
        pose.ik[:] = True
        pose.translations[3] = [1.0, -0.6, 0]  # of the goal
        bones, ik = model.evaluate(pose, with_ik=True)
        np.testing.assert_allclose(bones[0, 2, :3, 3], bones[0, 3, :3, 3], atol=1e-3)
        self.assertTrue(ik.enabled[0, 0] and ik.iterations[0, 0] > 0 and ik.residuals[0, 0] < 1e-3)
        bones, ik = model.evaluate(pose, with_ik=True, ik=False)
        self.assertFalse(ik.enabled[0, 0] or ik.iterations[0, 0])

    def test_of_many_poses_equal_those_of_each(self):
        model = mmdview.Model.load(FIGURE)
        poses = random_poses(model, 77)
        together = model.evaluate(poses)
        np.testing.assert_array_equal(model.evaluate(poses, threads=3), together)
        np.testing.assert_array_equal(model.evaluate([poses[i] for i in range(77)]), together)
        for i in (0, 8, 76):
            np.testing.assert_array_equal(model.evaluate(poses[i])[0], together[i])
        self.assertEqual(model.evaluate([]).shape, (0, len(model.bones), 4, 4))

    def test_are_written_to_the_given_array(self):
        model = mmdview.Model.load(chain())
        poses = random_poses(model, 10)
        out = np.empty((10, 5, 4, 4), np.float32)
        self.assertIs(model.evaluate(poses, out=out), out)
        np.testing.assert_array_equal(out, model.evaluate(poses))
        for wrong in (out[:9], out.astype(np.float64), np.empty((4, 4, 5, 10), np.float32).T):
            with self.assertRaises(ValueError):
                model.evaluate(poses, out=wrong)
        out.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "writable"):
            model.evaluate(poses, out=out)
        with self.assertRaises(TypeError):
            model.evaluate(poses, out=[1])

    def test_errors_locate_numbers_that_are_not_finite(self):
        model = mmdview.Model.load(chain())
        for value in (np.nan, np.inf, -np.inf):
            poses = random_poses(model, 20)
            poses.rotations[17, 3, 2] = value
            with self.assertRaisesRegex(ValueError, r"rotations\[17, 3, 2\]"):
                model.evaluate(poses)
            with self.assertRaisesRegex(ValueError, r"rotations\[17, 3, 2\]"):
                model.skin(poses, threads=2)
        poses = random_poses(model, 20)
        poses.rotations[4] = 0  # no rotation at all
        poses.translations[5] = 1e30
        self.assertTrue(np.isfinite(model.evaluate(poses)[4]).all())

    def test_wrong_arguments_are_refused(self):
        model, other = mmdview.Model.load(chain()), mmdview.Model.load(chain())
        with self.assertRaisesRegex(ValueError, "another model"):
            model.evaluate(mmdview.Pose(other))
        for poses in (5, "pose", [1], np.zeros((1, 5, 4))):
            with self.subTest(poses=poses), self.assertRaises(TypeError):
                model.evaluate(poses)
        for arguments in ({"space": "left"}, {"kind": "x"}, {"threads": 0}):
            with self.subTest(arguments=arguments), self.assertRaises(ValueError):
                model.evaluate(mmdview.Pose(model), **arguments)

    def test_may_be_evaluated_by_several_python_threads(self):
        model = mmdview.Model.load(FIGURE)
        poses = random_poses(model, 64)
        expected = model.evaluate(poses)
        for result in at_once(4, lambda: model.evaluate(poses, threads=1)):
            np.testing.assert_array_equal(result, expected)

    def test_outlive_the_model(self):
        result = (lambda model: model.evaluate(mmdview.Poses(model, 100)))(mmdview.Model.load(FIGURE))
        names = mmdview.Model.load(FIGURE).bones.names
        self.assertEqual(result.shape[1], len(names))
        self.assertTrue(np.isfinite(result).all())


    def test_can_be_interrupted_and_evaluated_again(self):
        model = mmdview.Model.load(FIGURE)
        poses = random_poses(model, 100)
        motion = mmdview.Motion.load(SONG, model)
        bones, vertices, song = model.evaluate(poses), model.skin(poses[3]), motion.sample(np.arange(50)).rotations
        for work in (
            lambda: model.evaluate(poses, threads=1),
            lambda: model.evaluate(poses, threads=4, out=np.empty_like(bones)),
            lambda: model.skin(poses),
            lambda: motion.sample(np.arange(50)),
            lambda: mmdview.Model.load(FIGURE),
        ):
            interrupt(self, work)
            np.testing.assert_array_equal(model.evaluate(poses), bones)
            np.testing.assert_array_equal(model.skin(poses[3]), vertices)
            np.testing.assert_array_equal(motion.sample(np.arange(50)).rotations, song)


class Vertices(unittest.TestCase):
    def test_at_rest_stay_where_they_are_and_follow_the_root(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose(model)
        rest = model.skin(pose)
        self.assertEqual((rest.dtype, rest.shape), (np.float32, (1, model.vertex_count, 3)))
        root = np.flatnonzero(model.bones.parents == -1)
        pose.translations[root] = [1, 2, 3]
        np.testing.assert_allclose(model.skin(pose) - rest, np.broadcast_to([1, 2, 3], rest.shape), atol=1e-4)
        np.testing.assert_allclose(model.skin(pose, space="gl")[..., 2], -model.skin(pose)[..., 2])

    def test_of_many_poses_with_morphs_equal_those_of_each(self):
        model = mmdview.Model.load(FIGURE)
        poses = random_poses(model, 17)
        together, normals = model.skin(poses, with_normals=True, threads=2)
        lengths = np.linalg.norm(normals, axis=2)
        self.assertTrue(((np.abs(lengths - 1) < 1e-3) | (lengths == 0)).all())
        for i in (0, 9, 16):
            np.testing.assert_allclose(model.skin(poses[i])[0], together[i], atol=2e-5)
        plain = mmdview.Pose(model)
        morphed = mmdview.Pose(model)
        morphed.morphs[model.morphs.kinds.index("vertex")] = 1
        self.assertGreater(np.abs(model.skin(morphed) - model.skin(plain)).max(), 1e-3)
        posed = model.skin(mmdview.Pose.load(PEACE, model))
        self.assertGreater(np.abs(posed - model.skin(plain)).max(), 1.0)


if __name__ == "__main__":
    unittest.main()
