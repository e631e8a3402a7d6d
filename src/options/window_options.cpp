#include <string>

#include "options/name_template.h"
#include "options/option_values.h"

namespace mmd {
namespace {

std::string set_texture_memory(Options& o, Text text) {
  int mib = 0;
  if (!parse_number(text, mib) || mib < 1) return "expected MiB, at least 1, for example 2048";
  o.limits.texture_memory = static_cast<std::uint64_t>(mib) << 20;
  return {};
}

std::string set_language(Options& o, Text text) {
  if (text != "en" && text != "ja") return "expected en or ja";
  o.window.language = std::string(text);
  return {};
}

std::string set_theme(Options& o, Text text) {
  if (text != "dark" && text != "light") return "expected dark or light";
  o.window.theme = std::string(text);
  return {};
}

std::string set_scale(Options& o, Text text) {
  return set_number(o.window.scale, text, min_ui_scale, largest_ui_scale,
                    "expected a number from 0.5 to 4, for example 1.5");
}

std::string set_picture_name(Options& o, Text text) {
  if (const auto names = NameTemplate::parse(text); !names) return names.error().what;
  if (text.size() < 4 || text.substr(text.size() - 4) != ".png")
    return "expected a name that ends in .png, for example {model}_{pose}_{index:03}.png";
  o.window.picture_name = std::string(text);
  return {};
}

constexpr Text file_group = "Files", window_group = "Window";
constexpr OptionRow window_rows[] = {
    {file_group, "--texture-memory", "", "MIB",
     "what textures may take; larger ones are decoded smaller (half of the memory)", pictures | on_serve,
     set_texture_memory},
    {file_group, "--allow-outside", "", "", "read textures and follow links outside the model's folder",
     posing | on_info | on_check | on_serve,
     [](Options& o, Text) { return assign(o.limits.allow_outside, true); }},
    {file_group, "--no-sandbox", "", "", "make the thumbnail without the sandbox", on_thumbnail,
     [](Options& o, Text) { return assign(o.sandbox, false); }},
    {file_group, "--force", "", "", "overwrite a file of another kind; never an input",
     on_shot | on_batch | on_export | on_pose, [](Options& o, Text) { return assign(o.force, true); }},
    {window_group, "--state", "", "FILE", "files, pose, camera and look as they were saved in the window",
     pictures, [](Options& o, Text text) { return set_text(o.state, text, "expected a file name"); }},
    {window_group, "--lang", "", "en|ja", "language of menus and panels (the desktop's)", on_view,
     set_language},
    {window_group, "--theme", "", "dark|light", "colours of the panels (dark)", on_view, set_theme},
    {window_group, "--ui-scale", "", "N", "size of text and panels, times the screen's own (1)", on_view,
     set_scale},
    {window_group, "--picture-name", "", "TEMPLATE",
     "how saved pictures are called: {model}, {pose}, {frame}, {index} (model, pose and time)", on_view,
     set_picture_name},
    {window_group, "--config", "", "FILE", "read settings from there (~/.config/mmdview/config)", on_view,
     [](Options& o, Text text) { return set_text(o.window.config, text, "expected a file name"); }},
    {window_group, "--no-config", "", "", "neither read settings nor what the last window looked like",
     on_view, [](Options& o, Text) { return assign(o.window.remembers, false); }, false, "--config"},
};

}  // namespace

std::span<const OptionRow> window_option_rows() {
  return window_rows;
}

}  // namespace mmd
