#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "annotations/keypoint_table.h"
#include "annotations/label_choice.h"
#include "model/model.h"
#include "render/drawn_picture.h"
#include "scene/camera.h"
#include "scene/scene.h"

namespace mmd {

/// The camera of a picture in double precision. Camera space is OpenCV's: X right, Y down, Z forward, MMD
/// units. Pixel coordinates start at the top left corner; the middle of the first pixel is (0.5, 0.5).
struct PictureCamera {
  int width = 0, height = 0;  ///< pixels
  bool orthographic = false;
  glm::dmat3 rotation{1.0};           ///< scene to camera space: rotation * p + translation
  glm::dvec3 translation{0.0};        ///< MMD units
  glm::dvec2 focal{1.0};              ///< pixels; for an orthographic camera pixels per MMD unit
  glm::dvec2 principal{0.0};          ///< the middle of the picture, pixels
  mat4 view{1.0f}, projection{1.0f};  ///< the OpenGL matrices of the picture

  glm::dvec3 to_camera(const glm::dvec3& point) const { return rotation * point + translation; }
  /// Projects a point in camera space to pixels; nullopt behind the eye or in its plane.
  std::optional<glm::dvec2> pixel_of(const glm::dvec3& in_camera) const;
  /// The same; nullopt also outside of the picture.
  std::optional<glm::dvec2> pixel_in_picture(const glm::dvec3& in_camera) const;
  /// The line of sight through a pixel in camera space: `origin` at depth 0, `direction` per unit of depth.
  struct Sight {
    glm::dvec3 origin{0.0}, direction{0.0, 0.0, 1.0};
  };
  Sight sight_of(const glm::dvec2& pixel) const;
};

PictureCamera picture_camera(const Camera& camera, const Bounds& bounds, int width, int height);

/// Data of a model for labels, computed once from its rest pose.
struct ModelMarks {
  /// By bone: a surface this close in front of the joint belongs to the limb and does not hide it, MMD units.
  std::vector<float> reach;
  std::vector<std::uint8_t> part;            ///< parts_of_bones()
  std::vector<bool> hair;                    ///< hair_materials()
  std::vector<KeypointAnchor> anchors;       ///< of COCO-WholeBody's points
  std::vector<float> anchor_reach;           ///< `reach` by anchor; 0 for unknown ones
  std::vector<std::string_view> face_lacks;  ///< FacePoints::lacks
};

std::shared_ptr<const ModelMarks> find_marks(const Model& model);

/// Fragments with a smaller alpha are transparent in labels.
inline constexpr float label_alpha = 0.5f;

/// An actor's state in a picture.
struct LabelledActor {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const ModelMarks> marks;
  bool visible = true;
  float scale = 1.0f;                    ///< scale of its placement
  std::uint32_t first_face = 0;          ///< the number of its first face, see SurfaceImage
  std::vector<vec3> positions, normals;  ///< posed vertices in scene space; empty without surfaces
  std::vector<Affine> bones;             ///< transforms in scene space

  std::uint32_t face_count() const { return static_cast<std::uint32_t>(model->indices.size() / 3); }
};

/// A copy of all data for a picture's labels, so that any thread can make them while the scene changes.
struct LabelSource {
  LabelChoice choice;
  PictureCamera camera;
  Bounds bounds;          ///< of the scene
  SurfaceImage surfaces;  ///< empty unless a label needs visible faces
  std::vector<LabelledActor> actors;
};

}  // namespace mmd
