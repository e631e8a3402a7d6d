#pragma once

// A PMM (Polygon Movie maker) file: the project that MikuMikuDance saves. Raw values in MMD's left-handed
// space, MMD units, radians, frames of 1/30 second; names and paths as UTF-8. Read only. Versions 1 (MMD 5 to
// 8) and 2 (MMD 9). Layout: docs/dev/layouts.md, "PMM".

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_io.h"
#include "base/math.h"
#include "base/result.h"
#include "formats/vmd.h"

namespace mmd::pmm {

/// The first fields of each key. The keys of one bone, morph or other thing form a chain: it starts at the
/// key with the thing's own index and follows `next` until 0.
struct KeyLinks {
  std::int32_t index = 0;  ///< in its list of keys; the first keys have 0, 1, 2, …
  std::int32_t frame = 0, previous = 0, next = 0;
};

/// A model and one of its bones; model -1: none.
struct BoneOf {
  std::int32_t model = -1, bone = 0;
};

struct BoneKey : KeyLinks {
  std::array<std::uint8_t, 16> curves{};  ///< x1, y1, x2, y2 of X, Y, Z, rotation
  vec3 translation{0.0f};
  vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};  ///< x, y, z, w
  std::uint8_t selected = 0, physics_off = 0;
};
struct MorphKey : KeyLinks {
  float weight = 0.0f;
  std::uint8_t selected = 0;
};
struct ModelKey : KeyLinks {
  std::uint8_t visible = 1;
  std::vector<std::uint8_t> ik;  ///< per IK bone, 0 = off
  std::vector<BoneOf> parents;   ///< per bone of Model::outside_parents
  std::uint8_t selected = 0;
};
struct CameraKey : KeyLinks {
  float distance = 0.0f;  ///< negative: the eye is in front of the centre
  vec3 centre{0.0f}, angles{0.0f};
  BoneOf parent;
  std::array<std::uint8_t, 24> curves{};  ///< x1, y1, x2, y2 of X, Y, Z, rotation, distance, view angle
  std::uint8_t no_perspective = 0;
  std::int32_t fov_degrees = 30;
  std::uint8_t selected = 0;
};
struct LightKey : KeyLinks {
  vec3 colour{0.0f}, direction{0.0f};
  std::uint8_t selected = 0;
};
struct AccessoryKey : KeyLinks {
  std::uint8_t opacity = 1;  ///< as Accessory::opacity
  BoneOf parent;
  vec3 position{0.0f}, rotation{0.0f};
  float scale = 1.0f;
  std::uint8_t shadow = 1, selected = 0;
};
struct GravityKey : KeyLinks {
  std::uint8_t noise_on = 0;
  std::int32_t noise = 0;
  float acceleration = 9.8f;
  vec3 direction{0.0f, -1.0f, 0.0f};
  std::uint8_t selected = 0;
};
struct SelfShadowKey : KeyLinks {
  std::uint8_t mode = 1;
  float distance = 0.0f;
  std::uint8_t selected = 0;
};

/// A bone's shown state when the project was saved, including edits without a key.
struct CurrentBone {
  vec3 translation{0.0f};
  vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};  ///< x, y, z, w
  std::uint8_t edited = 0, physics_off = 0, selected = 0;
};
struct CurrentParent {
  std::int32_t first_frame = 0, last_frame = 0;
  BoneOf parent;
};

struct Model {
  std::uint8_t id = 0;  ///< other parts of the file refer to models by it
  std::string name, english_name;
  std::string path;  ///< absolute, or relative to MMD's folder ("UserFile\Model\…")
  // Version 1 has none of these lists: they are as long as the model's own, without names.
  std::vector<std::string> bones, morphs;
  std::vector<std::int32_t> ik_bones, outside_parents;  ///< indices into `bones`; outside_parents[0] is -1
  std::uint8_t draw_order = 0, visible = 1;
  std::vector<BoneKey> bone_keys;
  std::vector<MorphKey> morph_keys;
  std::vector<ModelKey> model_keys;
  std::vector<CurrentBone> current;    ///< per bone
  std::vector<float> weights;          ///< per morph, current
  std::vector<std::uint8_t> ik;        ///< per IK bone, current, 0 = off
  std::vector<CurrentParent> parents;  ///< per bone of `outside_parents`, current
  std::uint8_t additive = 0, self_shadow = 1, calculation_order = 0;
  float edge_width = 1.0f;
};

struct Accessory {
  std::uint8_t id = 0;
  std::string name, path;  ///< .x or .vac
  std::uint8_t draw_order = 0;
  std::vector<AccessoryKey> keys;
  std::uint8_t opacity = 1;  ///< bit 0: visible; bits 1-7: transparency in percent
  BoneOf parent;
  vec3 rotation{0.0f}, position{0.0f};
  float scale = 1.0f;  ///< Si
  std::uint8_t shadow = 1, additive = 0;

  bool visible() const { return (opacity & 1) != 0; }
  float alpha() const { return static_cast<float>(100 - (opacity >> 1)) / 100.0f; }
};

struct Background {
  std::int32_t x = 0, y = 0;
  float scale = 1.0f;
  std::string path;
  std::int32_t shown = 0;
};

struct File {
  int version = 2;
  std::int32_t width = 0, height = 0;  ///< of the output picture, pixels
  float fov_degrees = 30.0f;           ///< current
  std::uint8_t camera_mode = 1;        ///< 0: a model is selected; current camera and light may be stale
  std::uint8_t selected_model = 0;
  std::vector<Model> models;

  std::vector<CameraKey> camera_keys;
  vec3 camera_centre{0.0f}, camera_angles{0.0f};
  float camera_distance = 0.0f;
  std::uint8_t no_perspective = 0;

  std::vector<LightKey> light_keys;
  vec3 light_colour{0.6f}, light_direction{-0.5f, -1.0f, 0.5f};

  std::vector<Accessory> accessories;
  std::int32_t frame = 0;  ///< current
  std::string sound;
  Background video, picture;
  std::uint8_t shows_grid = 0, ground_shadow = 1;
  std::int32_t accessory_split = 0;  ///< accessories with a smaller draw order are drawn before the models
  float ground_shadow_brightness = 1.0f;
  std::uint8_t ground_shadow_translucent = 1;
  std::uint8_t physics = 2;  ///< 0 off, 1 always, 2 while playing, 3 trace
  GravityKey gravity;        ///< current
  std::vector<GravityKey> gravity_keys;
  std::uint8_t self_shadow = 1;
  float self_shadow_distance = 0.01125f;
  std::vector<SelfShadowKey> self_shadow_keys;
  std::array<std::int32_t, 3> edge_colour{};  ///< 0-255
  std::uint8_t black_background = 0;
  BoneOf camera_parent;
  std::uint8_t ground_physics = 1;
};

/// Lengths of a PMD's lists, morphs with `base`. A version 1 project does not store them.
struct ListLengths {
  std::size_t bones = 0, morphs = 0, ik_bones = 0;
};
/// Finds the lengths for the model at `path`; nullopt: the model cannot be read.
using LengthsOf = std::function<std::optional<ListLengths>(const std::string& path)>;

/// Whether the bytes start like a PMM file.
bool looks_like(ByteSpan bytes);

/// Reads a PMM. Safe on any bytes; allocates at most a small multiple of their number. Errors give the part
/// and the byte offset. `lengths_of` is called for the models of a version 1 project; without it such a
/// project with models is an error.
Result<File> read(ByteSpan bytes, const LengthsOf& lengths_of = {});

/// Camera and light keys as a motion, frames ascending.
vmd::File camera_motion(const File& file);

}  // namespace mmd::pmm
