#pragma once

// What a line of sight meets, by trying every triangle of the posed mesh in double precision.

#include <array>
#include <vector>

#include "annotations/label_source.h"

namespace mmd::test {

struct Hits {
  std::vector<double> depths;    ///< of all faces that are drawn
  double nearest_opaque = 1e10;  ///< of materials that nothing makes translucent
};

class RayCaster {
 public:
  RayCaster(const PictureCamera& camera, const Scene& scene);
  Hits cast(const glm::dvec2& pixel) const;

 private:
  struct Face {
    std::array<glm::dvec3, 3> corner;  ///< camera space
    bool both_sides = false, opaque = false;
  };
  PictureCamera camera_;
  std::vector<Face> faces_;
};

}  // namespace mmd::test
