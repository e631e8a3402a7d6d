#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "render/gl_objects.h"
#include "render/program.h"
#include "scene/scene.h"

namespace mmd {

/// A model's vertices and faces on the GPU, and the palette and morphed streams of the actor that is drawn
/// next.
class GpuModel {
 public:
  explicit GpuModel(const Model& model);

  /// Uploads the actor's palette, and of its morphed streams what is not there. `frame`: a number that grows
  /// whenever the actor may have changed; a second call with the same actor and number does nothing.
  /// `posed`: the CPU skins.
  void update(const Actor& actor, std::uint64_t frame, bool posed);
  /// Binds vertices and palette for a program with `features()`.
  void bind() const;
  /// ProgramFeature bits that its vertices need.
  unsigned features() const { return posed_ ? unsigned{feature_posed} : features_; }
  bool has_uv1() const { return has_uv1_; }
  /// Draws the faces of materials [first, last), or their corners as points or their sides as lines if their
  /// flags say so, in as few calls as it can; bind() first. `point_size`: pixels.
  void draw(std::size_t first, std::size_t last, float point_size) const;
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
  void attribute(Attribute index, GLint components, const void* data, std::size_t bytes);
  void integer_attribute(Attribute index, GLint components, const void* data, std::size_t bytes);
  /// A stream whose buffer holds some actor's state of it.
  struct Morphed {
    std::uint64_t version = 0;
  };
  template <class T>
  void update_stream(Attribute index, Morphed& morphed, std::span<const T> values, const StreamState& state);
  void update_skinning(const Actor& actor);
  void update_posed(const Actor& actor);
  void create_posed();
  /// Gives the posed vertices the bones, weights and types of the actor's skinning level, which the shading
  /// modes show.
  void use_level(const Actor& actor);
  void upload_indices(const Model& model);
  void upload_vertices(const VertexStreams& vertices);
  void upload_sdef(const VertexStreams& vertices);

  gl::VertexArray vertex_array_, posed_array_;
  gl::Buffer indices_, palette_buffer_, posed_position_, posed_normal_;
  gl::Buffer level_bones_, level_weights_, level_type_;  ///< of the posed vertices unless level_ is full
  SkinLevel level_ = SkinLevel::full;
  std::array<gl::Buffer, attribute_count> buffers_;  ///< by attribute; the SDEF constants share sdef_c's
  gl::Texture palette_;
  unsigned features_ = feature_none;
  bool has_uv1_ = false, has_sdef_ = false;
  std::size_t palette_capacity_ = 0;  ///< bytes
  Morphed position_, uv_, uv1_;
  bool posed_ = false;
  std::uint64_t posed_version_ = 0;  ///< Actor::pose_version of what is in the posed buffers
  const Actor* actor_ = nullptr;     ///< of the last update; compared only
  std::uint64_t frame_ = 0;

  /// How a material is drawn: `count` indices from `first`.
  struct Part {
    GLenum mode = GL_TRIANGLES;
    std::size_t first = 0, count = 0;
  };
  static void draw(const Part& part, float point_size);
  std::vector<Part> parts_;  ///< by material
};

/// Gathers neighbouring materials that are drawn with one state, for models with very many. Whoever changes
/// state calls flush() before, and once at the end.
class DrawRun {
 public:
  explicit DrawRun(const GpuModel& model) : model_(model) {}
  void add(std::size_t material, float point_size) {
    if (material != last_ || point_size != point_size_) flush();
    if (first_ == last_) first_ = material;
    last_ = material + 1;
    point_size_ = point_size;
  }
  void flush() {
    if (first_ != last_) model_.draw(first_, last_, point_size_);
    first_ = last_;
  }

 private:
  const GpuModel& model_;
  std::size_t first_ = 0, last_ = 0;
  float point_size_ = 0.0f;
};

}  // namespace mmd
