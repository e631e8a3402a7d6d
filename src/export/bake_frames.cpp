#include "export/bake_frames.h"

#include <algorithm>
#include <utility>

#include "physics/physics_world.h"

namespace mmd {
bool is_simulated(const Session& session) {
  const Arrangement& arrangement = session.arrangement();
  const auto& bodies = arrangement.subject().model().bodies;
  return arrangement.physics.on.value_or(false) && arrangement.subject().place.physics &&
         std::any_of(bodies.begin(), bodies.end(), [](const RigidBody& body) { return body.is_dynamic(); });
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

FrameBaker::FrameBaker(Session& session, Keys keys)
    : session_(session),
      keys_(std::move(keys)),
      morphs_(session.arrangement().subject().model()),
      solver_(session.arrangement().subject().model().skeleton, keys_.bones),
      pose_(session.arrangement().subject().model()) {}

const Pose& FrameBaker::bake(double frame) {
  show(frame);
  const Model& model = session_.arrangement().subject().model();
  const Pose& sampled = session_.scene().actors.front()->pose;
  pose_.translation = sampled.translation;
  pose_.rotation = sampled.rotation;
  for (std::size_t i = 0; i < model.morphs.size(); ++i)
    pose_.morph_weights[i] =
        session_.arrangement().evaluation.morphs && keys_.morphs[i] != 0 ? sampled.morph_weights[i] : 0.0f;
  morphs_.update(model, pose_.morph_weights);
  MorphedBones morphed;
  if (morphs_.moves_bones()) morphed = {morphs_.bone_translation(), morphs_.bone_rotation()};
  solver_.solve(wanted(), morphed, pose_.translation, pose_.rotation);
  return pose_;
}

}  // namespace mmd
