#pragma once

// The immutable, checked model: what everything after it reads. Right-handed, MMD units, all indices in
// range, all numbers finite, weights normalised. See docs/dev/semantics.md.

#include <cstddef>
#include <cstdint>
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

/// Whether an alpha is too small for anything to be drawn: less than one step of eight bits.
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
  std::int32_t shared_toon =
      none;                       ///< 0-9: one of the ten shared ramps; none: toon_texture, or no toon at all
  std::uint32_t first_index = 0;  ///< into Model::indices
  std::uint32_t index_count = 0;  ///< a multiple of 3

  bool has(MaterialFlag flag) const { return (flags & flag) != 0; }
};

struct GroupMorph {
  struct Child {
    std::int32_t morph = none;
    float ratio = 0.0f;
  };
  std::vector<Child> children;
  bool flip = false;  ///< 2.1: only one child at a time
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
  int set = 0;  ///< 0 the texture UV, 1-4 additional UV
  std::vector<std::uint32_t> vertices;
  std::vector<vec4> offsets;
};
struct MaterialMorph {
  std::vector<pmx::MaterialOffset> offsets;  ///< material in range or -1 for all; finite
};
/// Pushes bodies while its weight is not 0; without physics it has no effect.
struct ImpulseMorph {
  struct Push {
    std::int32_t body = none;           ///< index into Model::bodies
    bool local = false;                 ///< in the body's own axes
    vec3 velocity{0.0f}, torque{0.0f};  ///< MMD space; both zero: the body is stopped
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
  VertexStreams vertices;
  RawVector<std::uint32_t> indices;   ///< three per triangle, counter-clockwise seen from the front
  std::vector<std::string> textures;  ///< names as the file has them (Windows paths), UTF-8
  std::vector<Material> materials;
  Skeleton skeleton;
  std::vector<Morph> morphs;
  std::vector<DisplayFrame> display_frames;
  std::vector<RigidBody> bodies;  ///< file order; empty if there are too many
  std::vector<Joint> joints;      ///< file order, without those that tie nothing
  std::size_t rigid_body_count = 0, joint_count = 0, soft_body_count = 0;  ///< as the file has them
  /// Of the rest positions of vertices that faces use, without `strays`.
  vec3 bounds_min{0.0f}, bounds_max{0.0f};
  std::vector<std::uint32_t> strays;  ///< vertices that lie astray at rest (stray_vertices.h), ascending

  /// The indices of a material's triangles.
  std::span<const std::uint32_t> triangles_of(std::size_t material) const {
    const Material& m = materials[material];
    return {indices.data() + m.first_index, m.index_count};
  }
  std::size_t bone_count() const { return skeleton.bones.size(); }
  /// Entries of its skeleton's palette; the last, the identity, moves vertices without weights.
  std::size_t palette_size() const { return skeleton.palette_size(); }
  /// The first bone or morph of that name, or none.
  std::int32_t find_bone(std::string_view bone_name) const;
  std::int32_t find_morph(std::string_view morph_name) const;
  /// The first bone whose name MMD cuts to these bytes of CP932, or none (semantics, "Files", VPD).
  std::int32_t find_bone_by_cut_name(std::string_view cp932) const;

  /// Called once by the builder, after bones and morphs are in place.
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
  Diagnostics diagnostics;  ///< what was repaired, a line per kind of damage: first place and how many
};
class Repairs;

/// Makes a model of what the file says: mirrors it, checks every index and number once, repairs what is
/// damaged (never fails), cuts cycles and puts the bones into evaluation order. Takes the file's buffers
/// over.
BuiltModel build_model(pmx::File&& file);
/// The same with what was repaired as the collector has it.
std::shared_ptr<const Model> build_model(pmx::File&& file, Repairs& repairs);

/// The sides of triangles, each once, as pairs of indices: what materials that are drawn as lines show.
/// (Files draw lines as triangles with two equal corners.)
std::vector<std::uint32_t> triangle_sides(std::span<const std::uint32_t> triangles);

/// The materials that show a texture, as base, sphere or toon.
struct TextureUse {
  std::int32_t first = none;  ///< the first of them in the file's order
  std::size_t count = 0;      ///< a material counts once
  bool is_base = false;       ///< whether one of them shows it as base
};

/// By texture. Of a model: as it is drawn; of a file: as it says, whatever the sphere's mode.
std::vector<TextureUse> texture_uses(const Model& model);
std::vector<TextureUse> texture_uses(const pmx::File& file);

/// `material 3 "髪" (and 2 more)`, for messages about a texture that is in use.
std::string materials_text(const Model& model, const TextureUse& use);
std::string materials_text(const pmx::File& file, const TextureUse& use);

}  // namespace mmd
