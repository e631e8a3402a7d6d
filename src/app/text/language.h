#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// Language of menus, panels and toasts.
enum class Language : std::uint8_t { english, japanese };

/// One text in both languages.
struct LocalizedText {
  std::string_view english, japanese;
  constexpr std::string_view in(Language language) const {
    return language == Language::japanese ? japanese : english;
  }
};

inline constexpr std::size_t max_toast_characters = 60;

/// Characters of a UTF-8 text; a placeholder counts as it is written: "{}" is two.
constexpr std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

/// A text that has at most max_toast_characters in each language; a longer one does not compile.
struct Toast : LocalizedText {
  consteval Toast(std::string_view english_text, std::string_view japanese_text)
      : LocalizedText{english_text, japanese_text} {
    if (character_count(english) > max_toast_characters || character_count(japanese) > max_toast_characters)
      throw "a toast is too long";
  }
};

/// The language of the first locale ("ja_JP.UTF-8", "ja-JP", "C") that is not empty; English if all are
/// empty.
Language language_of(std::span<const std::string_view> locales);
/// The language of the environment: LC_ALL, LC_MESSAGES, LANG; on Windows the user's display language.
Language desktop_language();

/// `text` with its placeholders replaced by `parts`.
std::string filled(std::string_view text, const std::vector<std::string>& parts);

}  // namespace mmd
