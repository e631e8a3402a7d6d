#pragma once

// The builder for the rows of the feature sample.

#include <functional>
#include <string>
#include <vector>

#include "formats/pmx.h"
#include "formats/vpd.h"
#include "make_sample/mesh.h"

namespace mmd::sample {

/// The weights of a vertex in file form.
struct RawWeights {
  pmx::WeightType type = pmx::WeightType::bdef1;
  std::array<std::int32_t, 4> bones{-1, -1, -1, -1};
  std::array<float, 4> weights{1, 0, 0, 0};
  pmx::Sdef sdef;
};
RawWeights rigid(std::int32_t bone);

enum FeatureTexture : std::int32_t {
  texture_none = -1,
  texture_checker,
  texture_labels,
  texture_sphere,
  texture_sub
};

struct FeatureLook {
  std::uint32_t colour = 0xffffff;
  std::uint8_t flags = pmx::material_edge;
  std::int32_t texture = texture_none;
  std::uint8_t sphere_mode = 0;
  std::int32_t sphere_texture = texture_none;
  std::int32_t shared_toon = 0;  ///< -1: none
};

class FeatureBuilder {
 public:
  FeatureBuilder();

  pmx::File file;
  vpd::File pose;
  std::vector<std::string> labels;  ///< the rows of the label texture

  std::int32_t bone(const std::string& name, const std::string& english, vec3 position, std::int32_t parent,
                    std::uint16_t flags = pmx::bone_rotatable | pmx::bone_movable | pmx::bone_visible |
                                          pmx::bone_operable);
  pmx::Bone& last() { return file.bones.back(); }

  /// Adds the mesh to the material being built; returns its first vertex. `extra` gives additional UV 1.
  std::uint32_t add(const Mesh& mesh, const std::function<RawWeights(const vec3&)>& weights,
                    const std::function<vec4(const vec3&)>& extra = {});
  std::uint32_t add(const Mesh& mesh, std::int32_t bone) {
    return add(mesh, [bone](const vec3&) { return rigid(bone); });
  }
  /// Makes a material of the meshes added since the last one.
  pmx::Material& material(const std::string& name, const std::string& english, const FeatureLook& look);

  /// Adds a line of text below `at` that follows `bone`; finish() draws it.
  void label(const std::string& text, vec3 at, std::int32_t bone);

  std::int32_t morph(const std::string& name, const std::string& english, pmx::MorphType type,
                     decltype(pmx::Morph::offsets) offsets);

  void turn_in_pose(std::int32_t bone, quat rotation, vec3 translation = vec3(0.0f));
  void morph_in_pose(std::int32_t morph, float weight);

  /// Adds labels, display frames and index sizes.
  void finish();

 private:
  struct Label {
    vec3 at;
    std::int32_t bone;
    std::size_t row;
  };
  std::vector<Label> placed_;
  std::size_t owned_indices_ = 0;
};

/// An upright shape of `rings` x `around` points.
Mesh feature_ball(vec3 centre, float radius, int rings = 7, int around = 10);

inline constexpr int label_rows = 64, label_columns = 16;  ///< size of the label texture in characters
/// Whether the label texture is inked at a place of the font's grid (6 x 8 points per character).
bool label_ink(const std::vector<std::string>& labels, int x, int y);

// feature_rows.cpp
void add_weight_row(FeatureBuilder& b, float y);
void add_append_row(FeatureBuilder& b, float y);
void add_ik_row(FeatureBuilder& b, float y);
void add_material_row(FeatureBuilder& b, float y);
void add_toon_row(FeatureBuilder& b, float y);
void add_morph_row(FeatureBuilder& b, float y);

}  // namespace mmd::sample
