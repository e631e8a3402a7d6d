#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// What the menus and the list of keys are written in.
enum class Language : std::uint8_t { english, japanese };

/// The same in both.
struct LocalizedText {
  std::string_view english, japanese;
  constexpr std::string_view in(Language language) const {
    return language == Language::japanese ? japanese : english;
  }
};

/// The language of the first of these locales ("ja_JP.UTF-8", "C") that is not empty.
Language language_of(std::span<const std::string_view> locales);
/// As the environment asks for messages.
Language desktop_language();

/// Words of a language with `parts` in the places that they leave.
std::string filled(std::string_view words, const std::vector<std::string>& parts);

}  // namespace mmd
