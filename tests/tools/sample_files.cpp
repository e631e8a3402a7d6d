#include "tests/tools/sample_files.h"

#include <gtest/gtest.h>

#include "assets/file_set.h"

namespace mmd::test {

std::filesystem::path samples() {
  return std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples";
}

Bytes bytes_of(const std::filesystem::path& file) {
  auto bytes = read_file(file);
  EXPECT_TRUE(bytes) << file;
  return bytes ? std::move(*bytes) : Bytes{};
}

pmx::File read_pmx(const std::filesystem::path& file) {
  auto model = pmx::read(bytes_of(file));
  EXPECT_TRUE(model) << file;
  return model ? std::move(*model) : pmx::File{};
}

LoadedModel load_sample(const std::filesystem::path& file) {
  auto loaded = load_model(file, false);
  EXPECT_TRUE(loaded) << file;
  return loaded ? std::move(*loaded) : LoadedModel{};
}

}  // namespace mmd::test
