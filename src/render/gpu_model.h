#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/gl_objects.h"
#include "render/program.h"
#include "scene/scene.h"

namespace mmd {

/// A model's vertices and faces on the GPU, and the palette and positions of the actor that is drawn next.
class GpuModel {
 public:
  explicit GpuModel(const Model& model);

  /// Uploads the actor's palette, and its positions if they are not the ones that are there.
  void update(const Actor& actor);
  /// Binds vertices and palette for a program of `variant()`.
  void bind() const;
  SkinningVariant variant() const { return variant_; }
  bool has_uv1() const { return has_uv1_; }
  /// Draws a material's faces; bind() first.
  static void draw(const Material& material);

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
  void upload_vertices(const VertexStreams& vertices);
  void upload_sdef(const VertexStreams& vertices);

  gl::VertexArray vertex_array_;
  gl::Buffer indices_, palette_buffer_;
  std::array<gl::Buffer, attribute_count> buffers_;  ///< by attribute; the SDEF constants share sdef_c's
  gl::Texture palette_;
  SkinningVariant variant_ = SkinningVariant::linear;
  bool has_uv1_ = false, has_sdef_ = false;
  std::size_t palette_capacity_ = 0;       ///< bytes
  const Actor* uploaded_actor_ = nullptr;  ///< whose positions are there; compared only
  std::uint64_t uploaded_version_ = 0;
  /// The morph weights of those positions: a new actor may get the address and version of one that is gone.
  std::vector<float> uploaded_weights_;
};

}  // namespace mmd
