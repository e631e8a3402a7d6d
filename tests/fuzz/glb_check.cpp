#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <tiny_gltf.h>

#include "tests/fuzz/model_and_pose.h"

namespace mmd::fuzz {
namespace {

/// Some versions of the library count with `int`, newer ones partly with `size_t`.
template <class Number>
std::size_t sized(Number number) {
  if constexpr (std::is_signed_v<Number>) hold(number >= 0);
  return static_cast<std::size_t>(number);
}

template <class Things>
void hold_that_there_is(const Things& things, int number) {
  hold(sized(number) < things.size());
}

class Glb {
 public:
  explicit Glb(const tinygltf::Model& model) : model_(model) {}
  void check() const;

 private:
  const unsigned char* elements(int view, std::size_t offset, std::size_t bytes) const;
  /// Returns the largest value of indices; checks that numbers are finite.
  std::size_t check_values(const unsigned char* first, std::size_t count, int component) const;
  std::size_t check(const tinygltf::Accessor& accessor) const;
  void check_sparse(const tinygltf::Accessor& accessor) const;
  const tinygltf::Accessor& accessor(int number) const { return model_.accessors.at(sized(number)); }
  void check(const tinygltf::Primitive& primitive) const;
  void check_nodes() const;
  void check_animations() const;

  const tinygltf::Model& model_;
};

const unsigned char* Glb::elements(int number, std::size_t offset, std::size_t bytes) const {
  const tinygltf::BufferView& view = model_.bufferViews.at(sized(number));
  const auto& buffer = model_.buffers.at(sized(view.buffer)).data;
  hold(view.byteLength <= buffer.size() && view.byteOffset <= buffer.size() - view.byteLength);
  hold(bytes <= view.byteLength && offset <= view.byteLength - bytes);
  return buffer.data() + view.byteOffset + offset;
}

std::size_t size_of(int component) {
  return sized(tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(component)));
}

std::size_t Glb::check_values(const unsigned char* first, std::size_t count, int component) const {
  const std::size_t size = size_of(component);
  std::size_t largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, first + i * size, size);
    if (component == TINYGLTF_COMPONENT_TYPE_FLOAT) {
      float value = 0.0f;
      std::memcpy(&value, &bits, sizeof(value));
      hold(std::isfinite(value));
    } else if (bits > largest) {
      largest = bits;
    }
  }
  return largest;
}

void Glb::check_sparse(const tinygltf::Accessor& of) const {
  const auto& sparse = of.sparse;
  const std::size_t count = sized(sparse.count), each = size_of(sparse.indices.componentType);
  const std::size_t bytes = size_of(of.componentType) *
                            sized(tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(of.type)));
  hold(count > 0 && count <= of.count);
  const auto* indices = elements(sparse.indices.bufferView, sized(sparse.indices.byteOffset), count * each);
  hold(check_values(indices, count, sparse.indices.componentType) < of.count);
  const auto* values = elements(sparse.values.bufferView, sized(sparse.values.byteOffset), count * bytes);
  check_values(values, count * bytes / size_of(of.componentType), of.componentType);
}

std::size_t Glb::check(const tinygltf::Accessor& of) const {
  const auto components = sized(tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(of.type)));
  hold(of.count > 0);
  for (const auto* bounds : {&of.minValues, &of.maxValues}) {
    hold(bounds->empty() || bounds->size() == components);
    for (const double bound : *bounds) hold(std::isfinite(bound));
  }
  if (of.sparse.isSparse) check_sparse(of);
  if (of.bufferView < 0) return 0;
  const std::size_t values = of.count * components;
  const auto* first = elements(of.bufferView, of.byteOffset, values * size_of(of.componentType));
  return check_values(first, values, of.componentType);
}

void Glb::check(const tinygltf::Primitive& primitive) const {
  const std::size_t vertices = accessor(primitive.attributes.at("POSITION")).count;
  for (const auto& [name, number] : primitive.attributes) hold(accessor(number).count == vertices);
  for (const auto& target : primitive.targets)
    for (const auto& [name, number] : target) hold(accessor(number).count == vertices);
  hold(check(accessor(primitive.indices)) < vertices);
  hold_that_there_is(model_.materials, primitive.material);
  if (const auto joints = primitive.attributes.find("JOINTS_0"); joints != primitive.attributes.end())
    hold(check(accessor(joints->second)) < model_.skins.at(0).joints.size());
}

void Glb::check_nodes() const {
  std::vector<int> parents(model_.nodes.size(), -1);
  for (std::size_t n = 0; n < model_.nodes.size(); ++n)
    for (const int child : model_.nodes[n].children) {
      int& parent = parents.at(sized(child));
      hold(parent < 0);
      parent = static_cast<int>(n);
    }
  for (std::size_t n = 0; n < parents.size(); ++n) {
    std::size_t steps = 0;
    for (int up = parents[n]; up >= 0; up = parents[static_cast<std::size_t>(up)])
      hold(++steps <= parents.size());
  }
  for (const auto& scene : model_.scenes)
    for (const int root : scene.nodes) hold(parents.at(sized(root)) < 0);
}

void Glb::check_animations() const {
  for (const auto& animation : model_.animations)
    for (const auto& channel : animation.channels) {
      const auto& sampler = animation.samplers.at(sized(channel.sampler));
      hold_that_there_is(model_.nodes, channel.target_node);
      hold(accessor(sampler.output).count % accessor(sampler.input).count == 0);
    }
}

void Glb::check() const {
  for (const auto& each : model_.accessors) check(each);
  for (const auto& mesh : model_.meshes)
    for (const auto& primitive : mesh.primitives) check(primitive);
  for (const auto& skin : model_.skins) {
    for (const int joint : skin.joints) hold_that_there_is(model_.nodes, joint);
    hold(accessor(skin.inverseBindMatrices).count == skin.joints.size());
  }
  for (const auto& texture : model_.textures) hold_that_there_is(model_.images, texture.source);
  for (const auto& material : model_.materials) {
    const int texture = material.pbrMetallicRoughness.baseColorTexture.index;
    hold(texture < static_cast<int>(model_.textures.size()));
    for (const double factor : material.pbrMetallicRoughness.baseColorFactor)
      hold(factor >= 0.0 && factor <= 1.0);
  }
  check_nodes();
  check_animations();
}

/// Images have a target of their own.
bool leave_image(tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*, int,
                 void*) {
  return true;
}

}  // namespace

void expect_valid_glb(const Bytes& glb) {
  tinygltf::TinyGLTF reader;
  reader.SetImageLoader(leave_image, nullptr);
  tinygltf::Model model;
  std::string errors, warnings;
  const auto* bytes = reinterpret_cast<const unsigned char*>(glb.data());
  hold(reader.LoadBinaryFromMemory(&model, &errors, &warnings, bytes, static_cast<unsigned>(glb.size())));
  hold(errors.empty() && warnings.empty());
  Glb(model).check();
}

}  // namespace mmd::fuzz
