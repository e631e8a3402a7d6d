#pragma once

// A PMD file: raw values in MMD's left-handed space (MMD units, radians), indices not checked. Writing a file
// that was read gives the same bytes. Layout: docs/dev/layouts.md, "PMD".

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/byte_io.h"
#include "base/math.h"
#include "base/raw_vector.h"
#include "base/result.h"
#include "formats/places.h"

namespace mmd::pmd {

/// A text field of fixed size: CP932 up to the first NUL. Bytes behind it (often garbage) are kept.
template <std::size_t N>
using Field = std::array<char, N>;

/// The bytes of a field up to its first NUL.
template <std::size_t N>
std::string_view bytes_of(const Field<N>& field) {
  const std::string_view all(field.data(), N);
  return all.substr(0, all.find('\0'));
}
/// A field with the text `cp932`, cut at N bytes, padded with NUL.
template <std::size_t N>
Field<N> field_from(std::string_view cp932) {
  Field<N> out{};
  for (std::size_t i = 0; i < N && i < cp932.size(); ++i) out[i] = cp932[i];
  return out;
}

/// "No bone" in 16-bit indices.
inline constexpr std::uint16_t no_index = 0xFFFF;

struct Vertex {
  vec3 position{0.0f}, normal{0.0f};
  vec2 uv{0.0f};
  std::array<std::uint16_t, 2> bones{};
  std::uint8_t weight = 100;  ///< of the first bone, percent
  std::uint8_t edge_off = 0;  ///< 0 = edge on
};

struct Material {
  vec3 diffuse{1.0f};
  float alpha = 1.0f;
  float specular_power = 0.0f;
  vec3 specular{0.0f}, ambient{0.0f};
  std::uint8_t toon = 0xFF;  ///< index into `File::toons`, 0xFF none
  std::uint8_t edge = 0;     ///< not 0: edge and ground shadow
  std::uint32_t index_count = 0;
  Field<20> texture{};  ///< file names separated by '*'
};

/// Byte offsets of the toon number and the texture names in a material's record.
inline constexpr std::uint64_t material_toon_field = 44, material_texture_field = 50;

struct Bone {
  Field<20> name{};
  std::uint16_t parent = no_index;
  std::uint16_t tail = 0;  ///< 0 = none
  std::uint8_t type = 0;   ///< 0-9 (layouts, "PMD")
  std::uint16_t ik = 0;    ///< IK bone, append source (type 5) or append ratio in percent (type 9)
  vec3 position{0.0f};
};

struct Ik {
  std::uint16_t bone = no_index, target = no_index;
  std::uint16_t iterations = 0;
  float unit_angle = 0.0f;  ///< a quarter of the angle per step, radians
  std::vector<std::uint16_t> links;
};

struct MorphOffset {
  std::uint32_t index = 0;  ///< base morph: a vertex; others: an entry of the base morph
  vec3 offset{0.0f};        ///< base morph: a position; others: an offset
};
struct Morph {
  Field<20> name{};
  std::uint8_t type = 0;  ///< 0 base, else panel: 1 brows, 2 eyes, 3 mouth, 4 other
  RawVector<MorphOffset> offsets;
};

struct DisplayBone {
  std::uint16_t bone = 0;
  std::uint8_t frame = 0;  ///< 1-based index into `File::display_frames`
};

struct English {
  std::uint8_t flag = 0;  ///< 1: the file has the names
  Field<20> name{};
  Field<256> comment{};
  std::vector<Field<20>> bones;
  std::vector<Field<20>> morphs;  ///< without the base morph
  std::vector<Field<50>> frames;
};

struct RigidBody {
  Field<20> name{};
  std::uint16_t bone = no_index;
  std::uint8_t group = 0;
  std::uint16_t collision_mask = 0;  ///< a set bit: the body collides with that group
  std::uint8_t shape = 0;            ///< 0 sphere, 1 box, 2 capsule
  vec3 size{0.0f};                   ///< by shape (semantics, "Bodies and joints")
  vec3 position{0.0f};               ///< relative to the bone, or to bone 0 if there is none
  vec3 rotation{0.0f};               ///< Euler angles, Ry * Rx * Rz
  float mass = 0.0f, linear_damping = 0.0f, angular_damping = 0.0f, restitution = 0.0f, friction = 0.0f;
  std::uint8_t mode = 0;  ///< 0 follows its bone, 1 physics, 2 physics, rotation only
};

/// A spring with six degrees of freedom, in model space (semantics, "Bodies and joints").
struct Joint {
  Field<20> name{};
  std::uint32_t body_a = 0, body_b = 0;
  vec3 position{0.0f}, rotation{0.0f};
  vec3 translation_lower{0.0f}, translation_upper{0.0f}, rotation_lower{0.0f}, rotation_upper{0.0f};
  vec3 spring_translation{0.0f}, spring_rotation{0.0f};
};

/// Optional sections at the end of a file, in file order.
enum class Tail : std::uint8_t { english, toons, rigid_bodies, joints };
inline constexpr std::size_t tail_count = 4;

struct File {
  float version = 1.0f;
  Field<20> name{};
  Field<256> comment{};
  RawVector<Vertex> vertices;
  RawVector<std::uint16_t> indices;
  std::vector<Material> materials;
  std::vector<Bone> bones;
  std::vector<Ik> iks;
  std::vector<Morph> morphs;
  std::vector<std::uint16_t> display_morphs;
  std::vector<Field<50>> display_frames;  ///< names, usually ending in a line feed
  std::vector<DisplayBone> display_bones;
  std::size_t tails = 0;  ///< number of optional sections in the file, 0-4
  English english;
  std::array<Field<100>, 10> toons{};
  std::vector<RigidBody> rigid_bodies;
  std::vector<Joint> joints;
  Bytes trailing;  ///< bytes after the last section, or from the first damaged optional one; kept for writing

  /// Whether the file has an optional section.
  bool has(Tail tail) const { return static_cast<std::size_t>(tail) < tails; }
};

/// A file and warnings: a truncated optional section is skipped, with everything behind it.
struct ReadResult {
  File file;
  Diagnostics diagnostics;
};

/// Whether the bytes start like a PMD file.
bool looks_like(ByteSpan bytes);

/// Reads a PMD. Safe on any bytes and thread-safe; allocates at most a small multiple of their number. Errors
/// give section, element and byte offset.
Result<ReadResult> read(ByteSpan bytes);

/// Byte offsets of the elements, up to the first damage. Element numbers are those of the built model:
/// without the base morph.
Places locate(ByteSpan bytes);

/// Writes a PMD: the exact inverse of `read`. Error: a list too long for its count field.
Result<Bytes> write(const File& file);

}  // namespace mmd::pmd
