#!/usr/bin/env bash
# dockerfile_in_roots.sh BUILD_ROOT RUN_ROOT: does what examples/Dockerfile says in two bare roots in place of containers, as
# its two halves come; then its command, and a picture with what it installed. The roots are what `debootstrap
# --variant=minbase bookworm ROOT` makes, with /proc and /dev in them and a name server; they are changed. For root, on
# demand: it takes the network and some minutes.
set -euo pipefail
script=$(realpath "${BASH_SOURCE[0]}")
if [ $# -ne 2 ] || [ ! -x "$1/bin/sh" ] || [ ! -x "$2/bin/sh" ]; then
  sed -n '2,6s/^# //p' "$script" >&2
  exit 2
fi
roots=("$(realpath "$1")" "$(realpath "$2")")
cd "$(dirname "$script")/../.."
in_root() { # with nothing of this machine's environment
  chroot "$root" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "cd '$folder' && $1" < /dev/null
}
half=-1 folder=/ commands=0
while read -r word rest; do
  case $word in
    "" | "#"*) continue ;;
    FROM) half=$((half + 1)) folder=/ root=${roots[$half]} ;;
    WORKDIR) folder=$rest && mkdir -p "$root$folder" ;;
    RUN)
      echo "== $rest"
      in_root "$rest"
      commands=$((commands + 1))
      ;;
    COPY)
      case $rest in
        ". /source") mkdir -p "$root/source" && git archive HEAD | tar -x -C "$root/source" ;;
        --from=build*)
          read -r _ from to <<< "$rest"
          # shellcheck disable=SC2086 # a pattern
          cp "${roots[0]}"$from "$root$to"
          ;;
        *) echo "unexpected: COPY $rest" >&2 && exit 1 ;;
      esac
      ;;
    CMD)
      command=$(tr -d '][",' <<< "$rest")
      echo "== $command"
      in_root "$command" > /dev/null
      commands=$((commands + 1))
      ;;
    *) echo "unexpected: $word $rest" >&2 && exit 1 ;;
  esac
done < <(sed -e ':join' -e '/\\$/{N;s/\\\n//;b join' -e '}' examples/Dockerfile)
[ "$half $commands" = "1 3" ] || { echo "examples/Dockerfile has not the two halves with three commands that are expected" >&2; exit 1; }
folder=/ root=${roots[1]}
rm -rf "$root/tmp/samples" "$root/tmp/pictures" && cp -r samples "$root/tmp/"
in_root "mmdview batch /tmp/samples/figure/figure.pmx --poses /tmp/samples/poses --size 128x128 -o /tmp/pictures -q"
made=$(find "$root/tmp/pictures" -name '*.png' | wc -l) poses=$(find samples/poses -name '*.vpd' | wc -l)
[ "$made" -eq "$poses" ] || { echo "$made pictures of $poses poses" >&2; exit 1; }
echo "examples/Dockerfile does what it says: $made pictures"
