#include "export/gltf_write.h"

#include <algorithm>

#include "export/gltf_buffers.h"
#include "export/make_exchange.h"
#include "export/unique_names.h"

namespace mmd {
namespace {

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 32;
/// Bytes reserved for the JSON; no model needs more.
constexpr std::uint64_t room_for_json = std::uint64_t{1} << 29;

/// Converts models to a glTF file, one after another.
class GltfWriter {
 public:
  explicit GltfWriter(std::span<const ExchangeModel> models) : models_(models), buffers_(out_) {}

  Result<Bytes> write(const VrmAvatar* avatar) {
    for (const ExchangeModel& model : models_)
      add_model(model, avatar != nullptr && avatar->version == VrmVersion::one);
    hang_models();
    buffers_.add_zeros();
    finish_scene();
    if (avatar != nullptr) add_avatar(*avatar);
    if (out_.buffers[0].data.empty()) out_.buffers.clear();
    if (!out_.buffers.empty() && out_.buffers[0].data.size() > max_bytes - room_for_json)
      return fail("the file would be larger than 4 GiB, the limit of glTF", "hide materials with --hide");
    return glb_bytes(out_);
  }

 private:
  void add_model(const ExchangeModel& model, bool mtoon) {
    model_ = &model;
    root_ = skin_ = -1;
    places_ = {};
    names_ = UniqueNames();
    add_bones();
    add_skin();
    add_images();
    add_materials(mtoon);
    add_mesh(false);
    add_mesh(true);
    add_motion(animation_);
  }

  bool needs_root() const {
    return !model_->bones.empty() || models_.size() > 1 || !(model_->place.offset == Similarity());
  }

  int bone_node(std::size_t bone) const { return root_ + 1 + static_cast<int>(bone); }
  /// Adds the root at the model's place, and the bones behind it.
  void add_bones() {
    const ExchangePlace& place = model_->place;
    roots_.push_back(-1);
    if (!needs_root()) return;
    root_ = static_cast<int>(out_.nodes.size());
    roots_.back() = root_;
    out_.nodes.resize(out_.nodes.size() + model_->bones.size() + 1);
    const auto node_at = [&](int node) -> tinygltf::Node& {
      return out_.nodes[static_cast<std::size_t>(node)];
    };
    tinygltf::Node& root = node_at(root_);
    if (place.offset.translation != vec3(0.0f)) root.translation = doubles_of(place.offset.translation);
    if (place.offset.rotation != identity_rotation()) root.rotation = doubles_of(place.offset.rotation);
    if (place.offset.scale != 1.0f) root.scale = doubles_of(vec3(place.offset.scale));
    if (place.carrier == none) scene_nodes_.push_back(root_);
    for (std::size_t b = 0; b < model_->bones.size(); ++b) {
      const ExchangeBone& bone = model_->bones[b];
      tinygltf::Node& node = node_at(bone_node(b));
      node.name = names_.take_like(bone.name);
      node.translation = doubles_of(bone.translation);
      node.rotation = doubles_of(bone.rotation);
      node_at(root_ + 1 + bone.parent).children.push_back(bone_node(b));
    }
    root.name = names_.take_like(model_->name.empty() ? "model" : model_->name);
  }

  void add_skin() {
    if (model_->bones.empty() || model_->parts.empty()) return;
    tinygltf::Skin skin;
    skin.name = model_->name;
    std::vector<mat4> inverse_bind;
    for (std::size_t b = 0; b < model_->bones.size(); ++b) {
      skin.joints.push_back(bone_node(b));
      const ExchangeBone& bone = model_->bones[b];
      const quat back = glm::conjugate(bone.bind);
      mat4 matrix = glm::mat4_cast(back);
      matrix[3] = vec4(back * -bone.rest, 1.0f);
      inverse_bind.push_back(matrix);
    }
    skin.joints.push_back(root_);  // the root, for vertices without a bone
    inverse_bind.emplace_back(1.0f);
    skin.inverseBindMatrices = buffers_.values(inverse_bind);
    skin_ = added(std::move(skin), out_.skins);
  }

  void add_images() {
    first_texture_ = static_cast<int>(out_.textures.size());
    for (const ExchangeImage& picture : model_->images) add_texture(picture);
  }

  int add_image(const ExchangeImage& picture) {
    tinygltf::Image image;
    image.name = picture.name;
    image.mimeType = picture.mime;
    image.bufferView = buffers_.view(picture.bytes.data(), picture.bytes.size(), no_gltf_target);
    return added(std::move(image), out_.images);
  }

  int add_texture(const ExchangeImage& picture) {
    if (out_.samplers.empty()) {
      tinygltf::Sampler sampler;
      sampler.magFilter = TINYGLTF_TEXTURE_FILTER_LINEAR;
      sampler.minFilter = TINYGLTF_TEXTURE_FILTER_LINEAR_MIPMAP_LINEAR;
      out_.samplers.push_back(std::move(sampler));
    }
    tinygltf::Texture texture;
    texture.source = add_image(picture);
    texture.sampler = 0;
    return added(std::move(texture), out_.textures);
  }

