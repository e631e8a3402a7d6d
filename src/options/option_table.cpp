#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "annotations/label_choice.h"
#include "annotations/label_makers.h"
#include "base/text.h"
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

std::string set_hands(Options& o, Text text) {
  HandChoice out;
  out.pose = text.substr(0, text.find(':'));
  if (hand_pose_called(out.pose) == nullptr) {
    std::string names;
    for (const HandPose& pose : hand_poses()) names.append(names.empty() ? "" : ", ").append(pose.name);
    return "expected one of " + names;
  }
  for (std::size_t at = out.pose.size(); at < text.size();) {
    const Text part = text.substr(at + 1, text.find(':', at + 1) - at - 1);
    at += 1 + part.size();
    if (part == "left" || part == "right")
      out.hands = part == "left" ? Hands::left : Hands::right;
    else if (!parse_number(part, out.weight) || out.weight < 0.0f || out.weight > 1.0f)
      return "expected NAME, NAME:left or NAME:right, and a weight from 0 to 1, for example fist:left:0.5";
  }
  o.hands.push_back(std::move(out));
  return {};
}

std::string set_look_at(Options& o, Text text) {
  LookAt out;
  std::array<float, 3> point{};
  if (text == "camera") {
    out.at = LookAt::At::camera;
  } else if (parse_numbers(text, point)) {
    out.at = LookAt::At::point;
    out.point = {point[0], point[1], point[2]};
  } else {
    out.at = LookAt::At::bone;
    const std::size_t colon = text.find(':');
    float number = 0.0f;
    if (colon != Text::npos && parse_number(text.substr(0, colon), number) && number >= 1.0f &&
        number == std::floor(number)) {
      out.model = static_cast<std::size_t>(number);
      text.remove_prefix(colon + 1);
    }
    out.bone = text;
    if (out.bone.empty()) return "expected camera, a bone such as 右手首 or 2:頭, or a point X,Y,Z";
  }
  o.look_at = std::move(out);
  return {};
}

