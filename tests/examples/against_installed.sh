#!/usr/bin/env bash
# Installs the libraries into a temporary folder, builds examples/ against them from a copy outside the tree, runs them
# and holds what they say against the program.
# Usage: against_installed.sh CMAKE SOURCE_DIR BUILD_DIR GENERATOR CXX
set -euo pipefail
cmake=$1 source=$2 build=$3 generator=$4 cxx=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
die() { echo "$*" >&2; exit 1; }

"$cmake" --install "$build" --component libraries --prefix "$work/prefix" >"$work/install.log"

# Another program's headers of the same names must not come between.
mkdir -p "$work/decoys/base" "$work/decoys/model"
for header in base/math.h model/model.h; do echo '#error not mine' >"$work/decoys/$header"; done

# Every header that is installed compiles for somebody else, whatever order they come in.
cp -r "$source/examples" "$work/examples"
(cd "$work/prefix/include" && find mmdview -name '*.h' -o -name '*.hpp' | sort -r | sed 's/.*/#include <&>/') >"$work/examples/headers.cpp"
[ "$(wc -l <"$work/examples/headers.cpp")" -gt 40 ] || die "only few headers are installed"
echo 'add_library(headers OBJECT headers.cpp)
target_link_libraries(headers PRIVATE mmdview::render)
add_executable(same_picture '"$source"'/tests/examples/same_picture.cpp)
target_link_libraries(same_picture PRIVATE mmdview::scene)' >>"$work/examples/CMakeLists.txt"
"$cmake" -S "$work/examples" -B "$work/build" -G "$generator" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE= \
  -DCMAKE_CXX_FLAGS="-O0 -Wall -Wextra -Werror -I$work/decoys" -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/configure.log" 2>&1 ||
  die "$(cat "$work/configure.log")"
"$cmake" --build "$work/build" --parallel >"$work/build.log" 2>&1 || die "$(cat "$work/build.log")"

mmdview=$build/mmdview model=$source/samples/figure/figure.pmx pose=$source/samples/poses/kick.vpd
bin=$work/build

# Bones: index and position (left-handed, as `mmdview bones` has them), sorted alike.
positions_of_program() { "$mmdview" bones "$model" "$pose" "$@" --format json |
  sed -nE 's/.*"index": ([0-9]+),.*"position": \[([^]]*)\].*/\1 \2/p' | tr -d ,; }
# same_positions WHAT FILE FILE: as many lines, nothing further apart than 0.002 of MMD's units.
same_positions() {
  awk -v what="$1" 'NR == FNR { x[$1] = $2; y[$1] = $3; z[$1] = $4; ++n; next }
    { ++m; d = (x[$1] - $2) ^ 2 + (y[$1] - $3) ^ 2 + (z[$1] - $4) ^ 2
      if (!($1 in x) || d > 4e-6) { print what ": bone " $1 " differs: " $0; exit 1 } }
    END { if (n < 100 || n != m) { print what ": " n " and " m " bones"; exit 1 } }' "$2" "$3" >&2
}
positions_of_program >"$work/all.txt"
positions_of_program --no-ik --no-append >"$work/plain.txt"
if cmp -s "$work/all.txt" "$work/plain.txt"; then die "the pose says nothing about IK and append"; fi
"$bin/print_bones" "$model" "$pose" |
  awk '/^[0-9]/ { bone = $1; row = 0; next } { t[row++] = $4; if (row == 3) print bone, t[0], t[1], -t[2] }' >"$work/printed.txt"
same_positions print_bones "$work/all.txt" "$work/printed.txt"
"$bin/own_evaluator" "$model" "$pose" | awk '{ print $1, $(NF - 2), $(NF - 1), $NF }' >"$work/own.txt"
same_positions own_evaluator "$work/plain.txt" "$work/own.txt"

# The mesh: all of it, finite, and moved by the pose.
"$bin/skin_to_obj" "$model" "$pose" >"$work/posed.obj"
"$bin/skin_to_obj" "$model" >"$work/rest.obj"
awk '/^v /{ ++v } /^vn /{ ++n } /^vt /{ ++t } /^f /{ ++f; if (NF != 4) exit 1 } /nan|inf/{ exit 1 }
  END { exit !(v > 10000 && v == n && v == t && f > v) }' "$work/posed.obj" || die "skin_to_obj: not a whole mesh"
moved=$(paste -d' ' <(grep '^v ' "$work/rest.obj") <(grep '^v ' "$work/posed.obj") |
  awk '{ if (($2 - $6) ^ 2 + ($3 - $7) ^ 2 + ($4 - $8) ^ 2 > 1) ++n } END { print n + 0 }')
[ "$moved" -gt 1000 ] || die "skin_to_obj: only $moved vertices moved"

# The picture: the program's, pixel by pixel.
"$bin/picture" "$work/example.png" "$model" "$pose"
"$mmdview" shot "$model" "$pose" --no-physics --view mmd --size 256x256 --samples 4 -o "$work/program.png" -q
"$bin/same_picture" "$work/example.png" "$work/program.png"
"$mmdview" shot "$model" --no-physics --view mmd --size 256x256 --samples 4 -o "$work/other.png" -q
if "$bin/same_picture" "$work/example.png" "$work/other.png" 2>/dev/null; then die "every picture is the same"; fi

# What cannot be read is said, with status 1.
if "$bin/print_bones" "$work/nowhere.pmx" 2>"$work/error.txt"; then die "print_bones reads what is not there"; fi
grep -q nowhere.pmx "$work/error.txt" || die "print_bones does not say what it could not read"

# Without CMake.
export PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name mmdview.pc)")
read -ra flags <<<"$(pkg-config --cflags --libs mmdview)"
"$cxx" -std=c++20 -O0 "$work/examples/own_evaluator.cpp" -o "$work/by_pkg_config" "${flags[@]}"
cmp <("$work/by_pkg_config" "$model" "$pose") <("$bin/own_evaluator" "$model" "$pose") || die "pkg-config: another program"
read -ra flags <<<"$(pkg-config --cflags --libs mmdview-render)"
"$cxx" "$work/build/CMakeFiles/picture.dir/picture.cpp.o" -o "$work/picture_by_pkg_config" "${flags[@]}"
