"""Builds the module for pip (PEP 517): configures and builds with CMake, then puts the files into a wheel.

Needs nothing but Python, CMake and what scripts/setup.sh --python installs, so pip needs no network, with or without
--no-build-isolation. The build folder is kept (build/pip): a second time only what changed is compiled.
MMDVIEW_PIP_BUILD names another one that was configured already.

On Linux, the wheel has the libraries that the module needs (mmdview/libs), except those that every system
has or that belong to its graphics driver, so it works where neither a compiler nor these libraries are installed.
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
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


def _needed_glibc(files):
    """The newest version of glibc that the libraries among {name: bytes} ask for: "2.36"."""
    asked = [version for data in files.values() if data[:4] == b"\x7fELF"
             for version in re.findall(rb"\0GLIBC_(2\.[0-9]+)(?=\0)", data)]
    return max(asked, key=lambda version: int(version[2:])).decode() if asked else None


def _tag(files=None):
    """On Linux with the version of glibc that {name: bytes} need; pip refuses the wheel below it (PEP 600)."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    system = re.sub("[-.]", "_", sysconfig.get_platform())
    name, glibc = platform.libc_ver()
    if system.startswith("linux_") and name == "glibc":
        glibc = _needed_glibc(files or {}) or glibc
        system = f"manylinux_{'_'.join(glibc.split('.')[:2])}_{system[len('linux_'):]}"
    return f"{python}-{python}-{system}"


def _wheel_metadata(files=None):
    return f"Wheel-Version: 1.0\nGenerator: mmdview\nRoot-Is-Purelib: false\nTag: {_tag(files)}\n"


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


# The system's own: glibc and the compiler's runtime, and the graphics driver's front ends.
_SYSTEM_LIBRARIES = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|gcc_s|stdc\+\+|GL|EGL|OpenGL|GLX|GLdispatch|X11))\.so(\.|$)")


def _output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True).stdout


def _needed(library):
    """The names of the libraries that a library asks for."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", _output("readelf", "-d", str(library)))


def _libraries_of(module):
    """{name: path} of the libraries that a wheel needs beside the module."""
    paths = dict(re.findall(r"^\s*(\S+) => (/\S+)", _output("ldd", str(module)), re.MULTILINE))
    found, waiting = {}, [module]
    while waiting:
        for name in _needed(waiting.pop()):
            if _SYSTEM_LIBRARIES.match(name) or name in found:
                continue
            if name not in paths:
                raise SystemExit(f"{module.name} needs {name}, which is not installed")
            found[name] = pathlib.Path(paths[name])
            waiting.append(found[name])
    return found


def _licence_of(library):
    """(package, its version, text) of the Debian package that the library comes from; None elsewhere."""
    path = str(library.resolve())
    for name in (path, path[len("/usr"):]):  # some packages list /lib, which is a link to /usr/lib
        try:
            package = _output("dpkg-query", "-S", name).split(":")[0]
            version = _output("dpkg-query", "-W", "-f", "${Version}", package)
            return package, version, pathlib.Path("/usr/share/doc", package, "copyright").read_bytes()
        except (OSError, subprocess.CalledProcessError):
            continue
    return None


def _renamed(name):
    return name.replace("lib", "mmd", 1)  # as long as before: the file keeps its layout


def _bundled(module):
    """{name in the wheel: bytes} of the module, its libraries and their licences.

    The libraries get names of their own: otherwise the system's graphics driver would be given our copies of libz,
    libzstd and others, or the module another package's.
    """
    libraries = _libraries_of(module)
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        for place, path in [(module.name, module)] + [(f"libs/{_renamed(name)}", libraries[name]) for name in sorted(libraries)]:
            data = path.read_bytes()
            for name in libraries:
                data = data.replace(b"\0" + name.encode() + b"\0", b"\0" + _renamed(name).encode() + b"\0")
            copy = pathlib.Path(folder, "copy.so")
            copy.write_bytes(data)
            kept = set(_needed(copy)) & set(libraries)
            if kept:
                raise SystemExit(f"{path} still asks for {', '.join(sorted(kept))}")
            files[f"mmdview/{place}"] = data
    packages = sorted(set(filter(None, map(_licence_of, libraries.values()))))
    for package, _, text in packages:
        files[f"mmdview/libs/licences/{package}.txt"] = text
    listed = "".join(f"{package} {version}\n" for package, version, _ in packages)
    files["mmdview/libs/THIRD_PARTY.txt"] = ("Libraries of these Debian packages; their licences are in licences/.\n\n" + listed).encode()
    return files


def _write_wheel(path, files):
    """A wheel of {name: bytes}, with the list of what is in it."""
    info = f"mmdview-{_version()}.dist-info"
    files = {**files, f"{info}/METADATA": _metadata().encode(), f"{info}/WHEEL": _wheel_metadata(files).encode(),
             f"{info}/LICENSE": (ROOT / "LICENSE").read_bytes()}
    record = []
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())), 315532800))[:6]  # ZIP begins in 1980

    def add(out, name, data):
        entry = zipfile.ZipInfo(name, when)
        entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
        out.writestr(entry, data)

    with zipfile.ZipFile(path, "w") as out:
        for name, data in files.items():
            add(out, name, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}")
        add(out, f"{info}/RECORD", "\n".join(record + [f"{info}/RECORD,,", ""]))


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Without it, pip compiles the module before it says what it installs."""
    info = pathlib.Path(metadata_directory) / f"mmdview-{_version()}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(_metadata(), encoding="utf-8")
    (info / "WHEEL").write_text(_wheel_metadata(), encoding="utf-8")
    return info.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _build_module()
    files = {f"mmdview/{f.name}": f.read_bytes() for f in sorted(package.iterdir()) if f.is_file()}
    if sys.platform == "linux":
        for module in package.glob("_mmdview.*.so"):
            files.update(_bundled(module))
    name = f"mmdview-{_version()}-{_tag(files)}.whl"
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
