#include "options/name_template.h"
#include "options/option_values.h"

namespace mmd {
namespace {

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
  float scale = 0.0f;
  if (!parse_number(text, scale) || scale < least_ui_scale || scale > largest_ui_scale)
    return "expected a number from 0.5 to 4, for example 1.5";
  o.window.scale = scale;
  return {};
}

std::string set_state(Options& o, Text text) {
  if (text.empty()) return "expected a file name";
  o.state = std::string(text);
  return {};
}

std::string set_picture_name(Options& o, Text text) {
  if (const auto names = NameTemplate::parse(text); !names) return names.error().what;
  if (text.size() < 4 || text.substr(text.size() - 4) != ".png")
    return "expected a name that ends in .png, for example {model}_{pose}_{index:03}.png";
  o.window.picture_name = std::string(text);
  return {};
}

std::string set_config(Options& o, Text text) {
  if (text.empty()) return "expected a file name";
  o.window.config = std::string(text);
  return {};
}

constexpr Text window_group = "Window";
constexpr OptionRow window_rows[] = {
    {window_group, "--state", "", "FILE", "files, pose, camera and look as they were saved in the window",
     pictures, set_state},
    {window_group, "--lang", "", "en|ja", "language of menus and panels (the desktop's)", on_view,
     set_language},
    {window_group, "--theme", "", "dark|light", "colours of the panels (dark)", on_view, set_theme},
    {window_group, "--ui-scale", "", "N", "size of text and panels, times the screen's own (1)", on_view,
     set_scale},
    {window_group, "--picture-name", "", "TEMPLATE",
     "how saved pictures are called: {model}, {pose}, {frame}, {index} (model, pose and time)", on_view,
     set_picture_name},
    {window_group, "--config", "", "FILE", "read settings from there (~/.config/mmdview/config)", on_view,
     set_config},
    {window_group, "--no-config", "", "", "neither read settings nor what the last window looked like",
     on_view,
     [](Options& o, Text) {
       o.window.remembers = false;
       return std::string();
     },
     false, "--config"},
};

}  // namespace

std::span<const OptionRow> window_option_rows() {
  return window_rows;
}

}  // namespace mmd
