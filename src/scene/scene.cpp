#include "scene/scene.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include <fmt/format.h>

#include "base/handedness.h"
#include "pose/vertex_morphs.h"
#include "scene/attachment.h"

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

/// slerp from the identity on the shortest path, in double precision: rounding would become velocities of
/// bodies.
glm::dquat part_of(const glm::dquat& q, double share) {
  return glm::slerp(glm::dquat(1.0, 0.0, 0.0, 0.0), glm::normalize(q), share);
}

constexpr Bounds nothing_to_see{vec3(-1.0f), vec3(1.0f)};
constexpr Bounds nothing_yet{vec3(std::numeric_limits<float>::max()),
                             vec3(-std::numeric_limits<float>::max())};

bool is_empty(const Bounds& bounds) {
  return bounds.min.x > bounds.max.x;
}

Bounds united(const Bounds& a, const Bounds& b) {
  return {glm::min(a.min, b.min), glm::max(a.max, b.max)};
}

Bounds bounds_of_all(const Scene& scene, Bounds (Actor::*bounds_of)() const) {
  const bool any_seen =
      std::any_of(scene.actors.begin(), scene.actors.end(), [](const auto& a) { return a->is_seen(); });
  Bounds all = nothing_yet;
  for (const auto& actor : scene.actors) {
    if (any_seen && !actor->is_seen()) continue;
    all = united(all, ((*actor).*bounds_of)());
  }
  return is_empty(all) ? nothing_to_see : all;
}

}  // namespace

Actor::Actor(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures)
    : pose(*model),
      model_(std::move(model)),
      textures_(std::move(textures)),
      bones_(skeleton_of(model_)),
      morphs_(*model_),
      applied_weights_(model_->morphs.size(), 0.0f),
      zero_weights_(model_->morphs.size(), 0.0f),
      positions_(model_->vertices.position.begin(), model_->vertices.position.end()),
      materials_(model_->materials.size()),
      bone_bounds_(*model_) {
  const VertexStreams& vertices = model_->vertices;
  if (has_uv_morphs(*model_, 0)) uv_.assign(vertices.uv.begin(), vertices.uv.end());
  if (has_uv_morphs(*model_, 1)) uv1_.assign(vertices.uv1.begin(), vertices.uv1.end());
  evaluate_materials(*model_, applied_weights_, materials_);
  evaluate();
}

/// The evaluation's inputs, with the morphs' last update.
BoneInputs Actor::inputs() {
  const BoneInputs whole = bone_inputs(pose, morphs_);
  if (rest_blend >= 1.0) return whole;
  const std::size_t count = model_->bone_count();
  part_.pose.translation.resize(count);
  part_.pose.rotation.resize(count);
  part_.pose.exact.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ExactTransform to = pose.exact_at(i);
    const ExactTransform here{rest_blend * to.translation, part_of(to.rotation, rest_blend)};
    part_.pose.exact[i] = here;
    part_.pose.translation[i] = vec3(here.translation);
    part_.pose.rotation[i] = quat(here.rotation);
  }
  BoneInputs out = bone_inputs(part_.pose, morphs_);
  part_.morph_translation.resize(whole.morph_translation.size());
  part_.morph_rotation.resize(whole.morph_rotation.size());
  for (std::size_t i = 0; i < whole.morph_translation.size(); ++i) {
    part_.morph_translation[i] = vec3(rest_blend * glm::dvec3(whole.morph_translation[i]));
    part_.morph_rotation[i] = quat(part_of(glm::dquat(whole.morph_rotation[i]), rest_blend));
  }
  out.morph_translation = part_.morph_translation;
  out.morph_rotation = part_.morph_rotation;
  return out;
}

void Actor::clear_physics() {
  driven.clear();
  rest_blend = 1.0;
}

void Actor::evaluate_before_physics() {
  morphs_.update(*model_, morphs_enabled ? std::span<const float>(pose.morph_weights) : zero_weights_);
  bones_.evaluate_before_physics(inputs(), switches);
}

void Actor::drive_bones() {
  bones_.drive(inputs(), switches, driven);
}

