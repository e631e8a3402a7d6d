#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "commands/options.h"

namespace mmd {
namespace {

constexpr std::uint8_t bit(Command c) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(c));
}
constexpr std::uint8_t on_view = bit(Command::view), on_shot = bit(Command::shot),
                       on_bones = bit(Command::bones), on_info = bit(Command::info);
constexpr std::uint8_t pictures = on_view | on_shot;
constexpr std::uint8_t evaluating = pictures | on_bones;
constexpr std::uint8_t everywhere = evaluating | on_info;

using Text = std::string_view;

/// A finite number that fills the whole text.
bool parse_number(Text text, float& out) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(out);
}

bool parse_number(Text text, int& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

std::string set_morph(Options& o, Text text) {
  const std::size_t equals = text.rfind('=');
  float weight = 0.0f;
  if (equals == Text::npos || equals == 0 || !parse_number(text.substr(equals + 1), weight)) {
    return "expected NAME=WEIGHT, for example --morph あ=0.5";
  }
  o.morph_weights.emplace_back(std::string(text.substr(0, equals)), weight);
  return {};
}

std::string set_size(Options& o, Text text) {
  const std::size_t x = text.find_first_of("xX");
  int width = 0, height = 0;
  if (x == Text::npos || !parse_number(text.substr(0, x), width) ||
      !parse_number(text.substr(x + 1), height) || width < 1 || height < 1) {
    return "expected WIDTHxHEIGHT in pixels, both at least 1, for example 1024x1024";
  }
  o.width = width;
  o.height = height;
  o.size_given = true;
  return {};
}

std::string set_samples(Options& o, Text text) {
  if (!parse_number(text, o.samples) || o.samples < 1 || o.samples > 64)
    return "expected a number from 1 to 64";
  return {};
}

std::string set_background(Options& o, Text text) {
  if (text == "transparent") {
    o.background = vec4(0.0f);
    return {};
  }
  if (!text.empty() && text.front() == '#') text.remove_prefix(1);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size() || (text.size() != 6 && text.size() != 8)) {
    return "expected RRGGBB, RRGGBBAA or transparent";
  }
  if (text.size() == 6) value = value << 8 | 0xFF;
  const auto channel = [&](unsigned shift) { return static_cast<float>(value >> shift & 0xFF) / 255.0f; };
  o.background = vec4(channel(24), channel(16), channel(8), channel(0));
  return {};
}

std::string set_view(Options& o, Text text) {
  const auto view = view_from_name(text);
  if (view) {
    o.view = *view;
    return {};
  }
  std::vector<std::string_view> names;
  for (const ViewName& n : view_names()) names.push_back(n.name);
  return fmt::format("expected one of {}", fmt::join(names, ", "));
}

std::string set_camera(Options& o, Text text) {
  std::array<float, 6> values{};
  std::size_t count = 0;
  for (Text left = text;; ++count) {
    const std::size_t comma = left.find(',');
    if (count == values.size() || !parse_number(left.substr(0, comma), values[count])) {
      return "expected six numbers EX,EY,EZ,TX,TY,TZ, for example 0,10,-45,0,10,0";
    }
    if (comma == Text::npos) break;
    left.remove_prefix(comma + 1);
  }
  const vec3 eye(values[0], values[1], values[2]), target(values[3], values[4], values[5]);
  if (count != 5 || !(glm::length(eye - target) > 1e-6f)) {
    return "expected six numbers EX,EY,EZ,TX,TY,TZ with eye and target apart";
  }
  o.camera = values;
  return {};
}

std::string set_fov(Options& o, Text text) {
  if (!parse_number(text, o.fov_degrees) || o.fov_degrees < 1.0f || o.fov_degrees > 170.0f) {
    return "expected degrees from 1 to 170";
  }
  return {};
}

