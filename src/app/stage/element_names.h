#pragma once

// Names of materials, bones, morphs and display frames as lists show them.

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/text/language.h"
#include "options/messages.h"

namespace mmd {

/// Whether a name consists of blanks only.
inline bool is_blank(std::string_view name) {
  return name.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// The English name of each element; empty if it says nothing: it is blank, the Japanese name again, or the
/// name of several elements, as in models whose English names are all "en".
template <class Element>
std::vector<std::string_view> english_names(const std::vector<Element>& elements) {
  std::unordered_map<std::string_view, std::size_t> uses;
  for (const Element& element : elements) ++uses[element.name_english];
  std::vector<std::string_view> out;
  out.reserve(elements.size());
  for (const Element& element : elements) {
    const std::string_view english = element.name_english;
    const bool tells = !is_blank(english) && english != element.name && uses[english] == 1;
    out.push_back(tells || is_blank(element.name) ? english : std::string_view());
  }
  return out;
}

/// The same for one element.
template <class Element>
std::string_view english_name(const std::vector<Element>& elements, std::size_t index) {
  return english_names(elements)[index];
}

/// "頭  head", the Japanese name alone in Japanese; on one line, without control characters. `english`: of
/// english_names().
inline std::string shown_name(std::string_view name, std::string_view english, Language language) {
  std::string out(is_blank(name) ? english : name);
  if (language == Language::english && !is_blank(name) && !english.empty() && english != name)
    out.append("  ").append(english);
  return on_one_line(std::move(out));
}

}  // namespace mmd