void Actor::evaluate() {
  bodies.clear();
  if (driven.empty()) {
    morphs_.update(*model_, morphs_enabled ? std::span<const float>(pose.morph_weights) : zero_weights_);
    bones_.evaluate(inputs(), switches);
  } else {
    evaluate_before_physics();
    drive_bones();
  }
  update_streams();
  update_materials();
  std::copy(morphs_.effective().begin(), morphs_.effective().end(), applied_weights_.begin());
  note_evaluation();
}

std::size_t Actor::update(std::span<const std::int32_t> changed) {
  if (!driven.empty() || rest_blend < 1.0) {
    evaluate();
    return model_->bone_count();
  }
  bodies.clear();
  const std::size_t placed = bones_.update(bone_inputs(pose, morphs_), switches, changed);
  note_evaluation();
  return placed;
}

/// Invalidates results of earlier bones.
void Actor::note_evaluation() {
  posed_level_ = skin_level;
  bounds_.reset();
  enclosing_bounds_.reset();
  is_skinned_ = false;
  pose_version_ = next_version();
}

void Actor::place(const Similarity& placement) {
  if (placement == placement_) return;
  placement_ = placement;
  bounds_.reset();
  enclosing_bounds_.reset();
  is_skinned_ = false;
  pose_version_ = next_version();
}

Affine Actor::bone_in_scene(std::int32_t bone) const {
  const Affine mconv = bones_.mconv(bone);
  return placement_ == Similarity() ? mconv : affine_from(placement_) * mconv;
}

