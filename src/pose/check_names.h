#pragma once

// Inside of the checks of poses and motions: what both say about names, rotations and translations.

#include <cstddef>
#include <string>

#include "model/nearest_name.h"

namespace mmd {

/// By how much the length of a rotation may differ from 1. Six decimals, as MMD writes them, differ by 2e-6.
inline constexpr double rotation_tolerance = 1e-4;

/// From here on a float places vertices no finer than a thousandth of a unit; 800 m is more than any scene
/// has.
inline constexpr float far_translation = 1e4f;
inline constexpr const char* far_translation_hint =
    "what hangs on the bone is out of sight, and cameras are fitted without it";

/// Hints for unknown names. Looking for a near one takes a while, so only the first get one: no more are
/// shown.
class NameHints {
 public:
  explicit NameHints(const NearestNames& names) : names_(names) {}
  std::string for_name(const std::string& name) {
    if (left_ == 0) return {};
    --left_;
    const auto nearest = names_.find(name);
    return nearest ? "did you mean " + *nearest + "?" : std::string();
  }

 private:
  const NearestNames& names_;
  std::size_t left_ = 20;
};

}  // namespace mmd
