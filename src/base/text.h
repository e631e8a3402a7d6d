#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

// Text inside the program is UTF-8. These functions are pure and do not throw on invalid input.

/// CP932 (Microsoft's Shift-JIS) to UTF-8; nullopt if a byte sequence is invalid.
std::optional<std::string> utf8_from_cp932(std::string_view bytes);
/// The same, with U+FFFD in place of invalid sequences.
std::string utf8_from_cp932_lossy(std::string_view bytes);
/// UTF-8 to CP932; nullopt if CP932 lacks a character.
std::optional<std::string> cp932_from_utf8(std::string_view text);

/// The text, still UTF-8, with `substitute` in place of each character that CP932 lacks.
std::string only_cp932(std::string_view text, char substitute);

/// UTF-16LE bytes to UTF-8. Unpaired surrogates and a dangling last byte become U+FFFD.
std::string utf8_from_utf16le(std::string_view bytes);
/// The same for UTF-16BE.
std::string utf8_from_utf16be(std::string_view bytes);
/// UTF-8 to UTF-16LE bytes; invalid bytes become U+FFFD.
std::string utf16le_from_utf8(std::string_view text);
/// UTF-8 to UTF-16BE bytes; invalid bytes become U+FFFD.
std::string utf16be_from_utf8(std::string_view text);

/// Whether the bytes are well-formed UTF-8 (no overlong forms, surrogates or values above U+10FFFF).
bool is_utf8(std::string_view bytes);
/// The text with U+FFFD in place of bytes that are not UTF-8.
std::string utf8_lossy(std::string_view bytes);

/// NFKC with case folding: names that Windows or a careless archive would treat as one compare equal
/// (full-width letters, decomposed kana, any case, wave dash and tilde). Invalid UTF-8 comes back as it is.
std::string fold_name(std::string_view text);

/// UTF-8 as UTF-16 code units and back, to compare names letter by letter: each letter of a Japanese or
/// English name is one unit, a character above U+FFFF two.
std::u32string utf16_units(std::string_view utf8);
std::string utf8_from_units(std::u32string_view units);

// Encodings of Chinese programs: names of files in archives, of bones and morphs in motions.

/// GBK (Microsoft's code page 936) to UTF-8; nullopt if a byte sequence is invalid.
std::optional<std::string> utf8_from_gbk(std::string_view bytes);
/// UTF-8 to GBK; nullopt if GBK lacks a character.
std::optional<std::string> gbk_from_utf8(std::string_view text);
/// Big5 to UTF-8; nullopt if a byte sequence is invalid.
std::optional<std::string> utf8_from_big5(std::string_view bytes);

/// Takes the text up to the separator, or all of it without one, and the separator out of `text`.
inline std::string_view take_until(std::string_view& text, char separator) {
  const std::string_view out = text.substr(0, text.find(separator));
  text.remove_prefix(out.size() < text.size() ? out.size() + 1 : out.size());
  return out;
}

/// Takes the next line out of `text`, without its end.
inline std::string_view take_line(std::string_view& text) {
  std::string_view line = take_until(text, '\n');
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// The parts of a text between separators, at least one; parts may be empty.
std::vector<std::string_view> split_at(std::string_view text, char separator);

/// A letter of ASCII as a small one; other bytes stay.
inline char small_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string small_letters(std::string_view text);

/// Makes text from files safe to print. Bytes that are not UTF-8 become "\xff"; control characters,
/// bidirectional marks and line separators become "\u009b".
std::string escaped_utf8(std::string_view bytes);
/// The same line by line; each ends with a line feed.
std::string escaped_lines(std::string_view bytes);

/// The same for serialised JSON, without changing its meaning. Expects UTF-8 whose strings have no characters
/// below U+0020, as JSON writers produce it.
std::string escaped_json(std::string_view json);

/// Compares names folded by `fold_name` in natural order (digits by value): negative, 0 or positive.
int compare_folded(std::string_view a, std::string_view b);

/// Whether `a` comes before `b` in natural order: digits by value, letters without case.
bool natural_less(std::string_view a, std::string_view b);

/// Whether the text contains `*`, `?` or `[`.
bool is_pattern(std::string_view text);

/// Whether a shell pattern matches all of a UTF-8 name: `*` any characters, `?` one, `[a-z]` one of these,
/// `[!a-z]` one of the others. To ignore case and width, fold both first (fold_name).
bool fits_pattern(std::string_view name, std::string_view pattern);

}  // namespace mmd
