#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "annotations/landmarks.h"
#include "model/model.h"

namespace mmd {

/// A place on the mesh: the mean of vertices. Without vertices it is unknown.
struct MeshPlace {
  std::vector<std::uint32_t> vertices;
  std::vector<float> weights;  ///< same length, sum 1
};

/// The 68 points of a face in the order of iBUG's and COCO-WholeBody's schemes: jaw, brows, nose, eyes, outer
/// and inner lips, each from the person's right to the left (eyes and lips go on below, back to the right).
struct FacePoints {
  std::array<MeshPlace, 68> points;
  std::vector<std::string_view> lacks;  ///< the parts that were not found: "brows", "jaw" …
};

/// Finds the points on the rest mesh as docs/user/labels.md describes.
FacePoints find_face_points(const Model& model, const std::vector<std::uint8_t>& parts,
                            const Landmarks& landmarks);

}  // namespace mmd
