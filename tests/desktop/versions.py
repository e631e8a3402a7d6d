"""Every place that names the version names the same: versions.py SOURCE_FOLDER PROGRAM CPACK_CONFIG"""

import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
root, program, cpack = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])


def printed(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def found(pattern, text):
    match = re.search(pattern, text)
    assert match, f"nothing like {pattern}"
    return match.group(1)


def read(*parts):
    return root.joinpath(*parts).read_text(encoding="utf-8")


version = found(r"^mmdview (\S+)", printed(program, "--version"))
number, _, before = version.partition("-")
assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", number) and re.fullmatch(r"|dev|rc[0-9]+", before), version
minor = number.rpartition(".")[0]
packaged = number + (before and "~" + before)
if before and shutil.which("dpkg"):
    subprocess.run(["dpkg", "--compare-versions", packaged, "lt", number], check=True)

backend = importlib.util.spec_from_file_location("build_backend", root / "python" / "build_backend.py")
module = importlib.util.module_from_spec(backend)
backend.loader.exec_module(module)
changes = re.search(r"^## (\S+) \((\S+)\)", read("CHANGELOG.md"), re.MULTILINE)
packing = cpack.read_text(encoding="utf-8")
metainfo = read("desktop", "mmdview.metainfo.xml")
places = {
    "the manual page": (found(r'"mmdview (\S+)"', printed(program, "--man")), version),
    "the tarball": (found(r'CPACK_PACKAGE_VERSION "([^"]*)"', packing), version),
    "the Debian package": (found(r'CPACK_DEBIAN_PACKAGE_VERSION "([^"]*)"', packing), packaged),
    "the wheel": (module._version(), number + (".dev0" if before == "dev" else before)),
    "the metainfo's first release": (found(r'<release version="([^"]*)"', metainfo), packaged),
    "its type": (found(r'<release [^>]*?(type="development"|/>)', metainfo) != "/>", before != ""),
    "what the examples look for": (found(r"find_package\(mmdview (\S+)", read("examples", "CMakeLists.txt")), minor),
    "what the libraries' page looks for": (found(r"find_package\(mmdview (\S+)", read("docs", "dev", "libraries.md")), minor),
    "the package for npm": (json.loads(read("web", "package", "package.json"))["version"], version),
    "the change log": (changes.group(1), number),
    "its date": (changes.group(2) == "unreleased", before != ""),
}
if sys.argv[4:] not in ([], [""]):  # the module's folder
    sys.path.insert(0, sys.argv[4])
    import mmdview

    places["the Python module"] = (mmdview.__version__, module._version())
# git archive writes the commit into this file, from which the build takes it.
commit = read("cmake", "commit.txt").strip()
said = found(r"\((.+)\)", printed(program, "--version"))
places["what was built"] = (said, "development build" if commit.startswith("$") else commit[:12])
wrong = [f"{place}: {says!r}, where {wanted!r} is wanted" for place, (says, wanted) in places.items() if says != wanted]
print("\n".join(wrong) or version)
sys.exit(1 if wrong else 0)
