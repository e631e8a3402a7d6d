#!/usr/bin/env bash
# Builds mmdview and installs it with its manual page, the completions for bash, fish and zsh, and the samples.
# Usage: install.sh [FOLDER]   (~/.local; /usr/local takes `sudo`)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
prefix=${1:-$HOME/.local}
"$root/scripts/setup.sh"
"$root/scripts/build.sh" release mmdview mmdview_manual >&2
cmake --install "$root/build/release" --prefix "$prefix" >/dev/null
echo "Installed: $prefix/bin/mmdview"
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "That folder is not in PATH yet: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
