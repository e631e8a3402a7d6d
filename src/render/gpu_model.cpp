#include "render/gpu_model.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/triangle_sides.h"

namespace mmd {
namespace {

static_assert(sizeof(Affine) == 3 * 4 * sizeof(float), "a palette entry is three texels");
static_assert(sizeof(vec3) == 12 && sizeof(SdefConstants) == 36, "vertex streams are uploaded as they are");

void fill(GLenum target, const gl::Buffer& buffer, const void* data, std::size_t bytes, GLenum usage) {
  glBindBuffer(target, buffer.id());
  glBufferData(target, static_cast<GLsizeiptr>(bytes), data, usage);
}

/// Where the bound vertex array reads an attribute.
void read_from(const gl::Buffer& buffer, GLuint attribute, GLint components) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
  glVertexAttribPointer(attribute, components, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(attribute);
}

void read_integers_from(const gl::Buffer& buffer, GLuint attribute, GLint components) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
  glVertexAttribIPointer(attribute, components, GL_UNSIGNED_INT, 0, nullptr);
  glEnableVertexAttribArray(attribute);
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
  upload_indices(model);
  upload_vertices(model.vertices);
  glBindVertexArray(0);
}

void GpuModel::upload_indices(const Model& model) {
  std::vector<std::uint32_t> lines;  // behind the triangles
  parts_.reserve(model.materials.size());
  for (const Material& material : model.materials) {
    Part part{GL_TRIANGLES, material.first_index, material.index_count};
    if (material.has(pmx::material_points)) {
      part.mode = GL_POINTS;
    } else if (material.has(pmx::material_lines)) {
      const auto sides = triangle_sides({model.indices.data() + part.first, part.count});
      part = {GL_LINES, model.indices.size() + lines.size(), sides.size()};
      lines.insert(lines.end(), sides.begin(), sides.end());
    }
    parts_.push_back(part);
  }
  if (lines.empty()) {
    fill(GL_ELEMENT_ARRAY_BUFFER, indices_, model.indices.data(), bytes_of(model.indices), GL_STATIC_DRAW);
    return;
  }
  lines.insert(lines.begin(), model.indices.begin(), model.indices.end());
  fill(GL_ELEMENT_ARRAY_BUFFER, indices_, lines.data(), bytes_of(lines), GL_STATIC_DRAW);
}

void GpuModel::attribute(Attribute index, GLint components, const void* data, std::size_t bytes) {
  buffers_[index] = gl::Buffer::create();
  fill(GL_ARRAY_BUFFER, buffers_[index], data, bytes, GL_STATIC_DRAW);
  read_from(buffers_[index], index, components);
}

void GpuModel::integer_attribute(Attribute index, GLint components, const void* data, std::size_t bytes) {
  buffers_[index] = gl::Buffer::create();
  fill(GL_ARRAY_BUFFER, buffers_[index], data, bytes, GL_STATIC_DRAW);
  read_integers_from(buffers_[index], index, components);
}

void GpuModel::upload_vertices(const VertexStreams& vertices) {
  attribute(position, 3, vertices.position.data(), bytes_of(vertices.position));
  attribute(normal, 3, vertices.normal.data(), bytes_of(vertices.normal));
  attribute(uv, 2, vertices.uv.data(), bytes_of(vertices.uv));
  integer_attribute(bones, 4, vertices.bones.data(), bytes_of(vertices.bones));
  attribute(weights, 4, vertices.weights.data(), bytes_of(vertices.weights));
  attribute(edge_scale, 1, vertices.edge_scale.data(), bytes_of(vertices.edge_scale));
  has_uv1_ = !vertices.uv1.empty();
  if (has_uv1_) attribute(uv1, 4, vertices.uv1.data(), bytes_of(vertices.uv1));

  RawVector<std::uint32_t> types(
      vertices.size());  // four bytes each: some drivers are slow or wrong below that
  std::transform(vertices.type.begin(), vertices.type.end(), types.begin(),
                 [](WeightType t) { return static_cast<std::uint32_t>(t); });
  integer_attribute(type, 1, types.data(), bytes_of(types));
  const auto is_special = [](WeightType t) { return t == WeightType::sdef || t == WeightType::qdef; };
  if (std::none_of(vertices.type.begin(), vertices.type.end(), is_special)) return;
  features_ = feature_all_skinning;
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

template <class T>
void GpuModel::update_stream(Attribute index, Morphed& morphed, std::span<const T> values,
                             const StreamState& state) {
  if (morphed.version == state.version || values.empty()) return;
  const bool needs_all = morphed.version != state.previous;
  const std::size_t first = needs_all ? 0 : state.changed.first;
  const std::size_t last = needs_all ? values.size() : state.changed.last;
  glBindBuffer(GL_ARRAY_BUFFER, buffers_[index].id());
  glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(first * sizeof(T)),
                  static_cast<GLsizeiptr>((last - first) * sizeof(T)), values.data() + first);
  morphed.version = state.version;
}

void GpuModel::update(const Actor& actor, std::uint64_t frame, bool posed) {
  if (actor_ == &actor && frame_ == frame && posed_ == posed) return;
  actor_ = &actor;
  frame_ = frame;
  posed_ = posed;
  update_stream(uv, uv_, actor.uv(), actor.uv_state());
  update_stream(uv1, uv1_, actor.uv1(), actor.uv1_state());
  if (posed) {
    update_posed(actor);
  } else {
    update_skinning(actor);
  }
}

void GpuModel::update_posed(const Actor& actor) {
  if (!posed_array_) create_posed();
  if (posed_version_ == actor.pose_version()) return;
  posed_version_ = actor.pose_version();
  if (level_ != actor.posed_level()) use_level(actor);
  const auto positions = actor.posed_positions(), normals = actor.posed_normals();
  fill(GL_ARRAY_BUFFER, posed_position_, positions.data(), positions.size_bytes(), GL_STREAM_DRAW);
  fill(GL_ARRAY_BUFFER, posed_normal_, normals.data(), normals.size_bytes(), GL_STREAM_DRAW);
}

void GpuModel::create_posed() {
  posed_array_ = gl::VertexArray::create();
  posed_position_ = gl::Buffer::create();
  posed_normal_ = gl::Buffer::create();
  glBindVertexArray(posed_array_.id());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
  read_from(posed_position_, position, 3);
  read_from(posed_normal_, normal, 3);
  read_from(buffers_[uv], uv, 2);
  if (has_uv1_) read_from(buffers_[uv1], uv1, 4);
  read_from(buffers_[edge_scale], edge_scale, 1);
  read_integers_from(buffers_[bones], bones, 4);
  read_from(buffers_[weights], weights, 4);
  read_integers_from(buffers_[type], type, 1);
  glBindVertexArray(0);
}

void GpuModel::use_level(const Actor& actor) {
  level_ = actor.posed_level();
  const bool full = level_ == SkinLevel::full;
  if (!full) {
    const VertexStreams& vertices = actor.model().vertices;
    RawVector<std::array<std::uint32_t, 4>> level_bones(vertices.size());
    RawVector<vec4> level_weights(vertices.size());
    RawVector<std::uint32_t> types(vertices.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      const VertexWeights of_level = weights_at(vertices, v, level_);
      level_bones[v] = of_level.bones;
      level_weights[v] = of_level.weights;
      types[v] = static_cast<std::uint32_t>(of_level.type);
    }
    for (gl::Buffer* buffer : {&level_bones_, &level_weights_, &level_type_})
      if (!*buffer) *buffer = gl::Buffer::create();
    fill(GL_ARRAY_BUFFER, level_bones_, level_bones.data(), bytes_of(level_bones), GL_STATIC_DRAW);
    fill(GL_ARRAY_BUFFER, level_weights_, level_weights.data(), bytes_of(level_weights), GL_STATIC_DRAW);
    fill(GL_ARRAY_BUFFER, level_type_, types.data(), bytes_of(types), GL_STATIC_DRAW);
  }
  glBindVertexArray(posed_array_.id());
  read_integers_from(full ? buffers_[bones] : level_bones_, bones, 4);
  read_from(full ? buffers_[weights] : level_weights_, weights, 4);
  read_integers_from(full ? buffers_[type] : level_type_, type, 1);
  glBindVertexArray(0);
}

void GpuModel::update_skinning(const Actor& actor) {
  update_stream(position, position_, actor.positions(), actor.positions_state());
  const auto palette = actor.palette();
  const Affine placement = affine_from(actor.placement());
  const std::size_t bytes = palette.size_bytes() + sizeof(placement);
  fill(GL_TEXTURE_BUFFER, palette_buffer_, nullptr, bytes, GL_STREAM_DRAW);
  glBufferSubData(GL_TEXTURE_BUFFER, 0, static_cast<GLsizeiptr>(palette.size_bytes()), palette.data());
  glBufferSubData(GL_TEXTURE_BUFFER, static_cast<GLintptr>(palette.size_bytes()), sizeof(placement),
                  &placement);
  if (palette_capacity_ != bytes) {
    palette_capacity_ = bytes;
    glActiveTexture(GL_TEXTURE0 + unit_palette);
    glBindTexture(GL_TEXTURE_BUFFER, palette_.id());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, palette_buffer_.id());
  }
}