std::string set_look_share(Options& o, Text text) {
  std::array<float, 2> share{};
  const auto is_share = [](float v) { return v >= 0.0f && v <= 1.0f; };
  if (!parse_numbers(text, share) || !is_share(share[0]) || !is_share(share[1]) || share[0] + share[1] > 1.0f)
    return "expected HEAD,NECK: shares from 0 to 1, together at most 1, for example 0.3,0.1";
  o.look_share = share;
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

std::string set_side(Options& o, Text text) {
  int side = 0;
  std::string problem = set_number(side, text, 1, 4096, "expected pixels from 1 to 4096");
  if (problem.empty()) o.size = PictureSize{side, side};
  return problem;
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

std::string set_weights(Options& o, Text text) {
  std::vector<float> weights;
  for (const Text part : split_at(text, ',')) {
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

std::string add_bones(Options& o, Text text) {
  return add_names(o.names, text, "expected names with commas between them, for example 頭,首");
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

constexpr Text evaluation = "Evaluation", tools = "Poses", output = "Output", thumbnails = "Thumbnails",
               general = "General";

template <bool Evaluation::*part>
constexpr OptionRow evaluation_switch(Text name, Text help, std::uint16_t common, Text excludes = {}) {
  return in_scene({evaluation, name, "", "", help, "", evaluating, common,
                   [](Options& o, Text) { return assign(o.evaluation.*part, false); }, false, excludes},
                  [](const Options& o) { return shown_flag(!(o.evaluation.*part)); });
}

ShownValues shown_hands(const Options& o) {
  ShownValues out;
  for (const HandChoice& one : o.hands) {
    std::string& text = out.emplace_back(one.pose);
    if (one.hands != Hands::both) text += one.hands == Hands::left ? ":left" : ":right";
    if (one.weight != 1.0f) text += fmt::format(":{}", one.weight);
  }
  return out;
}

ShownValues shown_morphs(const Options& o) {
  ShownValues out;
  if (o.evaluation.morphs)
    for (const auto& [name, weight] : o.morphs) out.push_back(fmt::format("{}={}", name, weight));
  return out;
}

constexpr OptionRow evaluation_rows[] = {
    evaluation_switch<&Evaluation::append>("--no-append", "ignore append (付与): D-bones, twist bones, eyes",
                                           on_bones),
    evaluation_switch<&Evaluation::ik>("--no-ik", "ignore inverse kinematics", on_bones),
    evaluation_switch<&Evaluation::morphs>("--no-morphs", "ignore all morphs", 0, "--morph"),
    in_scene({evaluation, "--morph", "", "NAME=W", "set the weight of a morph", "", posing, posing, set_morph,
              true},
             shown_morphs),
    in_scene({evaluation, "--hands", "", "NAME[:SIDE][:W]",
              "hand pose: fist, peace:left:0.5 … (mmdview help hands)", "", posing, on_view | on_export,
              set_hands, true},
             shown_hands),
    {evaluation, "--look-at", "", "WHAT", "turn the eyes to camera, BONE, 2:BONE or X,Y,Z", "", evaluating, 0,
     set_look_at},
    {evaluation, "--look-share", "", "HEAD,NECK", "how much head and neck turn with the eyes, 0 to 1", "0,0",
     evaluating, 0, set_look_share},
    in_scene({evaluation, "--frame", "", "N", "frame of the motion; fractions are allowed", "0", posing,
              posing, set_frame},
             [](const Options& o) { return shown_number(o.frame); }),
    {evaluation, "--time", "", "S", "time in the motion in seconds (30 frames per second)", "", posing,
     on_bones | on_export, set_time, false, "--frame"},
};

constexpr OptionRow pose_rows[] = {
    {tools, "--weights", "", "W,W,…", "weights of the poses to blend, in their order", "equal", on_pose,
     on_pose, set_weights},
    {tools, "--bones", "", "NAME,NAME", "bones and morphs to keep or to reset, or the only ones to merge", "",
     on_pose, on_pose, add_bones, true},
    {tools, "--model", "", "MODEL", "the model that is posed by landmarks", "a usual figure", on_pose,
     on_pose, [](Options& o, Text text) { return set_text(o.onto_model, text, "expected a model"); }},
    {evaluation, "--pose", "", "POSE", "list parts of the body that lie inside others in a pose", "",
     on_check, on_check,
     [](Options& o, Text text) { return set_text(o.check_pose, text, "expected a pose"); }},
    {tools, "--made-for", "", "MODEL", "the model that the pose to fit was made for", "a usual figure",
     on_pose, on_pose, [](Options& o, Text text) { return set_text(o.made_for, text, "expected a model"); }},
    {tools, "--names-of", "", "FILE", "table of bone names: the pose's, a tab, the model's", "",
     on_view | on_pose | on_shot | on_bones | on_export | on_batch | on_check, on_pose,
     [](Options& o, Text text) { return set_text(o.names_of, text, "expected a file"); }},
    {tools, "--range", "", "FIRST:LAST", "frames of the motion that pose cut keeps", "", on_pose, on_pose,
     set_cut_range},
    {tools, "--by", "", "FRAMES", "how far pose shift moves the motion; may be negative", "", on_pose,
     on_pose, set_shift},
    {tools, "--speed", "", "FACTOR", "speed that pose retime gives the motion; 2 is twice as fast", "",
     on_pose, on_pose, set_motion_speed},
    {tools, "--every", "", "FRAMES", "distance of the poses of pose sequence", "30", on_pose, 0,
     set_sequence_step},

};

constexpr OptionRow other_rows[] = {
    {output, "--output", "-o", "FILE", "picture to write (.png, .jpg, .jpeg, .webp); - is standard output",
     "", on_shot, on_shot, set_output},
    {output, "--output", "-o", "FILE",
     "file to write: .vpd, .glb, .vrm, .vrma or .obj; with --bake also .vmd", "", on_export, on_export,
     set_output},
    {output, "--output", "-o", "FILE", "pose or motion to write (.vpd, .vmd); - is standard output", "",
     on_pose, on_pose, set_output},
    {output, "--output", "-o", "FILE", "repaired model to write (.pmx); - is standard output", "", on_fix,
     on_fix, set_output},
    {output, "--labels", "", "LIST", "write training data beside the picture: depth,bones … or all", "none",
     on_shot | on_batch, 0, set_labels, false, "--compare"},
    {output, "--output", "-o", "DIR", "folder for the pictures", "", on_batch, on_batch, set_output},
    {output, "--output", "-o", "FILE", "picture to write, instead of OUT.png", "", on_thumbnail, on_thumbnail,
     set_output},
    {output, "--no-metadata", "", "", "do not store model, pose and options in the PNG", "",
     on_shot | on_batch, 0, [](Options& o, Text) { return assign(o.metadata, false); }},
    {output, "--format", "", "FORMAT", "table, json or csv", "table", on_bones, on_bones, set_format},
    {output, "--format", "", "FORMAT", "table or json", "table", on_info | on_check | on_fix,
     on_info | on_check | on_fix, set_info_format},
    {output, "--names", "", "LANGUAGE", "names of bones, morphs and materials: jp or en", "jp", on_export,
     on_export, set_name_language},
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

std::string add_names(std::vector<std::string>& to, Text text, const char* expected) {
  const std::vector<Text> parts = split_at(text, ',');
  if (std::find(parts.begin(), parts.end(), Text()) != parts.end()) return expected;
  to.insert(to.end(), parts.begin(), parts.end());
  return {};
}

std::span<const OptionRow> option_table() {
  static const std::vector<OptionRow> all = [] {
    std::vector<OptionRow> out;
    for (const std::span<const OptionRow> some :
         {std::span<const OptionRow>(evaluation_rows), physics_option_rows(), batch_option_rows(),
          window_option_rows(), fix_option_rows(), std::span<const OptionRow>(pose_rows),
          picture_option_rows(), effect_option_rows(), std::span<const OptionRow>(other_rows)})
      out.insert(out.end(), some.begin(), some.end());
    return out;
  }();
  return all;
}

std::string_view option_help(std::string_view name) {
  for (const OptionRow& row : option_table()) {
    if (row.name == name) return row.help;
  }
  return {};
}

}  // namespace mmd
