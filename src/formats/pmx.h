#pragma once

// A PMX 2.0 or 2.1 file: raw values in MMD's left-handed space (MMD units, radians, colours 0-1), indices not
// checked (-1: none), nothing normalised. Writing a file that was read gives the same bytes. Layout:
// docs/dev/layouts.md, "PMX 2.0 and 2.1".

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/byte_io.h"
#include "base/math.h"
#include "base/raw_vector.h"
#include "base/result.h"
#include "base/weight_type.h"
#include "formats/places.h"

namespace mmd::pmx {

enum class TextEncoding : std::uint8_t { utf16le = 0, utf8 = 1 };

/// A text field: its bytes in the file's encoding, which may be invalid.
struct Text {
  std::string bytes;
};

/// The text as UTF-8, with U+FFFD for invalid sequences.
std::string to_utf8(const Text& text, TextEncoding encoding);
/// UTF-8 as a text field in `encoding`.
Text from_utf8(std::string_view text, TextEncoding encoding);

/// Bytes per index: 1, 2 or 4.
struct IndexSizes {
  std::uint8_t vertex = 4, texture = 4, material = 4, bone = 4, morph = 4, rigid_body = 4;
};

struct Header {
  float version = 2.0f;  ///< 2.0 or 2.1
  TextEncoding encoding = TextEncoding::utf16le;
  std::uint8_t additional_uv_count = 0;  ///< 0-4
  IndexSizes index_sizes;
  std::vector<std::uint8_t> extra_globals;  ///< bytes behind the eight known settings
};

using mmd::WeightType;

/// Points of an SDEF vertex (semantics, "Skinning").
struct Sdef {
  vec3 c{0.0f}, r0{0.0f}, r1{0.0f};
};

/// The vertex section as parallel arrays of `size()` entries.
struct Vertices {
  RawVector<vec3> position, normal;
  RawVector<vec2> uv;             ///< origin top left, V down
  RawVector<vec4> additional_uv;  ///< vertex v, set s at [v * header.additional_uv_count + s]
  RawVector<WeightType> type;
  RawVector<std::array<std::int32_t, 4>> bones;  ///< unused entries are -1
  /// BDEF1: (1, 0, 0, 0). BDEF2 and SDEF: (w, 0, 0, 0), the second weight is 1 - w. BDEF4, QDEF: four
  /// weights.
  RawVector<std::array<float, 4>> weights;
  RawVector<float> edge_scale;  ///< factor of the material's edge size
  RawVector<Sdef> sdef;         ///< one per vertex of type SDEF, in vertex order

