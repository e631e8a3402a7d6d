// Lists and unpacks any bytes: safely, within the limits, with the same content whether fetched ahead or not.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "assets/file_set.h"
#include "base/text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mmd::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  mmd::ArchiveLimits limits;
  limits.bytes = 4 << 20;
  limits.entries = 64;
  const auto set = mmd::open_archive({bytes.begin(), bytes.end()}, "a", limits);
  if (!set) {
    if (set.error().what.empty()) std::abort();
    return 0;
  }
  if (!mmd::looks_like_archive(bytes)) std::abort();
  const auto paths = (*set)->list("");
  (*set)->prefetch(paths);
  for (const std::string& path : paths) {
    if (!mmd::is_utf8(path) || path.empty() || path.front() == '/') std::abort();
    const auto ahead = (*set)->read(path), alone = (*set)->read(path);
    if (ahead.has_value() != alone.has_value()) std::abort();
    if (!ahead && ahead.error().what.empty()) std::abort();
    if (ahead && (*ahead != *alone || ahead->size() > limits.bytes)) std::abort();
  }
  return 0;
}
