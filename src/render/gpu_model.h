#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "render/gl_objects.h"
#include "render/program.h"
#include "scene/scene.h"

namespace mmd {

/// Whether the shader or the CPU skins vertices, and whether the shading shows their weights.
enum class Posing : std::uint8_t { by_shader, by_cpu, by_cpu_with_weights };
/// The posing for a shading mode when the CPU skins.
Posing posing_on_cpu(Shading shading);

/// A model's vertices and faces on the GPU, uploaded when first needed, with the bone palette and morphed
/// streams of the current actor.
class GpuModel {
 public:
  explicit GpuModel(const Model& model);

  /// Uploads the actor's palette and changed parts of its morphed streams. `frame`: a number that grows
  /// whenever the actor may have changed; a second call with the same actor, number and posing does nothing.
  void update(const Actor& actor, std::uint64_t frame, Posing posing);
  /// Binds vertices and palette for a program with `features()`.
  void bind() const;
  /// ProgramFeature bits that the vertices need.
  unsigned features() const { return is_posed() ? unsigned{feature_posed} : features_; }
  bool has_uv1() const { return has_uv1_; }
  /// Draws the faces of materials [first, last) in as few calls as possible; material flags select points or
  /// lines instead. Requires bind(). `point_size`: drawn pixels. Returns the number of indices.
  std::size_t draw(std::size_t first, std::size_t last, float point_size) const;
  bool has_faces(std::size_t material) const { return parts_[material].count > 0; }

 private:
  enum Attribute : GLuint {
    position,
    normal,
    uv,
    uv1,
    bones,
    weights,
    edge_scale,
    type,
    sdef_c,
    sdef_cr0,
    sdef_cr1,
    attribute_count
  };
  void create_buffer(Attribute index, const void* data, std::size_t bytes);
  /// Sets the attributes of the bound vertex array that do not depend on posing.
  void read_shared_attributes();
  /// Uploads changed values of a stream. `version`: the version of the buffer's content.
  template <class T>
  void update_stream(Attribute index, std::uint64_t& version, std::span<const T> values,
                     const StreamState& state);
  void update_skinning(const Actor& actor);
  void update_posed(const Actor& actor);
  bool is_posed() const { return posing_ != Posing::by_shader; }
  void create_posed();
  /// Uploads the bones, weights and types of the actor's skinning level, for shading modes that show them.
  void use_level(const Actor& actor);
  void upload_indices(const Model& model);
  void upload_weights(const VertexStreams& vertices);
  /// Creates the vertex array for skinning in shaders.
  void create_skinned(const VertexStreams& vertices);
  void upload_sdef(const VertexStreams& vertices);

  gl::VertexArray skinned_array_, posed_array_;  ///< created when first needed
  gl::Buffer indices_, posed_position_, posed_normal_;
  gl::Buffer level_bones_, level_weights_, level_type_;  ///< used unless level_ is full
  std::optional<SkinLevel> level_;                       ///< level of the uploaded bones and weights
  std::array<gl::Buffer, attribute_count> buffers_;      ///< by attribute; sdef_c has all SDEF constants
  gl::Texture palette_;
  unsigned features_ = feature_none;
  bool has_uv1_ = false, has_sdef_ = false;
  std::vector<Affine> palette_entries_;  ///< as in shaders/skinning.glsl, in whole rows of the texture
  std::uint64_t position_version_ = 0, uv_version_ = 0, uv1_version_ = 0;
  Posing posing_ = Posing::by_shader;
  std::uint64_t posed_version_ = 0;  ///< Actor::pose_version of the posed buffers
  const Actor* actor_ = nullptr;     ///< of the last update; only compared
  std::uint64_t frame_ = 0;

  /// The primitives of a material: `count` indices from `first`.
  struct Part {
    GLenum mode = GL_TRIANGLES;
    std::size_t first = 0, count = 0;
  };
  std::size_t draw(const Part& part, float point_size) const;
  std::vector<Part> parts_;  ///< by material
};

/// Draws neighbouring materials with one state in one call; some models have very many materials. Call
/// flush() before each change of state and at the end. Calls glFlush() now and then, so that CPU drivers fill
/// pixels before they have all triangles of a large model.
class DrawRun {
 public:
  explicit DrawRun(const GpuModel& model) : model_(model) {}
  void add(std::size_t material, float point_size) {
    if (material != last_ || point_size != point_size_) flush();
    if (first_ == last_) first_ = material;
    last_ = material + 1;
    point_size_ = point_size;
  }
  void flush();

 private:
  const GpuModel& model_;
  std::size_t first_ = 0, last_ = 0, kept_ = 0;  ///< kept_: indices since the last glFlush()
  float point_size_ = 0.0f;
};

}  // namespace mmd