  std::size_t size() const { return position.size(); }
};

enum MaterialFlag : std::uint8_t {
  material_double_sided = 0x01,
  material_ground_shadow = 0x02,
  material_casts_self_shadow = 0x04,
  material_receives_self_shadow = 0x08,
  material_edge = 0x10,
  material_vertex_colour = 0x20,  // 2.1
  material_points = 0x40,         // 2.1
  material_lines = 0x80,          // 2.1
};

struct Material {
  Text name, name_english;
  vec4 diffuse{1.0f};
  vec3 specular{0.0f};
  float specular_power = 0.0f;
  vec3 ambient{0.0f};
  std::uint8_t flags = 0;  ///< MaterialFlag
  vec4 edge_colour{0.0f, 0.0f, 0.0f, 1.0f};
  float edge_size = 1.0f;
  std::int32_t texture = -1;
  std::int32_t sphere_texture = -1;
  std::uint8_t sphere_mode = 0;  ///< 0 none, 1 multiply, 2 add, 3 sub-texture; other values occur
  std::uint8_t toon_flag = 0;    ///< 1: `toon` is a shared ramp 0-9; 0: a texture index
  std::int32_t toon = -1;
  Text memo;
  std::int32_t index_count = 0;  ///< number of face indices of this material
};

enum BoneFlag : std::uint16_t {
  bone_tail_is_bone = 0x0001,
  bone_rotatable = 0x0002,
  bone_movable = 0x0004,
  bone_visible = 0x0008,
  bone_operable = 0x0010,
  bone_ik = 0x0020,
  bone_append_local = 0x0080,
  bone_append_rotation = 0x0100,
  bone_append_translation = 0x0200,
  bone_fixed_axis = 0x0400,
  bone_local_axes = 0x0800,
  bone_after_physics = 0x1000,
  bone_external_parent = 0x2000,
};

struct IkLink {
  std::int32_t bone = -1;
  std::uint8_t has_limits = 0;    ///< 1: the file has the limits
  vec3 lower{0.0f}, upper{0.0f};  ///< Euler limits in radians
};

struct Ik {
  std::int32_t target = -1;  ///< the effector
  std::int32_t loop_count = 0;
  float unit_angle = 0.0f;  ///< largest angle per step, radians
  std::vector<IkLink> links;
};

struct Bone {
  Text name, name_english;
  vec3 position{0.0f};
  std::int32_t parent = -1;
  std::int32_t layer = 0;   ///< deform layer (semantics, "From pose to bone matrices")
  std::uint16_t flags = 0;  ///< BoneFlag; decides which of the following the file holds
  vec3 tail_offset{0.0f};
  std::int32_t tail_bone = -1;
  std::int32_t append_source = -1;  ///< 付与親
  float append_ratio = 0.0f;
  vec3 fixed_axis{0.0f};
  vec3 local_x{1.0f, 0.0f, 0.0f}, local_z{0.0f, 0.0f, 1.0f};
  std::int32_t external_parent_key = 0;
  Ik ik;
};

struct GroupOffset {
  std::int32_t morph = -1;
  float ratio = 0.0f;
};
struct VertexOffset {
  std::uint32_t vertex = 0;
  vec3 offset{0.0f};
};
struct BoneOffset {
  std::int32_t bone = -1;
  vec3 translation{0.0f};
  vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};  ///< x, y, z, w, not normalised
};
struct UvOffset {
  std::uint32_t vertex = 0;
  vec4 offset{0.0f};
};
/// Summands or factors, by `operation` (semantics, "Morphs").
struct MaterialOffset {
  std::int32_t material = -1;  ///< -1: all
  std::uint8_t operation = 0;  ///< 0 multiply, 1 add
  vec4 diffuse{0.0f};
  vec3 specular{0.0f};
  float specular_power = 0.0f;
  vec3 ambient{0.0f};
  vec4 edge_colour{0.0f};
  float edge_size = 0.0f;
  vec4 texture{0.0f}, sphere{0.0f}, toon{0.0f};
};
struct ImpulseOffset {
  std::int32_t rigid_body = -1;
  std::uint8_t local = 0;             ///< not 0: along the body's own axes
  vec3 velocity{0.0f}, torque{0.0f};  ///< semantics, "Impulse morphs"
};

enum class MorphType : std::uint8_t {
  group = 0,
  vertex = 1,
  bone = 2,
  uv = 3,
  uv1 = 4,
  uv2 = 5,
  uv3 = 6,
  uv4 = 7,
  material = 8,
  flip = 9,
  impulse = 10
};

struct Morph {
  Text name, name_english;
  std::uint8_t panel = 0;  ///< 0 system, 1 brows, 2 eyes, 3 mouth, 4 other
  MorphType type = MorphType::vertex;
  /// Holds the alternative that `type` names (group and flip share GroupOffset, the five UV kinds UvOffset).
  std::variant<std::vector<GroupOffset>, std::vector<VertexOffset>, std::vector<BoneOffset>,
               std::vector<UvOffset>, std::vector<MaterialOffset>, std::vector<ImpulseOffset>>
      offsets;
};

struct DisplayItem {
  std::uint8_t kind = 0;  ///< 0 bone, 1 morph
  std::int32_t index = -1;
};
struct DisplayFrame {
  Text name, name_english;
  std::uint8_t special = 0;
  std::vector<DisplayItem> items;
};

