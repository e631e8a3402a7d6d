// For the Linux tarball: the functions of glibc 2.36 that Debian 12's static libraries call (libstdc++,
// libarchive, expat), for the systems that have glibc 2.35.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <sys/random.h>

extern "C" {

[[gnu::visibility("hidden")]] void arc4random_buf(void* bytes, std::size_t size) noexcept {
  auto* at = static_cast<unsigned char*>(bytes);
  while (size > 0) {
    const std::size_t part = size < 256 ? size : 256;  // getrandom() fills so many without interruption
    if (getrandom(at, part, 0) != static_cast<ssize_t>(part)) std::abort();
    at += part;
    size -= part;
  }
}

[[gnu::visibility("hidden")]] std::uint32_t arc4random() noexcept {
  std::uint32_t out = 0;
  arc4random_buf(&out, sizeof out);
  return out;
}
}
