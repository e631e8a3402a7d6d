#include <algorithm>

#include <fmt/format.h>

#include "annotations/label_choice.h"
#include "annotations/label_makers.h"
#include "options/option_values.h"
#include "options/options.h"
#include "pose/motion.h"

namespace mmd {
namespace {

std::string set_morph(Options& o, Text text) {
  const std::size_t equals = text.rfind('=');
  float weight = 0.0f;
  if (equals == Text::npos || equals == 0 || !parse_number(text.substr(equals + 1), weight)) {
    return "expected NAME=WEIGHT, for example --morph あ=0.5";
  }
  o.morphs.emplace_back(std::string(text.substr(0, equals)), weight);
  return {};
}

/// The largest frame number of a motion.
constexpr double last_frame = 4294967295.0;

std::string set_frame(Options& o, Text text) {
  return set_number(o.frame, text, 0.0, last_frame,
                    "expected a frame number, 0 or more, for example 120 or 120.5");
}

std::string set_time(Options& o, Text text) {
  double seconds = 0.0;
  std::string problem = set_number(seconds, text, 0.0, last_frame / frames_per_second,
                                   "expected seconds, 0 or more, for example 4.5");
  if (problem.empty()) o.frame = seconds * frames_per_second;
  return problem;
}

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

std::string set_side(Options& o, Text text) {
  int side = 0;
  std::string problem = set_number(side, text, 1, 4096, "expected pixels from 1 to 4096");
  if (problem.empty()) o.size = PictureSize{side, side};
  return problem;
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

/// Sets `out` to the value that `text` names; returns an error message for an unknown name.
template <class T, std::size_t N>
std::string choose(T& out, Text text, const Named<T> (&choices)[N]) {
  std::vector<Text> names;
  for (const auto& [name, value] : choices) {
    if (name == text) {
      out = value;
      return {};
    }
    names.push_back(name);
  }
  return fmt::format("expected one of {}", fmt::join(names, ", "));
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

std::string set_format(Options& o, Text text) {
  static constexpr Named<OutputFormat> choices[] = {
      {"table", OutputFormat::table}, {"json", OutputFormat::json}, {"csv", OutputFormat::csv}};
  return choose(o.format, text, choices);
}

std::string set_info_format(Options& o, Text text) {
  static constexpr Named<OutputFormat> choices[] = {{"table", OutputFormat::table},
                                                    {"json", OutputFormat::json}};
  return choose(o.format, text, choices);
}

std::string set_space(Options& o, Text text) {
  static constexpr Named<Space> choices[] = {{"mmd", Space::mmd}, {"gl", Space::gl}};
  return choose(o.space, text, choices);
}

std::string set_name_language(Options& o, Text text) {
  static constexpr Named<bool> choices[] = {{"jp", false}, {"en", true}};
  return choose(o.english_names, text, choices);
}

std::string set_highlight(Options& o, Text text) {
  o.highlight = text;
  o.look.skeleton = true;
  return {};
}

/// Splits a text at commas.
std::vector<Text> split(Text text) {
  std::vector<Text> out;
  for (;;) {
    const std::size_t comma = text.find(',');
    out.push_back(text.substr(0, comma));
    if (comma == Text::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

std::string set_weights(Options& o, Text text) {
  std::vector<float> weights;
  for (const Text part : split(text)) {
    float weight = 0.0f;
    if (!parse_number(part, weight) || weight < 0.0f)
      return "expected a weight of 0 or more for each pose, for example 0.3,0.7";
    weights.push_back(weight);
  }
  o.weights = std::move(weights);
  return {};
}

std::string set_cut_range(Options& o, Text text) {
  const std::size_t colon = text.find(':');
  std::uint32_t first = 0, last = 0;
  if (colon == Text::npos || !read_whole(text.substr(0, colon), first) ||
      !read_whole(text.substr(colon + 1), last) || last < first)
    return "expected FIRST:LAST, for example 30:120";
  o.cut_range.emplace(first, last);
  return {};
}

std::string set_shift(Options& o, Text text) {
  int frames = 0;
  if (!parse_number(text, frames)) return "expected a number of frames, for example 30 or -30";
  o.shift_by = frames;
  return {};
}

std::string set_motion_speed(Options& o, Text text) {
  if (!parse_number(text, o.motion_speed.emplace()) || *o.motion_speed < 0.01 || *o.motion_speed > 100.0)
    return "expected a factor from 0.01 to 100";
  return {};
}

std::string set_sequence_step(Options& o, Text text) {
  std::uint32_t frames = 0;
  if (!read_whole(text, frames) || frames == 0) return "expected a number of frames from 1";
  o.sequence_step = frames;
  return {};
}

std::string add_names(Options& o, Text text) {
  const std::vector<Text> parts = split(text);
  for (const Text part : parts) {
    if (part.empty()) return "expected names with commas between them, for example 頭,首";
  }
  for (const Text part : parts) o.names.emplace_back(part);
  return {};
}

std::string set_compare(Options& o, Text text) {
  if (text == "physics" && !has_physics_engine()) return need_engine();
  return set_text(o.compare, text, "expected append, ik, physics, or a pose or motion file (.vpd, .vmd)");
}

std::string set_attachment(Options& o, Text text) {
  AttachOption attachment;
  attachment.asked_by = "--attach";
  std::string problem = parse_attachment(text, attachment);
  if (problem.empty()) o.attachments.push_back(std::move(attachment));
  return problem;
}

/// A part of the look that an option turns on or off.
template <bool RenderSettings::*part, bool on>
std::string switch_look(Options& o, Text) {
  o.look.*part = on;
  return {};
}

std::string set_place(Options& o, Text text) {
  ScenePlace place;
  std::string problem = parse_place(text, place);
  if (problem.empty()) o.places.push_back(std::move(place));
  return problem;
}

std::string set_labels(Options& o, Text text) {
  const auto choice = parse_labels(text);
  if (!choice) return choice.error().what;
  if (choice->has(Label::depth_exr) && !has_depth_exr())
    return "this program was built without EXR; use depth, a 16-bit PNG";
  o.labels = *choice;
  return {};
}

std::string set_output(Options& o, Text text) {
  return set_text(o.output, text, "expected a file name, or - for standard output");
}

constexpr Text evaluation = "Evaluation", tools = "Poses", picture = "Picture", look = "Look",
               output = "Output", thumbnails = "Thumbnails", general = "General";

constexpr OptionRow
    rows[] =
        {
            {evaluation, "--no-append", "", "", "ignore append (付与): D-bones, twist bones, eyes", "",
             evaluating, on_bones, [](Options& o, Text) { return assign(o.evaluation.append, false); }},
            {evaluation, "--no-ik", "", "", "ignore inverse kinematics", "", evaluating, on_bones,
             [](Options& o, Text) { return assign(o.evaluation.ik, false); }},
            {evaluation, "--no-morphs", "", "", "ignore all morphs", "", evaluating, 0,
             [](Options& o, Text) { return assign(o.evaluation.morphs, false); }, false, "--morph"},
            {evaluation, "--morph", "", "NAME=W", "set the weight of a morph", "", posing, posing, set_morph,
             true},
            {evaluation, "--frame", "", "N", "frame of the motion; fractions are allowed", "0", posing,
             posing, set_frame},
            {evaluation, "--time", "", "S", "time in the motion in seconds (30 frames per second)", "",
             posing, on_bones | on_export, set_time, false, "--frame"},

            {tools, "--weights", "", "W,W,…", "weights of the poses to blend, in their order", "equal",
             on_pose, on_pose, set_weights},
            {tools, "--bones", "", "NAME,NAME", "bones and morphs to reset, or the only ones to merge", "",
             on_pose, on_pose, add_names, true},
            {tools, "--range", "", "FIRST:LAST", "frames of the motion that pose cut keeps", "", on_pose,
             on_pose, set_cut_range},
            {tools, "--by", "", "FRAMES", "how far pose shift moves the motion; may be negative", "", on_pose,
             on_pose, set_shift},
            {tools, "--speed", "", "FACTOR", "speed that pose retime gives the motion; 2 is twice as fast",
             "", on_pose, on_pose, set_motion_speed},
            {tools, "--every", "", "FRAMES", "distance of the poses of pose sequence", "30", on_pose, 0,
             set_sequence_step},

            {picture, "--size", "", "WxH", "size in pixels", "1024x1024; window: fits the screen", pictures,
             pictures, set_size},
            {picture, "--samples", "", "N", "anti-aliasing samples per pixel, 1 to 64", "4", pictures, 0,
             [](Options& o, Text text) {
               return set_number(o.samples, text, 1, 64, "expected a number from 1 to 64");
             }},
            {picture, "--background", "", "COLOUR", "name, RGB, RRGGBB, RRGGBBAA or transparent",
             "transparent; window: grey", pictures, pictures, set_background},
            {picture, "--background-picture", "", "FILE",
             "picture behind the model, cropped to fill the frame", "", pictures, 0, set_background_picture},
            {picture, "--view", "", "NAME",
             "fit, mmd, front, back, left, right, top, three-quarter, bust, face", "fit", pictures, pictures,
             set_view},
            {picture, "--camera", "", "EX,EY,EZ,TX,TY,TZ",
             "eye and target in MMD coordinates; overrides --view", "", pictures, on_shot, set_camera},
            {picture, "--fov", "", "DEG", "vertical field of view in degrees, 1 to 170",
             "30, or the motion's", pictures, 0,
             [](Options& o, Text text) {
               return set_number(o.camera.fov_degrees, text, 1.0, 170.0, "expected degrees from 1 to 170");
             }},
            {picture, "--ortho", "", "", "orthographic projection instead of perspective", "", pictures, 0,
             [](Options& o, Text) { return assign(o.camera.orthographic, true); }},
            {picture, "--attach", "", "FILE[@BONE][:X,Y,Z…]",
             "add a model or .x accessory, at a bone if BONE is given", "", pictures | on_export,
             on_view | on_shot, set_attachment, true},
            {picture, "--place", "", "X,Y,Z…", "place of each model, in their order",
             "0,0,0; others to the right", on_view | on_shot | on_export, 0, set_place, true},
            {picture, "--hide", "", "NAME",
             "hide materials: name, pattern or #N; 2:NAME for the second model", "", pictures | on_export,
             on_export,
             [](Options& o, Text text) {
               return set_text(o.hidden.emplace_back(), text,
                               "expected the name of a material, a pattern or #N");
             },
             true},
            {picture, "--roll", "", "DEG", "camera roll to the right, in degrees", "0, or the motion's",
             pictures, 0,
             [](Options& o, Text text) {
               return set_number(o.camera.roll_degrees, text, -360.0, 360.0,
                                 "expected degrees from -360 to 360");
             }},
            {picture, "--turntable", "", "N", "N pictures around the model: OUT_000.png, OUT_001.png …",
             "one picture", on_shot | on_batch, on_shot,
             [](Options& o, Text text) {
               return set_number(o.turntable, text, 1, 3600, "expected a number of pictures from 1 to 3600");
             }},
            {picture, "--compare", "", "NAME|FILE",
             "compare with append, ik or physics off (NAME), or with another pose", "", pictures,
             on_view | on_shot, set_compare},

            {look, "--no-edge", "", "", "no outlines", "", pictures, 0,
             switch_look<&RenderSettings::edge, false>},
            {look, "--no-toon", "", "", "no toon shading", "", pictures, 0,
             switch_look<&RenderSettings::toon, false>},
            {look, "--no-sphere", "", "", "no sphere maps", "", pictures, 0,
             switch_look<&RenderSettings::sphere, false>},
            {look, "--no-self-shadow", "", "", "no shadow of the model on itself", "", pictures, 0,
             switch_look<&RenderSettings::self_shadow, false>, false, "--self-shadow-mode"},
            {look, "--self-shadow-mode", "", "1|2",
             "edge of self shadows: 1 soft, 2 sharp, as in MikuMikuDance", "1", pictures, 0,
             set_self_shadow_mode},
            {look, "--no-ground-shadow", "", "", "no shadow on the ground", "", pictures, 0,
             switch_look<&RenderSettings::ground_shadow, false>},
            {look, "--ground-shadow-brightness", "", "N", "factor of the light's colour in the ground shadow",
             "1", pictures, 0,
             [](Options& o, Text text) {
               return set_number(o.look.ground_shadow_brightness, text, 0.0, 10.0,
                                 "expected a number from 0 to 10");
             }},
            {look, "--opaque-ground-shadow", "", "",
             "translucent materials throw opaque shadows on the ground", "", pictures, 0,
             switch_look<&RenderSettings::opaque_ground_shadow, true>},
            {look, "--light-direction", "", "X,Y,Z", "direction of the light in MMD coordinates",
             "-0.5,-1,0.5, or the motion's", pictures, 0, set_light_direction},
            {look, "--light-colour", "", "RRGGBB", "colour of the light", "999999, or the motion's", pictures,
             0, set_light_colour},
            {look, "--shading", "", "MODE", "mmd, flat, normals, weights, bone-index, deform, uv or wire",
             "mmd", pictures, on_view | on_shot, set_shading},
            {look, "--skinning", "", "MODE",
             "gpu or cpu; to compare: 1, 2 or 4 bones, linear (no SDEF, QDEF)", "automatic", pictures, 0,
             set_skinning},
            {look, "--skeleton", "", "", "draw the bones over the mesh", "", pictures, on_view | on_shot,
             switch_look<&RenderSettings::skeleton, true>},
            {look, "--operable-bones", "", "", "draw posable bones only", "", pictures, 0,
             [](Options& o, Text) {
               o.look.skeleton = o.look.operable_bones = true;
               return std::string();
             }},
            {look, "--grid", "", "", "draw a grid on the ground, a line every 5 units", "", pictures, 0,
             switch_look<&RenderSettings::grid, true>},
            {look, "--axes", "", "", "draw the axes of MMD space: X red, Y green, Z blue", "", pictures, 0,
             switch_look<&RenderSettings::axes, true>},
            {look, "--bodies", "", "", "draw rigid bodies and joints, coloured by mode", "", pictures, 0,
             switch_look<&RenderSettings::bodies, true>},
            {look, "--highlight", "", "BONE", "draw the bones and highlight this one", "", pictures, 0,
             set_highlight},
            {look, "--shader-dir", "", "DIR", "read the shaders from this folder", "built in", pictures, 0,
             [](Options& o, Text text) { return assign(o.shader_dir, std::string(text)); }},

            {output, "--output", "-o", "FILE",
             "picture to write (.png, .jpg, .jpeg, .webp); - is standard output", "", on_shot, on_shot,
             set_output},
            {output, "--output", "-o", "FILE",
             "file to write: .vpd, .glb, .vrm, .vrma or .obj; with --bake also .vmd", "", on_export,
             on_export, set_output},
            {output, "--output", "-o", "FILE", "pose or motion to write (.vpd, .vmd); - is standard output",
             "", on_pose, on_pose, set_output},
            {output, "--labels", "", "LIST", "write training data beside the picture: depth,bones … or all",
             "none", on_shot | on_batch, 0, set_labels, false, "--compare"},
            {output, "--output", "-o", "DIR", "folder for the pictures", "", on_batch, on_batch, set_output},
            {output, "--output", "-o", "FILE", "picture to write, instead of OUT.png", "", on_thumbnail,
             on_thumbnail, set_output},
            {output, "--no-metadata", "", "", "do not store model, pose and options in the PNG", "",
             on_shot | on_batch, 0, [](Options& o, Text) { return assign(o.metadata, false); }},
            {output, "--format", "", "FORMAT", "table, json or csv", "table", on_bones, on_bones, set_format},
            {output, "--format", "", "FORMAT", "table or json", "table", on_info | on_check,
             on_info | on_check, set_info_format},
            {output, "--names", "", "LANGUAGE", "names of bones, morphs and materials: jp or en", "jp",
             on_export, on_export, set_name_language},
            {output, "--space", "", "SPACE", "mmd (left-handed, as in the files) or gl (right-handed)", "mmd",
             on_bones, on_bones, set_space},

            {thumbnails, "--side", "-s", "PIXELS", "width and height of the thumbnail, 1 to 4096", "256",
             on_thumbnail, on_thumbnail, set_side},
            {thumbnails, "--no-sandbox", "", "", "make the thumbnail without the sandbox", "", on_thumbnail,
             on_thumbnail, [](Options& o, Text) { return assign(o.sandbox, false); }},

            {general, "--verbose", "-v", "", "print more messages", "", everywhere, everywhere,
             [](Options& o, Text) { return assign(o.verbosity, 1); }},
            {general, "--quiet", "-q", "", "print errors only", "", everywhere, everywhere,
             [](Options& o, Text) { return assign(o.verbosity, -1); }, false, "--verbose"},
};

}  // namespace

std::span<const OptionRow> option_table() {
  static const std::vector<OptionRow> all = [] {
    std::vector<OptionRow> out(std::begin(rows), std::end(rows));
    for (const auto& more : {physics_option_rows(), batch_option_rows(), window_option_rows()}) {
      const auto after =
          std::find_if(out.begin(), out.end(), [](const OptionRow& r) { return r.group == tools; });
      out.insert(after, more.begin(), more.end());
    }
    return out;
  }();
  return all;
}

std::span<const Named<Shading>> shading_names() {
  return shadings;
}

std::span<const Named<SkinningChoice>> skinning_names() {
  return skinnings;
}

std::string_view option_help(std::string_view name) {
  for (const OptionRow& row : option_table()) {
    if (row.name == name) return row.help;
  }
  return {};
}

}  // namespace mmd
