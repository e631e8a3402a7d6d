"""Builds the module for pip (PEP 517): configures and builds with CMake, then puts the files into a wheel.

Needs nothing but Python, CMake and what scripts/setup.sh --python installs, so pip needs no network, with or without
--no-build-isolation. The build folder is kept (build/pip): a second time only what changed is compiled.
MMDVIEW_PIP_BUILD names another one that was configured already.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUMMARY = "Models, poses and motions of MikuMikuDance, loaded, evaluated and skinned into numpy arrays"


def _version():
    """As cmake/MmdviewVersion.cmake makes it."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"project\(mmdview VERSION ([0-9.]+)", text).group(1)
    before = re.search(r"set\(MMDVIEW_PRERELEASE *([a-z0-9]*)", text).group(1)
    return version + (".dev0" if before == "dev" else before)


def _metadata():
    return (
        "Metadata-Version: 2.1\nName: mmdview\n"
        f"Version: {_version()}\nSummary: {SUMMARY}\nRequires-Python: >=3.9\nRequires-Dist: numpy\n"
    )


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"


def _run(*command):
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} failed; scripts/setup.sh --python installs what it needs")


def _build_module():
    """The folder of the package as it was built."""
    folder = pathlib.Path(os.environ.get("MMDVIEW_PIP_BUILD", ROOT / "build" / "pip"))
    if not (folder / "CMakeCache.txt").exists():
        _run("cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DMMDVIEW_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}", "-DCMAKE_UNITY_BUILD=ON")
    _run("cmake", "--build", str(folder), "--parallel", str(os.cpu_count() or 1), "--target", "mmdview_python")
    return folder / "python" / "mmdview"


def _write_wheel(path, files):
    """A wheel of (name, bytes), with the list of what is in it."""
    info = f"mmdview-{_version()}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: mmdview\nRoot-Is-Purelib: false\nTag: {_tag()}\n"
    files = files + [(f"{info}/METADATA", _metadata().encode()), (f"{info}/WHEEL", wheel.encode()),
                     (f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())]
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files:
            out.writestr(name, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}")
        out.writestr(f"{info}/RECORD", "\n".join(record + [f"{info}/RECORD,,", ""]))


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _build_module()
    files = [(f"mmdview/{f.name}", f.read_bytes()) for f in sorted(package.iterdir()) if f.is_file()]
    name = f"mmdview-{_version()}-{_tag()}.whl"
    _write_wheel(pathlib.Path(wheel_directory) / name, files)
    return name


def build_sdist(sdist_directory, config_settings=None):
    base = f"mmdview-{_version()}"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    with tarfile.open(pathlib.Path(sdist_directory) / f"{base}.tar.gz", "w:gz") as out:
        for name in filter(None, listed.decode().split("\0")):
            out.add(ROOT / name, f"{base}/{name}", recursive=False)
        info = pathlib.Path(sdist_directory) / "PKG-INFO"
        info.write_text(_metadata(), encoding="utf-8")
        out.add(info, f"{base}/PKG-INFO")
        info.unlink()
    return f"{base}.tar.gz"
