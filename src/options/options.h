#pragma once

// Everything that a user can ask for, as values, and the one table of options. The command line, `--help`,
// the man page, the completions and the tables in docs/user/options.md come from it.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "annotations/label_choice.h"
#include "base/diagnostic.h"
#include "base/math.h"
#include "base/result.h"
#include "document/attach_option.h"
#include "options/batch_choice.h"
#include "scene/choices.h"
#include "scene/input.h"
#include "scene/scene.h"

namespace mmd {

enum class Command : std::uint8_t { view, shot, bones, info, export_, check, pose, batch, serve, thumbnail };

enum class OutputFormat : std::uint8_t { table, json, csv };
enum class Space : std::uint8_t { mmd, gl };
/// What `pose` does with poses.
enum class PoseTool : std::uint8_t { mirror, blend, diff, merge, reset };

/// Who skins, and with how much of the weights.
struct SkinningChoice {
  Skinning who = Skinning::automatic;
  SkinLevel level = SkinLevel::full;
  bool operator==(const SkinningChoice& other) const { return who == other.who && level == other.level; }
};

/// The background of `view`; pictures have a transparent one unless another is asked for.
inline constexpr vec4 window_background{0.84f, 0.85f, 0.87f, 1.0f};

/// Least and largest size of the window's text, times the screen's own.
inline constexpr float min_ui_scale = 0.5f, largest_ui_scale = 4.0f;

/// A line of the settings that gives an action another key.
struct KeySetting {
  std::string action;  ///< "toggle-edges"
  std::string key;     ///< "Ctrl+E"; empty: none
  std::string file;
  std::uint32_t line = 0;
};

/// How the window comes up; empty and unset: as it was left, or as the desktop has it.
struct WindowChoice {
  std::string language;        ///< "en" or "ja"
  std::string theme;           ///< "dark" or "light"
  std::optional<float> scale;  ///< of text and panels
  std::string picture_name;    ///< template of the names of saved pictures
  std::string config;          ///< file of settings; empty: where a person's settings are
  bool remembers = true;       ///< reads settings, and what the last window looked like
  std::vector<KeySetting> keys;
  Diagnostics warnings;  ///< about the settings
};

struct Options {
  Options() : Options(Command::view) {}
  /// The defaults of a command.
  explicit Options(Command c) : command(c) {
    if (c == Command::view) look.background = window_background;
  }

  Command command;
  std::vector<std::string> files;  ///< UTF-8; "-" is standard input
  LoadLimits limits;
  bool sandbox = true;  ///< of `thumbnail`
  EvaluationChoice evaluation;
  std::optional<double> frame;  ///< of the motions; unset: 0
  PhysicsChoice physics;
  BakeChoice bake;   ///< of `export`
  bool skin = true;  ///< of `export`: with bones and morphs, not only what is posed
  BatchChoice batch;
  std::vector<AttachOption> attachments;
  std::vector<vec3> places;         ///< of the models, in their order: MMD units in MMD's left-handed space
  std::vector<std::string> hidden;  ///< materials, as materials_named() has them
  // Pose tools.
  PoseTool pose_tool = PoseTool::mirror;
  std::vector<float> weights;      ///< of the poses to blend; empty: equal ones
  std::vector<std::string> names;  ///< bones and morphs to reset or to take over
  // Picture.
  std::optional<PictureSize> size;  ///< unset: the command's own
  int samples = 4;
  CameraChoice camera;
  LightChoice light;
  RenderSettings look;    ///< but for the highlighted bone, which is named here:
  std::string highlight;  ///< bone name; empty: none
  std::string shader_dir;
  int turntable = 0;    ///< pictures around the model; 0: one picture
  std::string compare;  ///< "append", "ik" or a pose or motion to compare with; empty: no comparison
  WindowChoice window;
  std::string state;  ///< a file to take files and options from that are not given; empty: none
  // Output.
  std::string output;    ///< empty: not given; "-" is standard output
  LabelChoice labels;    ///< written beside the picture
  bool force = false;    ///< overwrite a file of another type
  bool metadata = true;  ///< in PNG: what the picture shows
  OutputFormat format = OutputFormat::table;
  Space space = Space::mmd;
  int verbosity = 0;  ///< -1 quiet, 0, 1 verbose
  /// What was asked of evaluation, picture and look, in the table's order, as it can be typed again; of paths
  /// the last part.
  std::vector<std::string> given;
};

/// A row of the table. An option that takes no value has an empty `value`.
struct OptionRow {
  std::string_view group;          ///< heading in --help-all and in docs/user/options.md
  std::string_view name;           ///< "--no-append"
  std::string_view short_name;     ///< "-v" or empty
  std::string_view value;          ///< stands for the value in the help: "WxH"; "[S]" may be left out
  std::string_view help;           ///< one line; without the default
  std::string_view default_value;  ///< as the help shows it; empty: nothing to show
  std::uint16_t commands;          ///< bit per Command that takes it
  std::uint16_t common;            ///< bit per Command whose --help lists it; --help-all lists all
  /// Sets it from `text` (empty for a flag). Returns an error message, or empty.
  std::string (*apply)(Options& options, std::string_view text);
  bool repeats = false;  ///< may be given more than once with different values
  std::string_view excludes =
      {};  ///< name of an option that cannot be used together with it; set at one of both

  bool is_for(Command command) const { return (commands >> static_cast<unsigned>(command) & 1u) != 0; }
  bool is_common_for(Command command) const { return (common >> static_cast<unsigned>(command) & 1u) != 0; }
};
std::span<const OptionRow> option_table();

/// A word that an option takes, and what it means.
template <class T>
struct Named {
  std::string_view name;
  T value;
};
/// What `--shading` and `--skinning` take.
std::span<const Named<Shading>> shading_names();
std::span<const Named<SkinningChoice>> skinning_names();

/// The help text of an option; empty if there is none of that name.
std::string_view option_help(std::string_view name);

}  // namespace mmd
