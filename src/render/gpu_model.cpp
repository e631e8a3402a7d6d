#include "render/gpu_model.h"

#include <algorithm>
#include <vector>

#include "model/model.h"
#include "render/framebuffer.h"

namespace mmd {
namespace {

static_assert(sizeof(Affine) == sizeof(float) * 3 * 4, "a palette entry is three texels");
static_assert(sizeof(vec3) == 12 && sizeof(SdefConstants) == 36, "vertex streams are uploaded as they are");

/// Entries in a row of the palette's texture (shaders/skinning.glsl).
constexpr std::size_t palette_row = 256;

/// Indices after which DrawRun makes a CPU driver fill pixels.
constexpr std::size_t max_kept = 60'000;

void fill(GLenum target, const gl::Buffer& buffer, const void* data, std::size_t bytes, GLenum usage) {
  glBindBuffer(target, buffer.id());
  glBufferData(target, static_cast<GLsizeiptr>(bytes), data, usage);
}

/// Sets the buffer from which the bound vertex array reads an attribute of floats.
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
  return values.size() * sizeof(typename Vector::value_type);
}

}  // namespace

Posing posing_on_cpu(Shading shading) {
  return shading == Shading::weights || shading == Shading::bone_index || shading == Shading::deform ||
                 shading == Shading::uv  // shaders/inspect.vert reads weights for all of these
             ? Posing::by_cpu_with_weights
             : Posing::by_cpu;
}

GpuModel::GpuModel(const Model& model) : indices_(gl::Buffer::create()), palette_(gl::Texture::create()) {
  upload_indices(model);
  const VertexStreams& vertices = model.vertices;
  create_buffer(uv, vertices.uv.data(), bytes_of(vertices.uv));
  create_buffer(edge_scale, vertices.edge_scale.data(), bytes_of(vertices.edge_scale));
  has_uv1_ = !vertices.uv1.empty();
  if (has_uv1_) create_buffer(uv1, vertices.uv1.data(), bytes_of(vertices.uv1));
  const auto is_special = [](WeightType t) { return t == WeightType::sdef || t == WeightType::qdef; };
  if (std::any_of(vertices.type.begin(), vertices.type.end(), is_special)) features_ = feature_all_skinning;
}

void GpuModel::upload_indices(const Model& model) {
  std::vector<std::uint32_t> lines;  // stored after the triangles
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
  // WebGL takes indices only from a buffer whose first target this was, and a core profile needs an array for
  // that.
  const auto any_array = gl::VertexArray::create();
  glBindVertexArray(any_array.id());
  if (lines.empty()) {
    fill(GL_ELEMENT_ARRAY_BUFFER, indices_, model.indices.data(), bytes_of(model.indices), GL_STATIC_DRAW);
  } else {
    lines.insert(lines.begin(), model.indices.begin(), model.indices.end());
    fill(GL_ELEMENT_ARRAY_BUFFER, indices_, lines.data(), bytes_of(lines), GL_STATIC_DRAW);
  }
  glBindVertexArray(0);
}

void GpuModel::create_buffer(Attribute index, const void* data, std::size_t bytes) {
  buffers_[index] = gl::Buffer::create();
  fill(GL_ARRAY_BUFFER, buffers_[index], data, bytes, GL_STATIC_DRAW);
}

void GpuModel::upload_weights(const VertexStreams& vertices) {
  if (buffers_[bones]) return;
  create_buffer(bones, vertices.bones.data(), bytes_of(vertices.bones));
  create_buffer(weights, vertices.weights.data(), bytes_of(vertices.weights));
  // Four bytes per type: some drivers are slow or wrong with fewer.
  RawVector<std::uint32_t> types(vertices.size());
  std::transform(vertices.type.begin(), vertices.type.end(), types.begin(),
                 [](WeightType t) { return static_cast<std::uint32_t>(t); });
  create_buffer(type, types.data(), bytes_of(types));
}

void GpuModel::read_shared_attributes() {
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
  read_from(buffers_[uv], uv, 2);
  if (has_uv1_) read_from(buffers_[uv1], uv1, 4);
  read_from(buffers_[edge_scale], edge_scale, 1);
}

void GpuModel::create_skinned(const VertexStreams& vertices) {
  create_buffer(position, vertices.position.data(), bytes_of(vertices.position));
  create_buffer(normal, vertices.normal.data(), bytes_of(vertices.normal));
  upload_weights(vertices);
  skinned_array_ = gl::VertexArray::create();
  glBindVertexArray(skinned_array_.id());
  read_shared_attributes();
  read_from(buffers_[position], position, 3);
  read_from(buffers_[normal], normal, 3);
  read_integers_from(buffers_[bones], bones, 4);
  read_from(buffers_[weights], weights, 4);
  read_integers_from(buffers_[type], type, 1);
  if (features_ == feature_all_skinning && !vertices.sdef.empty()) upload_sdef(vertices);
  glBindVertexArray(0);
}

void GpuModel::upload_sdef(const VertexStreams& vertices) {
  has_sdef_ = true;
  std::vector<SdefConstants> all(vertices.size());
  for (std::size_t i = 0; i < vertices.sdef.size(); ++i) all[vertices.sdef_vertices[i]] = vertices.sdef[i];
  create_buffer(sdef_c, all.data(), bytes_of(all));
  for (GLuint i = 0; i < 3; ++i) {
    const auto offset = static_cast<std::uintptr_t>(i) * sizeof(vec3);
    glVertexAttribPointer(
        sdef_c + i, 3, GL_FLOAT, GL_FALSE, sizeof(SdefConstants),
        reinterpret_cast<const void*>(offset));  // NOLINT(performance-no-int-to-ptr): an offset
    glEnableVertexAttribArray(sdef_c + i);
  }
}

