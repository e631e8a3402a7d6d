#include "app/text/language.h"

#include <algorithm>
#include <cstdlib>

namespace mmd {

Language language_of(std::span<const std::string_view> locales) {
  const auto wanted =
      std::find_if(locales.begin(), locales.end(), [](std::string_view l) { return !l.empty(); });
  if (wanted == locales.end()) return Language::english;
  const std::string_view name = wanted->substr(0, wanted->find_first_of("_.@"));
  return name == "ja" ? Language::japanese : Language::english;
}

Language desktop_language() {
  // In the order of POSIX.
  std::string_view locales[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  for (std::string_view& locale : locales) {
    const char* value = std::getenv(locale.data());
    locale = value != nullptr ? value : "";
  }
  return language_of(locales);
}

}  // namespace mmd
