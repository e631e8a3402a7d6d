#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "annotations/label_choice.h"
#include "annotations/model_marks.h"
#include "annotations/picture_camera.h"
#include "render/surface.h"
#include "scene/scene.h"

namespace mmd {

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

/// What of a picture its labels are made of: a copy, so that the scene may change and labels be made on any
/// thread.
struct LabelSource {
  LabelChoice choice;
  PictureCamera camera;
  Bounds bounds;          ///< of all that is in the scene
  SurfaceImage surfaces;  ///< empty unless a label wants to know what is seen
  std::vector<LabelledActor> actors;
};

}  // namespace mmd
