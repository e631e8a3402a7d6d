"""`pip install .` gives a module that works, without network."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import mmdview
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

    def test_says_what_it_installs_without_compiling(self):
        with tempfile.TemporaryDirectory() as folder:
            script = ("import sys; sys.path.insert(0, sys.argv[1]); import build_backend; "
                      "print(build_backend.prepare_metadata_for_build_wheel(sys.argv[2]))")
            empty = os.path.join(folder, "build")
            name = subprocess.run(
                [sys.executable, "-c", script, str(ROOT / "python"), folder], env=environment(MMDVIEW_PIP_BUILD=empty, PATH=""),
                stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout.strip()
            self.assertFalse(os.path.exists(empty))
            text = pathlib.Path(folder, name, "METADATA").read_text(encoding="utf-8")
            self.assertRegex(text, r"(?m)^Name: mmdview$")
            self.assertEqual(re.search(r"(?m)^Version: (.*)$", text).group(1), mmdview.__version__)
            self.assertRegex(pathlib.Path(folder, name, "WHEEL").read_text(encoding="utf-8"), r"(?m)^Tag: cp3")

    def test_makes_a_wheel_with_its_libraries(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", "pip", "wheel", "--no-index", "--no-build-isolation", "--no-deps", "-w", folder,
                 str(ROOT)],
                env=environment(MMDVIEW_PIP_BUILD=os.environ["MMDVIEW_BUILD"]), stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, universal_newlines=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            (wheel,) = pathlib.Path(folder).glob("*.whl")
            zipfile.ZipFile(wheel).extractall(folder)
            (module,) = pathlib.Path(folder, "mmdview").glob("_mmdview.*")
            if sys.platform == "linux":
                # All that needs libpng or libarchive takes the wheel's, and no name is one that a system has.
                self.assertRegex(wheel.name, r"-manylinux_2_\d+_")
                loaded = subprocess.run(["ldd", module], stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout
                self.assertNotIn("not found", loaded)
                inside = re.findall(r"(\S+) => " + re.escape(folder), loaded)
                self.assertIn("mmdpng16.so.16", inside)
                self.assertTrue(all(name.startswith("mmd") for name in inside), inside)
                outside = re.findall(r"(\S+) => /(?!" + re.escape(folder[1:]) + ")", loaded)
                self.assertIn("libc.so.6", outside)
                for name in ("libpng16", "libarchive", "libz.", "libSDL2", "libfmt", "libxml2"):
                    self.assertFalse([o for o in outside if o.startswith(name)], loaded)
                licences = [f.name for f in pathlib.Path(folder, "mmdview", "libs", "licences").glob("*")]
                if os.path.exists("/usr/bin/dpkg-query"):
                    self.assertGreater(len(licences), 10)
            script = ("import mmdview, sys; model = mmdview.Model.load(sys.argv[1]); "
                      "print(mmdview.__file__, model.render(mmdview.Pose(model), 32, 32, physics=False).tobytes().hex())")
            figure = str(ROOT / "samples" / "figure" / "figure.pmx")
            file, pixels = subprocess.run(
                [sys.executable, "-c", script, figure], env=environment(PYTHONPATH=folder), stdout=subprocess.PIPE,
                universal_newlines=True, check=True).stdout.split()
            self.assertTrue(file.startswith(os.path.join(folder, "mmdview")), file)
            model = mmdview.Model.load(figure)
            self.assertEqual(bytes.fromhex(pixels), model.render(mmdview.Pose(model), 32, 32, physics=False).tobytes())

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
