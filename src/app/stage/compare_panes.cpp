#include "app/stage/compare_panes.h"

#include <algorithm>

#include "base/errors.h"
#include "document/compared.h"

namespace mmd {

bool ComparePanes::set_mode(CompareMode mode) {
  const bool begins = mode != CompareMode::off && (mode_ == CompareMode::off || state_of_ != compared_);
  mode_ = mode;
  if (compared_.empty()) compared_ = "append";
  return begins;
}

Result<void> ComparePanes::load(const Stage& stage, const MessageBoard& board) {
  if (loaded_ == compared_) return {};
  loaded_.clear();
  other_.reset();
  MMD_TRY(const auto other, load_compared(compared_, *stage.document(), "--compare"));
  loaded_ = compared_;
  if (!other) return {};
  other_.emplace(*other);
  other_->set_morphs(stage.morphs());
  board.report(other->diagnostics);
  return {};
}

void ComparePanes::set_morphs(std::vector<MorphWeight> morphs) {
  if (other_) other_->set_morphs(std::move(morphs));
}

Result<void> ComparePanes::update(const Stage& stage, Dirty level, const MessageBoard& board) {
  const Actor* first = stage.actor();
  if (mode_ == CompareMode::off || first == nullptr) {
    comparison_.reset();
    live_.stop(others_);
    return {};
  }
  if (auto loaded = load(stage, board); !loaded) {
    mode_ = CompareMode::off;
    comparison_.reset();
    live_.stop(others_);
    return loaded;
  }
  const bool kept = comparison_ && comparison_->other->shared_model() == first->shared_model() &&
                    comparison_->other->shared_textures() == first->shared_textures();
  if (!kept) comparison_.emplace(*first);
  if (!kept || level >= Dirty::pose || state_of_ != compared_) {
    const PosedState* other = other_ ? &other_->sample(stage.playback().frame()) : nullptr;
    set_other_state(compared_, stage.choices().evaluation, *first, other, *comparison_->other);
    comparison_->follow_scene(stage.scene());
    const bool goes_on = kept && state_of_ == compared_ && stage.pace() != PhysicsUpdate::jump;
    simulate_other(stage, goes_on ? stage.pace() : PhysicsUpdate::anew);
    state_of_ = compared_;
    measured_.reset();
  }
  if (mode_ == CompareMode::heat) measure(stage);
  return {};
}

/// Simulates the bodies of the other state in their own worlds.
void ComparePanes::simulate_other(const Stage& stage, PhysicsUpdate pace) {
  const bool simulates = compared_ == "physics" ? !stage.simulates() : stage.simulates();
  if (!simulates || !has_physics_engine()) return live_.stop(others_);
  PhysicsChoice physics = stage.choices().physics;
  physics.on = true;
  others_.attachments = stage.scene().attachments;
  shared_.clear();
  for (const auto& figure : stage.figures().list()) shared_.push_back(figure->sampler());
  std::vector<AnimatedActor> played;
  for (const auto& figure : stage.figures().list()) {
    const bool compared = figure.get() == stage.figure();
    PoseSampler& same = shared_[played.size()];
    played.push_back({figure->actor(), compared && other_ ? &*other_ : &same, stage.choices().evaluation,
                      stage.hidden_materials_of(*figure), figure->is_shown()});
    played.back().evaluation.append = comparison_->other->switches.append;
    played.back().evaluation.ik = comparison_->other->switches.ik;
  }
  comparison_->lend_others(others_);
  live_.show(stage.shown_state(others_, std::move(played), physics), pace);
  comparison_->take_others_back(others_);
}

void ComparePanes::measure(const Stage& stage) {
  const Light& light = stage.scene().light;
  if (measured_ && measured_->direction == light.direction && measured_->colour == light.colour) return;
  comparison_->measure(stage.scene());
  measured_ = light;
}

std::vector<Pane> ComparePanes::panes(int width, int height) const {
  return panes_of(comparison_ ? mode_ : CompareMode::off, divider_, width, height);
}

const Actor* ComparePanes::actor_in(const Pane& pane, const Stage& stage) const {
  if (pane.state == Pane::State::heat) return nullptr;
  return pane.state == Pane::State::other ? comparison_->other.get() : stage.actor();
}

void ComparePanes::with_state(Pane::State state, Scene& scene, const std::function<void()>& what) {
  if (state == Pane::State::first || !comparison_) return what();
  const RenderSettings settings = scene.settings;
  const bool heat = state == Pane::State::heat;
  if (heat) scene.settings = heat_settings(settings);
  comparison_->exchange(scene, heat);
  what();
  comparison_->exchange(scene, heat);
  scene.settings = settings;
}

void ComparePanes::with_both(Scene& scene, const std::function<void()>& what) {
  if (comparison_) comparison_->lend_others(scene);
  what();
  if (comparison_) comparison_->take_others_back(scene);
}

void ComparePanes::move_divider(float to) {
  // The divider stays in the window, where it can be grabbed again.
  constexpr float least = 0.02f;
  divider_ = std::clamp(to, least, 1.0f - least);
}

}  // namespace mmd
