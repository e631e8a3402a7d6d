// A VrmAnimation as binary glTF: a node per bone and expression, and one animation.
#include "base/errors.h"
#include "export/gltf_buffers.h"
#include "export/vrm_animation.h"

namespace mmd {
namespace {

using tinygltf::Value;

constexpr const char* animation_extension = "VRMC_vrm_animation";

Value at_node(int node) {
  return Value(Value::Object{{"node", Value(node)}});
}

class VrmaWriter {
 public:
  explicit VrmaWriter(const VrmAnimation& animation) : animation_(animation), buffers_(out_) {}

  Result<Bytes> write() {
    tinygltf::Animation tracks;
    tracks.name = animation_.name;
    times_ = buffers_.bounded(animation_.times);
    add_bones(tracks);
    add_expressions(tracks);
    out_.animations.push_back(std::move(tracks));
    out_.extensions[animation_extension] = Value(
        Value::Object{{"specVersion", Value(std::string("1.0"))},
                      {"humanoid", Value(Value::Object{{"humanBones", Value(std::move(human_bones_))}})},
                      {"expressions", Value(Value::Object{{"preset", Value(std::move(presets_))},
                                                          {"custom", Value(std::move(customs_))}})}});
    out_.extensionsUsed.emplace_back(animation_extension);
    out_.scenes.push_back(std::move(scene_));
    out_.defaultScene = 0;
    out_.asset.version = "2.0";
    out_.asset.generator = "mmdview";
    return glb_bytes(out_);
  }

 private:
  /// Adds a node at the top of the scene, or below `parent`.
  int add_node(const std::string& name, int parent) {
    const int number = static_cast<int>(out_.nodes.size());
    out_.nodes.emplace_back().name = name;
    (parent < 0 ? scene_.nodes : out_.nodes[static_cast<std::size_t>(parent)].children).push_back(number);
    return number;
  }

  void add_bones(tinygltf::Animation& to) {
    for (std::size_t i = 0; i < animation_.bones.size(); ++i) {
      const VrmAnimation::Bone& bone = animation_.bones[i];
      const bool is_hips = bone.parent == i;
      const int node = add_node(bone.name, is_hips ? -1 : static_cast<int>(bone.parent));
      const vec3 above = is_hips ? vec3(0.0f) : animation_.bones[bone.parent].rest;
      out_.nodes.back().translation = doubles_of(bone.rest - above);
      human_bones_.emplace(bone.name, at_node(node));
      add_channel(times_, buffers_.values(gltf_rotations(bone.rotations)), node, "rotation", to);
      if (is_hips) add_channel(times_, buffers_.values(animation_.hips), node, "translation", to);
    }
  }

  /// An expression's weight is the X of its node.
  void add_expressions(tinygltf::Animation& to) {
    for (const VrmAnimation::Expression& expression : animation_.expressions) {
      const int node = add_node(expression.name, -1);
      (expression.is_custom ? customs_ : presets_).emplace(expression.name, at_node(node));
      std::vector<vec3> places;
      for (const float weight : expression.weights) places.emplace_back(weight, 0.0f, 0.0f);
      add_channel(times_, buffers_.values(places), node, "translation", to);
    }
  }

  const VrmAnimation& animation_;
  tinygltf::Model out_;
  GltfBuffers buffers_;
  tinygltf::Scene scene_;
  int times_ = 0;  ///< accessor
  Value::Object human_bones_, presets_, customs_;
};

}  // namespace

Result<Bytes> write_vrma(const VrmAnimation& animation) {
  return VrmaWriter(animation).write();
}

}  // namespace mmd
