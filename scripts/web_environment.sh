# Sourced by web_libraries.sh and web.sh: what Debian's emscripten needs. Before, set `cache`.

# A node that is not Debian's does not look there, and emcc cannot link without acorn.
export NODE_PATH=${NODE_PATH:+$NODE_PATH:}/usr/share/nodejs
# Emscripten compiles its own system libraries when they are first needed; Debian's folder for them belongs to root.
export EM_CACHE=$cache/emscripten
if [ ! -d "$EM_CACHE" ]; then
  mkdir -p "$cache"
  rm -rf "$EM_CACHE.new"
  cp -r /usr/share/emscripten/cache "$EM_CACHE.new"
  mv "$EM_CACHE.new" "$EM_CACHE"
fi
