#include <array>
#include <string>

#include <fmt/format.h>

#include "options/option_values.h"

namespace mmd {
namespace {

constexpr int most_steps = 1'000'000;

std::string set_settle(Options& o, Text text) {
  float seconds = o.physics.settle_seconds;
  if (!text.empty() && (!parse_number(text, seconds) || seconds < 0.0f || seconds > 3600.0f))
    return "expected seconds from 0 to 3600, for example 3";
  o.physics.settle_seconds = seconds;
  o.physics.on = true;
  return need_engine();
}

std::string set_steps(int& out, Options& o, Text text) {
  if (!parse_number(text, out) || out < 0 || out > most_steps)
    return fmt::format("expected a number of steps from 0 to {}", most_steps);
  o.physics.on = true;
  return need_engine();
}

std::string set_first_frame(Options& o, Text text) {
  double frame = 0.0;
  if (!parse_number(text, frame) || frame < 0.0 || frame > 4294967295.0)
    return "expected a frame number from 0, for example 120";
  o.physics.first_frame = frame;
  return need_engine();
}

std::string set_rate(Options& o, Text text) {
  if (!parse_number(text, o.physics.settings.rate) || o.physics.settings.rate < 1.0f ||
      o.physics.settings.rate > 10'000.0f)
    return "expected steps per second from 1 to 10000, for example 60";
  return need_engine();
}

std::string set_gravity(Options& o, Text text) {
  constexpr float most = 1e6f;
  std::array<float, 3> xyz{};
  if (text.find(',') == Text::npos ? !parse_number(text, xyz[1]) : !parse_numbers(text, xyz))
    return "expected a number, 98 as in MikuMikuDance, or X,Y,Z, for example 0,-98,0";
  if (text.find(',') == Text::npos) xyz[1] = -xyz[1];
  for (const float v : xyz)
    if (std::abs(v) > most) return fmt::format("expected numbers up to {:.0f}", most);
  o.physics.settings.gravity = {xyz[0], xyz[1], xyz[2]};
  return need_engine();
}

constexpr Text physics_group = "Physics";
constexpr OptionRow physics_rows[] = {
    {physics_group, "--settle", "", "[S]",
     "let bodies settle: seconds that a pose is held once it is reached (3)", posing, set_settle},
    {physics_group, "--physics-warmup", "", "K", "steps over which the pose is reached from rest (120)",
     posing, [](Options& o, Text text) { return set_steps(o.physics.warm_up_steps, o, text); }},
    {physics_group, "--physics-steps", "", "N",
     "instead of --settle: all steps, those of the warm-up among them", posing,
     [](Options& o, Text text) { return set_steps(o.physics.steps.emplace(), o, text); }, false, "--settle"},
    {physics_group, "--physics-from", "", "N", "frame of the motion from which bodies are simulated (0)",
     posing, set_first_frame},
    {physics_group, "--no-physics", "", "", "leave rigid bodies out", posing,
     [](Options& o, Text) {
       o.physics.on = false;
       return std::string();
     }},
    {physics_group, "--physics-rate", "", "HZ", "steps a second (60): models are made for 60", posing,
     set_rate},
    {physics_group, "--gravity", "", "G|X,Y,Z", "downwards, or a direction in MMD's space (98)", posing,
     set_gravity},
    {physics_group, "--ground", "", "", "a ground that bodies of physics_group 16 collide with", posing,
     [](Options& o, Text) {
       o.physics.settings.ground = true;
       return need_engine();
     }},
    {physics_group, "--no-ground", "", "", "none, which is so unless --ground is given", posing,
     [](Options& o, Text) {
       o.physics.settings.ground = false;
       return std::string();
     },
     false, "--ground"},
    {physics_group, "--shared-physics", "", "", "one world for all models: a prop pushes hair", pictures,
     [](Options& o, Text) {
       o.physics.shared = true;
       return need_engine();
     }},
};

}  // namespace

std::string need_engine() {
  return has_physics_engine() ? std::string() : "this program was built without physics";
}

std::span<const OptionRow> physics_option_rows() {
  return physics_rows;
}

}  // namespace mmd
