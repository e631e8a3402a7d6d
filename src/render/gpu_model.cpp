#include "render/gpu_model.h"

#include <algorithm>
#include <vector>

namespace mmd {
namespace {

static_assert(sizeof(Affine) == 3 * 4 * sizeof(float), "a palette entry is three texels");
static_assert(sizeof(vec3) == 12 && sizeof(SdefConstants) == 36, "vertex streams are uploaded as they are");

void fill(GLenum target, const gl::Buffer& buffer, const void* data, std::size_t bytes, GLenum usage) {
  glBindBuffer(target, buffer.id());
  glBufferData(target, static_cast<GLsizeiptr>(bytes), data, usage);
}

template <class Vector>
std::size_t bytes_of(const Vector& values) {
  return values.size() * sizeof(values[0]);
}

}  // namespace

GpuModel::GpuModel(const Model& model)
    : vertex_array_(gl::VertexArray::create()),
      indices_(gl::Buffer::create()),
      palette_buffer_(gl::Buffer::create()),
      palette_(gl::Texture::create()) {
  glBindVertexArray(vertex_array_.id());
  fill(GL_ELEMENT_ARRAY_BUFFER, indices_, model.indices.data(), bytes_of(model.indices), GL_STATIC_DRAW);
  upload_vertices(model.vertices);
  glBindVertexArray(0);
}

void GpuModel::attribute(Attribute index, GLint components, const void* data, std::size_t bytes) {
  buffers_[index] = gl::Buffer::create();
  fill(GL_ARRAY_BUFFER, buffers_[index], data, bytes, GL_STATIC_DRAW);
  glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(index);
}

void GpuModel::integer_attribute(Attribute index, GLint components, const void* data, std::size_t bytes) {
  buffers_[index] = gl::Buffer::create();
  fill(GL_ARRAY_BUFFER, buffers_[index], data, bytes, GL_STATIC_DRAW);
  glVertexAttribIPointer(index, components, GL_UNSIGNED_INT, 0, nullptr);
  glEnableVertexAttribArray(index);
}

void GpuModel::upload_vertices(const VertexStreams& vertices) {
  attribute(position, 3, nullptr, 0);  // update() fills it
  attribute(normal, 3, vertices.normal.data(), bytes_of(vertices.normal));
  attribute(uv, 2, vertices.uv.data(), bytes_of(vertices.uv));
  integer_attribute(bones, 4, vertices.bones.data(), bytes_of(vertices.bones));
  attribute(weights, 4, vertices.weights.data(), bytes_of(vertices.weights));
  attribute(edge_scale, 1, vertices.edge_scale.data(), bytes_of(vertices.edge_scale));
  has_uv1_ = !vertices.uv1.empty();
  if (has_uv1_) attribute(uv1, 4, vertices.uv1.data(), bytes_of(vertices.uv1));

  const auto needs_type = [](WeightType t) { return t == WeightType::sdef || t == WeightType::qdef; };
  if (std::none_of(vertices.type.begin(), vertices.type.end(), needs_type)) return;
  variant_ = SkinningVariant::all;
  RawVector<std::uint32_t> types(
      vertices.size());  // four bytes each: some drivers are slow or wrong below that
  std::transform(vertices.type.begin(), vertices.type.end(), types.begin(),
                 [](WeightType t) { return static_cast<std::uint32_t>(t); });
  integer_attribute(type, 1, types.data(), bytes_of(types));
  if (!vertices.sdef.empty()) upload_sdef(vertices);
}

void GpuModel::upload_sdef(const VertexStreams& vertices) {
  has_sdef_ = true;
  std::vector<SdefConstants> all(vertices.size());
  for (std::size_t i = 0; i < vertices.sdef.size(); ++i) all[vertices.sdef_vertices[i]] = vertices.sdef[i];
  buffers_[sdef_c] = gl::Buffer::create();
  fill(GL_ARRAY_BUFFER, buffers_[sdef_c], all.data(), bytes_of(all), GL_STATIC_DRAW);
  for (GLuint i = 0; i < 3; ++i) {
    const auto offset = static_cast<std::uintptr_t>(i) * sizeof(vec3);
    glVertexAttribPointer(
        sdef_c + i, 3, GL_FLOAT, GL_FALSE, sizeof(SdefConstants),
        reinterpret_cast<const void*>(offset));  // NOLINT(performance-no-int-to-ptr): an offset
    glEnableVertexAttribArray(sdef_c + i);
  }
}

void GpuModel::update(const Actor& actor) {
  const auto morphs = actor.morph_weights();
  if (uploaded_actor_ != &actor || uploaded_version_ != actor.positions_version() ||
      !std::equal(morphs.begin(), morphs.end(), uploaded_weights_.begin(), uploaded_weights_.end())) {
    const auto positions = actor.positions();
    fill(GL_ARRAY_BUFFER, buffers_[position], positions.data(), positions.size_bytes(), GL_DYNAMIC_DRAW);
    uploaded_actor_ = &actor;
    uploaded_version_ = actor.positions_version();
    uploaded_weights_.assign(morphs.begin(), morphs.end());
  }
  const auto palette = actor.palette();
  fill(GL_TEXTURE_BUFFER, palette_buffer_, palette.data(), palette.size_bytes(), GL_STREAM_DRAW);
  if (palette_capacity_ != palette.size_bytes()) {
    palette_capacity_ = palette.size_bytes();
    glActiveTexture(GL_TEXTURE0 + unit_palette);
    glBindTexture(GL_TEXTURE_BUFFER, palette_.id());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, palette_buffer_.id());
  }
}

void GpuModel::bind() const {
  glBindVertexArray(vertex_array_.id());
  glActiveTexture(GL_TEXTURE0 + unit_palette);
  glBindTexture(GL_TEXTURE_BUFFER, palette_.id());
  // What has no array is a constant, which belongs to the context, not to the vertex array.
  if (!has_uv1_) glVertexAttrib4f(uv1, 0.0f, 0.0f, 0.0f, 0.0f);
  if (variant_ == SkinningVariant::all && !has_sdef_)
    for (GLuint i = 0; i < 3; ++i) glVertexAttrib3f(sdef_c + i, 0.0f, 0.0f, 0.0f);
}

void GpuModel::draw(const Material& material) {
  if (material.index_count == 0) return;
  const auto offset = static_cast<std::uintptr_t>(material.first_index) * sizeof(std::uint32_t);
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(material.index_count), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(offset));  // NOLINT(performance-no-int-to-ptr): an offset
}

}  // namespace mmd
