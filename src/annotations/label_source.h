#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "annotations/keypoint_table.h"
#include "annotations/label_choice.h"
#include "model/model.h"
#include "render/surface.h"
#include "scene/camera.h"
#include "scene/scene.h"

namespace mmd {

/// A camera as pixels see it, in double precision. Camera space is OpenCV's: X right, Y down, Z along the
/// view, MMD units. Pixels count from the top left corner of the picture: the middle of the first is at
/// (0.5, 0.5).
struct PictureCamera {
  int width = 0, height = 0;
  bool orthographic = false;
  glm::dmat3 rotation{1.0};           ///< scene space to camera space, then …
  glm::dvec3 translation{0.0};        ///< … added
  glm::dvec2 focal{1.0};              ///< pixels; of an orthographic camera pixels per MMD unit
  glm::dvec2 principal{0.0};          ///< the middle of the picture
  mat4 view{1.0f}, projection{1.0f};  ///< OpenGL's, as the picture is drawn

  glm::dvec3 to_camera(const glm::dvec3& point) const { return rotation * point + translation; }
  /// Where a point of camera space is seen; nullopt behind the eye or in its plane.
  std::optional<glm::dvec2> pixel_of(const glm::dvec3& in_camera) const;
  std::optional<glm::dvec2> pixel_in_picture(const glm::dvec3& in_camera) const;
  /// The line of sight through a pixel: where it passes depth 0, and what it moves per depth.
  struct Sight {
    glm::dvec3 origin{0.0}, direction{0.0, 0.0, 1.0};
  };
  Sight sight_of(const glm::dvec2& pixel) const;
};

PictureCamera picture_camera(const Camera& camera, const Bounds& bounds, int width, int height);

/// What labels need to know of a model, found once on its rest pose.
struct ModelMarks {
  /// By bone: how far before the joint a surface may lie that is the limb's own, model units.
  std::vector<float> reach;
  std::vector<std::uint8_t> part;       ///< by palette index: body_parts.h
  std::vector<bool> hair;               ///< by material: body_parts.h
  std::vector<KeypointAnchor> anchors;  ///< of COCO-WholeBody's points
  std::vector<float> anchor_reach;      ///< by anchor, as `reach`; 0 of unknown ones
};

std::shared_ptr<const ModelMarks> find_marks(const Model& model);

/// Fragments of materials that are less opaque let see through in labels.
inline constexpr float label_alpha = 0.5f;

/// An actor as it stands in a picture.
struct LabelledActor {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const ModelMarks> marks;
  bool visible = true;
  float scale = 1.0f;                    ///< of its placement
  std::uint32_t first_face = 0;          ///< number of its first, see SurfaceImage
  std::vector<vec3> positions, normals;  ///< posed vertices, scene space; empty unless faces are wanted
  std::vector<Affine> bones;             ///< scene space

  std::uint32_t face_count() const { return static_cast<std::uint32_t>(model->indices.size() / 3); }
};

/// A copy of all that a picture's labels are made of, so that the scene may change meanwhile and labels are
/// made on any thread.
struct LabelSource {
  LabelChoice choice;
  PictureCamera camera;
  Bounds bounds;          ///< of all that is in the scene
  SurfaceImage surfaces;  ///< empty unless a label wants to know what is seen
  std::vector<LabelledActor> actors;
};

}  // namespace mmd
