#pragma once

#include <array>
#include <optional>
#include <string>

#include "base/result.h"
#include "render/gl_objects.h"

namespace mmd {

/// Texture units, the same in every program.
enum TextureUnit : GLint {
  unit_base = 0,
  unit_sphere = 1,
  unit_toon = 2,
  unit_palette = 3,
  texture_unit_count = 4
};

enum class ProgramId : std::uint8_t { model, edge, normals, wire, feedback, skeleton, count };

/// Whether the vertices of a model include SDEF or QDEF (SKINNING_ALL in shaders/skinning.glsl).
enum class SkinningVariant : std::uint8_t { linear, all };

/// A linked program and where its uniforms are; -1 where it has none of that name.
struct LinkedProgram {
  gl::Program program;
  GLint view_projection = -1, view = -1, eye = -1, light_direction = -1, material = -1, edge = -1,
        colour = -1, viewport = -1;
};

/// The programs, compiled when they are first wanted.
class Programs {
 public:
  explicit Programs(std::string shader_dir) : dir_(std::move(shader_dir)) {}

  /// The error has the driver's words with file and line. Asking again after a failure does not compile
  /// again.
  Result<const LinkedProgram*> get(ProgramId id, SkinningVariant variant);
  /// Every program in every variant: for shaders from disk, where any may be wrong.
  Result<void> compile_all();

 private:
  struct Slot {
    bool tried = false;
    std::optional<LinkedProgram> program;
    Diagnostic error;
  };
  std::string dir_;
  std::array<std::array<Slot, 2>, static_cast<std::size_t>(ProgramId::count)> slots_;
};

}  // namespace mmd
