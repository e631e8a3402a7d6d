// The desktop's language by the person's list of languages.
#include <array>

#include "app/text/language.h"
#include "base/windows_api.h"

namespace mmd {

Language desktop_language() {
  ULONG count = 0, size = 0;
  if (!GetUserPreferredUILanguages(MUI_LANGUAGE_NAME, &count, nullptr, &size) || size == 0)
    return Language::english;
  std::wstring names(size, L'\0');  // "ja-JP" and others, with a zero behind each
  if (!GetUserPreferredUILanguages(MUI_LANGUAGE_NAME, &count, names.data(), &size)) return Language::english;
  const std::string first = windows::to_utf8(names.substr(0, names.find(L'\0')));
  const std::array<std::string_view, 1> languages{first};
  return language_of(languages);
}

}  // namespace mmd