  void add_materials(bool mtoon) {
    static constexpr const char* modes[] = {"OPAQUE", "MASK", "BLEND"};  // by AlphaMode
    int blended = 0;
    first_material_ = static_cast<int>(out_.materials.size());
    for (const ExchangeMaterial& from : model_->materials) {
      tinygltf::Material material;
      material.name = from.name;
      material.alphaMode = modes[static_cast<std::size_t>(from.alpha)];
      material.doubleSided = from.double_sided;
      auto& base = material.pbrMetallicRoughness;
      base.baseColorFactor = doubles_of(gltf_linear(vec3(from.lit)));
      base.baseColorFactor.push_back(static_cast<double>(from.lit.a));
      base.metallicFactor = 0.0;
      if (from.image != none) base.baseColorTexture.index = first_texture_ + from.image;
      // Also for VRM, as the fallback for programs without MToon; VRM's specification gives MToon precedence.
      if (model_->is_lit && !from.is_edge) {
        base.roughnessFactor = static_cast<double>(from.roughness);
      } else {
        material.extensions["KHR_materials_unlit"] = tinygltf::Value(tinygltf::Value::Object());
        use("KHR_materials_unlit");
      }
      if (mtoon) {
        material.extensions[mtoon_extension] = mtoon_value(from, blended);
        use(mtoon_extension);
      }
      out_.materials.push_back(std::move(material));
      if (from.alpha == AlphaMode::blend) ++blended;
    }
  }

  tinygltf::Primitive primitive_of(std::size_t p, bool morphed) {
    static constexpr int modes[] = {TINYGLTF_MODE_TRIANGLES, TINYGLTF_MODE_LINE, TINYGLTF_MODE_POINTS};
    constexpr int target = TINYGLTF_TARGET_ARRAY_BUFFER;
    const ExchangePart& part = model_->parts[p];
    tinygltf::Primitive out;
    out.mode = modes[static_cast<std::size_t>(part.kind)];
    out.material = first_material_ + static_cast<int>(p);
    out.indices = buffers_.indices(part.indices, part.positions.size());
    out.attributes["POSITION"] = buffers_.bounded(part.positions, target);
    out.attributes["NORMAL"] = buffers_.values(part.normals, target);
    if (!part.colours.empty()) {
      std::vector<vec4> linear;
      for (const vec4& colour : part.colours) linear.emplace_back(gltf_linear(vec3(colour)), colour.a);
      out.attributes["COLOR_0"] = buffers_.values(linear, target);
    }
    if (!part.uv.empty()) out.attributes["TEXCOORD_0"] = buffers_.values(part.uv, target);
    if (skin_ >= 0) {
      out.attributes["JOINTS_0"] = buffers_.values(part.joints, target);
      out.attributes["WEIGHTS_0"] = buffers_.values(part.weights, target);
    }
    for (std::size_t m = 0; morphed && m < model_->morphs.size(); ++m)
      out.targets.push_back(
          {{"POSITION", buffers_.offsets(model_->morphs[m].parts[p], part.positions.size())}});
    return out;
  }

  /// Adds the morphed or the other parts as a mesh. Separate meshes keep parts without morphs free of
  /// targets.
  void add_mesh(bool morphed) {
    tinygltf::Mesh mesh;
    // Blender cuts long names off, and then still needs one that the root does not have.
    mesh.name = names_.take_like(std::string(morphed ? longest_mesh_prefix : "mesh of ") + model_->name);
    for (std::size_t p = 0; p < model_->parts.size(); ++p)
      if (is_morphed(p) == morphed) mesh.primitives.push_back(primitive_of(p, morphed));
    if (mesh.primitives.empty()) return;
    if (morphed) {
      tinygltf::Value::Array names;
      for (const ExchangeMorph& morph : model_->morphs) {
        mesh.weights.push_back(static_cast<double>(morph.weight));
        names.emplace_back(morph.name);
      }
      mesh.extras =
          tinygltf::Value(tinygltf::Value::Object{{"targetNames", tinygltf::Value(std::move(names))}});
    }
    tinygltf::Node node;
    node.name = mesh.name;
    node.mesh = added(std::move(mesh), out_.meshes);
    node.skin = skin_;
    const int index = added(std::move(node), out_.nodes);
    places_.mesh_nodes.push_back(index);
    // A skin ignores the place of its mesh's node, which should have no parent.
    if (skin_ >= 0 || root_ < 0)
      scene_nodes_.push_back(index);
    else
      out_.nodes[static_cast<std::size_t>(root_)].children.push_back(index);
    if (!morphed) return;
    places_.morphed_node = places_.mesh_nodes.back();
    places_.morphed_mesh = static_cast<int>(out_.meshes.size() - 1);
  }

