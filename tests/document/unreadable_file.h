#pragma once

#include <filesystem>
#include <string_view>

#include "tests/assets/temporary_folder.h"

namespace mmd::test {

/// A file of lines that nobody can read: it is larger than they may be. (Permissions do not hold everyone
/// off.)
inline std::filesystem::path put_unreadable(const TemporaryFolder& folder, std::string_view name) {
  const std::filesystem::path file = folder.put(name, "line\n");
  std::filesystem::resize_file(file, 17u << 20);
  return file;
}

}  // namespace mmd::test
