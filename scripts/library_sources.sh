# Sourced by the libraries' scripts: fetches sources of Debian 12's packages. Before, set:
#   sources          folder for the source trees
#   apt_folder       folder for apt's lists and caches
#   source_packages  names of the packages
#   prefix           folder where the libraries are installed
# MMDVIEW_DEBIAN_MIRROR: the server, instead of http://deb.debian.org.

# Apt with lists, caches and sources of its own.
own_apt=(-o "Dir::Etc::SourceParts=$apt_folder/parts" -o Dir::Etc::SourceList=/dev/null
  -o "Dir::State::Lists=$apt_folder/lists" -o "Dir::Cache=$apt_folder/cache" -o APT::Sandbox::User=root)

get_sources() {
  local package version mirror=${MMDVIEW_DEBIAN_MIRROR:-http://deb.debian.org}
  local missing=()
  for package in "${source_packages[@]}"; do
    [ -f "$sources/$package/complete" ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  mkdir -p "$apt_folder"/{parts,lists/partial,cache/archives/partial}
  printf '%s\n' "Types: deb-src" "URIs: $mirror/debian" "Suites: bookworm bookworm-updates" "Components: main" \
    "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg" "" \
    "Types: deb-src" "URIs: $mirror/debian-security" "Suites: bookworm-security" "Components: main" \
    "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg" > "$apt_folder/parts/debian.sources"
  apt-get "${own_apt[@]}" -qq update
  for package in "${missing[@]}"; do
    # The newest version of the security suite can be listed before the mirror has it: then the one before.
    for version in $(apt-cache "${own_apt[@]}" showsrc "$package" | awk '/^Version:/ { print $2 }' | sort -ruV); do
      rm -rf "${sources:?}/$package"
      mkdir -p "$sources/$package"
      (cd "$sources/$package" && apt-get "${own_apt[@]}" -qq source "$package=$version") >> "$sources/log" 2>&1 || continue
      rm -f "$sources/$package"/*.tar.* "$sources/$package"/*.dsc
      mv "$sources/$package"/* "$sources/$package/tree"
      echo "$version" > "$sources/$package/complete"
      break
    done
    [ -f "$sources/$package/complete" ] || { echo "cannot get the source of $package: see $sources/log" >&2; return 1; }
  done
}
src() { echo "$sources/$1/tree"; }
# The upstream version: without Debian's epoch, revision and repacking marks.
version_of() { sed -E 's/^[0-9]+://; s/-[^-]*$//; s/[+~](dfsg|ds|repack|really).*$//' "$sources/$1/complete"; }

# collect_licences PACKAGE …: each library's version and terms, and those of installed packages: input of third_party.py.
collect_licences() {
  local package
  for package in "${source_packages[@]}"; do
    mkdir -p "$prefix/licences/$package"
    cp "$sources/$package/complete" "$prefix/licences/$package/version"
    find "$sources/$package/tree" -maxdepth 1 -type f \( -iname 'licen[cs]e*' -o -iname 'copying*' -o -iname 'patents' \
      -o -iname 'readme.ijg' \) -exec cp -t "$prefix/licences/$package" {} +
    cp "$sources/$package/tree/debian/copyright" "$prefix/licences/$package/debian-copyright"
  done
  for package in "$@"; do
    mkdir -p "$prefix/licences/$package"
    cp "/usr/share/doc/$package/copyright" "$prefix/licences/$package/debian-copyright"
    dpkg-query -W -f '${Version}\n' "$package" > "$prefix/licences/$package/version"
  done
}