void GpuModel::bind() const {
  glBindVertexArray(posed_ ? posed_array_.id() : vertex_array_.id());
  if (!posed_) {
    glActiveTexture(GL_TEXTURE0 + unit_palette);
    glBindTexture(GL_TEXTURE_BUFFER, palette_.id());
  }
  // What has no array is a constant, which belongs to the context, not to the vertex array.
  if (!has_uv1_) glVertexAttrib4f(uv1, 0.0f, 0.0f, 0.0f, 0.0f);
  if (features() == feature_all_skinning && !has_sdef_)
    for (GLuint i = 0; i < 3; ++i) glVertexAttrib3f(sdef_c + i, 0.0f, 0.0f, 0.0f);
}

void GpuModel::draw(std::size_t first, std::size_t last, float point_size) const {
  Part joined;
  for (std::size_t i = first; i < last; ++i) {
    const Part& part = parts_[i];
    if (part.count == 0) continue;
    if (part.mode == joined.mode && part.first == joined.first + joined.count) {
      joined.count += part.count;
      continue;
    }
    draw(joined, point_size);
    joined = part;
  }
  draw(joined, point_size);
}

void GpuModel::draw(const Part& part, float point_size) {
  if (part.count == 0) return;
  if (part.mode == GL_POINTS) glPointSize(point_size);
  const auto offset = static_cast<std::uintptr_t>(part.first) * sizeof(std::uint32_t);
  glDrawElements(part.mode, static_cast<GLsizei>(part.count), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(offset));  // NOLINT(performance-no-int-to-ptr): an offset
}

}  // namespace mmd
