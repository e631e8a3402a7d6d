"""Models and poses go to other processes."""

import copy
import multiprocessing
import os
import pathlib
import pickle
import tempfile
import unittest

import numpy as np

import mmdview
from support import FIGURE, PEACE, ROOT, Bone, chain, pmx


def heads(pose):
    """Called in other processes: where the head is, and of which model."""
    return pose.model.evaluate(pose)[0, pose.model.bones.index("頭"), :3, 3], id(pose.model)


def fail(name):
    mmdview.Model.load(name)


class Pickle(unittest.TestCase):
    def test_of_a_model_loads_it_again(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "鎖.pmx")
            file.write_bytes(chain())
            data = pickle.dumps(mmdview.Model.load(file))
            self.assertLess(len(data), 1000)
            model = pickle.loads(data)
            self.assertEqual(model.bones.names, ["根", "腕", "先", "ＩＫ", "半分"])
            self.assertIs(pickle.loads(data), model)  # one that is there already
            del model
            file.write_bytes(pmx([Bone("別")]))
            with self.assertRaisesRegex(mmdview.Error, "changed"):
                pickle.loads(data)
            file.unlink()
            with self.assertRaises(mmdview.Error):
                pickle.loads(data)

    def test_of_a_model_has_its_whole_path(self):
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.pmx").write_bytes(chain())
            try:
                os.chdir(folder)
                model = mmdview.Model.load("a.pmx")
                os.chdir(here)
                data = pickle.dumps(model)
                del model
                self.assertEqual(len(pickle.loads(data).bones), 5)
            finally:
                os.chdir(here)

    def test_of_a_model_from_bytes_is_an_error(self):
        model = mmdview.Model.load(chain(), name="chain.pmx")
        for thing in (model, mmdview.Pose(model), mmdview.Poses(model, 2)):
            with self.assertRaisesRegex(pickle.PicklingError, "chain.pmx: .*from bytes"):
                pickle.dumps(thing)

    def test_of_poses_has_their_arrays(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose.load(PEACE, model)
        pose.translations[3] = [1, 2, 3]
        pose.ik[0] = False
        poses = mmdview.Poses.stack([pose, mmdview.Pose(model)])
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            one, many = pickle.loads(pickle.dumps([pose, poses], protocol))
            self.assertIs(one.model, model)
            for name in ("translations", "rotations", "morphs", "ik"):
                np.testing.assert_array_equal(getattr(one, name), getattr(pose, name))
                np.testing.assert_array_equal(getattr(many, name), getattr(poses, name))
            self.assertEqual([str(d) for d in one.diagnostics], [str(d) for d in pose.diagnostics])
        buffers = []
        data = pickle.dumps(pose, 5, buffer_callback=buffers.append)
        one = pickle.loads(data, buffers=[bytes(b) for b in buffers])
        one.morphs[:] = 0  # can be written to
        part = pickle.loads(pickle.dumps(poses[1:]))
        self.assertEqual(len(part), 1)

    def test_of_a_loaded_pose_keeps_all_digits(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose.load(PEACE, model)
        physics = getattr(mmdview, "Physics", None)
        if physics is None:
            self.skipTest("built without physics")
        before = physics(model).settle(pose, seconds=0.5)
        np.testing.assert_array_equal(physics(model).settle(pickle.loads(pickle.dumps(pose)), seconds=0.5), before)

    def test_of_diagnostics_has_their_texts(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose.from_text(PEACE.read_text("cp932").replace("頭", "ない"), model)
        self.assertTrue(pose.diagnostics)
        again = pickle.loads(pickle.dumps(pose.diagnostics))
        for one, other in zip(again, pose.diagnostics):
            self.assertEqual((one.what, one.line, one.hint, one.severity), (other.what, other.line, other.hint, other.severity))

    def test_copies_poses_and_shares_the_model(self):
        model = mmdview.Model.load(FIGURE)
        pose = mmdview.Pose.load(PEACE, model)
        other = copy.deepcopy(pose)
        self.assertIs(other.model, model)
        other.morphs[:] = 1
        self.assertFalse(np.array_equal(other.morphs, pose.morphs))

    def test_reaches_processes_that_are_spawned(self):
        model = mmdview.Model.load(FIGURE)
        poses = [mmdview.Pose.load(ROOT / "samples" / "poses" / f"{name}.vpd", model) for name in ("peace", "kick", "bow")]
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            results = pool.map(heads, poses, chunksize=1)
            with self.assertRaises(mmdview.Error) as caught:
                pool.apply(fail, ("nothing.pmx",))
        self.assertEqual(caught.exception.file, "nothing.pmx")
        for pose, (head, _) in zip(poses, results):
            np.testing.assert_array_equal(head, heads(pose)[0])


if __name__ == "__main__":
    unittest.main()
