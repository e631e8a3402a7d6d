#pragma once

// Internal to writing glTF: numbers as accessors of one buffer, and the values of VRM's extensions.

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include <tiny_gltf.h>

#include "base/byte_io.h"
#include "base/result.h"
#include "export/exchange_model.h"
#include "export/vrm_avatar.h"

namespace mmd {

/// Component and element type of an accessor.
template <int component_type, int element_type>
struct GltfAccess {
  static constexpr int component = component_type, type = element_type;
};
/// The accessor types for a C++ type.
template <class T>
struct GltfType;
template <>
struct GltfType<float> : GltfAccess<TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_SCALAR> {};
template <>
struct GltfType<std::uint16_t> : GltfAccess<TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT, TINYGLTF_TYPE_SCALAR> {};
template <>
struct GltfType<std::uint32_t> : GltfAccess<TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT, TINYGLTF_TYPE_SCALAR> {};
template <>
struct GltfType<vec2> : GltfAccess<TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC2> {};
template <>
struct GltfType<vec3> : GltfAccess<TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC3> {};
template <>
struct GltfType<vec4> : GltfAccess<TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC4> {};
template <>
struct GltfType<std::array<float, 4>> : GltfType<vec4> {};
template <>
struct GltfType<mat4> : GltfAccess<TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_MAT4> {};
template <>
struct GltfType<std::array<std::uint16_t, 4>>
    : GltfAccess<TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT, TINYGLTF_TYPE_VEC4> {};

inline constexpr int no_gltf_target = 0;

/// Adds an element to a list of the file; returns its index.
template <class Element>
int added(Element element, std::vector<Element>& to) {
  to.push_back(std::move(element));
  return static_cast<int>(to.size() - 1);
}

/// Fills the buffer of a file. The functions return indices of views and accessors in the file.
class GltfBuffers {
 public:
  explicit GltfBuffers(tinygltf::Model& out) : out_(out) { out_.buffers.resize(1); }

  int view(const void* data, std::size_t bytes, int target) {
    auto& buffer = out_.buffers[0].data;
    buffer.resize((buffer.size() + 3) / 4 * 4);
    tinygltf::BufferView view;
    view.buffer = 0;
    view.byteOffset = buffer.size();
    view.byteLength = bytes;
    view.target = target;
    const auto* first = static_cast<const unsigned char*>(data);
    buffer.insert(buffer.end(), first, first + bytes);
    return added(std::move(view), out_.bufferViews);
  }
  template <class T>
  int view(const std::vector<T>& values, int target) {
    return view(values.data(), values.size() * sizeof(T), target);
  }

  template <class T>
  int values(const std::vector<T>& values, int target = no_gltf_target) {
    tinygltf::Accessor accessor = accessor_of<T>(values.size());
    accessor.bufferView = view(values, target);
    return added(std::move(accessor), out_.accessors);
  }
  /// Adds values with the bounds that positions and times need.
  int bounded(const std::vector<float>& values) {
    tinygltf::Accessor accessor = accessor_of<float>(values.size());
    accessor.bufferView = view(values, no_gltf_target);
    const auto [min, max] = std::minmax_element(values.begin(), values.end());
    accessor.minValues = {static_cast<double>(*min)};
    accessor.maxValues = {static_cast<double>(*max)};
    return added(std::move(accessor), out_.accessors);
  }
  int bounded(const std::vector<vec3>& values, int target) {
    tinygltf::Accessor accessor = accessor_of<vec3>(values.size());
    accessor.bufferView = view(values, target);
    set_bounds(values, false, accessor);
    return added(std::move(accessor), out_.accessors);
  }
  /// Adds indices, two bytes each if there are few vertices.
  int indices(const std::vector<std::uint32_t>& indices, std::size_t vertices);
  /// Adds the offsets of some of `vertices` vertices.
  int offsets(const std::vector<ExchangeMorph::Offset>& offsets, std::size_t vertices);
  /// Adds the zeros that offsets() refer to, or change. Call it once, at the end.
  void add_zeros();

