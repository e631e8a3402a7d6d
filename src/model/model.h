#pragma once

// The immutable, checked model. Right-handed, MMD units, radians, colours 0-1, all indices in range, all
// numbers finite, weights normalised. See docs/dev/semantics.md.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/math.h"
#include "base/raw_vector.h"
#include "formats/pmx.h"
#include "model/rigid_body.h"
#include "skeleton/skeleton.h"
#include "skin/vertex_streams.h"

namespace mmd {

using MaterialFlag = pmx::MaterialFlag;

/// Whether nothing is drawn at this alpha (0-1): less than one step of eight bits.
inline bool is_invisible(float alpha) {
  return alpha * 255.0f < 0.999f;
}

enum class SphereMode : std::uint8_t { off = 0, multiply = 1, add = 2, sub_texture = 3 };

struct Material {
  std::string name, name_english;
  vec4 diffuse{1.0f};
  vec3 specular{0.0f};
  float specular_power = 0.0f;
  vec3 ambient{0.0f};
  std::uint8_t flags = 0;  ///< MaterialFlag
  vec4 edge_colour{0.0f, 0.0f, 0.0f, 1.0f};
  float edge_size = 0.0f;
  std::int32_t texture = none;  ///< index into Model::textures
  std::int32_t sphere_texture = none;
  SphereMode sphere_mode = SphereMode::off;
  std::int32_t toon_texture = none;  ///< index into Model::textures
  std::int32_t shared_toon = none;   ///< 0-9: a shared ramp; none: toon_texture, if any
  std::uint32_t first_index = 0;     ///< into Model::indices
  std::uint32_t index_count = 0;     ///< a multiple of 3

  /// Whether a flag is set.
  bool has(MaterialFlag flag) const { return (flags & flag) != 0; }
};

struct GroupMorph {
  struct Child {
    std::int32_t morph = none;
    float ratio = 0.0f;
  };
  std::vector<Child> children;
  bool flip = false;  ///< 2.1: only one child at a time (semantics, "Morphs")
};
struct VertexMorph {
  std::vector<std::uint32_t> vertices;
  std::vector<vec3> offsets;  ///< model space, same length
};
struct BoneMorph {
  struct Offset {
    std::int32_t bone = none;
    vec3 translation{0.0f};
    quat rotation = identity_rotation();  ///< unit
  };
  std::vector<Offset> offsets;
};
struct UvMorph {
  int set = 0;  ///< 0: texture UV; 1-4: additional UV
  std::vector<std::uint32_t> vertices;
  std::vector<vec4> offsets;
};
struct MaterialMorph {
  std::vector<pmx::MaterialOffset> offsets;  ///< material in range or -1 for all; finite
};
/// Pushes bodies while its weight is not 0 (semantics, "Impulse morphs"). No effect without physics.
struct ImpulseMorph {
  struct Push {
    std::int32_t body = none;           ///< index into Model::bodies
    bool local = false;                 ///< in the body's own axes
    vec3 velocity{0.0f}, torque{0.0f};  ///< MMD space; both zero: stops the body
  };
  std::vector<Push> pushes;
};

struct Morph {
  std::string name, name_english;
  std::uint8_t panel = 0;  ///< 0 system, 1 brows, 2 eyes, 3 mouth, 4 other
  std::variant<GroupMorph, VertexMorph, BoneMorph, UvMorph, MaterialMorph, ImpulseMorph> data;
};

struct DisplayFrame {
  std::string name, name_english;
  struct Item {
    bool is_morph = false;
    std::int32_t index = none;
  };
  std::vector<Item> items;
};

class Model {
 public:
  std::string name, name_english, comment, comment_english;
  float format_version = 2.0f;
  bool is_accessory = false;  ///< from an X file: lit and ordered as MMD's accessories
  VertexStreams vertices;
  RawVector<std::uint32_t> indices;   ///< three per triangle, counter-clockwise seen from the front
  std::vector<std::string> textures;  ///< the file's names (Windows paths), UTF-8
  std::vector<Material> materials;
  Skeleton skeleton;
  /// Bones by names that a table gives them (document/bone_names.h): StandardBones finds them so.
  std::map<std::string, std::int32_t> given_names;
  std::vector<Morph> morphs;
  std::vector<DisplayFrame> display_frames;
  std::vector<RigidBody> bodies;  ///< file order; empty if there are too many
  std::vector<Joint> joints;      ///< file order, without invalid ones
  std::size_t rigid_body_count = 0, joint_count = 0, soft_body_count = 0;  ///< numbers in the file
  /// Bounding box at rest of the vertices that faces use, without `strays`.
  vec3 bounds_min{0.0f}, bounds_max{0.0f};
  std::vector<std::uint32_t> strays;  ///< vertices far from all others at rest (stray_vertices.h), ascending

  /// The face indices of a material.
  std::span<const std::uint32_t> triangles_of(std::size_t material) const {
    const Material& m = materials[material];
    return {indices.data() + m.first_index, m.index_count};
  }
  std::size_t bone_count() const { return skeleton.bones.size(); }
  /// The bone at an index that a bone, body or morph holds. Precondition: the index is not none.
  const Bone& bone(std::int32_t index) const { return skeleton.bones[at(index)]; }
  /// Number of palette entries; the last, the identity, is for vertices without weights.
  std::size_t palette_size() const { return skeleton.palette_size(); }
  /// The first bone or morph with a name (UTF-8), or none.
  std::int32_t find_bone(std::string_view bone_name) const;
  std::int32_t find_morph(std::string_view morph_name) const;
  /// The first bone whose name MMD cuts to these CP932 bytes, or none (layouts, "VPD").
  std::int32_t find_bone_by_cut_name(std::string_view cp932) const;

  /// For the builder: call once, after setting bones and morphs.
  void index_names();

 private:
  std::unordered_map<std::string, std::int32_t> bone_by_name_, morph_by_name_, bone_by_cut_name_;
};

/// The skeleton of a model, which it keeps alive.
inline std::shared_ptr<const Skeleton> skeleton_of(const std::shared_ptr<const Model>& model) {
  return {model, &model->skeleton};
}

struct BuiltModel {
  std::shared_ptr<const Model> model;
  Diagnostics diagnostics;  ///< one per kind of repair, with the first place and the count
};
class Repairs;

/// Builds a model from a file: mirrors it, checks every index and number, repairs damage (never fails), cuts
/// cycles and orders the evaluation. Moves the file's buffers.
BuiltModel build_model(pmx::File&& file);
/// The same; adds the repairs to `repairs`.
std::shared_ptr<const Model> build_model(pmx::File&& file, Repairs& repairs);

/// The sides of triangles, each once, as pairs of vertex indices, for materials drawn as lines. (Files store
/// a line as a triangle with two equal corners.)
std::vector<std::uint32_t> triangle_sides(std::span<const std::uint32_t> triangles);

/// The materials that use a texture, as base, sphere or toon.
struct TextureUse {
  std::int32_t first = none;  ///< the first material in file order
  std::size_t count = 0;      ///< number of materials
  bool is_base = false;       ///< whether a material uses it as base
};

/// One per texture. For a model: as drawn; for a file: also sphere textures whose mode is off.
std::vector<TextureUse> texture_uses(const Model& model);
std::vector<TextureUse> texture_uses(const pmx::File& file);

/// `material 3 "髪" (and 2 more)`, for messages about a texture in use.
std::string materials_text(const Model& model, const TextureUse& use);
std::string materials_text(const pmx::File& file, const TextureUse& use);

}  // namespace mmd