  void add_motion(tinygltf::Animation& to) {
    if (model_->motion.empty()) return;
    if (to.name.empty()) to.name = model_->motion.name;
    for (std::size_t b = 0; b < model_->bones.size(); ++b) {
      const int node = bone_node(b);
      add_track(model_->motion.translations[b], node, "translation", to);
      const auto& turns = model_->motion.rotations[b];
      add_track(ExchangeTrack<vec4>{turns.times, gltf_rotations(turns.values)}, node, "rotation", to);
    }
    add_weights(to);
  }

  template <class Value>
  void add_track(const ExchangeTrack<Value>& track, int node, const char* path, tinygltf::Animation& to) {
    if (track.times.empty()) return;
    const int times = buffers_.bounded(track.times);
    add_channel(times, buffers_.values(track.values), node, path, to);
  }

  void add_weights(tinygltf::Animation& to) {
    const auto& track = model_->motion.weights;
    if (track.times.empty() || places_.morphed_node < 0) return;
    ExchangeTrack<float> flat{track.times, {}};
    for (const auto& weights : track.values)
      flat.values.insert(flat.values.end(), weights.begin(), weights.end());
    add_track(flat, places_.morphed_node, "weights", to);
  }

  bool is_morphed(std::size_t part) const {
    return std::any_of(model_->morphs.begin(), model_->morphs.end(),
                       [&](const ExchangeMorph& morph) { return !morph.parts[part].empty(); });
  }

  void add_avatar(const VrmAvatar& avatar) {
    const bool is_zero = avatar.version == VrmVersion::zero;
    if (avatar.thumbnail)
      places_.thumbnail = is_zero ? add_texture(*avatar.thumbnail) : add_image(*avatar.thumbnail);
    if (is_zero) {
      out_.extensions[vrm_zero_extension] = vrm_zero_value(avatar, *model_, places_);
      return use(vrm_zero_extension);
    }
    out_.extensions[vrm_extension] = vrm_value(avatar, places_);
    use(vrm_extension);
    for (const VrmFollower& follower : avatar.followers) {
      tinygltf::Node& node = out_.nodes[static_cast<std::size_t>(node_of_bone(follower.bone))];
      node.extensions[constraint_extension] = constraint_value(follower);
      use(constraint_extension);
    }
    if (avatar.springs.chains.empty()) return;
    std::vector<int> tails;
    std::vector<std::string> names;
    for (const VrmSpring& chain : avatar.springs.chains) {
      tails.push_back(add_tail(chain));
      names.push_back(out_.nodes[static_cast<std::size_t>(node_of_bone(chain.bones.front()))].name);
    }
    out_.extensions[spring_extension] = springs_value(avatar.springs, tails, names);
    use(spring_extension);
  }

  /// A node at the tail of a chain's last bone: the last joint of spring bones has no direction of its own.
  int add_tail(const VrmSpring& chain) {
    const auto last = static_cast<std::size_t>(node_of_bone(chain.bones.back()));
    tinygltf::Node node;
    node.name = names_.take_like(out_.nodes[last].name + "_end");
    node.translation = doubles_of(in_metres(chain.tail));
    const int tail = added(std::move(node), out_.nodes);
    out_.nodes[last].children.push_back(tail);
    return tail;
  }

  void use(const char* extension) {
    auto& used = out_.extensionsUsed;
    if (std::find(used.begin(), used.end(), extension) == used.end()) used.emplace_back(extension);
  }

  /// Connects models with the bones on which they hang.
  void hang_models() {
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const ExchangePlace& place = models_[m].place;
      if (place.carrier == none) continue;
      const int bone = roots_[static_cast<std::size_t>(place.carrier)] + 1 + place.bone;
      out_.nodes[static_cast<std::size_t>(bone)].children.push_back(roots_[m]);
    }
  }

  void finish_scene() {
    if (!animation_.channels.empty()) out_.animations.push_back(std::move(animation_));
    const std::string name = models_.empty() ? std::string() : models_.front().name;
    // A model without bones and faces: tinygltf would write null for a node without a name.
    if (out_.nodes.empty()) {
      out_.nodes.emplace_back().name = name.empty() ? "model" : name;
      scene_nodes_.push_back(0);
    }
    tinygltf::Scene scene;
    scene.name = name;
    scene.nodes = scene_nodes_;
    out_.scenes.push_back(std::move(scene));
    out_.defaultScene = 0;
    out_.asset.version = "2.0";
    out_.asset.generator = "mmdview";
  }

  std::span<const ExchangeModel> models_;
  tinygltf::Model out_;
  GltfBuffers buffers_;
  tinygltf::Animation animation_;
  std::vector<int> roots_;        ///< by model: its node above the bones; -1: it has none
  std::vector<int> scene_nodes_;  ///< nodes without a parent

  // Of the model that is being written:
  const ExchangeModel* model_ = nullptr;
  UniqueNames names_;  ///< of nodes
  int root_ = -1, skin_ = -1, first_material_ = 0, first_texture_ = 0;
  VrmFilePlaces places_;
};

}  // namespace

bool writes_gltf() {
  return true;
}

Result<Bytes> write_glb(std::span<const ExchangeModel> models, const VrmAvatar* avatar) {
  return GltfWriter(models).write(avatar);
}

}  // namespace mmd
