#pragma once

// The curves in motion keys, from the key before to the key itself. Layout of the bytes:
// docs/dev/layouts.md, "VMD".

#include <array>
#include <cstddef>

#include "formats/vmd.h"
#include "pose/bezier.h"

namespace mmd {

/// Curves of a bone key: x, y, z, rotation.
inline constexpr std::size_t bone_curves = 4;
/// Curves of a camera key: x, y, z, angles, distance, field of view.
inline constexpr std::size_t camera_curves = 6;

/// A bone key's curve: its control points are bytes 0, 4, 8 and 12 of 16 per curve.
BezierControl curve_of(const vmd::BoneKey& key, std::size_t curve);
/// A camera key's curve: the order x1, x2, y1, y2 differs from bone keys.
BezierControl curve_of(const vmd::CameraKey& key, std::size_t curve);

/// Whether a bone key switches physics off: two bytes outside the curves; other values mean on (semantics,
/// "VMD physics keys").
bool switches_physics_off(const vmd::BoneKey& key);

/// Sets a bone key's curves and switch of physics with the bytes that MMD writes: four rows of sixteen, each
/// the one before shifted by one.
void set_curves(vmd::BoneKey& key, const std::array<BezierControl, bone_curves>& curves, bool physics_off);
void set_curve(vmd::CameraKey& key, std::size_t curve, const BezierControl& to);

/// A part of a curve as a curve of its own.
struct CurvePart {
  BezierControl curve;
  /// How far it is from the whole one at most, as a share of the whole way: control points are whole numbers
  /// of 1/127, and those of a part may be too far away for a key.
  double error = 0.0;
};

/// The part of a curve where x is between `from` and `to` (0-1), by de Casteljau's construction.
CurvePart part_of_curve(const BezierControl& curve, double from, double to);

}  // namespace mmd
