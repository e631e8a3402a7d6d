#include "export/bake_frames.h"

#include <utility>

namespace mmd {
namespace {

Scene scene_with(const BakeSource& source, const AccessorySettings& settings) {
  Scene scene;
  const LoadedModel& loaded = source.document.loaded;
  scene.actors.push_back(std::make_unique<Actor>(loaded.model, loaded.textures));
  scene.actors.back()->hidden_materials = source.hidden_materials;
  scene.actors.back()->accessory = settings;
  return scene;
}

}  // namespace

ShownFrames::ShownFrames(const BakeSource& source, const AccessorySettings& settings)
    : source_(source), scene_(scene_with(source, settings)) {
  if (source.physics)
    simulation_ = std::make_unique<Simulation>(
        scene_,
        std::vector<AnimatedActor>{{0, &source.sampler, source.evaluation, source.hidden_materials, true}},
        *source.physics);
}

void ShownFrames::show(double frame) {
  if (is_simulated()) {
    simulation_->show(frame);
  } else {
    apply_state(source_.sampler.sample(frame), source_.evaluation, *scene_.actors.front());
  }
}

Diagnostics ShownFrames::warnings() const {
  return simulation_ ? simulation_->physics().warnings() : Diagnostics();
}

void measure_error(const Model& model, double frame, std::span<const Affine> replayed, const Affine* wanted,
                   BakeError& error) {
  for (std::size_t b = 0; b < model.bone_count(); ++b) {
    const vec3& rest = model.skeleton.bones[b].rest;
    const float distance = glm::length(transform_point(replayed[b], rest) - transform_point(wanted[b], rest));
    if (distance > error.distance) error = {distance, static_cast<std::int32_t>(b), frame};
  }
}

Replay::Replay(std::shared_ptr<const Model> model)
    : model_(std::move(model)), morphs_(*model_), bones_(skeleton_of(model_)) {
  switches_.ik = false;
}

std::span<const Affine> Replay::evaluate(const Pose& pose) {
  morphs_.update(*model_, pose.morph_weights);
  bones_.evaluate(bone_inputs(pose, morphs_), switches_);
  return bones_.palette();
}

FrameBaker::FrameBaker(const BakeSource& source, Keys keys)
    : source_(source),
      keys_(std::move(keys)),
      frames_(source),
      morphs_(source.document.model()),
      solver_(source.document.model().skeleton, keys_.bones),
      pose_(source.document.model()) {}

const Pose& FrameBaker::bake(double frame) {
  show(frame);
  const Model& model = source_.document.model();
  pose_.translation = state().pose.translation;
  pose_.rotation = state().pose.rotation;
  for (std::size_t i = 0; i < model.morphs.size(); ++i)
    pose_.morph_weights[i] =
        source_.evaluation.morphs && keys_.morphs[i] != 0 ? state().pose.morph_weights[i] : 0.0f;
  morphs_.update(model, pose_.morph_weights);
  MorphedBones morphed;
  if (morphs_.moves_bones()) morphed = {morphs_.bone_translation(), morphs_.bone_rotation()};
  solver_.solve(wanted(), morphed, pose_.translation, pose_.rotation);
  return pose_;
}

}  // namespace mmd
