#include <array>
#include <string>

#include <fmt/format.h>

#include "options/option_values.h"

namespace mmd {
namespace {

std::string set_bake_rate(Options& o, Text text) {
  o.bake.on = true;
  return set_number(o.bake.rate, text, 1.0, 60.0, "expected samples a second from 1 to 60");
}

std::string set_error(Options& o, Text text) {
  o.bake.on = true;
  return set_number(o.bake.error, text, 0.0, 100.0, "expected MMD units from 0 to 100, for example 0.001");
}

std::string set_settle(Options& o, Text text) {
  o.physics.on = true;
  std::string problem;
  if (!text.empty())
    problem = set_number(o.physics.settle_seconds, text, 0.0, 3600.0,
                         "expected seconds from 0 to 3600, for example 3");
  return problem.empty() ? need_engine() : problem;
}

std::string set_steps(int& out, Options& o, Text text) {
  o.physics.on = true;
  std::string problem = set_number(out, text, 0, 1e6, "expected a number of steps from 0 to 1000000");
  return problem.empty() ? need_engine() : problem;
}

std::string set_first_frame(Options& o, Text text) {
  std::string problem = set_number(o.physics.first_frame, text, 0.0, 4294967295.0,
                                   "expected a frame number from 0, for example 120");
  return problem.empty() ? need_engine() : problem;
}

std::string set_rate(Options& o, Text text) {
  std::string problem = set_number(o.physics.settings.rate, text, 1.0, 10'000.0,
                                   "expected steps per second from 1 to 10000, for example 60");
  return problem.empty() ? need_engine() : problem;
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

constexpr Text physics_group = "Physics", bake_group = "Baking";
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
     [](Options& o, Text) { return assign(o.physics.on, false); }},
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
     [](Options& o, Text) { return assign(o.physics.settings.ground, false); }, false, "--ground"},
    {physics_group, "--shared-physics", "", "", "one world for all models: a prop pushes hair", pictures,
     [](Options& o, Text) {
       o.physics.shared = true;
       return need_engine();
     }},
    {bake_group, "--bake", "", "", "physics, IK and append become a pose or keys of all bones", on_export,
     [](Options& o, Text) { return assign(o.bake.on, true); }},
    {bake_group, "--bake-rate", "", "HZ",
     "samples a second of the motion, 1 to 30, in .glb 60 (30: every frame)", on_export, set_bake_rate},
    {bake_group, "--bake-error", "", "UNITS",
     "how far left-out keys may take a bone (0.001); 0: none is left out", on_export, set_error},
    {bake_group, "--no-skin", "", "", ".glb: the vertices as they are posed, without bones and morphs",
     on_export, [](Options& o, Text) { return assign(o.skin, false); }},
};

}  // namespace

std::string need_engine() {
  return has_physics_engine() ? std::string() : "this program was built without physics";
}

std::span<const OptionRow> physics_option_rows() {
  return physics_rows;
}

}  // namespace mmd
