#pragma once

// Loaded models with textures in a folder.

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "base/text.h"
#include "scene/load.h"
#include "tests/support/image_samples.h"
#include "tests/support/model_builder.h"

namespace mmd::test {

inline std::string text_of(const Bytes& bytes) {
  return std::string(as_text(bytes));
}

inline std::string picture(int size) {
  return text_of(png_file(gradient(size, size, false)));
}

/// A square whose material shows `texture`.
inline FileBuilder textured(std::string_view texture) {
  FileBuilder b;
  b.bone("root");
  b.square({0, 0, 0}, 1);
  b.texture(texture);
  b.material().texture = 0;
  return b;
}

inline LoadedModel load(const std::filesystem::path& path) {
  auto loaded = load_model(path, true);
  EXPECT_TRUE(loaded) << (loaded ? "" : describe(loaded.error()));
  return loaded ? std::move(*loaded) : LoadedModel{};
}

}  // namespace mmd::test
