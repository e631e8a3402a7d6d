#pragma once

// The skin of a face at rest, seen from the front, and what morphs do to it.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "annotations/face_points.h"

namespace mmd {

/// The offsets of all vertices that a morph gives, with the morphs of a group; zero for an unknown name.
std::vector<vec3> offsets_of(const Model& model, std::string_view morph);

class FaceMesh {
 public:
  FaceMesh(const Model& model, const Face& face);

  const Model& model() const { return model_; }
  bool has(std::uint32_t vertex) const { return skin_[vertex]; }
  std::span<const std::uint32_t> skin() const { return face_.skin; }
  std::span<const std::array<std::uint32_t, 3>> triangles() const { return triangles_; }
  vec3 at(std::uint32_t vertex) const { return model_.vertices.position[vertex]; }

  vec3 at(const MeshPlace& place) const;

  /// The place of the skin that is foremost in the front view; unknown where there is none.
  MeshPlace foremost(const vec2& at) const;
  /// Vertices along each border of the skin. Faces touch where vertices lie at one place and move alike.
  std::vector<std::vector<std::uint32_t>> borders(const std::vector<vec3>& moved) const;

 private:
  const Model& model_;
  const Face& face_;
  std::vector<bool> skin_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
};

/// The opening of an eye or a mouth: vertices from the smallest to the largest x, the corners in both lists.
struct Rim {
  std::vector<std::uint32_t> upper, lower;
  bool is_known() const { return upper.size() > 1 && lower.size() > 1; }
};

/// A part of the front view.
struct FrontBox {
  vec2 low{0.0f}, high{0.0f};
  bool has(const vec3& p) const { return p.x >= low.x && p.y >= low.y && p.x <= high.x && p.y <= high.y; }
};

/// The rim among the borders of the skin that a morph moves most; `within` bounds it in the front view.
/// `opened`: the share of the morph at which upper and lower side are told apart.
Rim rim_on_border(const FaceMesh& mesh, const std::vector<vec3>& moved, const FrontBox& within, float opened);

/// The rim where skin has no border: vertices that a morph moves down, and where they come from or go to.
Rim rim_by_movement(const FaceMesh& mesh, const std::vector<vec3>& moved, const FrontBox& within,
                    bool is_eye);

/// The place on one side of a rim at a share of its width, 0 to 1.
MeshPlace along(const FaceMesh& mesh, const std::vector<std::uint32_t>& side, float share);

}  // namespace mmd
