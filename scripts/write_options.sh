#!/usr/bin/env bash
# Writes the tables of docs/user/options.md anew from the program's table of options. The text between the tables stays.
# Usage: write_options.sh [PROGRAM], by default build/release/mmdview
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${1:-$root/build/release/mmdview}
page=$root/docs/user/options.md

written=$(mktemp)
trap 'rm -f "$written"' EXIT
in_table=''
while IFS= read -r line; do
  case $line in
    '<!-- table: '*' -->')
      name=${line#<!-- table: }
      printf '%s\n\n' "$line"
      "$program" help --markdown "${name% -->}"
      printf '\n'
      in_table=yes
      ;;
    '<!-- end of table -->') in_table='' && printf '%s\n' "$line" ;;
    *) [ -n "$in_table" ] || printf '%s\n' "$line" ;;
  esac
done <"$page" >"$written"
cat "$written" >"$page"
