#include <string>

#include "options/name_template.h"
#include "options/option_values.h"

namespace mmd {
namespace {

std::string set_texture_memory(Options& o, Text text) {
  int mib = 0;
  if (!parse_number(text, mib) || mib < 1) return "expected a size in MiB, 1 or more, for example 2048";
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

std::string set_audio_offset(Options& o, Text text) {
  return set_number(o.sound.offset, text, -1e6, 1e6, "expected a number of frames, for example 30 or -12.5");
}

ShownValues shown_audio(const Options& o) {
  return o.sound.file.empty() ? ShownValues() : ShownValues{o.sound.file};
}

constexpr Text file_group = "Files", window_group = "Window";
constexpr std::uint16_t with_sound = on_view | on_batch;
constexpr OptionRow window_rows[] = {
    {file_group, "--texture-memory", "", "MIB", "memory limit for textures; larger ones are scaled down",
     "half of the memory", pictures | on_serve, on_serve, set_texture_memory},
    {file_group, "--allow-outside", "", "", "read textures and links outside the model's folder", "",
     posing | on_info | on_check | on_serve, on_info | on_check | on_serve,
     [](Options& o, Text) { return assign(o.limits.allow_outside, true); }},
    {file_group, "--force", "", "", "overwrite a file of any type, but never an input", "",
     on_shot | on_batch | on_export | on_pose, on_shot | on_export | on_pose,
     [](Options& o, Text) { return assign(o.force, true); }},
    {file_group, "--allow-missing", "", "", "leave out files of a scene that do not exist", "", posing, 0,
     [](Options& o, Text) { return assign(o.allow_missing, true); }},
    {window_group, "--state", "", "FILE",
     "take a scene's arrangement; files on the command line replace its files", "", pictures, on_view,
     [](Options& o, Text text) { return set_text(o.state, text, "expected a file name"); }},
    in_scene({file_group, "--audio", "", "FILE", "sound of the motion or video (.wav, .mp3 …)",
              "one of its name", with_sound, with_sound,
              [](Options& o, Text text) { return set_text(o.sound.file, text, "expected a file name"); }},
             shown_audio),
    in_scene({file_group, "--audio-offset", "", "FRAMES", "frame of the motion at which the sound begins",
              "0", with_sound, 0, set_audio_offset},
             [](const Options& o) { return shown_number(o.sound.offset, 0.0); }),
    in_scene({file_group, "--no-audio", "", "", "no sound, not even one of the motion's name", "", with_sound,
              0, [](Options& o, Text) { return assign(o.sound.on, false); }, false, "--audio"},
             [](const Options& o) { return shown_flag(!o.sound.on); }),
    {window_group, "--lang", "", "en|ja", "language of the window", "last used, or the desktop's", on_view,
     on_view, set_language},
    {window_group, "--theme", "", "dark|light", "colour theme", "last used, or dark", on_view, 0, set_theme},
    {window_group, "--ui-scale", "", "N", "size of text and panels, 0.5 to 4 times the screen's",
     "last used, or 1", on_view, on_view, set_scale},
    {window_group, "--picture-name", "", "TEMPLATE", "file name template of saved pictures",
     "model, pose and time", on_view, 0, set_picture_name},
    {window_group, "--config", "", "FILE", "settings file", "~/.config/mmdview/config", on_view, 0,
     [](Options& o, Text text) { return set_text(o.window.config, text, "expected a file name"); }},
    {window_group, "--no-config", "", "", "do not read or store settings and window layout", "", on_view, 0,
     [](Options& o, Text) { return assign(o.window.remembers, false); }, false, "--config"},
};

}  // namespace

std::span<const OptionRow> window_option_rows() {
  return window_rows;
}

}  // namespace mmd
