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
  if (text.empty()) return {};
  return set_number(o.physics.settle_seconds, text, 0.0, 3600.0,
                    "expected seconds from 0 to 3600, for example 3");
}

std::string set_steps(int& out, Options& o, Text text) {
  o.physics.on = true;
  return set_number(out, text, 0, 1e6, "expected a number of steps from 0 to 1000000");
}

std::string set_first_frame(Options& o, Text text) {
  return set_number(o.physics.first_frame, text, 0.0, 4294967295.0,
                    "expected a frame number, 0 or more, for example 120");
}

std::string set_rate(Options& o, Text text) {
  return set_number(o.physics.settings.rate, text, 1.0, 10'000.0,
                    "expected steps per second from 1 to 10000, for example 60");
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
  return {};
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

constexpr Text physics_group = "Physics", bake_group = "Baking", export_group = "Export";
const PhysicsChoice usual_physics;

constexpr OptionRow physics_rows[] = {
    in_scene(
        {physics_group, "--physics-warmup", "", "K", "simulation steps from rest to the pose; 0: at once",
         "120", posing, 0, [](Options& o, Text text) { return set_steps(o.physics.warm_up_steps, o, text); }},
        [](const Options& o) { return shown_number(o.physics.warm_up_steps, usual_physics.warm_up_steps); }),
    in_scene({physics_group, "--settle", "", "[S]", "simulate a held pose for S seconds", "3", posing,
              on_bones, set_settle},
             [](const Options& o) {
               return o.physics.steps ? ShownValues{}
                                      : shown_number(o.physics.settle_seconds, usual_physics.settle_seconds);
             }),
    in_scene({physics_group, "--physics-steps", "", "N", "simulation steps in total, warm-up included", "",
              posing, 0, [](Options& o, Text text) { return set_steps(o.physics.steps.emplace(), o, text); },
              false, "--settle"},
             [](const Options& o) { return shown_number(o.physics.steps); }),
    in_scene({physics_group, "--physics-from", "", "N", "motion frame at which the simulation starts",
              "0; window: the first shown frame", posing, 0, set_first_frame},
             [](const Options& o) { return shown_number(o.physics.first_frame); }),
    in_scene(
        {physics_group, "--physics-rate", "", "HZ", "simulation steps per second; models are made for 60",
         "60", posing, 0, set_rate},
        [](const Options& o) { return shown_number(o.physics.settings.rate, usual_physics.settings.rate); }),
    in_scene({physics_group, "--gravity", "", "G|X,Y,Z",
              "gravity downwards, or as a vector in MMD coordinates", "98", posing, 0, set_gravity},
             [](const Options& o) {
               const vec3& g = o.physics.settings.gravity;
               return g == usual_physics.settings.gravity ? ShownValues{} : shown_vector(g);
             }),
    in_scene({physics_group, "--ground", "", "", "add a ground plane that bodies collide with", "", posing, 0,
              [](Options& o, Text) { return assign(o.physics.settings.ground, true); }},
             [](const Options& o) { return shown_flag(o.physics.settings.ground); }),
    {physics_group, "--no-ground", "", "", "no ground plane (default)", "", posing, 0,
     [](Options& o, Text) { return assign(o.physics.settings.ground, false); }, false, "--ground"},
    in_scene({physics_group, "--shared-physics", "", "",
              "simulate all models together, so that a prop can push hair", "", pictures, 0,
              [](Options& o, Text) { return assign(o.physics.shared, true); }},
             [](const Options& o) { return shown_flag(o.physics.shared); }),
    // After --settle and others, which switch physics on.
    in_scene({physics_group, "--no-physics", "", "", "do not simulate rigid bodies", "", posing,
              on_view | on_shot | on_batch | on_export,
              [](Options& o, Text) { return assign(o.physics.on, false); }},
             [](const Options& o) { return shown_flag(o.physics.on == false); }),
    {bake_group, "--bake", "", "", "write physics, IK and append as a pose or as keys of all bones", "",
     on_export, on_export, [](Options& o, Text) { return assign(o.bake.on, true); }},
    {bake_group, "--bake-rate", "", "HZ", "samples per second, 1 to 30 (.glb: 1 to 60); implies --bake", "30",
     on_export, on_export, set_bake_rate},
    {bake_group, "--bake-error", "", "UNITS",
     "remove keys up to this error; 0 keeps all keys; implies --bake", "0.001", on_export, on_export,
     set_error},
    {export_group, "--vrm", "", "VERSION", "version of a VRM: 1 or 0 (for programs that read VRM 0.x only)",
     "1", on_export, on_export, set_vrm_version},
    {export_group, "--vrm-meta", "", "FILE", "author and terms of a VRM, in JSON: authors, licenseUrl …",
     "nothing is allowed", on_export, on_export,
     [](Options& o, Text text) { return set_text(o.vrm_meta, text, "expected a file"); }},
    {export_group, "--vrm-expressions", "", "FILE",
     "table of expressions: VRM's name, a tab, the model's morph", "found by name", on_export, 0,
     [](Options& o, Text text) { return set_text(o.vrm_expressions, text, "expected a file"); }},
    {export_group, "--arkit", "", "", "also write ARKit's expressions to a VRM (eyeBlinkLeft, jawOpen …)", "",
     on_export, 0, [](Options& o, Text) { return assign(o.arkit, true); }},
    {export_group, "--lit", "", "", "ordinary materials, which lamps light (default: unlit); .glb only", "",
     on_export, on_export, [](Options& o, Text) { return assign(o.lit, true); }},
    {export_group, "--bones", "", "AXES",
     "axes of bones: along (Y to the tail, as in Blender) or model; .glb only", "model", on_export, 0,
     set_bone_axes},
    {export_group, "--edges", "", "KIND", "edges: hull (faces behind the others) or none; .glb only", "none",
     on_export, 0, set_edges},
    {export_group, "--no-skin", "", "", "write posed vertices, without bones and morphs; .glb only", "",
     on_export, on_export, [](Options& o, Text) { return assign(o.skin, false); }},
};

}  // namespace

std::span<const OptionRow> physics_option_rows() {
  return physics_rows;
}

}  // namespace mmd
