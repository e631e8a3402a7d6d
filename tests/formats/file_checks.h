#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "base/byte_io.h"

namespace mmd::test {

/// Calls `check` with thousands of copies, with four random bytes replaced in each.
template <class Check>
void for_damaged_copies(const Bytes& valid, Check&& check) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes = valid;
    for (int i = 0; i < 4; ++i) bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    check(bytes);
  }
}

/// Calls `check` with the bytes of each file below `folder` that has this extension. Expects at least one.
template <class Check>
void for_each_file(const std::filesystem::path& folder, const char* extension, Check&& check) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != extension) continue;
    SCOPED_TRACE(entry.path());
    std::ifstream in(entry.path(), std::ios::binary);
    check(std::string{std::istreambuf_iterator<char>(in), {}});
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace mmd::test
