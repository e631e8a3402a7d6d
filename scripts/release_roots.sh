# Sourced by release_test.sh: the files of build/release-files on the systems that they are for. Needs root, debootstrap,
# the network and the program of this commit in build/release-source.

files=$root/build/release-files
roots=$cache/roots
mesa="libegl1 libgl1 libopengl0 libgl1-mesa-dri"

user_home=/home/user # of the user in the roots

# make_root NAME SUITE [PACKAGE …]: a bare system with a user, made once.
make_root() {
  local folder=$roots/$1 suite=$2
  shift 2
  [ -f "$folder/complete" ] && return
  if [ ! -f "$roots/$suite.tar" ]; then
    debootstrap --variant=minbase "$suite" "$roots/$suite" "${MMDVIEW_DEBIAN_MIRROR:-http://deb.debian.org}/debian" > "$roots/log" 2>&1 || exit 75
    tar -c -C "$roots/$suite" -f "$roots/$suite.tar" . && rm -rf "${roots:?}/$suite"
  fi
  rm -rf "$folder" && mkdir -p "$folder"
  tar -x -C "$folder" -f "$roots/$suite.tar"
  cp /etc/resolv.conf "$folder/etc/resolv.conf"
  chroot "$folder" useradd --create-home --uid 1000 user
  [ $# -eq 0 ] || apt_in "$folder" "$@"
  touch "$folder/complete"
}
apt_in() { # apt_in ROOT PACKAGE …
  chroot "$1" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
    sh -euc 'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"' sh "${@:2}" >> "$roots/log" 2>&1 || exit 75
}
# in_root ROOT USER COMMAND: with /proc, /dev and the sockets of displays, and nothing of this machine's environment.
in_root() {
  # shellcheck disable=SC2016
  unshare --mount sh -euc '
    mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev"
    if [ -n "$3" ]; then mkdir -p "$0/tmp/.X11-unix" && mount --bind /tmp/.X11-unix "$0/tmp/.X11-unix"; fi
    home=/home/user && [ "$1" = 1000:1000 ] || home=/root
    exec chroot --userspec="$1" "$0" env -i HOME=$home PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
      DISPLAY="$3" LIBGL_ALWAYS_SOFTWARE=1 sh -euc "$2"' "$1" "$2" "$3" "${DISPLAY:-}" < /dev/null
}
as_user() { in_root "$1" 1000:1000 "$2"; }
as_admin() { in_root "$1" 0:0 "$2"; }
expect_status() { # expect_status STATUS ROOT COMMAND TEXT: as the user; the message must have TEXT
  local status=0
  as_user "$2" "$3" > "$scratch/said" 2>&1 || status=$?
  [ $status -eq "$1" ] && grep -q "$4" "$scratch/said" || { cat "$scratch/said" >&2; fail "${2##*/}: status $status instead of $1, or not \"$4\": $3"; }
}

try_tarball() { # try_tarball SUITE: in a system without OpenGL and fonts, then in one with Mesa
  local bare=$roots/$1-bare drawing=$roots/$1-mesa tarball place
  tarball=$(echo "$files"/mmdview-*-linux-x86_64.tar.xz)
  make_root "$1-bare" "$1"
  # shellcheck disable=SC2086
  make_root "$1-mesa" "$1" $mesa ffmpeg
  for place in "$bare" "$drawing"; do
    rm -rf "$place$user_home" && mkdir -p "$place$user_home"
    place=$(unpack "$tarball" "$place$user_home/遊び with blanks")
    mv "$place" "${place%/*}/mmdview"
    chown -R 1000:1000 "${place%/*/*}"
  done
  place="$user_home/遊び with blanks/mmdview"
  if chroot "$bare" sh -c 'command -v cc || command -v cmake'; then fail "$bare is not bare"; fi
  as_user "$bare" "cd '$place' && ./mmdview --version && ./mmdview check samples/figure/figure.pmx && ./mmdview bones samples/figure/figure.pmx samples/poses/kick.vpd --format json > ~/bones.json" >/dev/null
  cmp "$scratch/expected/bones.json" "$bare$user_home/bones.json" || fail "$1: other bones"
  expect_status 4 "$bare" "cd '$place' && ./mmdview shot samples/figure/figure.pmx -o ~/a.png" "libegl1, libgl1-mesa-dri"
  expect_status 4 "$bare" "cd '$place' && ./mmdview" "display"
  passed "$1 without OpenGL, fonts and fontconfig: bones; status 4 and what to install"

  as_user "$drawing" "cd '$place' && mmdview() { ./mmdview \"\$@\"; } && out=~ && $commands"
  compare "$drawing$user_home" "$1 with Mesa, without fonts"
  as_user "$drawing" "cd '$place' && ./mmdview batch samples/figure/figure.pmx --motions samples/motions/song.vmd --frames 0:15 --size 64x64 --video ~/video.mp4 -q"
  passed "$1: batch --video"
  as_user "$drawing" "cd '$place' && ./install && ~/.local/bin/mmdview --version && ./install --remove" >/dev/null
  as_admin "$drawing" "chown -R root:root '$place' && chmod -R a-w '$place'"
  as_user "$drawing" "cd '$place' && ./mmdview shot samples/figure/figure.pmx -q -o ~/b.png"
  passed "$1: read-only folder"
  try_window "$drawing" "'$place/mmdview'" "$1"
}
# try_window ROOT PROGRAM WHAT: the first start opens the sample; F12 saves a picture; Ctrl+Q ends. On a display.
try_window() {
  local window status=0
  rm -f "$1$user_home"/*.png
  as_user "$1" "cd ~ && exec $2" > "$scratch/window.log" 2>&1 &
  program=$!
  until window=$(xdotool search --onlyvisible --class mmdview 2>/dev/null); do kill -0 $program || fail "$3: no window"; done
  until xdotool getwindowname "$window" | grep -q 'peace.vpd'; do kill -0 $program || fail "$3: no sample"; done
  xdotool windowfocus --sync "$window"
  xdotool key F12
  until [ -n "$(find "$1$user_home" -maxdepth 2 -name '*.png')" ]; do kill -0 $program || fail "$3: the window saves no picture"; done
  [ -z "${MMDVIEW_SCREENSHOTS:-}" ] || xwd -silent -id "$window" -out "$MMDVIEW_SCREENSHOTS/$3.xwd"
  xdotool key ctrl+q
  wait $program || status=$?
  program=
  [ $status -eq 0 ] || { cat "$scratch/window.log" >&2; fail "$3: the window ends with status $status"; }
  passed "$3: the first start opens the sample in a window, which saves a picture"
}

try_deb() { # try_deb SUITE FILE: install, run, purge
  local place=$roots/$1-deb
  # shellcheck disable=SC2086
  make_root "$1-deb" "$1" $mesa
  lintian --fail-on error,warning "$2" >&2 || fail "lintian: $2"
  cp "$2" "$place/tmp/mmdview.deb"
  as_admin "$place" "dpkg -P mmdview >/dev/null 2>&1 || true; find / -xdev -not -path '/proc/*' -not -path '/tmp/*' -not -path '/var/*' | sort > /tmp/before"
  as_admin "$place" "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /tmp/mmdview.deb && dpkg -L mmdview | sort > /tmp/listed" >> "$roots/log" 2>&1 || exit 75
  as_user "$place" "cd /usr/share/mmdview && out=~ && $commands"
  compare "$place$user_home" "$1: ${2##*/}"
  as_admin "$place" "dpkg -P mmdview" >/dev/null
  as_admin "$place" "find / -xdev -path '*mmdview*' -not -path '/proc/*' -not -path '/tmp/*' -not -path '/home/*'" > "$scratch/left"
  [ ! -s "$scratch/left" ] || fail "purging ${2##*/} leaves $(head -n 3 "$scratch/left")"
  passed "$1: ${2##*/} is installed, runs and is purged"
}
try_wheel() { # try_wheel SUITE FILE
  # shellcheck disable=SC2086
  make_root "$1-python" "$1" $mesa python3-venv python3-numpy
  tests/scripts/wheel_in_root.sh "$2" "$roots/$1-python" >/dev/null
  passed "$1: ${2##*/}"
}
wine() { "$root/scripts/wine.sh" "$@"; }
set_up() { # set_up PROGRAM [ARGUMENT …]: an installer, without questions
  local status=0
  wine "$1" /S "${@:2}" < /dev/null > "$scratch/said" 2>&1 || status=$?
  [ $status -eq 0 ] || { cat "$scratch/said" >&2; fail "${1##*/} ends with status $status"; }
}
try_windows() {
  local folder=$scratch/windows stage installed settings
  scripts/setup.sh --windows-tests
  mkdir -p "$folder/made"
  (cd "$folder" && python3 -m zipfile -e "$files"/mmdview-*-windows-x64.zip .)
  stage=$(echo "$folder"/mmdview-*)
  export WINEPREFIX=$scratch/wine
  mkdir -p "$WINEPREFIX"
  wine wineboot -i < /dev/null > /dev/null 2>&1
  wine winecfg -v win10 < /dev/null > /dev/null 2>&1 # the setup needs it; Debian's wine is Windows 7 at first
  (cd "$stage" && out=../made && mmdview() { wine ./mmdview.exe "$@"; } && eval "$commands") < /dev/null
  compare "$folder/made" "the ZIP for Windows"

  # An older version with a file that the new one lacks, and with settings.
  echo old > "$stage/old.txt"
  scripts/windows_installer.sh "$stage" 0.0.1 0.0.1.0 "$scratch/older.exe"
  set_up "$scratch/older.exe"
  installed=$(find "$WINEPREFIX" -path '*Local/Programs/mmdview' -print -quit)
  [ -s "$installed/old.txt" ] || fail "the older setup installs no old.txt"
  settings=${installed%/Local/*}/Roaming/mmdview
  mkdir -p "$settings" && echo mine > "$settings/mine.txt"
  set_up "$(echo "$files"/mmdview-*-windows-x64-setup.exe)"
  [ -s "$installed/mmdview.exe" ] && [ -s "$settings/mine.txt" ] && [ ! -e "$installed/old.txt" ] ||
    fail "an upgrade for Windows keeps old files, or loses settings"
  [ "$(wine "$installed/mmdview.exe" --version < /dev/null)" = "$(wine "$stage/mmdview.exe" --version < /dev/null)" ] ||
    fail "the setup installs another program than the ZIP has"
  # The uninstaller goes on as a copy of itself, unless it is told its folder.
  set_up "$installed/uninstall.exe" "_?=$(wine winepath -w "$installed" < /dev/null | tr -d '\r')"
  [ ! -e "$installed/mmdview.exe" ] && [ ! -e "$settings" ] || fail "the uninstaller leaves the program or settings"
  passed "the setup for Windows: installs, upgrades an older version, keeps settings, and is removed"
  /usr/lib/wine/wineserver -k || true
}
try_web() { # the package and the page, in an empty project and in Chromium without a network
  local project=$scratch/npm page=$scratch/page
  scripts/setup.sh --web-tests
  mkdir -p "$project" "$page"
  (cd "$project" && npm init -y >/dev/null && npm install --silent esbuild "$(echo "$files"/mmdview-core-*.tgz)") || exit 75
  (cd "$project" && cat > read.mjs <<'READ'
import { readFile } from 'node:fs/promises';
import { createSession } from '@mmdview/core';
const session = await createSession();
session.addFile('a.pmx', await readFile(process.argv[2]));
if (session.load('a.pmx', { textures: false }).bones.length < 100) throw new Error('too few bones');
READ
    node read.mjs "$root/samples/figure/figure.pmx")
  (cd tests/web && npm ci --silent) || exit 75
  (cd "$page" && python3 -m zipfile -e "$files"/mmdview-*-web.zip .)
  node tests/web/try_release.mjs "$(echo "$page"/mmdview-*)" "$project" ${MMDVIEW_SCREENSHOTS:+"$MMDVIEW_SCREENSHOTS/page.png"}
  passed "the package for npm in an empty project and in a bundler; the page from its ZIP, without a network"
}

everything() {
  local built what folder
  [ "$(id -u)" -eq 0 ] || fail "it needs the user root, for chroot"
  (cd "$files" && sha256sum --quiet -c SHA256SUMS)
  built=$(echo "$root"/build/release-source/mmdview-*[0-9])
  mkdir -p "$scratch/expected"
  (cd "$root" && out=$scratch/expected && mmdview() { "$built/build/release/mmdview" "$@"; } && eval "$commands")
  for what in "$files"/*; do
    case $what in
      *-linux-x86_64.tar.xz)
        folder=$(unpack "$what" "$scratch/フォルダ with blanks")
        try_contents "$folder"
        try_install "$folder"
        try_tarball bookworm
        try_tarball trixie ;;
      *_debian12_*.deb) try_deb bookworm "$what" ;;
      *_debian13_*.deb) try_deb trixie "$what" ;;
      *-cp311-*.whl) try_wheel bookworm "$what" ;;
      *-cp313-*.whl) try_wheel trixie "$what" ;;
      *-windows-x64.zip) try_windows ;;
      *.tgz) try_web ;;
    esac
  done
}
