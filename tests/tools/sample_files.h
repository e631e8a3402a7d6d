#pragma once

#include <algorithm>
#include <filesystem>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "assets/file_set.h"
#include "base/byte_io.h"
#include "formats/pmx.h"
#include "scene/load.h"

// Reads files of samples/. A file that cannot be read fails the test.
namespace mmd::test {

inline std::filesystem::path samples() {
  return std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples";
}

/// The value, or an empty one and a test failure.
template <class T>
T value_of(Result<T> result, const std::filesystem::path& file) {
  EXPECT_TRUE(result) << file;
  return result ? std::move(*result) : T{};
}

inline Bytes bytes_of(const std::filesystem::path& file) {
  return value_of(read_file(file), file);
}
inline pmx::File read_pmx(const std::filesystem::path& file) {
  return value_of(pmx::read(bytes_of(file)), file);
}
/// A model of the samples as the viewer loads it.
inline LoadedModel load_sample(const std::filesystem::path& file) {
  return value_of(load_model(file, false), file);
}

/// Largest distance between positions of the same index.
template <class Positions>
float largest_distance(const Positions& a, const Positions& b) {
  float largest = 0.0f;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, glm::distance(a[i], b[i]));
  return largest;
}

}  // namespace mmd::test
