#pragma once

// The encoding in which libarchive gives names that archives hold in Unicode. Each system has its own file.

#include <string>

struct archive_entry;

namespace mmd {

/// While this lives, libarchive converts names to UTF-8 on the calling thread. Numbers, messages and other
/// threads keep their locale.
class Utf8Locale {
 public:
  Utf8Locale();
  ~Utf8Locale();
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  void* before_;  ///< the thread's locale; null: it was not changed
};

/// An entry's name: UTF-8 if the archive holds it in Unicode, else the bytes in there. Empty: libarchive
/// cannot give it.
std::string pathname_of(archive_entry* entry);

}  // namespace mmd
