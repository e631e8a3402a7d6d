"""`pip install .` gives a module that works, without network."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import ROOT, environment


class Pip(unittest.TestCase):
    def test_installs_the_built_module(self):
        with tempfile.TemporaryDirectory() as folder:
            # This build is taken: another would compile everything once more.
            done = subprocess.run(
                [sys.executable, "-m", "pip", "install", "--no-index", "--no-build-isolation", "--no-deps", "--target",
                 folder, str(ROOT)],
                env=environment(MMDVIEW_PIP_BUILD=os.environ["MMDVIEW_BUILD"]), stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, universal_newlines=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            script = "import mmdview, sys; print(mmdview.__file__); print(mmdview.Model.load(sys.argv[1]).name)"
            out = subprocess.run(
                [sys.executable, "-c", script, str(ROOT / "samples" / "figure" / "figure.pmx")],
                env=environment(PYTHONPATH=folder), stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout
            self.assertTrue(out.startswith(os.path.join(folder, "mmdview")), out)
            self.assertTrue(os.path.exists(os.path.join(folder, "mmdview", "py.typed")))

    def test_reports_another_python_version(self):
        with tempfile.TemporaryDirectory() as folder:
            package = os.path.join(folder, "mmdview")
            os.mkdir(package)
            shutil.copy(ROOT / "python" / "mmdview" / "__init__.py", package)
            with open(os.path.join(package, "_mmdview.cpython-399-machine.so"), "w", encoding="utf-8"):
                pass
            done = subprocess.run([sys.executable, "-c", "import mmdview"], env=environment(PYTHONPATH=folder),
                                  stderr=subprocess.PIPE, universal_newlines=True, check=False)
            self.assertRegex(done.stderr, r"ImportError: mmdview was built for another Python.*cpython-399.*pip install")


if __name__ == "__main__":
    unittest.main()