/// One of a few words.
template <class T, std::size_t N>
std::string choose(T& out, Text text, const std::pair<Text, T> (&choices)[N]) {
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

std::string set_shading(Options& o, Text text) {
  static constexpr std::pair<Text, Shading> choices[] = {
      {"mmd", Shading::mmd}, {"normals", Shading::normals}, {"wire", Shading::wire}};
  return choose(o.shading, text, choices);
}

std::string set_format(Options& o, Text text) {
  static constexpr std::pair<Text, OutputFormat> choices[] = {
      {"table", OutputFormat::table}, {"json", OutputFormat::json}, {"csv", OutputFormat::csv}};
  return choose(o.format, text, choices);
}

std::string set_info_format(Options& o, Text text) {
  static constexpr std::pair<Text, OutputFormat> choices[] = {{"table", OutputFormat::table},
                                                              {"json", OutputFormat::json}};
  return choose(o.format, text, choices);
}

std::string set_space(Options& o, Text text) {
  static constexpr std::pair<Text, Space> choices[] = {{"mmd", Space::mmd}, {"gl", Space::gl}};
  return choose(o.space, text, choices);
}

std::string set_highlight(Options& o, Text text) {
  o.highlight = text;
  o.skeleton = true;
  return {};
}

std::string set_output(Options& o, Text text) {
  if (text.empty()) return "expected a file name, or - for standard output";
  o.output = text;
  return {};
}

constexpr Text evaluation = "Evaluation", picture = "Picture", look = "Look", output = "Output",
               general = "General";

constexpr OptionRow rows[] = {
    {evaluation, "--no-append", "", "", "leave append parents (付与) out: D-bones, twist, eyes", evaluating,
     [](Options& o, Text) {
       o.append = false;
       return std::string();
     }},
    {evaluation, "--no-ik", "", "", "leave inverse kinematics out", evaluating,
     [](Options& o, Text) {
       o.ik = false;
       return std::string();
     }},
    {evaluation, "--no-morphs", "", "", "leave morphs out", evaluating,
     [](Options& o, Text) {
       o.morphs = false;
       return std::string();
     }},
    {evaluation, "--morph", "", "NAME=W", "set a morph's weight; may be repeated", evaluating, set_morph},

    {picture, "--size", "", "WxH", "size in pixels (1024x1024)", pictures, set_size},
    {picture, "--samples", "", "N", "samples per pixel (4, or what the driver has)", pictures, set_samples},
    {picture, "--background", "", "COLOUR", "RRGGBB, RRGGBBAA or transparent", pictures, set_background},
    {picture, "--view", "", "NAME",
     "fit, mmd, front, back, left, right, top, three-quarter, bust, face (fit)", pictures, set_view},
    {picture, "--camera", "", "EX,EY,EZ,TX,TY,TZ", "eye and target in MMD's space; overrides --view",
     pictures, set_camera},
    {picture, "--fov", "", "DEG", "vertical field of view (30)", pictures, set_fov},
    {picture, "--ortho", "", "", "orthographic instead of perspective", pictures,
     [](Options& o, Text) {
       o.orthographic = true;
       return std::string();
     }},

    {look, "--no-edge", "", "", "no outlines", pictures,
     [](Options& o, Text) {
       o.edge = false;
       return std::string();
     }},
    {look, "--no-toon", "", "", "no toon ramps", pictures,
     [](Options& o, Text) {
       o.toon = false;
       return std::string();
     }},
    {look, "--no-sphere", "", "", "no sphere maps", pictures,
     [](Options& o, Text) {
       o.sphere = false;
       return std::string();
     }},
    {look, "--no-self-shadow", "", "", "no self shadow (pictures have none yet)", pictures,
     [](Options& o, Text) {
       o.self_shadow = false;
       return std::string();
     }},
    {look, "--no-ground-shadow", "", "", "no ground shadow (pictures have none yet)", pictures,
     [](Options& o, Text) {
       o.ground_shadow = false;
       return std::string();
     }},
    {look, "--shading", "", "MODE", "mmd, normals, wire (mmd)", pictures, set_shading},
    {look, "--skeleton", "", "", "draw the bones over the mesh", pictures,
     [](Options& o, Text) {
       o.skeleton = true;
       return std::string();
     }},
    {look, "--highlight", "", "BONE", "draw the bones and make one stand out", pictures, set_highlight},
    {look, "--shader-dir", "", "DIR", "read shaders from a folder instead of the built-in ones", pictures,
     [](Options& o, Text text) {
       o.shader_dir = text;
       return std::string();
     }},

    {output, "--output", "-o", "FILE", "where the picture goes (PNG); - is standard output", on_shot,
     set_output},
    {output, "--format", "", "FORMAT", "table, json or csv (table)", on_bones, set_format},
    {output, "--format", "", "FORMAT", "table or json (table)", on_info, set_info_format},
    {output, "--space", "", "SPACE", "mmd: left-handed as in the files; gl: right-handed (mmd)", on_bones,
     set_space},

    {general, "--verbose", "-v", "", "say more, on standard error", everywhere,
     [](Options& o, Text) {
       o.verbosity = 1;
       return std::string();
     }},
    {general, "--quiet", "-q", "", "errors only", everywhere,
     [](Options& o, Text) {
       o.verbosity = -1;
       return std::string();
     }},
};

}  // namespace

std::span<const OptionRow> option_table() {
  return rows;
}

std::string_view option_help(std::string_view name) {
  for (const OptionRow& row : rows) {
    if (row.name == name) return row.help;
  }
  return {};
}

}  // namespace mmd
