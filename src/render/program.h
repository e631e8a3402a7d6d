#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "render/gl_objects.h"

namespace mmd {

/// Texture units, the same in every program.
enum TextureUnit : GLint {
  unit_base = 0,
  unit_sphere = 1,
  unit_toon = 2,
  unit_palette = 3,
  unit_shadow = 4,
  texture_unit_count = 5
};

enum class ProgramId : std::uint8_t {
  model,
  edge,
  normals,
  wire,
  inspect,
  shadow,
  shadow_map,
  feedback,
  skeleton,
  ghost,
  surface,
  background,
  ground_mask,
  effect_copy,
  effect_average,
  effect_grade,
  effect_distance,
  effect_soften,
  effect_occlusion,
  effect_occlusion_blur,
  effect_occlude,
  effect_rim,
  effect_fog,
  effect_focus,
  effect_bokeh,
  effect_depth_of_field,
  effect_foreground,
  effect_glow_bright,
  effect_blur,
  effect_glow,
  effect_lines,
  count
};

/// Variants of a program: a bit for each definition in the shaders. A program ignores bits that it does not
/// use. (CPU drivers run every branch, so rare features are compiled separately.)
enum ProgramFeature : std::uint16_t {
  feature_none = 0,
  feature_all_skinning = 1,   ///< SKINNING_ALL: the vertices include SDEF or QDEF
  feature_self_shadow = 2,    ///< SELF_SHADOW: the material receives self shadow
  feature_map_factors = 4,    ///< MAP_FACTORS: morphs change the texels
  feature_posed = 8,          ///< POSED: the vertices are skinned already
  feature_no_sphere = 16,     ///< NO_SPHERE: the material has no sphere map or sub-texture
  feature_no_specular = 32,   ///< NO_SPECULAR: the material has no specular highlight
  feature_opaque = 64,        ///< OPAQUE: no texture makes the material transparent
  feature_shared_taps = 128,  ///< SHARED_TAPS: the four samples of a pixel share the self shadow's filter
  feature_accessory = 256     ///< ACCESSORY: lit as MMD's accessories, not as its models
};
inline constexpr unsigned feature_combinations = 512;

/// A linked program and the locations of its uniforms; -1: the program lacks the uniform.
struct LinkedProgram {
  gl::Program program;
  GLint view_projection = -1, view = -1, eye = -1, light_direction = -1, material = -1, factors = -1,
        edge = -1, colour = -1, viewport = -1, shadow_matrix = -1, shadow = -1, shadow_offset = -1,
        cutoff = -1, inspect = -1, fade = -1, first_face = -1, placement = -1, picture = -1, effect = -1;
};

/// The shader programs, compiled when first needed.
class Programs {
 public:
  explicit Programs(std::string shader_dir) : dir_(std::move(shader_dir)) {}

  /// Returns a program, compiled if necessary. The error contains the driver's message with file and line; a
  /// failed program is not compiled again.
  Result<const LinkedProgram*> get(ProgramId id, unsigned features);
  /// Compiles every program with every feature, to find all errors in shaders from disk.
  Result<void> compile_all();

 private:
  std::string dir_;
  std::unordered_map<unsigned, Result<LinkedProgram>> linked_;  ///< by feature_combinations * id + features
};

}  // namespace mmd
