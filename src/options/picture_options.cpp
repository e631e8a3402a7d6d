// The rows of pictures and of their look.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "document/attach_option.h"
#include "document/framing.h"
#include "document/scene_place.h"
#include "options/option_values.h"
#include "physics/physics_world.h"

namespace mmd {
namespace {

std::string set_size(Options& o, Text text) {
  const std::size_t x = text.find_first_of("xX");
  int width = 0, height = 0;
  if (x == Text::npos || !parse_number(text.substr(0, x), width) ||
      !parse_number(text.substr(x + 1), height) || width < 1 || height < 1) {
    return "expected WIDTHxHEIGHT in pixels, both at least 1, for example 1024x1024";
  }
  o.size = PictureSize{width, height};
  return {};
}

std::string set_background(Options& o, Text text) {
  const auto colour = text == "transparent" ? vec4(0.0f) : parse_colour(text);
  if (!colour) return "expected RGB, RRGGBB or RRGGBBAA, or one of transparent, " + colour_names();
  o.look.background = *colour;
  return {};
}

std::string set_background_picture(Options& o, Text text) {
  if (text.empty()) return "expected the file name of a picture";
  o.look.background_picture =
      std::make_shared<const BackgroundPicture>(BackgroundPicture{std::string(text), nullptr, {}});
  return {};
}

constexpr Named<Shading> shadings[] = {{"mmd", Shading::mmd},
                                       {"flat", Shading::flat},
                                       {"normals", Shading::normals},
                                       {"weights", Shading::weights},
                                       {"bone-index", Shading::bone_index},
                                       {"deform", Shading::deform},
                                       {"uv", Shading::uv},
                                       {"wire", Shading::wire}};

std::string set_shading(Options& o, Text text) {
  return choose(o.look.shading, text, shadings);
}

std::string set_self_shadow_mode(Options& o, Text text) {
  static constexpr Named<std::uint8_t> choices[] = {{"1", 1}, {"2", 2}};
  return choose(o.look.self_shadow_mode, text, choices);
}

// A vertex has at most four bones, so "4" and "linear" are the same.
constexpr Named<SkinningChoice> skinnings[] = {
    {"gpu", {Skinning::gpu, SkinLevel::full}},   {"cpu", {Skinning::cpu, SkinLevel::full}},
    {"1", {Skinning::cpu, SkinLevel::one_bone}}, {"2", {Skinning::cpu, SkinLevel::two_bones}},
    {"4", {Skinning::cpu, SkinLevel::linear}},   {"linear", {Skinning::cpu, SkinLevel::linear}}};

std::string set_skinning(Options& o, Text text) {
  SkinningChoice choice;
  std::string problem = choose(choice, text, skinnings);
  if (!problem.empty()) return problem;
  o.look.skinning = choice.who;
  o.evaluation.skin_level = choice.level;
  return {};
}

std::string set_highlight(Options& o, Text text) {
  o.highlight = text;
  o.look.skeleton = true;
  return {};
}

std::string set_compare(Options& o, Text text) {
  return set_text(o.compare, text, "expected append, ik, physics, or a pose, motion or model file");
}

std::string set_attachment(Options& o, Text text) {
  AttachOption attachment;
  attachment.asked_by = "--attach";
  std::string problem = parse_attachment(text, attachment);
  if (problem.empty()) o.attachments.push_back(std::move(attachment));
  return problem;
}

std::string set_place(Options& o, Text text) {
  ScenePlace place;
  std::string problem = parse_place(text, place);
  if (problem.empty()) o.places.push_back(std::move(place));
  return problem;
}

std::string set_light(Options& o, Text text) {
  std::vector<Text> names;
  for (const NamedLight& light : named_lights()) {
    if (light.name == text) {
      o.light.direction = light.direction;
      return {};
    }
    names.push_back(light.name);
  }
  return fmt::format("expected one of {}", fmt::join(names, ", "));
}

std::string hex(const vec4& colour) {
  const auto byte = [](float v) { return std::lround(std::clamp(v, 0.0f, 1.0f) * 255.0f); };
  return fmt::format("{:02x}{:02x}{:02x}{:02x}", byte(colour.r), byte(colour.g), byte(colour.b),
                     byte(colour.a));
}

template <class T>
ShownValues word_for(std::span<const Named<T>> names, const T& value) {
  for (const Named<T>& row : names)
    if (row.value == value) return {std::string(row.name)};
  return {};
}

ShownValues shown_attachments(const Options& o) {
  ShownValues out;
  for (const AttachOption& a : o.attachments) out.push_back(attachment_text(a));
  return out;
}

ShownValues shown_places(const Options& o) {
  ShownValues out;
  for (const ScenePlace& place : o.places) out.push_back(place_text(place));
  return out;
}

ShownValues shown_view(const Options& o) {
  if (!o.camera.view || o.camera.eye_and_target) return {};
  return {name_of(*o.camera.view)};
}

/// The option shows bones. A bone selected while bones are hidden only chooses the shown weights.
ShownValues shown_highlight(const Options& o) {
  const bool is_seen = o.look.skeleton || o.look.shading == Shading::weights;
  return o.highlight.empty() || !is_seen ? ShownValues{} : ShownValues{o.highlight};
}

constexpr Text picture = "Picture", look = "Look";

/// A part of the look that an option turns on or off.
template <bool RenderSettings::*part, bool on>
constexpr OptionRow look_switch(Text name, Text help, std::uint16_t common = 0, Text excludes = {}) {
  return in_scene({look, name, "", "", help, "", pictures, common,
                   [](Options& o, Text) { return assign(o.look.*part, on); }, false, excludes},
                  [](const Options& o) { return shown_flag(o.look.*part == on); });
}

constexpr OptionRow picture_rows[] = {
    in_scene({picture, "--size", "", "WxH", "size in pixels", "1024x1024; window: fits the screen", pictures,
              pictures, set_size},
             [](const Options& o) {
               return o.size ? ShownValues{fmt::format("{}x{}", o.size->width, o.size->height)}
                             : ShownValues{};
             }),
    in_scene({picture, "--samples", "", "N", "anti-aliasing samples per pixel, 1 to 64", "4", pictures, 0,
              [](Options& o, Text text) {
                return set_number(o.samples, text, 1, 64, "expected a number from 1 to 64");
              }},
             [](const Options& o) { return shown_number(o.samples, Options().samples); }),
    in_scene({picture, "--background", "", "COLOUR", "name, RGB, RRGGBB, RRGGBBAA or transparent",
              "transparent; window: grey", pictures, pictures, set_background},
             [](const Options& o) { return ShownValues{hex(o.look.background)}; }),
    in_scene({picture, "--background-picture", "", "FILE",
              "picture behind the model, cropped to fill the frame", "", pictures, 0, set_background_picture},
             [](const Options& o) {
               return o.look.background_picture ? ShownValues{o.look.background_picture->file}
                                                : ShownValues{};
             }),
    in_scene(
        {picture, "--view", "", "NAME", "fit, mmd, front … top, three-quarter, bust, face, left-hand … feet",
         "fit", pictures, pictures, set_view},
        shown_view),
    in_scene({picture, "--camera", "", "EX,EY,EZ,TX,TY,TZ",
              "eye and target in MMD coordinates; overrides --view", "", pictures, on_shot, set_camera},
             [](const Options& o) {
               return o.camera.eye_and_target
                          ? ShownValues{fmt::format("{}", fmt::join(*o.camera.eye_and_target, ","))}
                          : ShownValues{};
             }),
    in_scene({picture, "--fov", "", "DEG", "vertical field of view in degrees, 1 to 170",
              "30, or the motion's", pictures, 0,
              [](Options& o, Text text) {
                return set_number(o.camera.fov_degrees, text, 1.0, 170.0, "expected degrees from 1 to 170");
              }},
             [](const Options& o) { return shown_number(o.camera.fov_degrees); }),
    in_scene({picture, "--ortho", "", "", "orthographic projection instead of perspective", "", pictures, 0,
              [](Options& o, Text) { return assign(o.camera.orthographic, true); }},
             [](const Options& o) { return shown_flag(o.camera.orthographic); }),
    in_scene({picture, "--roll", "", "DEG", "camera roll to the right, in degrees", "0, or the motion's",
              pictures, 0,
              [](Options& o, Text text) {
                return set_number(o.camera.roll_degrees, text, -360.0, 360.0,
                                  "expected degrees from -360 to 360");
              }},
             [](const Options& o) { return shown_number(o.camera.roll_degrees); }),
    in_scene({picture, "--attach", "", "FILE[@BONE][:X,Y,Z…]",
              "add a model or .x accessory, at a bone if BONE is given", "", pictures | on_export,
              on_view | on_shot, set_attachment, true},
             shown_attachments),
    in_scene({picture, "--place", "", "X,Y,Z…", "place of each model, in their order",
              "0,0,0; others to the right", on_view | on_shot | on_export, 0, set_place, true},
             shown_places),
    in_scene(
        {picture, "--hide", "", "NAME", "hide materials: name, pattern or #N; 2:NAME for the second model",
         "", pictures | on_export, on_export,
         [](Options& o, Text text) {
           return set_text(o.hidden.emplace_back(), text, "expected the name of a material, a pattern or #N");
         },
         true},
        [](const Options& o) { return o.hidden; }),
    {picture, "--turntable", "", "N", "N pictures around the model: OUT_000.png, OUT_001.png …",
     "one picture", on_shot | on_batch, on_shot,
     [](Options& o, Text text) {
       return set_number(o.turntable, text, 1, 3600, "expected a number of pictures from 1 to 3600");
     }},
    in_scene({picture, "--compare", "", "NAME|FILE",
              "compare with append, ik or physics off (NAME), another pose or model", "", pictures,
              on_view | on_shot, set_compare},
             [](const Options& o) { return o.compare.empty() ? ShownValues{} : ShownValues{o.compare}; }),

    look_switch<&RenderSettings::edge, false>("--no-edge", "no outlines"),
    look_switch<&RenderSettings::toon, false>("--no-toon", "no toon shading"),
    look_switch<&RenderSettings::sphere, false>("--no-sphere", "no sphere maps"),
    look_switch<&RenderSettings::self_shadow, false>("--no-self-shadow", "no shadow of the model on itself",
                                                     0, "--self-shadow-mode"),
    in_scene(
        {look, "--self-shadow-mode", "", "1|2", "edge of self shadows: 1 soft, 2 sharp, as in MikuMikuDance",
         "1", pictures, 0, set_self_shadow_mode},
        [](const Options& o) {
          return o.look.self_shadow && o.look.self_shadow_mode == 2 ? ShownValues{"2"} : ShownValues{};
        }),
    look_switch<&RenderSettings::ground_shadow, false>("--no-ground-shadow", "no shadow on the ground"),
    in_scene({look, "--ground-shadow-brightness", "", "N",
              "factor of the light's colour in the ground shadow", "1", pictures, 0,
              [](Options& o, Text text) {
                return set_number(o.look.ground_shadow_brightness, text, 0.0, 10.0,
                                  "expected a number from 0 to 10");
              }},
             [](const Options& o) { return shown_number(o.look.ground_shadow_brightness, 1.0f); }),
    look_switch<&RenderSettings::opaque_ground_shadow, true>(
        "--opaque-ground-shadow", "translucent materials throw opaque shadows on the ground"),
    {look, "--light", "", "NAME", "light from mmd, front, three-quarter, side, back or top",
     "mmd, or the motion's", pictures, 0, set_light, false, "--light-direction"},
    in_scene(
        {look, "--light-follows-camera", "", "", "turn the light with the camera, about the vertical axis",
         "", pictures, 0, [](Options& o, Text) { return assign(o.light.follows_camera, true); }},
        [](const Options& o) { return shown_flag(o.light.follows_camera); }),
    in_scene({look, "--light-direction", "", "X,Y,Z", "direction of the light in MMD coordinates",
              "-0.5,-1,0.5, or the motion's", pictures, 0, set_light_direction},
             [](const Options& o) {
               return o.light.direction ? shown_vector(*o.light.direction) : ShownValues{};
             }),
    in_scene({look, "--light-colour", "", "RRGGBB", "colour of the light", "999999, or the motion's",
              pictures, 0, set_light_colour},
             [](const Options& o) {
               return o.light.colour ? ShownValues{hex(vec4(*o.light.colour, 1.0f)).substr(0, 6)}
                                     : ShownValues{};
             }),
    in_scene({look, "--shading", "", "MODE", "mmd, flat, normals, weights, bone-index, deform, uv or wire",
              "mmd", pictures, on_view | on_shot, set_shading},
             [](const Options& o) {
               return o.look.shading == Shading::mmd ? ShownValues{}
                                                     : word_for(shading_names(), o.look.shading);
             }),
    in_scene(
        {look, "--skinning", "", "MODE", "gpu or cpu; to compare: 1, 2 or 4 bones, linear (no SDEF, QDEF)",
         "automatic", pictures, 0, set_skinning},
        [](const Options& o) {
          return word_for<SkinningChoice>(skinning_names(), {o.look.skinning, o.evaluation.skin_level});
        }),
    look_switch<&RenderSettings::skeleton, true>("--skeleton", "draw the bones over the mesh",
                                                 on_view | on_shot),
    in_scene({look, "--operable-bones", "", "", "draw posable bones only", "", pictures, 0,
              [](Options& o, Text) {
                o.look.skeleton = o.look.operable_bones = true;
                return std::string();
              }},
             [](const Options& o) { return shown_flag(o.look.operable_bones); }),
    look_switch<&RenderSettings::grid, true>("--grid", "draw a grid on the ground, a line every 5 units"),
    look_switch<&RenderSettings::axes, true>("--axes", "draw the axes of MMD space: X red, Y green, Z blue"),
    look_switch<&RenderSettings::bodies, true>("--bodies", "draw rigid bodies and joints, coloured by mode"),
    in_scene({look, "--highlight", "", "BONE", "draw the bones and highlight this one", "", pictures, 0,
              set_highlight},
             shown_highlight),
    {look, "--shader-dir", "", "DIR", "read the shaders from this folder", "built in", pictures, 0,
     [](Options& o, Text text) { return assign(o.shader_dir, std::string(text)); }},
};

}  // namespace

std::span<const OptionRow> picture_option_rows() {
  return picture_rows;
}

std::span<const Named<Shading>> shading_names() {
  return shadings;
}

std::span<const Named<SkinningChoice>> skinning_names() {
  return skinnings;
}

}  // namespace mmd
