#include "app/stage/onion_skins.h"

#include <algorithm>

#include "scene/scene_difference.h"

namespace mmd {
namespace {

constexpr vec3 before_colour{0.95f, 0.30f, 0.22f}, after_colour{0.15f, 0.45f, 0.95f};
constexpr float max_opaque = 0.75f, min_opaque = 0.25f;

/// Opacity of skin `number` of `count`, from 1.
vec4 colour_of(const vec3& tint, int number, int count) {
  const float share = count > 1 ? static_cast<float>(number - 1) / static_cast<float>(count - 1) : 0.0f;
  return {tint, glm::mix(max_opaque, min_opaque, share)};
}

/// An actor with the state of another one, without its bodies.
void follow(const Actor& first, Actor& ghost) {
  copy_state(first, ghost);
  ghost.clear_physics();
  ghost.use_skin_plan(first.skin_plan());
}

}  // namespace

OnionChoice within_limits(OnionChoice choice) {
  choice.before = std::clamp(choice.before, 0, max_onion_skins);
  choice.after = std::clamp(choice.after, 0, max_onion_skins);
  choice.every = std::clamp(choice.every, 1, farthest_onion_skin);
  return choice;
}

std::vector<OnionFrame> onion_frames(const OnionChoice& choice, double frame, std::uint32_t last) {
  std::vector<OnionFrame> out;
  for (int number = std::max(choice.before, choice.after); number > 0; --number) {
    const double away = static_cast<double>(number) * choice.every;
    if (number <= choice.before && frame - away >= 0.0)
      out.push_back({frame - away, colour_of(before_colour, number, choice.before)});
    if (number <= choice.after && frame + away <= static_cast<double>(last))
      out.push_back({frame + away, colour_of(after_colour, number, choice.after)});
  }
  return out;
}

void OnionSkins::update(Stage& stage, Dirty level, bool hidden) {
  std::vector<Ghost>& ghosts = stage.scene().ghosts;
  const Actor* first = stage.actor();
  const Playback& playback = stage.playback();
  if (hidden || !choice_.on || first == nullptr || playback.playing() || !is_moving(*stage.figure())) {
    ghosts.clear();
    shown_ = {};
    return;
  }
  const bool has_textures =
      ghosts.empty() || ghosts.front().actor->shared_textures() == first->shared_textures();
  const bool same = shown_ == choice_ && of_.lock() == first->shared_model() && has_textures;
  if (level < Dirty::pose && same) return;
  shown_ = choice_;
  of_ = first->shared_model();
  PoseSampler sampler = sampler_of(stage.session().arrangement().subject());
  std::size_t count = 0;
  for (const OnionFrame& there : onion_frames(choice_, playback.frame(), playback.last_frame())) {
    if (count == ghosts.size()) ghosts.emplace_back();
    Ghost& ghost = ghosts[count];
    if (ghost.actor == nullptr || ghost.actor->shared_model() != first->shared_model())
      ghost.actor = std::make_unique<Actor>(first->shared_model(), first->shared_textures());
    follow(*first, *ghost.actor);
    if (!pose_actor(sampler, there.frame, stage.arrangement().evaluation, *ghost.actor).visible) continue;
    ++count;
    ghost.actor->set_textures(first->shared_textures());
    ghost.actor->hidden_materials = first->hidden_materials;
    ghost.actor->evaluate();
    ghost.actor->place(first->placement());
    ghost.colour = there.colour;
  }
  ghosts.resize(count);
}

}  // namespace mmd
