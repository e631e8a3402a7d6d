#pragma once

// How some targets split their bytes: a model and, from the last pose header on, a pose.

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

/// The model as PMX, if it can be read.
inline std::optional<pmx::File> read_model(std::string_view bytes) {
  if (auto file = pmx::read(as_byte_span(bytes))) return std::move(*file);
  Diagnostics ignored;
  if (auto old = pmd::read(as_byte_span(bytes))) return pmx_from_pmd(std::move(old->file), ignored);
  return std::nullopt;
}

/// Aborts with the place in the source unless the condition is true.
inline void hold(bool holds, int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "what line %d of the target says does not hold\n", line);
  std::abort();
}

/// Aborts unless tinygltf reads the binary glTF without warnings, every accessor is finite and within its
/// buffer, every index is in range, and the nodes form a forest.
void expect_valid_glb(const Bytes& glb);

}  // namespace mmd::fuzz
