#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/math.h"
#include "base/raw_vector.h"

namespace mmd {

/// Triangles that a pass draws, of all that a model has, in the order of its materials.
struct KeptFaces {
  /// Three vertices each.
  RawVector<std::uint32_t> indices;
  /// Which of the model's each of them is.
  RawVector<std::uint32_t> faces;
  /// By material: how many of `indices` stand before the next one's.
  std::vector<std::size_t> ends;

  void clear();
  /// The next material has what was added since the last.
  void end_material() { ends.push_back(indices.size()); }
};

/// Tells which triangles cannot be seen in a picture with one sample in the middle of each pixel: they turn
/// the wrong way, lie beside it, or hold no middle; of a figure in a small picture most do. What the driver
/// might draw after all is kept, whatever it rounds on the way from clip space to its parts of a pixel; and
/// all of which it cuts something off.
class FaceCulling {
 public:
  /// Which way triangles turn, as they are seen, that may show.
  enum class Facing : std::uint8_t { left, right, both };

  /// A picture of `width` x `height` pixels. `subpixel`: the driver counts places in such parts of a pixel.
  void begin(int width, int height, float subpixel);
  void set_vertices(std::span<const vec3> positions, const mat4& to_clip);
  /// Appends those of `triangles` that may show. `first`: which of the model's the first one is.
  void keep(std::span<const std::uint32_t> triangles, std::uint32_t first, Facing facing,
            KeptFaces& kept) const;

 private:
  struct Vertex {
    vec2 pixel;
    float reach;          ///< how far off the driver's may be along each axis, pixels; not finite: anywhere
    std::uint8_t beyond;  ///< which borders of the picture, a bit for each
  };
  std::uint8_t beside(const vec2& pixel, float reach) const;
  bool may_show(const Vertex& a, const Vertex& b, const Vertex& c, Facing facing) const;

  int width_ = 0, height_ = 0;
  float grid_ = 0.0f;  ///< by how much a driver's place may differ that is rounded to its parts of a pixel
  std::vector<Vertex> vertices_;
};

}  // namespace mmd
