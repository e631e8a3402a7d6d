#pragma once

// A posed model in the terms that other programs share: metres, right-handed, Y up, facing +Z, one matrix of
// the bind per bone, vertices by material. What is written as glTF, VRM or OBJ is made of it
// (docs/user/export.md).

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_io.h"
#include "base/diagnostic.h"
#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// How the faces of a material are seen through.
enum class AlphaMode : std::uint8_t { opaque, mask, blend };

/// A picture as it is embedded.
struct ExchangeImage {
  std::string name;
  std::string mime;  ///< "image/png" or "image/jpeg"
  Bytes bytes;
};

struct ExchangeMaterial {
  std::string name;
  vec4 lit{1.0f};    ///< what the texture is multiplied by in light; sRGB, 0-1, straight alpha
  vec3 shade{1.0f};  ///< the same in shade
  std::int32_t image = none;
  AlphaMode alpha = AlphaMode::opaque;
  bool double_sided = false;
  std::int32_t sphere_image = none;  ///< added by the view-space normal
  vec3 sphere_factor{1.0f};
  vec4 edge_colour{0.0f};   ///< sRGB
  float edge_width = 0.0f;  ///< metres; 0: no edge
};

enum class FaceKind : std::uint8_t { triangles, lines, points };

/// The faces of a material and the vertices that they use, streams of one length.
struct ExchangePart {
  FaceKind kind = FaceKind::triangles;
  std::vector<std::uint32_t> indices;   ///< into the streams
  std::vector<std::uint32_t> vertices;  ///< of the model
  std::vector<vec3> positions;
  std::vector<vec3> normals;  ///< unit
  std::vector<vec2> uv;       ///< origin top left, V down; empty without a texture
  std::vector<vec4> colours;  ///< sRGB, 0-1, which the material is multiplied by; empty: none
  // Empty where nothing is skinned:
  std::vector<std::array<std::uint16_t, 4>> joints;  ///< bones, or their number for what none moves
  std::vector<std::array<float, 4>> weights;         ///< sum 1; where 0 the joint is 0
};

/// In file order. Its inverse bind is the translation by -rest.
struct ExchangeBone {
  std::string name;
  std::int32_t parent = none;
  vec3 rest{0.0f};
  vec3 translation{0.0f};  ///< below its parent, as posed
  quat rotation = identity_rotation();
};

/// What a morph adds to positions.
struct ExchangeMorph {
  std::size_t morph = 0;  ///< of the model
  std::string name;
  float weight = 0.0f;  ///< as posed
  struct Offset {
    std::uint32_t vertex = 0;  ///< of the part's streams
    vec3 offset{0.0f};
  };
  std::vector<std::vector<Offset>> parts;  ///< by part, ascending vertices
};

/// Keys between which values go straight (rotations by slerp).
template <class Value>
struct ExchangeTrack {
  std::vector<float> times;  ///< seconds, rising
  std::vector<Value> values;
};

struct ExchangeMotion {
  std::string name;
  std::vector<ExchangeTrack<vec3>> translations;  ///< by bone; without keys: as posed
  std::vector<ExchangeTrack<quat>> rotations;
  ExchangeTrack<std::vector<float>> weights;  ///< of all morphs
  bool empty() const { return translations.empty() && weights.times.empty(); }
};

struct ExchangeModel {
  std::string name;
  std::vector<ExchangeImage> images;
  std::vector<ExchangePart> parts;
  std::vector<ExchangeMaterial> materials;  ///< of the parts, one each
  std::vector<ExchangeBone> bones;          ///< empty: nothing is skinned
  std::vector<ExchangeMorph> morphs;
  ExchangeMotion motion;
};

}  // namespace mmd
