#include "assets/jpeg_guard.h"

#include <cstddef>

namespace mmd {
namespace {

constexpr unsigned marker_dht = 0xC4, marker_end = 0xD9, first_restart = 0xD0, last_restart = 0xD7;
constexpr std::size_t table_header = 17;  // class and destination, then the number of codes of 1 to 16 bits
constexpr std::size_t max_codes = 256;

unsigned byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

bool tables_fit(std::string_view segment) {
  while (segment.size() >= table_header) {
    std::size_t codes = 0;
    for (std::size_t i = 1; i < table_header; ++i) codes += byte_at(segment, i);
    if (codes > max_codes) return false;
    if (table_header + codes > segment.size()) return true;  // the decoder stops here, too
    segment.remove_prefix(table_header + codes);
  }
  // A header that the segment's length cuts off: the decoder would read on past the segment.
  return segment.empty();
}

/// The offset behind the next marker's code, or the end. Between segments and within a scan's data alike, all
/// that is not 0xFF, a code is stepped over; 0xFF00 is data and restart markers belong to the scan.
std::size_t next_marker(std::string_view bytes, std::size_t at) {
  while (at + 1 < bytes.size()) {
    if (byte_at(bytes, at) != 0xFF) {
      ++at;
      continue;
    }
    const unsigned code = byte_at(bytes, at + 1);
    const bool restart = code >= first_restart && code <= last_restart;
    if (code == 0xFF) {
      ++at;
    } else if (code == 0 || restart) {
      at += 2;
    } else {
      return at + 2;
    }
  }
  return bytes.size();
}

}  // namespace

bool jpeg_tables_fit(std::string_view bytes) {
  std::size_t at = 2;  // behind the start of the image
  for (;;) {
    at = next_marker(bytes, at);
    if (at + 2 > bytes.size()) return true;
    const unsigned code = byte_at(bytes, at - 1);
    if (code == marker_end) return true;
    const std::size_t length = byte_at(bytes, at) << 8 | byte_at(bytes, at + 1);
    if (length < 2) return true;  // the decoder stops here, too
    if (code == marker_dht) {
      const bool whole = at + length <= bytes.size();
      if (!whole || !tables_fit(bytes.substr(at + 2, length - 2))) return false;
    }
    if (at + length >= bytes.size()) return true;
    at += length;
  }
}

}  // namespace mmd
