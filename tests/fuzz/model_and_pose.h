#pragma once

// What some targets take of their bytes: a model and, from the last heading of a pose on, a pose.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "formats/pmd.h"
#include "formats/pmx.h"
#include "model/pmd_to_pmx.h"

namespace mmd::fuzz {

struct ModelAndPose {
  std::string_view model, pose;
};

inline ModelAndPose split(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t at = all.rfind("Vocaloid Pose Data file");
  return {all.substr(0, at), at == std::string_view::npos ? std::string_view() : all.substr(at)};
}

/// The model in the terms of PMX, if it can be read.
inline std::optional<pmx::File> read_model(std::string_view bytes) {
  if (auto file = pmx::read(as_byte_span(bytes))) return std::move(*file);
  Diagnostics ignored;
  if (auto old = pmd::read(as_byte_span(bytes))) return pmx_from_pmd(std::move(old->file), ignored);
  return std::nullopt;
}

/// Ends the program, and says where, unless it holds.
inline void hold(bool holds, int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "what line %d of the target says does not hold\n", line);
  std::abort();
}

/// Ends the program unless tinygltf reads the binary glTF without a complaint, every accessor lies within its
/// buffer and is finite, every index has its element, and the nodes are a forest.
void expect_sound_glb(const Bytes& glb);

}  // namespace mmd::fuzz
