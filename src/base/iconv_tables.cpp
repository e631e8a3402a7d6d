#include "base/iconv_tables.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <utf8proc.h>

#include "base/iconv_tables_data.h"

namespace mmd::iconv_tables {
namespace {

constexpr std::uint32_t first_half_width = 0xFF61, last_half_width = 0xFF9F;  // katakana
constexpr unsigned first_half_width_byte = 0xA1, last_half_width_byte = 0xDF;
constexpr unsigned euro_byte = 0x80;
constexpr std::uint32_t euro = 0x20AC;

/// A character and the bytes that it took; 0 bytes: none begins here.
struct Decoded {
  std::uint32_t code = 0;
  std::size_t size = 0;
};

const Table& table_of(Charset charset) {
  return charset == Charset::cp932 ? cp932 : charset == Charset::cp936 ? cp936 : big5;
}

std::size_t columns_of(const Table& table) {
  return (table.last_low_trail - table.first_trail + 1) + (table.last_trail - table.first_high_trail + 1);
}

Decoded decode_utf8(std::string_view in) {
  utf8proc_int32_t code = 0;
  const utf8proc_ssize_t n = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(in.data()),
                                              static_cast<utf8proc_ssize_t>(in.size()), &code);
  if (n <= 0 || code < 0) return {};
  return {static_cast<std::uint32_t>(code), static_cast<std::size_t>(n)};
}

Decoded decode_two_bytes(const Table& table, unsigned lead, unsigned trail) {
  if (lead < table.first_lead || lead > table.last_lead) return {};
  const bool is_low = trail >= table.first_trail && trail <= table.last_low_trail;
  const bool is_high = trail >= table.first_high_trail && trail <= table.last_trail;
  if (!is_low && !is_high) return {};
  const unsigned low_columns = table.last_low_trail - table.first_trail + 1;
  const unsigned column = is_low ? trail - table.first_trail : trail - table.first_high_trail + low_columns;
  const std::uint16_t code = table.codes[(lead - table.first_lead) * columns_of(table) + column];
  return {code, code != 0 ? std::size_t{2} : 0};
}

Decoded decode(Charset charset, std::string_view in) {
  if (charset == Charset::utf8) return decode_utf8(in);
  const auto lead = static_cast<unsigned char>(in[0]);
  if (lead < 0x80) return {lead, 1};
  if (charset == Charset::cp932 && lead >= first_half_width_byte && lead <= last_half_width_byte)
    return {lead - first_half_width_byte + first_half_width, 1};
  if (charset == Charset::cp936 && lead == euro_byte) return {euro, 1};
  if (charset == Charset::big5 && lead == 0x80) return {0x80, 1};
  if (in.size() < 2) return {};
  return decode_two_bytes(table_of(charset), lead, static_cast<unsigned char>(in[1]));
}

/// Sequences by code point, up to U+FFFF; 0: the charset lacks the character.
using Sequences = std::vector<std::uint16_t>;

Sequences turned_round(const Table& table) {
  Sequences out(0x10000, 0);
  const std::size_t columns = columns_of(table);
  const std::size_t low_columns = table.last_low_trail - table.first_trail + 1;
  // From the last row and column, so that of several sequences for one character the lowest stays.
  for (std::size_t row = table.last_lead - table.first_lead + 1; row-- > 0;) {
    for (std::size_t column = columns; column-- > 0;) {
      const std::size_t trail =
          column < low_columns ? table.first_trail + column : table.first_high_trail + (column - low_columns);
      const std::uint16_t code = table.codes[row * columns + column];
      if (code != 0) out[code] = static_cast<std::uint16_t>((table.first_lead + row) << 8 | trail);
    }
  }
  for (std::uint16_t ascii = 1; ascii < 0x80; ++ascii) out[ascii] = ascii;
  return out;
}

const Sequences& cp932_sequences() {
  static const Sequences made = [] {
    Sequences out = turned_round(cp932);
    for (std::uint32_t code = first_half_width; code <= last_half_width; ++code)
      out[code] = static_cast<std::uint16_t>(code - first_half_width + first_half_width_byte);
    for (const WrittenAs& row : cp932_written) out[row.code] = row.sequence;
    return out;
  }();
  return made;
}

const Sequences& cp936_sequences() {
  static const Sequences made = [] {
    Sequences out = turned_round(cp936);
    out[euro] = euro_byte;
    return out;
  }();
  return made;
}

void append_utf8(std::uint32_t code, std::string& out) {
  utf8proc_uint8_t bytes[4];
  const utf8proc_ssize_t n = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes);
  out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(n));
}

/// False: `to` lacks the character.
bool encode(Charset to, std::uint32_t code, std::string& out) {
  if (to == Charset::utf8) {
    append_utf8(code, out);
    return true;
  }
  const bool is_tag = code >= 0xE0000 && code < 0xE0080;
  if (is_tag) return true;  // glibc leaves them out
  const Sequences& sequences = to == Charset::cp932 ? cp932_sequences() : cp936_sequences();
  const unsigned sequence = code < sequences.size() ? sequences[code] : 0;
  if (sequence == 0 && code != 0) return false;
  if (sequence > 0xFF) out += static_cast<char>(sequence >> 8);
  out += static_cast<char>(sequence & 0xFF);
  return true;
}

}  // namespace

bool convert(Charset to, Charset from, std::string_view in, std::optional<std::string_view> substitute,
             std::string& out) {
  if (to == Charset::big5) return false;
  while (!in.empty()) {
    const Decoded next = decode(from, in);
    const bool is_converted = next.size > 0 && encode(to, next.code, out);
    if (!is_converted) {
      if (!substitute) return false;
      out += *substitute;
    }
    in.remove_prefix(is_converted ? next.size : 1);
  }
  return true;
}

}  // namespace mmd::iconv_tables
