// libarchive converts to the process's code page, which the manifest makes UTF-8; the C library has no locale
// of a thread.
#include <archive_entry.h>

#include "assets/archive_locale.h"
#include "base/windows_api.h"

namespace mmd {

Utf8Locale::Utf8Locale() : before_(nullptr) {}
Utf8Locale::~Utf8Locale() = default;

std::string pathname_of(archive_entry* entry) {
  // Names in Unicode are UTF-16 in libarchive on Windows, which 3.6 cannot turn into bytes of code page
  // 65001.
  if (const char* name = archive_entry_pathname(entry); name != nullptr) return name;
  const wchar_t* wide = archive_entry_pathname_w(entry);
  if (wide != nullptr) return windows::to_utf8(wide);
  // Names of RAR 5 are UTF-8, which it turns into neither.
  const char* utf8 = archive_entry_pathname_utf8(entry);
  return utf8 != nullptr ? utf8 : std::string();
}

}  // namespace mmd