struct RigidBody {
  Text name, name_english;
  std::int32_t bone = -1;
  std::uint8_t group = 0;            ///< 0-15
  std::uint16_t collision_mask = 0;  ///< a set bit: the body collides with that group
  std::uint8_t shape = 0;            ///< 0 sphere, 1 box, 2 capsule
  /// The size depends on the shape (semantics, "Bodies and joints"); rotation: Euler angles, Ry * Rx * Rz.
  vec3 size{0.0f}, position{0.0f}, rotation{0.0f};
  float mass = 0.0f, linear_damping = 0.0f, angular_damping = 0.0f, restitution = 0.0f, friction = 0.0f;
  std::uint8_t mode = 0;  ///< 0 follows its bone, 1 physics, 2 physics, rotation only
};

/// Place and limits are in model space (semantics, "Bodies and joints").
struct Joint {
  Text name, name_english;
  std::uint8_t type = 0;  ///< 0 spring 6-DOF, 1 6-DOF, 2 point-to-point, 3 cone twist, 4 slider, 5 hinge
  std::int32_t body_a = -1, body_b = -1;
  vec3 position{0.0f}, rotation{0.0f};
  vec3 translation_lower{0.0f}, translation_upper{0.0f}, rotation_lower{0.0f}, rotation_upper{0.0f};
  vec3 spring_translation{0.0f}, spring_rotation{0.0f};
};

struct SoftBodyAnchor {
  std::int32_t rigid_body = -1;
  std::uint32_t vertex = 0;
  std::uint8_t near_mode = 0;
};
struct SoftBody {
  Text name, name_english;
  std::uint8_t shape = 0;  ///< 0 triangle mesh, 1 rope
  std::int32_t material = -1;
  std::uint8_t group = 0;
  std::uint16_t collision_mask = 0;  ///< as a rigid body's
  std::uint8_t flags = 0;
  std::int32_t bending_distance = 0, cluster_count = 0;
  float total_mass = 0.0f, margin = 0.0f;
  std::int32_t aero_model = 0;
  std::array<float, 12> config{};            ///< VCF DP DG LF PR VC DF MT CHR KHR SHR AHR
  std::array<float, 6> cluster{};            ///< SRHR SKHR SSHR SR SK SS splits
  std::array<std::int32_t, 4> iterations{};  ///< velocity, position, drift, cluster
  std::array<float, 3> stiffness{};          ///< linear, area/angular, volume
  std::vector<SoftBodyAnchor> anchors;
  std::vector<std::uint32_t> pins;  ///< vertices
};

struct File {
  Header header;
  Text name, name_english, comment, comment_english;
  Vertices vertices;
  RawVector<std::uint32_t> indices;  ///< three per triangle (a stored 4-byte -1 is 0xffffffff)
  std::vector<Text> textures;
  std::vector<Material> materials;
  std::vector<Bone> bones;
  std::vector<Morph> morphs;
  std::vector<DisplayFrame> display_frames;
  std::vector<RigidBody> rigid_bodies;
  std::vector<Joint> joints;
  std::vector<SoftBody> soft_bodies;  ///< 2.1 only
  bool lacks_soft_bodies = false;     ///< whether a 2.1 file has no soft body section
  bool is_accessory = false;          ///< converted from an X file (model/x_to_pmx.h)
  Bytes trailing;                     ///< bytes after the last section, kept for writing

  /// A text of this file as UTF-8, with U+FFFD for invalid sequences.
  std::string utf8(const Text& text) const { return to_utf8(text, header.encoding); }
};

/// Whether the bytes start like a PMX file.
bool looks_like(ByteSpan bytes);

/// Reads a PMX file. Safe on any bytes and thread-safe; allocates at most a small multiple of their number.
/// Errors give section, element and byte offset.
Result<File> read(ByteSpan bytes);

/// Byte offsets of the elements, up to the first damage.
Places locate(ByteSpan bytes);

/// Writes a PMX file: the exact inverse of `read`. Index sizes, encoding and version are the header's.
/// Errors: an index too large for its size; arrays of unequal length; wrong length of `sdef` or
/// `additional_uv`.
Result<Bytes> write(const File& file);

/// The smallest index sizes for the file's counts, as MMD's editors choose them.
IndexSizes smallest_index_sizes(const File& file);

}  // namespace mmd::pmx
