#pragma once

#include <filesystem>
#include <string>

#include "assets/file_set.h"
#include "base/byte_io.h"

namespace mmd::test {

inline std::string text_or_error(const Result<Bytes>& bytes) {
  return bytes ? std::string(as_text(*bytes)) : "(error: " + bytes.error().what + ")";
}

/// Content of a file, or "(error: …)".
inline std::string content_of(const std::filesystem::path& path) {
  return text_or_error(read_file(path));
}
inline std::string content_of(const FileSet& set, const std::string& path) {
  return text_or_error(set.read(path));
}

/// In CP932, the second byte of the first character is a backslash.
inline const std::string japanese_name = "\u30bd\u9854.png";

}  // namespace mmd::test
