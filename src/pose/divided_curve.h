#pragma once

#include "pose/bezier.h"

namespace mmd {

/// A curve in two parts, each a curve from (0, 0) to (1, 1).
struct CurveHalves {
  BezierControl before, after;
};

/// Divides a curve where x is `u` (0-1), by de Casteljau's construction. The control points are rounded to
/// 1/127.
CurveHalves divided(const BezierControl& curve, double u);

}  // namespace mmd
