// By a locale of the thread (uselocale).
#include <archive_entry.h>
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#include "assets/archive_locale.h"

namespace mmd {
namespace {

locale_t utf8_locale() {
  static const locale_t one = [] {
    locale_t out = nullptr;
    for (const char* name : {"C.UTF-8", "en_US.UTF-8", "UTF-8"}) {
      if (out == nullptr) out = newlocale(LC_CTYPE_MASK, name, nullptr);
    }
    return out;
  }();
  return one;
}

}  // namespace

Utf8Locale::Utf8Locale() : before_(utf8_locale() != nullptr ? uselocale(utf8_locale()) : nullptr) {}

Utf8Locale::~Utf8Locale() {
  if (before_ != nullptr) uselocale(static_cast<locale_t>(before_));
}

std::string pathname_of(archive_entry* entry) {
  const char* name = archive_entry_pathname(entry);
  if (name == nullptr) name = archive_entry_pathname_utf8(entry);
  return name != nullptr ? name : std::string();
}

}  // namespace mmd
