#!/usr/bin/env python3
"""Writes THIRD_PARTY.txt: the libraries in a program that is linked statically, with versions and licences.

Usage: third_party.py FOLDER PROGRAM > THIRD_PARTY.txt, where FOLDER is what scripts/windows_libraries.sh or
scripts/web_libraries.sh prints, or another that has its licences, and PROGRAM the program's file name.
"""
import pathlib
import re
import sys

# Name, Debian package, licence, files of the licence's text.
LIBRARIES = (
    ("Brotli", "brotli", "MIT", ["debian-copyright"]),
    ("Bullet", "bullet", "zlib", ["LICENSE.txt"]),
    ("bzip2", "bzip2", "bzip2-1.0.6", ["LICENSE"]),
    ("Dear ImGui", "imgui", "MIT", ["LICENSE.txt"]),
    ("emscripten with musl and libc++", "emscripten", "MIT, Apache-2.0 with LLVM exception", ["debian-copyright"]),
    ("expected", "libexpected-dev", "CC0-1.0", ["debian-copyright"]),
    ("Expat", "expat", "MIT", ["debian-copyright"]),
    ("fmt", "fmtlib", "MIT with exception for object forms", ["LICENSE.rst"]),
    ("fontconfig", "fontconfig", "HPND, MIT", ["debian-copyright"]),
    ("FreeType", "freetype", "FTL or GPL-2.0, here the former", ["debian-copyright"]),
    ("GCC's runtime libraries", "gcc-12", "GPL-3.0 with GCC Runtime Library Exception 3.1", []),
    ("GCC's runtime libraries", "gcc-mingw-w64-base", "GPL-3.0 with GCC Runtime Library Exception 3.1", []),
    ("GLEW", "glew", "BSD-3-Clause, MIT", ["LICENSE.txt"]),
    ("GLM", "libglm-dev", "MIT", ["debian-copyright"]),
    ("Highway", "highway", "Apache-2.0 or BSD-3-Clause, here the latter", ["LICENSE-BSD3", "debian-copyright"]),
    ("JSON for Modern C++", "nlohmann-json3-dev", "MIT", ["debian-copyright"]),
    ("libarchive", "libarchive", "BSD-2-Clause", ["COPYING"]),
    ("libdeflate", "libdeflate", "MIT", ["COPYING"]),
    ("libjpeg-turbo", "libjpeg-turbo", "IJG, BSD-3-Clause", ["LICENSE.md", "README.ijg"]),
    ("liblzma", "xz-utils", "public domain", []),
    ("libpng", "libpng1.6", "libpng-2.0", ["LICENSE"]),
    ("libseccomp", "libseccomp", "LGPL-2.1", ["debian-copyright"]),
    ("libuuid", "util-linux", "BSD-3-Clause", ["debian-copyright"]),
    ("libwebp", "libwebp", "BSD-3-Clause", ["COPYING", "PATENTS"]),
    ("mingw-w64", "mingw-w64-common", "public domain, ZPL-2.1, BSD, MIT", ["debian-copyright"]),
    ("SDL", "libsdl2", "zlib", ["LICENSE.txt"]),
    ("SDL_mixer", "libsdl2-mixer", "zlib, its decoders public domain", ["LICENSE.txt"]),
    ("stb", "libstb-dev", "public domain or MIT", ["debian-copyright"]),
    ("tinyexr", "tinyexr", "BSD-3-Clause", ["debian-copyright"]),
    ("tinygltf", "tinygltf", "MIT", ["LICENSE", "debian-copyright"]),
    ("utf8proc", "utf8proc", "MIT, Unicode", ["LICENSE.md"]),
    ("xxHash", "xxhash", "BSD-2-Clause", ["LICENSE"]),
    ("zlib", "zlib", "zlib", ["LICENSE", "debian-copyright"]),
)


def upstream(version):
    version = re.sub(r"^\d+:", "", version.strip())
    version = re.sub(r"-[^-]*$", "", version)
    return re.sub(r"[+~.](dfsg|ds|really|repack).*$", "", version)


def main():
    folder = pathlib.Path(sys.argv[1]) / "licences"
    linked = [entry for entry in LIBRARIES if (folder / entry[1]).is_dir()]
    unknown = {entry.name for entry in folder.iterdir()} - {package for _, package, _, _ in LIBRARIES}
    if unknown:
        raise SystemExit(f"no licence is named for {', '.join(sorted(unknown))}")
    print(f"{sys.argv[2]} contains these libraries, built from Debian 12's sources (https://sources.debian.org), with")
    print("Debian's patches.\n")
    for name, package, licence, _ in linked:
        version = (folder / package / "version").read_text().strip()
        print(f"{name:32} {upstream(version):14} {package} {version}: {licence}")
    for name, package, _, files in linked:
        texts = [folder / package / file for file in files if (folder / package / file).is_file()]
        if files and not texts:  # a package's library has only what Debian wrote
            texts = [text for text in (folder / package).glob("debian-copyright")]
        if files and not texts:
            raise SystemExit(f"no licence of {name} in {folder / package}")
        if texts and texts[0].name != "debian-copyright":
            texts = [text for text in texts if text.name != "debian-copyright"]
        for text in texts:
            print(f"\n{'=' * 100}\n{name}\n{'=' * 100}\n")
            print(text.read_text(errors="replace").strip())


if __name__ == "__main__":
    main()