void Actor::update_materials() {
  if (!material_weights_changed() && applied_hidden_ == hidden_materials &&
      applied_opacity_ == accessory.opacity)
    return;
  evaluate_materials(*model_, morphs_.effective(), materials_);
  for (const std::int32_t material : hidden_materials)
    if (material >= 0 && static_cast<std::size_t>(material) < materials_.size())
      materials_[static_cast<std::size_t>(material)].diffuse.a = 0.0f;
  for (MaterialState& material : materials_) material.diffuse.a *= accessory.opacity;
  applied_hidden_ = hidden_materials;
  applied_opacity_ = accessory.opacity;
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

void Actor::skin() const {
  if (is_skinned_) return;
  const std::size_t count = model_->vertices.size();
  posed_positions_.resize(count);
  posed_normals_.resize(count);
  skin_vertices(*skin_plan(), skin_workspace_, positions_, palette(), posed_positions_, posed_normals_);
  if (!(placement_ == Similarity())) place_skinned();
  is_skinned_ = true;
}

const MaterialVertices& Actor::material_vertices() const {
  if (!material_vertices_) material_vertices_.emplace(*model_);
  return *material_vertices_;
}

bool Actor::has_shown_faces() const {
  for (std::size_t m = 0; m < materials_.size(); ++m)
    if (model_->materials[m].index_count > 0 && !is_hidden(materials_[m])) return true;
  return false;
}

bool Actor::is_seen() const {
  return visible && has_shown_faces();
}

/// The box of skinned vertices of shown faces, except those for which `left_out` is true.
template <class LeftOut>
Bounds Actor::box_of_shown(LeftOut&& left_out) const {
  const std::vector<vec3>& positions = posed_positions_;
  const bool any_shown = has_shown_faces();
  Bounds bounds = nothing_yet;
  for (std::size_t m = 0; m < materials_.size(); ++m) {
    if (any_shown && is_hidden(materials_[m])) continue;
    for (const VertexRange& range : material_vertices().of(m)) {
      for (std::uint32_t vertex = range.first; vertex < range.last; ++vertex) {
        if (!is_finite(positions[vertex]) || left_out(vertex)) continue;
        bounds.min = glm::min(bounds.min, positions[vertex]);
        bounds.max = glm::max(bounds.max, positions[vertex]);
      }
    }
  }
  return bounds;
}

/// Whether astray, by vertex. The bulk is in model space.
std::vector<bool> Actor::find_strays() const {
  const Bulk bulk = bone_bounds_.bulk(*model_, positions_, palette());
  if (placement_ == Similarity()) return stray_vertices(model_->indices, posed_positions_, bulk);
  std::vector<vec3> own = posed_positions_;
  const quat back = glm::conjugate(placement_.rotation);
  for (vec3& p : own) p = back * (p - placement_.translation) / placement_.scale;
  return stray_vertices(model_->indices, own, bulk);
}

Bounds Actor::posed_bounds() const {
  if (bounds_) return *bounds_;
  skin();
  carried_off_ = {};
  Bounds bounds = box_of_shown([](std::uint32_t) { return false; });
  const vec3 unscaled = (bounds.max - bounds.min) / placement_.scale;
  if (!is_empty(bounds) && bone_bounds_.may_stray({vec3(0.0f), unscaled})) {
    const std::vector<bool> astray = find_strays();
    const Bounds dense = box_of_shown([&](std::uint32_t vertex) { return astray[vertex]; });
    if (!is_empty(dense)) {
      bounds = dense;
      for (std::uint32_t vertex = 0; vertex < astray.size(); ++vertex) {
        const auto& at_rest = model_->strays;
        if (!astray[vertex] || std::binary_search(at_rest.begin(), at_rest.end(), vertex)) continue;
        if (carried_off_.count++ == 0) carried_off_.first = vertex;
      }
    }
  }
  if (is_empty(bounds)) bounds = nothing_to_see;
  bounds_ = bounds;
  return bounds;
}

Actor::CarriedOff Actor::carried_off() const {
  posed_bounds();
  return carried_off_;
}

const std::shared_ptr<const SkinPlan>& Actor::skin_plan() const {
  if (skin_plan_ == nullptr || skin_plan_->level != posed_level_)
    skin_plan_ = std::make_shared<const SkinPlan>(model_->vertices, model_->palette_size(), posed_level_);
  return skin_plan_;
}

Bounds Actor::enclosing_bounds() const {
  if (enclosing_bounds_) return *enclosing_bounds_;
  const auto found = bone_bounds_.enclosing(*model_, positions_, palette());
  if (!found) return posed_bounds();
  Bounds bounds = *found;
  if (is_empty(bounds)) {
    bounds = nothing_to_see;
  } else if (!(placement_ == Similarity())) {
    bounds = bounds_around(affine_from(placement_), bounds);
  }
  enclosing_bounds_ = bounds;
  return bounds;
}

/// Applied after skinning, not in the palette: SDEF and QDEF need palette entries without a scale.
void Actor::place_skinned() const {
  const Affine placed = affine_from(placement_);
  for (vec3& p : posed_positions_) p = transform_point(placed, p);
  const Affine turned = affine_from(placement_.rotation, vec3(0.0f));
  for (vec3& n : posed_normals_) n = transform_vector(turned, n);
}

std::span<const vec3> Actor::posed_positions() const {
  skin();
  return posed_positions_;
}

std::span<const vec3> Actor::posed_normals() const {
  skin();
  return posed_normals_;
}

Bounds Scene::posed_bounds() const {
  const auto is_model = [](const auto& a) { return a->is_seen() && !a->model().is_accessory; };
  if (std::none_of(actors.begin(), actors.end(), is_model)) return bounds_of_all(*this, &Actor::posed_bounds);
  Bounds all = nothing_yet;
  for (const auto& actor : actors)
    if (is_model(actor)) all = united(all, actor->posed_bounds());
  return all;
}

Bounds Scene::enclosing_bounds() const {
  return bounds_of_all(*this, &Actor::enclosing_bounds);
}

Bounds bounds_for(const Scene& scene, View view) {
  const bool subject_only = shows_part(view) && !scene.actors.empty();
  return subject_only ? scene.actors[scene.subject]->posed_bounds() : scene.posed_bounds();
}

Diagnostics framing_warnings(const Scene& scene) {
  Diagnostics out;
  for (const auto& actor : scene.actors) {
    const Actor::CarriedOff off = actor->carried_off();
    if (off.count == 0) continue;
    const std::string others = off.count > 1 ? fmt::format(" and {} more", off.count - 1) : std::string();
    out.push_back(make_warning(
        fmt::format("the pose moves vertex {}{} far from all others; the camera is fitted without {}",
                    off.first, others, off.count > 1 ? "them" : "it"),
        "`mmdview check POSE` lists bones that are moved far"));
  }
  return out;
}

}  // namespace mmd
