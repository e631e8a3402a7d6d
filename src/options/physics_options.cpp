#include <array>
#include <string>

#include <fmt/format.h>

#include "options/option_values.h"

namespace mmd {
namespace {

std::string set_bake_rate(Options& o, Text text) {
  o.bake.on = true;
  return set_number(o.bake.rate, text, 1.0, 60.0, "expected samples per second from 1 to 60");
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
                                   "expected a frame number, 0 or more, for example 120");
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
    return "expected a number (MikuMikuDance uses 98) or X,Y,Z, for example 0,-98,0";
  if (text.find(',') == Text::npos) xyz[1] = -xyz[1];
  for (const float v : xyz)
    if (std::abs(v) > most) return fmt::format("expected numbers from -{0:.0f} to {0:.0f}", most);
  o.physics.settings.gravity = {xyz[0], xyz[1], xyz[2]};
  return need_engine();
}

std::string set_vrm_version(Options& o, Text text) {
  o.vrm_zero = text == "0";
  return text == "0" || text == "1" ? std::string() : "expected 0 or 1";
}

std::string set_bone_axes(Options& o, Text text) {
  o.bones_along = text == "along";
  return text == "along" || text == "model" ? std::string() : "expected along or model";
}

std::string set_edges(Options& o, Text text) {
  o.edge_hulls = text == "hull";
  return text == "hull" || text == "none" ? std::string() : "expected hull or none";
}

constexpr Text physics_group = "Physics", bake_group = "Baking";
constexpr OptionRow physics_rows[] = {
    {physics_group, "--settle", "", "[S]", "simulate a held pose for S seconds", "3", posing, on_bones,
     set_settle},
    {physics_group, "--physics-warmup", "", "K", "simulation steps from rest to the pose; 0: at once", "120",
     posing, 0, [](Options& o, Text text) { return set_steps(o.physics.warm_up_steps, o, text); }},
    {physics_group, "--physics-steps", "", "N", "simulation steps in total, warm-up included", "", posing, 0,
     [](Options& o, Text text) { return set_steps(o.physics.steps.emplace(), o, text); }, false, "--settle"},
    {physics_group, "--physics-from", "", "N", "motion frame at which the simulation starts",
     "0; window: the first shown frame", posing, 0, set_first_frame},
    {physics_group, "--no-physics", "", "", "do not simulate rigid bodies", "", posing,
     on_view | on_shot | on_batch | on_export, [](Options& o, Text) { return assign(o.physics.on, false); }},
    {physics_group, "--physics-rate", "", "HZ", "simulation steps per second; models are made for 60", "60",
     posing, 0, set_rate},
    {physics_group, "--gravity", "", "G|X,Y,Z", "gravity downwards, or as a vector in MMD coordinates", "98",
     posing, 0, set_gravity},
    {physics_group, "--ground", "", "", "add a ground plane that bodies collide with", "", posing, 0,
     [](Options& o, Text) {
       o.physics.settings.ground = true;
       return need_engine();
     }},
    {physics_group, "--no-ground", "", "", "no ground plane (default)", "", posing, 0,
     [](Options& o, Text) { return assign(o.physics.settings.ground, false); }, false, "--ground"},
    {physics_group, "--shared-physics", "", "", "simulate all models together, so that a prop can push hair",
     "", pictures, 0,
     [](Options& o, Text) {
       o.physics.shared = true;
       return need_engine();
     }},
    {bake_group, "--bake", "", "", "write physics, IK and append as a pose or as keys of all bones", "",
     on_export, on_export, [](Options& o, Text) { return assign(o.bake.on, true); }},
    {bake_group, "--bake-rate", "", "HZ", "samples per second, 1 to 30 (.glb: 1 to 60); implies --bake", "30",
     on_export, on_export, set_bake_rate},
    {bake_group, "--bake-error", "", "UNITS",
     "remove keys up to this error; 0 keeps all keys; implies --bake", "0.001", on_export, on_export,
     set_error},
    {bake_group, "--vrm", "", "VERSION", "version of a VRM: 1 or 0 (for programs that read VRM 0.x only)",
     "1", on_export, on_export, set_vrm_version},
    {bake_group, "--vrm-meta", "", "FILE", "author and terms of a VRM, in JSON (see the manual)",
     "nothing is allowed", on_export, on_export,
     [](Options& o, Text text) { return assign(o.vrm_meta, std::string(text)); }},
    {bake_group, "--lit", "", "", "materials that the other program lights; .glb only", "", on_export,
     on_export, [](Options& o, Text) { return assign(o.lit, true); }},
    {bake_group, "--bones", "", "AXES",
     "axes of bones: along (Y to the tail, as in Blender) or model; .glb only", "model", on_export, 0,
     set_bone_axes},
    {bake_group, "--edges", "", "KIND", "edges: hull (faces behind the others) or none; .glb only", "none",
     on_export, 0, set_edges},
    {bake_group, "--no-skin", "", "", "write posed vertices, without bones and morphs; .glb only", "",
     on_export, on_export, [](Options& o, Text) { return assign(o.skin, false); }},
};

}  // namespace

std::string need_engine() {
  return has_physics_engine() ? std::string() : "this program was built without physics";
}

std::span<const OptionRow> physics_option_rows() {
  return physics_rows;
}

}  // namespace mmd
