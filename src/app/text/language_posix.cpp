// The desktop's language by the variables of POSIX.
#include <cstdlib>

#include "app/text/language.h"

namespace mmd {

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
