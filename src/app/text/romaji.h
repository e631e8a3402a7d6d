#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// Readings of a bone's or morph's name in Latin letters: kana by rule, the usual words of MMD models by a
/// table, width and case folded, without spaces. Other characters are left out. Spelled as simple_romaji()
/// spells; several if a word has several readings.
std::vector<std::string> romaji_of(std::string_view name);

/// A typed word in one spelling: si and shi, tu and tsu, ou and o become equal; without spaces and hyphens.
std::string simple_romaji(std::string_view typed);

/// Whether each word of `search` is in one of the names (in any case and width) or, from two letters on, in a
/// reading of the Japanese one. False without a word.
bool matches_name(std::string_view search, std::string_view japanese, std::string_view english);

}  // namespace mmd
