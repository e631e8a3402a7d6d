#include "export/gltf_buffers.h"

#include <sstream>

#include "base/rotations.h"

namespace mmd {
namespace {

/// The index 65535 would restart a primitive.
constexpr std::size_t max_short_vertices = 65535;

std::vector<std::uint16_t> shortened(const std::vector<std::uint32_t>& values) {
  std::vector<std::uint16_t> out;
  out.reserve(values.size());
  for (const std::uint32_t value : values) out.push_back(static_cast<std::uint16_t>(value));
  return out;
}

}  // namespace

void GltfBuffers::set_bounds(const std::vector<vec3>& values, bool with_zero, tinygltf::Accessor& out) {
  vec3 low = with_zero || values.empty() ? vec3(0.0f) : values.front(), high = low;
  for (const vec3& value : values) {
    low = glm::min(low, value);
    high = glm::max(high, value);
  }
  const glm::dvec3 min(low), max(high);
  out.minValues = {min.x, min.y, min.z};
  out.maxValues = {max.x, max.y, max.z};
}

int GltfBuffers::indices(const std::vector<std::uint32_t>& indices, std::size_t vertices) {
  constexpr int target = TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER;
  return vertices < max_short_vertices ? values(shortened(indices), target) : values(indices, target);
}

int GltfBuffers::offsets(const std::vector<ExchangeMorph::Offset>& offsets, std::size_t vertices) {
  std::vector<std::uint32_t> which;
  std::vector<vec3> what;
  for (const ExchangeMorph::Offset& offset : offsets) {
    which.push_back(offset.vertex);
    what.push_back(offset.offset);
  }
  if (2 * offsets.size() > vertices) {
    std::vector<vec3> all(vertices, vec3(0.0f));
    for (const ExchangeMorph::Offset& offset : offsets) all[offset.vertex] = offset.offset;
    return bounded(all, TINYGLTF_TARGET_ARRAY_BUFFER);
  }
  if (offsets.empty()) return zeros(vertices);
  tinygltf::Accessor accessor = accessor_of<vec3>(vertices);
  set_bounds(what, true, accessor);
  const bool is_short = vertices < max_short_vertices;
  accessor.sparse.isSparse = true;
  accessor.sparse.count = static_cast<int>(offsets.size());
  accessor.sparse.indices.byteOffset = 0;
  accessor.sparse.indices.bufferView =
      is_short ? view(shortened(which), no_gltf_target) : view(which, no_gltf_target);
  accessor.sparse.indices.componentType =
      is_short ? TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT : TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
  accessor.sparse.values.bufferView = view(what, no_gltf_target);
  accessor.sparse.values.byteOffset = 0;
  return on_zeros_.emplace_back(added(std::move(accessor), out_.accessors));
}

int GltfBuffers::zeros(std::size_t vertices) {
  const auto [found, is_new] = zeros_.try_emplace(vertices, -1);
  if (is_new) {
    tinygltf::Accessor accessor = accessor_of<vec3>(vertices);
    set_bounds({}, true, accessor);
    found->second = on_zeros_.emplace_back(added(std::move(accessor), out_.accessors));
  }
  return found->second;
}

/// glTF allows accessors without a view, sparse ones too, but assimp does not read the first, and Godot and
/// SharpGLTF read neither.
void GltfBuffers::add_zeros() {
  std::size_t most = 0;
  for (const int accessor : on_zeros_)
    most = std::max(most, out_.accessors[static_cast<std::size_t>(accessor)].count);
  if (most == 0) return;
  const int shared = view(std::vector<vec3>(most, vec3(0.0f)), TINYGLTF_TARGET_ARRAY_BUFFER);
  // Required for a view of several accessors.
  out_.bufferViews[static_cast<std::size_t>(shared)].byteStride = sizeof(vec3);
  for (const int accessor : on_zeros_) out_.accessors[static_cast<std::size_t>(accessor)].bufferView = shared;
}

void add_channel(int times, int values, int node, const char* path, tinygltf::Animation& to) {
  tinygltf::AnimationSampler sampler;
  sampler.input = times;
  sampler.output = values;
  sampler.interpolation = "LINEAR";
  tinygltf::AnimationChannel channel;
  channel.sampler = added(std::move(sampler), to.samplers);
  channel.target_node = node;
  channel.target_path = path;
  to.channels.push_back(std::move(channel));
}

glm::dvec4 gltf_rotation(const quat& rotation) {
  const glm::dvec4 q(rotation.x, rotation.y, rotation.z, rotation.w);  // whatever glm's memory layout
  return glm::clamp(unit_or_identity(q), -1.0, 1.0);
}

std::vector<vec4> gltf_rotations(const std::vector<quat>& rotations) {
  std::vector<vec4> out;
  out.reserve(rotations.size());
  for (const quat& q : rotations) out.emplace_back(gltf_rotation(q));
  return out;
}

tinygltf::Value without_empty(const tinygltf::Value& value) {
  using tinygltf::Value;
  if (value.IsArray()) {
    Value::Array out;
    for (const Value& one : value.Get<Value::Array>()) out.push_back(without_empty(one));
    return Value(std::move(out));
  }
  if (!value.IsObject()) return value;
  Value::Object out;
  for (const auto& [name, member] : value.Get<Value::Object>()) {
    Value kept = without_empty(member);
    const bool is_empty = (kept.IsArray() && kept.ArrayLen() == 0) || (kept.IsObject() && kept.Size() == 0);
    if (!is_empty) out.emplace(name, std::move(kept));
  }
  return Value(std::move(out));
}

Result<Bytes> glb_bytes(tinygltf::Model& model) {
  std::ostringstream stream;
  if (!tinygltf::TinyGLTF().WriteGltfSceneToStream(&model, stream, false, true))
    return fail("the glTF cannot be written");
  return bytes_of_text(std::move(stream).str());
}

}  // namespace mmd
