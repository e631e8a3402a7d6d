# Sourced by setup.sh: which packages the project needs, by system. Names only; nothing is installed here.

# Debian 12 and Ubuntu 24.04. "package file-or-command that shows it is there" is not needed: dpkg knows.
APT_BUILD="g++ cmake ninja-build pkg-config libsdl2-dev libegl-dev libglew-dev libglm-dev libstb-dev libimgui-dev \
nlohmann-json3-dev libfmt-dev libexpected-dev zlib1g-dev libarchive-dev libutf8proc-dev libxxhash-dev libseccomp-dev libfontconfig-dev libpng-dev \
libjpeg-dev libwebp-dev libdeflate-dev libhwy-dev libbullet-dev libtinyexr-dev libtinygltf-dev \
libgl1-mesa-dri libegl1 libgl1 fonts-ipafont-gothic"
# The Python module, which is an option.
APT_PYTHON="pybind11-dev python3-dev python3-numpy"
# What looks for faults: the sanitizers and libFuzzer, and what reads the sources.
APT_CHECKS="clang libclang-rt-dev clang-tidy cppcheck libbenchmark-dev"
APT_TEST="$APT_PYTHON libgtest-dev libgmock-dev python3-pip bubblewrap xvfb xauth xdotool appstream desktop-file-utils shared-mime-info libglib2.0-bin"
APT_PACKAGE="dpkg-dev file"

DNF_ALL="gcc-c++ cmake ninja-build pkgconf-pkg-config SDL2-devel glew-devel glm-devel stb_image-devel imgui-devel \
json-devel fmt-devel expected-devel zlib1g-devel libarchive-devel utf8proc-devel xxhash-devel libseccomp-devel fontconfig-devel libpng-devel \
libjpeg-turbo-devel libwebp-devel libdeflate-devel highway-devel bullet-devel tinyexr-devel tinygltf-devel \
mesa-dri-drivers mesa-libEGL mesa-libEGL-devel ipa-gothic-fonts gtest-devel gmock-devel google-benchmark-devel xorg-x11-server-Xvfb xdotool"
PACMAN_ALL="gcc cmake ninja pkgconf sdl2 glew glm stb nlohmann-json fmt tl-expected zlib libarchive libutf8proc xxhash libseccomp fontconfig libpng libjpeg-turbo libwebp libdeflate highway bullet tinyexr tinygltf mesa \
otf-ipafont gtest benchmark xorg-server-xvfb xdotool (and Dear ImGui as a library, from the AUR)"
BREW_ALL="cmake ninja pkg-config sdl2 glew glm stb imgui nlohmann-json fmt tl-expected zlib libarchive utf8proc xxhash fontconfig libpng jpeg-turbo webp libdeflate highway bullet tinyexr tinygltf \
font-ipaexfont googletest google-benchmark"
