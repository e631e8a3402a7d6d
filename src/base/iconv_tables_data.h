#pragma once
// The data of iconv_tables.cpp, which tools/make_iconv_tables.py writes during the build.

#include <cstdint>
#include <span>

namespace mmd::iconv_tables {

/// The characters of two bytes: a row for each lead byte, a column for each trail byte of two runs.
struct Table {
  unsigned first_lead, last_lead;
  unsigned first_trail, last_low_trail, first_high_trail, last_trail;
  const std::uint16_t* codes;  ///< 0: no character
};
extern const Table cp932, cp936, big5;

/// A character that is not written as the lowest sequence that is read as it.
struct WrittenAs {
  std::uint16_t code;
  std::uint16_t sequence;  ///< one byte, or lead byte * 256 + trail byte; 0: none
};
extern const std::span<const WrittenAs> cp932_written;

}  // namespace mmd::iconv_tables
