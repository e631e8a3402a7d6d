# Sourced by setup.sh: the packages that the project needs, by system. Names only; nothing is installed here.

# Debian 12 and 13, tested. Ubuntu 24.04 has packages of the same names, untested.
APT_BUILD="g++ cmake ninja-build pkg-config libsdl2-dev libegl-dev libglew-dev libglm-dev libstb-dev libimgui-dev \
nlohmann-json3-dev libfmt-dev libexpected-dev zlib1g-dev libarchive-dev libutf8proc-dev libxxhash-dev libseccomp-dev libfontconfig-dev libpng-dev \
libjpeg-dev libwebp-dev libdeflate-dev libhwy-dev libbullet-dev libtinyexr-dev libtinygltf-dev \
libgl1-mesa-dri libegl1 libgl1 fonts-vlgothic fonts-font-awesome"
# The Python module (optional).
APT_PYTHON="pybind11-dev python3-dev python3-numpy"
# Sanitizers, libFuzzer and static analysis.
APT_CHECKS="clang libclang-rt-dev clang-tidy cppcheck libbenchmark-dev"
APT_TEST="$APT_PYTHON libsdl2-mixer-2.0-0 libgtest-dev libgmock-dev python3-pip python3-jsonschema bubblewrap xvfb xauth xdotool appstream desktop-file-utils shared-mime-info libglib2.0-bin"
APT_PACKAGE="dpkg-dev file"
# The tarball that runs on other systems, too (scripts/linux.sh): what its libraries are built with, and from.
APT_LINUX="dpkg-dev debian-archive-keyring binutils xz-utils python3 libfreetype-dev libbrotli-dev libbz2-dev liblzma-dev uuid-dev \
libx11-dev libxext-dev libxcursor-dev libxi-dev libxfixes-dev libxrandr-dev libxss-dev libxkbcommon-dev libwayland-dev \
wayland-protocols libdecor-0-dev libdbus-1-dev libibus-1.0-dev libegl-dev libgl-dev"
# The program for Windows (scripts/windows.sh): the compiler, what its libraries are built with, headers that serve every
# system, and what packs and tries the result.
APT_WINDOWS="gcc-mingw-w64-x86-64-posix g++-mingw-w64-x86-64-posix binutils-mingw-w64-x86-64 nasm nsis zip cmake ninja-build \
pkg-config make python3 dpkg-dev debian-archive-keyring libglm-dev libexpected-dev nlohmann-json3-dev libstb-dev googletest fonts-font-awesome"
APT_WINDOWS_TEST="wine64 xvfb xdotool libgl1-mesa-dri"

# The viewer for browsers (scripts/web.sh), and what tries it.
APT_WEB="emscripten jq cmake ninja-build pkg-config make python3 dpkg-dev debian-archive-keyring libglm-dev libexpected-dev nlohmann-json3-dev libstb-dev"
APT_WEB_TEST="chromium"
# A node from elsewhere brings npm, and conflicts with Debian's.
command -v npm >/dev/null || APT_WEB_TEST="$APT_WEB_TEST nodejs npm"

# Untested: nobody has built mmdview on these systems. A name may be wrong or missing there. A library that a system
# does not package can be left out: -DMMDVIEW_GLTF=OFF (tinygltf), -DMMDVIEW_EXR=OFF (tinyexr).

# Fedora. Untested.
DNF_ALL="gcc-c++ cmake ninja-build pkgconf-pkg-config SDL2-devel glew-devel glm-devel stb_image-devel stb_truetype-devel imgui-devel \
json-devel fmt-devel expected-devel zlib-devel libarchive-devel utf8proc-devel xxhash-devel libseccomp-devel fontconfig-devel libpng-devel \
libjpeg-turbo-devel libwebp-devel libdeflate-devel highway-devel bullet-devel tinyexr-devel tinygltf-devel \
mesa-dri-drivers mesa-libEGL mesa-libEGL-devel vlgothic-p-fonts fontawesome4-fonts gtest-devel gmock-devel google-benchmark-devel xorg-x11-server-Xvfb xdotool"

# Arch Linux. Untested.
PACMAN_ALL="gcc cmake ninja pkgconf sdl2 glew glm stb nlohmann-json fmt tl-expected zlib libarchive libutf8proc xxhash libseccomp fontconfig libpng libjpeg-turbo libwebp libdeflate highway bullet mesa \
otf-ipafont ttf-font-awesome-4 gtest benchmark xorg-server-xvfb xdotool (and, perhaps only in the AUR: Dear ImGui as a library, tinyexr, tinygltf)"

# Homebrew. Untested. It seems to have no formula for tinyexr, tinygltf and the headers of stb: switch the first two off, and
# put stb_image.h and stb_truetype.h where CMake finds them (-DSTB_INCLUDE_DIR=DIR).
BREW_ALL="cmake ninja pkgconf sdl2 glew glm imgui nlohmann-json fmt tl-expected zlib libarchive utf8proc xxhash fontconfig libpng jpeg-turbo webp libdeflate highway bullet \
font-ipaexfont font-fontawesome googletest google-benchmark (and stb from https://github.com/nothings/stb)"
