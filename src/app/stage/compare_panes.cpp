#include "app/stage/compare_panes.h"

#include <algorithm>
#include <utility>

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
  other_files_.reset();
  MMD_TRY(auto other, load_compared(compared_, *stage.document(), "--compare"));
  loaded_ = compared_;
  if (!other) return {};
  board.report(other->diagnostics);
  other_files_ = std::make_shared<const LoadedFigure>(std::move(*other));
  return {};
}

void ComparePanes::compare_with(StateNames names, LoadedFigure other) {
  given_ = std::move(names);
  compared_ = loaded_ = given_.other;
  state_of_.clear();
  other_files_ = std::make_shared<const LoadedFigure>(std::move(other));
  mode_ = CompareMode::side_by_side;
}

/// The stage's arrangement with the one difference.
Arrangement ComparePanes::arrangement(const Stage& stage) const {
  Arrangement out = compared_with(stage.session().arrangement(), compared_, other_files_);
  if (compared_ == "physics") out.physics.on = !stage.simulates();
  if (other_files_) out.figures[out.subject_index()].morphs = stage.morphs();
  return out;
}

Result<void> ComparePanes::update(const Stage& stage, Dirty level, const MessageBoard& board) {
  if (mode_ == CompareMode::off || stage.actor() == nullptr) {
    other_.reset();
    return {};
  }
  if (auto loaded = load(stage, board); !loaded) {
    mode_ = CompareMode::off;
    other_.reset();
    return loaded;
  }
  const bool goes_on = other_ != nullptr && state_of_ == compared_ &&
                       same_models(other_->arrangement(), stage.session().arrangement());
  if (!goes_on) other_ = std::make_unique<Session>(arrangement(stage));
  other_->set(arrangement(stage), Bodies::go_on);
  other_->share_plans(stage.session());
  other_->share_textures(stage.session());
  if (!goes_on || level >= Dirty::pose) {
    show_other(stage, goes_on);
    state_of_ = compared_;
    measured_.reset();
  }
  if (mode_ == CompareMode::heat) measure(stage.scene());
  return {};
}

void ComparePanes::show_other(const Stage& stage, bool goes_on) {
  other_->show_live(stage.moment(), goes_on && stage.pace() != Pace::jump ? stage.pace() : Pace::anew);
}

void ComparePanes::measure(const Scene& first) {
  const Light& light = first.light;
  if (measured_ && measured_->direction == light.direction && measured_->colour == light.colour) return;
  difference_.measure(first, other_->scene());
  measured_ = light;
}

std::vector<Pane> ComparePanes::panes(int width, int height) const {
  return panes_of(other_ != nullptr ? mode_ : CompareMode::off, divider_, width, height);
}

const Actor* ComparePanes::actor_in(const Pane& pane, const Stage& stage) const {
  if (pane.state == Pane::State::heat) return nullptr;
  if (pane.state == Pane::State::first) return stage.actor();
  return other_->scene().actors[other_->scene().subject].get();
}

const Scene& ComparePanes::scene_in(const Pane& pane, const Scene& first) {
  if (pane.state == Pane::State::first || other_ == nullptr) return first;
  Scene& scene = pane.state == Pane::State::heat ? difference_.heat : other_->scene();
  scene.camera = first.camera;
  scene.light = first.light;
  scene.selected_bones = first.selected_bones;
  scene.settings = pane.state == Pane::State::heat ? heat_settings(first.settings) : first.settings;
  return scene;
}

void ComparePanes::move_divider(float to) {
  // The divider stays in the window, where it can be grabbed again.
  constexpr float least = 0.02f;
  divider_ = std::clamp(to, least, 1.0f - least);
}

}  // namespace mmd
