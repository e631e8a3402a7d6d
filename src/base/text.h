#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mmd {

// Text inside the program is UTF-8. These functions are pure and never throw on bad input; what "nullopt"
// means stands at each.

/// CP932 (Microsoft's Shift-JIS) to UTF-8; nullopt if a byte sequence has no meaning.
std::optional<std::string> utf8_from_cp932(std::string_view bytes);
/// The same, with U+FFFD in place of what has no meaning.
std::string utf8_from_cp932_lossy(std::string_view bytes);
/// UTF-8 to CP932; nullopt if a character has no place there.
std::optional<std::string> cp932_from_utf8(std::string_view text);

/// The text, still UTF-8, with `substitute` in place of each character that CP932 has no place for.
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

/// UTF-8 as its UTF-16 code units, for looking at a name letter by letter: every letter of a Japanese or
/// English name is one unit, what lies beyond the first plane a pair of them. And back.
std::u32string utf16_units(std::string_view utf8);
std::string utf8_from_units(std::u32string_view units);

// What programs in China and Taiwan write names in: files in archives, bones and morphs in motions.

/// GBK (Microsoft's code page 936) to UTF-8; nullopt if a byte sequence has no meaning.
std::optional<std::string> utf8_from_gbk(std::string_view bytes);
/// UTF-8 to GBK; nullopt if a character has no place there.
std::optional<std::string> gbk_from_utf8(std::string_view text);
/// Big5 to UTF-8; nullopt if a byte sequence has no meaning.
std::optional<std::string> utf8_from_big5(std::string_view bytes);

/// Makes text from files safe to print. Bytes that are not UTF-8 become "\xff"; control characters,
/// bidirectional marks and line separators become "\u009b".
std::string escaped_utf8(std::string_view bytes);

/// The same for serialised JSON, which keeps its meaning. Expects UTF-8 whose strings have no characters
/// below U+0020, as JSON writers make it.
std::string escaped_json(std::string_view json);

/// Of names that `fold_name` has folded, in the order in which people sort them, digits by their value:
/// negative, 0 or positive.
int compare_folded(std::string_view a, std::string_view b);

/// Whether `a` comes before `b` as people sort names: digits by their value, letters without case.
bool natural_less(std::string_view a, std::string_view b);

/// Whether the text has what a pattern is known by: `*`, `?` or `[`.
bool is_pattern(std::string_view text);

/// Whether all of a name fits a pattern, as shells have them: `*` any characters, `?` one, `[a-z]` one of
/// these, `[!a-z]` one of the others. Characters are UTF-8. Who wants letters to count without case and width
/// folds both before (fold_name).
bool fits_pattern(std::string_view name, std::string_view pattern);

}  // namespace mmd