 private:
  template <class T>
  static tinygltf::Accessor accessor_of(std::size_t count) {
    tinygltf::Accessor out;
    out.componentType = GltfType<T>::component;
    out.type = GltfType<T>::type;
    out.count = count;
    return out;
  }
  int zeros(std::size_t vertices);
  static void set_bounds(const std::vector<vec3>& values, bool with_zero, tinygltf::Accessor& out);

  tinygltf::Model& out_;
  std::map<std::size_t, int> zeros_;  ///< accessors of zeros by their number
  std::vector<int> on_zeros_;         ///< accessors that add_zeros() gives a view: these, and sparse ones
};

inline constexpr const char* vrm_extension = "VRMC_vrm";
inline constexpr const char* vrm_zero_extension = "VRM";
inline constexpr const char* mtoon_extension = "VRMC_materials_mtoon";

inline constexpr const char* spring_extension = "VRMC_springBone";
inline constexpr const char* constraint_extension = "VRMC_node_constraint";

/// Animates a node. `path`: "rotation", "translation" or "weights". `times`, `values`: accessors.
void add_channel(int times, int values, int node, const char* path, tinygltf::Animation& to);

/// Quaternions in glTF's order x, y, z, w, of length 1 and within -1 and 1, as validators require.
glm::dvec4 gltf_rotation(const quat& rotation);
std::vector<vec4> gltf_rotations(const std::vector<quat>& rotations);

/// The binary file (.glb). Error: it cannot be written.
Result<Bytes> glb_bytes(tinygltf::Model& model);

/// The node of a bone; node 0 is the root.
inline int node_of_bone(std::int32_t bone) {
  return bone + 1;
}

/// Converts an sRGB colour to the linear one of glTF's factors.
vec3 gltf_linear(const vec3& colour);

/// The MToon extension of a material. `order`: the number of blended materials before it.
tinygltf::Value mtoon_value(const ExchangeMaterial& material, int order);

// Values of JSON.

inline tinygltf::Value text_value(std::string text) {
  return tinygltf::Value(std::move(text));
}
inline tinygltf::Value number_value(float number) {
  return tinygltf::Value(static_cast<double>(number));
}
inline tinygltf::Value vector_value(const vec3& v) {
  return tinygltf::Value(tinygltf::Value::Array{number_value(v.x), number_value(v.y), number_value(v.z)});
}
/// A vector or a rotation as a list of numbers, as glTF's nodes store it. All overloads must be here: one in
/// another file hides these, and a vec3 converts to a rotation.
inline std::vector<double> doubles_of(const vec3& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
inline std::vector<double> doubles_of(const quat& q) {
  const glm::dvec4 d = gltf_rotation(q);
  return {d.x, d.y, d.z, d.w};
}

/// The constraint extension of the follower's node.
tinygltf::Value constraint_value(const VrmFollower& follower);

/// The spring bone extension. By chain: `tails`, the node at the tail of its last bone, and its name.
tinygltf::Value springs_value(const VrmSprings& springs, const std::vector<int>& tails,
                              const std::vector<std::string>& names);

/// A value without members that are empty lists or objects, which tinygltf would write as null.
tinygltf::Value without_empty(const tinygltf::Value& value);

/// Where the parts of an avatar are in the file; -1: nowhere.
struct VrmFilePlaces {
  std::vector<int> mesh_nodes;
  int morphed_node = -1, morphed_mesh = -1;
  int thumbnail = -1;  ///< image; of VRM 0.x: texture
};
/// The extension VRMC_vrm.
tinygltf::Value vrm_value(const VrmAvatar& avatar, const VrmFilePlaces& places);
/// The extension VRM of VRM 0.x.
tinygltf::Value vrm_zero_value(const VrmAvatar& avatar, const ExchangeModel& model,
                               const VrmFilePlaces& places);

}  // namespace mmd
