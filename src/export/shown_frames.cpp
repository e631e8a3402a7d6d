#include "export/shown_frames.h"

namespace mmd {
namespace {

Scene scene_with(const Document& document) {
  Scene scene;
  scene.actors.push_back(std::make_unique<Actor>(document.loaded.model, document.loaded.textures));
  return scene;
}

}  // namespace

ShownFrames::ShownFrames(const BakeSource& source) : source_(source), scene_(scene_with(source.document)) {
  if (source.physics)
    simulation_ = std::make_unique<Simulation>(scene_, source.sampler, source.evaluation, *source.physics);
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

}  // namespace mmd
