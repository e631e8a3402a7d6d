#!/bin/sh
# The program is built to end where memory is overrun, rather than go on: hardened.sh PROGRAM LIBRARY [CHECKED …]
# LIBRARY: one of its own, with arrays on the stack. (The program's symbols may be those of others' code.)
# CHECKED: those that look whether an index is within its container.
set -eu
program=$1
library=$2
shift 2

fail() {
  echo "hardened.sh: $program: $1" >&2
  exit 1
}

symbols=$(nm --undefined-only "$library")
segments=$(readelf --program-headers --file-header --wide "$program")
case $symbols in *__stack_chk_fail*) ;; *) fail "no stack protector" ;; esac
case $symbols in *__snprintf_chk*) ;; *) fail "no fortified functions" ;; esac
case $segments in *"DYN (Position-Independent Executable file)"*) ;; *) fail "not position independent" ;; esac
case $segments in *GNU_RELRO*) ;; *) fail "relocations stay writable" ;; esac
case $segments in *"GNU_STACK"*" RWE "*) fail "the stack can be executed" ;; esac
[ $# -gt 0 ] || fail "no library is to look at indices"
for checked in "$@"; do
  case $(nm --undefined-only "$checked") in *__glibcxx_assert_fail*) ;; *) fail "$checked does not look at indices" ;; esac
done
