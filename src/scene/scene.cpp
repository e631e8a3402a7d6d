#include "scene/scene.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "skin/uv_morphs.h"

namespace mmd {
namespace {

std::uint64_t next_version() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

void note_change(StreamState& state, const VertexRange& changed) {
  if (changed.empty()) return;
  state.previous = state.version;
  state.version = next_version();
  state.changed = changed;
}

bool has_uv_morphs(const Model& model, int set) {
  return std::any_of(model.morphs.begin(), model.morphs.end(), [set](const Morph& m) {
    const auto* morph = std::get_if<UvMorph>(&m.data);
    return morph != nullptr && morph->set == set;
  });
}

}  // namespace

Actor::Actor(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures)
    : pose(*model),
      model_(std::move(model)),
      textures_(std::move(textures)),
      bones_(model_),
      morphs_(*model_),
      applied_weights_(model_->morphs.size(), 0.0f),
      zero_weights_(model_->morphs.size(), 0.0f),
      positions_(model_->vertices.position.begin(), model_->vertices.position.end()),
      materials_(model_->materials.size()) {
  const VertexStreams& vertices = model_->vertices;
  if (has_uv_morphs(*model_, 0)) uv_.assign(vertices.uv.begin(), vertices.uv.end());
  if (has_uv_morphs(*model_, 1)) uv1_.assign(vertices.uv1.begin(), vertices.uv1.end());
  evaluate_materials(*model_, applied_weights_, materials_);
  evaluate();
}

void Actor::evaluate() {
  morphs_.update(*model_, morphs_enabled ? std::span<const float>(pose.morph_weights) : zero_weights_);
  BoneInputs inputs;
  inputs.translation = pose.translation;
  inputs.rotation = pose.rotation;
  if (morphs_.moves_bones()) {
    inputs.morph_translation = morphs_.bone_translation();
    inputs.morph_rotation = morphs_.bone_rotation();
  }
  bones_.evaluate(inputs, switches);
  update_streams();
  if (material_weights_changed()) evaluate_materials(*model_, morphs_.effective(), materials_);
  std::copy(morphs_.effective().begin(), morphs_.effective().end(), applied_weights_.begin());
  bounds_.reset();
  pose_version_ = next_version();
}

void Actor::update_streams() {
  const auto weights = morphs_.effective();
  note_change(positions_state_, apply_vertex_morphs(*model_, weights, applied_weights_, positions_));
  if (!uv_.empty()) note_change(uv_state_, apply_uv_morphs(*model_, weights, applied_weights_, uv_));
  if (!uv1_.empty()) note_change(uv1_state_, apply_uv1_morphs(*model_, weights, applied_weights_, uv1_));
}

bool Actor::material_weights_changed() const {
  const auto weights = morphs_.effective();
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] != applied_weights_[i] && std::holds_alternative<MaterialMorph>(model_->morphs[i].data))
      return true;
  return false;
}

std::span<const vec2> Actor::uv() const {
  if (uv_.empty()) return model_->vertices.uv;
  return uv_;
}

std::span<const vec4> Actor::uv1() const {
  if (uv1_.empty()) return model_->vertices.uv1;
  return uv1_;
}

void Actor::set_uv1(std::span<const vec4> values) {
  uv1_.assign(values.begin(), values.end());
  note_change(uv1_state_, {0, static_cast<std::uint32_t>(values.size())});
}

Bounds Actor::posed_bounds() const {
  if (bounds_) return *bounds_;
  const std::size_t count = model_->vertices.size();
  posed_positions_.resize(count);
  posed_normals_.resize(count);
  const std::vector<vec3>& positions = posed_positions_;
  skin_vertices(*model_, positions_, palette(), posed_positions_, posed_normals_);
  Bounds bounds{vec3(std::numeric_limits<float>::max()), vec3(-std::numeric_limits<float>::max())};
  for (const std::uint32_t index : model_->indices) {
    if (!is_finite(positions[index])) continue;
    bounds.min = glm::min(bounds.min, positions[index]);
    bounds.max = glm::max(bounds.max, positions[index]);
  }
  if (bounds.min.x > bounds.max.x) bounds = {vec3(-1.0f), vec3(1.0f)};  // nothing to see
  bounds_ = bounds;
  return bounds;
}

std::span<const vec3> Actor::posed_positions() const {
  posed_bounds();
  return posed_positions_;
}

std::span<const vec3> Actor::posed_normals() const {
  posed_bounds();
  return posed_normals_;
}

std::optional<vec3> Actor::head_position() const {
  const std::int32_t head = model_->find_bone("頭");
  if (head == none) return std::nullopt;
  return bones_.position(head);
}

Bounds Scene::posed_bounds() const {
  if (actors.empty()) return {vec3(-1.0f), vec3(1.0f)};
  Bounds all = actors.front()->posed_bounds();
  for (const auto& actor : actors) {
    const Bounds b = actor->posed_bounds();
    all = {glm::min(all.min, b.min), glm::max(all.max, b.max)};
  }
  return all;
}

Camera fitted_camera(const Scene& scene, View view, float aspect, float fov_degrees) {
  if (scene.actors.empty()) return camera_for(view, scene.posed_bounds(), aspect, fov_degrees);
  const Actor& actor = *scene.actors.front();
  return camera_for(view, scene.posed_bounds(), aspect, fov_degrees, actor.head_position(),
                    actor.posed_positions());
}

}  // namespace mmd
