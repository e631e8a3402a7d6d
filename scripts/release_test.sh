#!/usr/bin/env bash
# Tries the files of a release (scripts/release.sh) where their users are: on systems that have never seen a compiler.
#   release_test.sh           all files of build/release-files, in bare roots of Debian 12 and 13; for root, with network
#   release_test.sh --quick   builds the Linux tarball of this tree and tries it on this system
# Ends with 1 if something fails, and with 75 if a server cannot be reached. MMDVIEW_CACHE: where the roots are kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
cache=${MMDVIEW_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/mmdview}
scratch=$(mktemp -d)
chmod 755 "$scratch"
program= # a window that is tried
trap '[ -z "$program" ] || kill "$program" 2>/dev/null; chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
fail() { echo "release_test.sh: $*" >&2; exit 1; }
passed() { echo "passed: $*"; }

# ---- The Linux tarball on any system --------------------------------------------------------------------------------

# What a Linux has; OpenGL, X11 and Wayland are opened by their names.
allowed='^(libc|libm|libdl|libpthread|librt|ld-linux-x86-64)\.so\.[0-9]+$'

unpack() { # unpack TARBALL FOLDER: prints the folder of the program
  mkdir -p "$2"
  tar -x -C "$2" -f "$1"
  echo "$2"/mmdview-*-linux-x86_64
}
try_contents() { # try_contents FOLDER [a folder of this machine that it may name]
  local file glibc size programs=0 needed named
  size=$(du -s --apparent-size -k "$1" | cut -f1)
  [ "$size" -lt 60000 ] || fail "unpacked, the tarball has $size kB"
  while read -r file; do
    head -c 4 "$file" | grep -q ELF || continue
    programs=$((programs + 1))
    glibc=$(objdump -T "$file" | grep -oE 'GLIBC_2\.[0-9]+' | sort -uV | tail -n 1)
    [ "$(printf '%s\n' GLIBC_2.35 "$glibc" | sort -V | tail -n 1)" = GLIBC_2.35 ] || fail "$file needs $glibc"
    needed=$(readelf -d "$file" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p' | grep -vE "$allowed" || true)
    [ -z "$needed" ] || fail "$file needs $needed"
    if readelf -d "$file" | grep -E 'R(UN)?PATH' | grep -qv '\$ORIGIN'; then fail "$file looks for libraries elsewhere"; fi
  done < <(find "$1" -type f)
  [ "$programs" -gt 0 ] || fail "no program in the tarball"
  # The program of a clone looks for the samples there, too.
  named=$(grep -raohE "($root|$cache)(/[A-Za-z0-9_.-]+)*" "$1" | grep -vxF "${2:-}" | sort -u | head -n 3 || true)
  [ -z "$named" ] || fail "the tarball names folders of this machine: $named"
  grep -q '^libarchive ' "$1/THIRD_PARTY.txt" || fail "THIRD_PARTY.txt lacks libarchive"
  passed "Linux tarball: $size kB, glibc $glibc, no other libraries, no folders of this machine"
}
try_install() { # try_install FOLDER: into a home with a blank in its name
  local home="$scratch/a home" file
  mkdir -p "$home"
  (cd "$1" && env -u XDG_DATA_HOME HOME="$home" ./install) >/dev/null
  [ "$("$home/.local/bin/mmdview" --version)" = "$("$1/mmdview" --version)" ] || fail "~/.local/bin/mmdview does not start"
  desktop-file-validate "$home/.local/share/applications/mmdview.desktop"
  grep -qxF "Exec=\"$1/mmdview\" view %F" "$home/.local/share/applications/mmdview.desktop" || fail "the menu entry starts another program"
  grep -qF "Exec=\"$1/mmdview\" thumbnail" "$home/.local/share/thumbnailers/mmdview.thumbnailer" || fail "the thumbnailer starts another program"
  for file in man/man1/mmdview.1 mime/packages/mmdview.xml bash-completion/completions/mmdview zsh/site-functions/_mmdview \
    fish/vendor_completions.d/mmdview.fish; do
    [ -s "$home/.local/share/$file" ] || fail "install does not write $file"
  done
  (cd "$1" && env -u XDG_DATA_HOME HOME="$home" ./install --remove) >/dev/null
  file=$(find "$home" ! -type d ! -name mimeinfo.cache ! -path '*/.local/share/mime/*' -print -quit)
  [ -z "$file" ] || fail "install --remove leaves $file"
  echo keep > "$home/.local/bin/mmdview"
  if (cd "$1" && HOME="$home" ./install) 2>/dev/null; then fail "install replaces another program"; fi
  passed "install and install --remove"
}
# Bones and a picture without physics, as the program of FOLDER makes them; compared with what the tree's program makes.
commands='mmdview bones samples/figure/figure.pmx samples/poses/kick.vpd --format json > "$out/bones.json"
mmdview shot samples/figure/figure.pmx samples/poses/kick.vpd --no-physics --size 256x256 -q -o "$out/kick.png"'
make_expected() {
  mkdir -p "$scratch/expected"
  (out=$scratch/expected && mmdview() { "$root/build/release/mmdview" "$@"; } && eval "$commands")
}
compare() { # compare FOLDER WHAT
  cmp "$scratch/expected/bones.json" "$1/bones.json" || fail "$2: other bones"
  cmp "$scratch/expected/kick.png" "$1/kick.png" || fail "$2: another picture"
  passed "$2: the same bones and picture"
}

quick() {
  local folder
  scripts/setup.sh --tests >&2
  scripts/build.sh release mmdview >&2
  folder=$(unpack "$(scripts/linux.sh)" "$scratch/フォルダ with blanks")
  try_contents "$folder" "$root/samples"
  try_install "$folder"
  make_expected
  chmod -R a-w "$folder"
  mkdir -p "$scratch/made"
  (cd "$folder" && out=$scratch/made && mmdview() { ./mmdview "$@"; } && eval "$commands")
  compare "$scratch/made" "Linux tarball, read-only"
}

case ${1:-} in
  --quick) quick ;;
  "") # on a display of its own
    [ -n "${MMDVIEW_OWN_DISPLAY:-}" ] || exec env MMDVIEW_OWN_DISPLAY=yes "MMDVIEW_CACHE=$cache" tests/app/with_xvfb.sh "$0"
    # shellcheck source=scripts/release_roots.sh
    . scripts/release_roots.sh
    everything ;;
  *) sed -n '2,5s/^# //p' "$0" >&2 && exit 2 ;;
esac
