#pragma once

// A posed model in the conventions of other programs: metres, right-handed, Y up, facing +Z, one bind matrix
// per bone, vertices by material. The writers of glTF, VRM and OBJ use it (docs/user/export.md).

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_io.h"
#include "base/diagnostic.h"
#include "base/math.h"
#include "base/similarity.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// Transparency of a material's faces.
enum class AlphaMode : std::uint8_t { opaque, mask, blend };

/// An embedded picture.
struct ExchangeImage {
  std::string name;
  std::string mime;  ///< "image/png" or "image/jpeg"
  Bytes bytes;
};

struct ExchangeMaterial {
  std::string name;
  vec4 lit{1.0f};    ///< factor of the texture in light; sRGB, 0-1, straight alpha
  vec3 shade{1.0f};  ///< factor of the texture in shade; sRGB, 0-1
  /// Where light ends, as MToon's shadingShiftFactor and shadingToonyFactor: 0 and near 1 are a sharp step at
  /// faces square to the light.
  float shading_shift = 0.0f, shading_toony = 0.95f;
  std::int32_t image = none;
  AlphaMode alpha = AlphaMode::opaque;
  bool double_sided = false;
  float roughness = 1.0f;            ///< 0-1, from the power of the highlight
  std::int32_t sphere_image = none;  ///< added, looked up by the view-space normal
  vec3 sphere_factor{1.0f};
  vec4 edge_colour{0.0f};   ///< sRGB
  float edge_width = 0.0f;  ///< metres; 0: no edge
  bool is_edge = false;     ///< the part is the edge of another one, which nothing lights
};

enum class FaceKind : std::uint8_t { triangles, lines, points };

/// The faces of a material and the vertices that they use; all vertex streams have the same length.
struct ExchangePart {
  FaceKind kind = FaceKind::triangles;
  std::vector<std::uint32_t> indices;   ///< into the streams
  std::vector<std::uint32_t> vertices;  ///< indices of the model's vertices
  std::vector<vec3> positions;          ///< metres
  std::vector<vec3> normals;            ///< unit
  std::vector<vec2> uv;                 ///< origin top left, V down; empty without a texture
  std::vector<vec4> colours;            ///< factors of the material, sRGB, 0-1; empty: none
  // Empty without skinning:
  std::vector<std::array<std::uint16_t, 4>> joints;  ///< bone indices; the number of bones: moved by no bone
  std::vector<std::array<float, 4>> weights;         ///< sum 1; a weight of 0 has joint 0
};

/// A bone: the model's in file order, then those of a VRM's twists.
struct ExchangeBone {
  std::string name;
  std::int32_t parent = none;
  vec3 rest{0.0f};         ///< where vertices are bound to it, metres
  vec3 translation{0.0f};  ///< posed, relative to the parent, metres
  quat rotation = identity_rotation();
  quat bind = identity_rotation();  ///< how it is turned where vertices are bound to it
};

/// A morph's offsets of positions.
struct ExchangeMorph {
  std::size_t morph = 0;  ///< index in the model
  std::string name;
  float weight = 0.0f;  ///< of the pose
  struct Offset {
    std::uint32_t vertex = 0;  ///< index into the part's streams
    vec3 offset{0.0f};         ///< metres
  };
  std::vector<std::vector<Offset>> parts;  ///< by part, ascending vertices
};

/// Keys with linear interpolation (slerp for rotations).
template <class Value>
struct ExchangeTrack {
  std::vector<float> times;  ///< seconds, ascending
  std::vector<Value> values;
};

struct ExchangeMotion {
  std::string name;
  std::vector<ExchangeTrack<vec3>> translations;  ///< by bone; no keys: as in the pose
  std::vector<ExchangeTrack<quat>> rotations;
  ExchangeTrack<std::vector<float>> weights;  ///< weights of all morphs
  bool empty() const { return translations.empty() && weights.times.empty(); }
};

/// Where a model stands in a file of several.
struct ExchangePlace {
  std::int32_t carrier = none;  ///< index of the model on which it hangs; none: on none
  std::int32_t bone = none;     ///< of the carrier; none: on its root
  Similarity offset;            ///< metres
};

struct ExchangeModel {
  std::string name;
  std::vector<ExchangeImage> images;
  std::vector<ExchangePart> parts;
  std::vector<ExchangeMaterial> materials;  ///< one for each part
  std::vector<ExchangeBone> bones;          ///< empty without skinning
  std::vector<ExchangeMorph> morphs;
  ExchangeMotion motion;
  ExchangePlace place;
  bool is_lit = false;  ///< the reading program lights the faces; else they have the colours of MMD's light
};

}  // namespace mmd