template <class T>
void GpuModel::update_stream(Attribute index, std::uint64_t& version, std::span<const T> values,
                             const StreamState& state) {
  if (version == state.version || values.empty()) return;
  const bool needs_all = version != state.previous;
  const std::size_t first = needs_all ? 0 : state.changed.first;
  const std::size_t last = needs_all ? values.size() : state.changed.last;
  glBindBuffer(GL_ARRAY_BUFFER, buffers_[index].id());
  glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(first * sizeof(T)),
                  static_cast<GLsizeiptr>((last - first) * sizeof(T)), values.data() + first);
  version = state.version;
}

void GpuModel::update(const Actor& actor, std::uint64_t frame, Posing posing) {
  if (actor_ == &actor && frame_ == frame && posing_ == posing) return;
  actor_ = &actor;
  frame_ = frame;
  posing_ = posing;
  update_stream(uv, uv_version_, actor.uv(), actor.uv_state());
  update_stream(uv1, uv1_version_, actor.uv1(), actor.uv1_state());
  if (is_posed()) {
    update_posed(actor);
  } else {
    update_skinning(actor);
  }
}

void GpuModel::update_posed(const Actor& actor) {
  if (!posed_array_) create_posed();
  if (posing_ == Posing::by_cpu_with_weights && level_ != actor.posed_level()) use_level(actor);
  if (posed_version_ == actor.pose_version()) return;
  posed_version_ = actor.pose_version();
  const auto positions = actor.posed_positions(), normals = actor.posed_normals();
  fill(GL_ARRAY_BUFFER, posed_position_, positions.data(), positions.size_bytes(), GL_STREAM_DRAW);
  fill(GL_ARRAY_BUFFER, posed_normal_, normals.data(), normals.size_bytes(), GL_STREAM_DRAW);
}

void GpuModel::create_posed() {
  posed_array_ = gl::VertexArray::create();
  posed_position_ = gl::Buffer::create();
  posed_normal_ = gl::Buffer::create();
  glBindVertexArray(posed_array_.id());
  read_shared_attributes();
  read_from(posed_position_, position, 3);
  read_from(posed_normal_, normal, 3);
  glBindVertexArray(0);
}

void GpuModel::use_level(const Actor& actor) {
  level_ = actor.posed_level();
  const bool full = level_ == SkinLevel::full;
  const VertexStreams& vertices = actor.model().vertices;
  if (full) {
    upload_weights(vertices);
  } else {
    RawVector<std::array<std::uint32_t, 4>> level_bones(vertices.size());
    RawVector<vec4> level_weights(vertices.size());
    RawVector<std::uint32_t> types(vertices.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      const VertexWeights of_level = weights_at(vertices, v, *level_);
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
  if (!skinned_array_) create_skinned(actor.model().vertices);
  update_stream(position, position_version_, actor.positions(), actor.positions_state());
  const auto palette = actor.palette();
  const std::size_t rows = palette.size() / palette_row + 1;
  const auto width = static_cast<GLsizei>(3 * palette_row), height = static_cast<GLsizei>(rows);
  const bool is_new = palette_entries_.size() != rows * palette_row;
  palette_entries_.resize(rows * palette_row);
  palette_entries_[0] = affine_from(actor.placement());
  std::copy(palette.begin(), palette.end(), palette_entries_.begin() + 1);
  glActiveTexture(GL_TEXTURE0 + unit_palette);
  glBindTexture(GL_TEXTURE_2D, palette_.id());
  if (is_new) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, width, height, 0, GL_RGBA, GL_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  }
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_FLOAT, palette_entries_.data());
}

void GpuModel::bind() const {
  glBindVertexArray(is_posed() ? posed_array_.id() : skinned_array_.id());
  if (!is_posed()) {
    glActiveTexture(GL_TEXTURE0 + unit_palette);
    glBindTexture(GL_TEXTURE_2D, palette_.id());
  }
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
  // Attributes without an array are constants of the context, not of the vertex array.
  if (!has_uv1_) glVertexAttrib4f(uv1, 0.0f, 0.0f, 0.0f, 0.0f);
  if (features() == feature_all_skinning && !has_sdef_)
    for (GLuint i = 0; i < 3; ++i) glVertexAttrib3f(sdef_c + i, 0.0f, 0.0f, 0.0f);
}

std::size_t GpuModel::draw(std::size_t first, std::size_t last, float point_size) const {
  std::size_t drawn = 0;
  Part joined;
  for (std::size_t i = first; i < last; ++i) {
    const Part& next = parts_[i];
    if (next.count == 0) continue;
    if (next.mode == joined.mode && next.first == joined.first + joined.count) {
      joined.count += next.count;
      continue;
    }
    drawn += draw(joined, point_size);
    joined = next;
  }
  return drawn + draw(joined, point_size);
}

std::size_t GpuModel::draw(const Part& part, float point_size) const {
  if (part.count == 0) return 0;
  if (part.mode == GL_POINTS) gl::set_point_size(point_size);
  const auto offset = static_cast<std::uintptr_t>(part.first) * sizeof(std::uint32_t);
  glDrawElements(part.mode, static_cast<GLsizei>(part.count), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(offset));  // NOLINT(performance-no-int-to-ptr): an offset
  return part.count;
}

void DrawRun::flush() {
  if (first_ != last_) kept_ += model_.draw(first_, last_, point_size_);
  first_ = last_;
  if (kept_ < max_kept || !draws_on_cpu()) return;
  glFlush();
  kept_ = 0;
}

}  // namespace mmd
