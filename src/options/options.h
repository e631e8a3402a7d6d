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
#include "document/scene_place.h"
#include "options/batch_choice.h"
#include "options/reference_picture.h"
#include "pose/hand_poses.h"
#include "scene/choices.h"
#include "scene/input.h"
#include "scene/scene.h"

namespace mmd {

enum class Command : std::uint8_t {
  view,
  shot,
  bones,
  info,
  export_,
  check,
  fix,
  pose,
  batch,
  serve,
  thumbnail
};

enum class OutputFormat : std::uint8_t { table, json, csv };
enum class Space : std::uint8_t { mmd, gl };
/// What `pose` does with poses.
enum class PoseTool : std::uint8_t {
  mirror,
  blend,
  diff,
  merge,
  extract,
  fit,
  from,
  reset,
  cut,
  shift,
  retime,
  sequence
};

/// The processor that skins, and the number of weights that it uses.
struct SkinningChoice {
  Skinning who = Skinning::automatic;
  SkinLevel level = SkinLevel::full;
  bool operator==(const SkinningChoice& other) const { return who == other.who && level == other.level; }
};

/// The default background of `view`; that of pictures is transparent.
inline constexpr vec4 window_background{0.84f, 0.85f, 0.87f, 1.0f};

/// Limits of the text size in the window, as a multiple of the screen's own size.
inline constexpr float min_ui_scale = 0.5f, largest_ui_scale = 4.0f;

/// The sound that is played with motions.
struct SoundChoice {
  std::string file;     ///< empty: the one of the motion's name beside it (sound_beside)
  double offset = 0.0;  ///< frame of the motion at which it begins; may be negative
  bool on = true;
  bool operator==(const SoundChoice& other) const = default;
};

/// A line of the settings file that assigns a key to an action.
struct KeySetting {
  std::string action;  ///< "toggle-edges"
  std::string key;     ///< "Ctrl+E"; empty: none
  std::string file;
  std::uint32_t line = 0;
};

/// Options of the window; empty or unset: as the window was closed, or as on the desktop.
struct WindowChoice {
  std::string language;        ///< "en" or "ja"
  std::string theme;           ///< "dark" or "light"
  std::optional<float> scale;  ///< of text and panels
  std::string picture_name;    ///< file name template of saved pictures
  std::string config;          ///< settings file; empty: the user's default one
  bool remembers = true;       ///< read and store settings and window layout
  bool maximised = false;      ///< as the last window was
  /// Of saved pictures, by the opened scene; unset: window size.
  std::optional<PictureSize> picture_size;
  bool transparent_pictures = false;        ///< of saved pictures, by the opened scene
  ReferencePicture reference;               ///< by the opened scene
  std::optional<CameraChoice> work_camera;  ///< by the opened scene; unset: not used yet
  std::vector<KeySetting> keys;
  Diagnostics warnings;  ///< about the settings
};

/// What `fix` changes in a model.
struct FixChoice {
  bool warnings = false;               ///< repair what `check` calls a warning, too
  std::vector<std::string> rules;      ///< repair these only, whatever their severity; empty: all
  bool dry_run = false;                ///< print the repairs, write nothing
  std::string in_pose;                 ///< a pose that becomes the rest pose; empty: none
  std::vector<std::string> add_bones;  ///< of addable_bones()
  bool fill_english = false;           ///< give usual Japanese names their English ones
  std::string collect;                 ///< folder for the model with all files that it names; empty: none
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
  Evaluation evaluation;
  NamedMorphs morphs;             ///< over poses and motions
  std::vector<HandChoice> hands;  ///< likewise, in this order
  std::optional<double> frame;    ///< of the motions; unset: 0
  PhysicsChoice physics;
  BakeChoice bake;              ///< of `export`
  bool english_names = false;   ///< of `export`: of bones, morphs and materials
  std::string vrm_meta;         ///< of `export`: file with author and terms of a VRM
  bool vrm_zero = false;        ///< of `export`: write VRM 0.x
  std::string vrm_expressions;  ///< of `export`: a table of morphs (vrm_expression_table.h); empty: none
  bool arkit = false;           ///< of `export`: ARKit's expressions
  bool bones_along = false;     ///< of `export`: bones point along the limbs
  bool edge_hulls = false;      ///< of `export`: write edges as faces
  bool lit = false;             ///< of `export`: the reading program lights the faces
  bool skin = true;             ///< for `export`: write bones and morphs; false: posed vertices only
  BatchChoice batch;
  SoundChoice sound;  ///< of motions
  std::vector<AttachOption> attachments;
  bool allow_missing = false;             ///< leave out files of a scene that do not exist
  std::vector<std::string> missing = {};  ///< the files that were left out
  std::size_t active = 1;                 ///< number of the scene's active figure, from 1
  std::vector<ScenePlace> places;         ///< of the models in order
  std::vector<std::string> hidden;        ///< material patterns of materials_named()
  // Pose tools.
  PoseTool pose_tool = PoseTool::mirror;
  std::string onto_model;  ///< of `from`: the model that is posed; empty: the classic figure
  std::string check_pose;  ///< of `check`: the pose in which parts of the body are compared
  FixChoice fix;
  std::string after;           ///< of `check`: a later version of the model; empty: none
  std::string check_for;       ///< of `check`: a format that the model is to be exported to; empty: none
  std::string names_of;        ///< a table of the names of a model's bones (bone_names.h); empty: none
  std::string made_for;        ///< of `fit`: the model that the pose was made for; empty: the classic figure
  std::vector<float> weights;  ///< weights of the poses to blend; empty: equal weights
  std::vector<std::string> names;                                    ///< bones and morphs to reset or merge
  std::optional<std::pair<std::uint32_t, std::uint32_t>> cut_range;  ///< first and last frame that stay
  std::optional<std::int64_t> shift_by;                              ///< frames
  std::optional<double> motion_speed;                                ///< of `retime`, above 0
  std::optional<std::uint32_t> sequence_step;                        ///< frames between poses of `sequence`
  // Picture.
  std::optional<PictureSize> size;  ///< unset: the command's own
  int samples = 4;
  std::optional<LookAt> look_at;                   ///< of the first model
  std::optional<std::array<float, 2>> look_share;  ///< of head and neck
  CameraChoice camera;
  LightChoice light;
  RenderSettings look;    ///< without the highlighted bone, which has a name here
  std::string highlight;  ///< bone name; empty: none
  std::string shader_dir;
  int turntable = 0;    ///< pictures around the model; 0: one picture
  std::string compare;  ///< "append", "ik", "physics" or a file to compare with; empty: no comparison
  WindowChoice window;
  std::string state;  ///< scene for files and options that are not given; empty: none
  // Output.
  std::string output;    ///< empty: not given; "-" is standard output
  LabelChoice labels;    ///< written beside the picture
  bool force = false;    ///< overwrite a file of another type
  bool metadata = true;  ///< store model, pose and options in a PNG
  OutputFormat format = OutputFormat::table;
  Space space = Space::mmd;
  int verbosity = 0;  ///< -1 quiet, 0, 1 verbose
  /// The given options of evaluation, picture and look as they are typed, in the table's order, without
  /// folders of paths.
  std::vector<std::string> given;
};

/// A row of the table. A flag has an empty `value`.
struct OptionRow {
  std::string_view group;          ///< heading in --help-all and in docs/user/options.md
  std::string_view name;           ///< "--no-append"
  std::string_view short_name;     ///< "-v" or empty
  std::string_view value;          ///< placeholder in the help: "WxH"; an optional value has brackets: "[S]"
  std::string_view help;           ///< one line; without the default
  std::string_view default_value;  ///< text for the help; may be empty
  std::uint16_t commands;          ///< bit per Command that takes it
  std::uint16_t common;            ///< bit per Command whose --help lists it; --help-all lists all
  /// Sets it from `text` (empty for a flag). Returns an error message, or empty.
  std::string (*apply)(Options& options, std::string_view text);
  bool repeats = false;            ///< may be given more than once with different values
  std::string_view excludes = {};  ///< an option that excludes this one; set in one of the two rows
  /// The values that give these options, each for one use of the option; none: the default. Null: scenes lack
  /// this option.
  std::vector<std::string> (*shown)(const Options& options) = nullptr;

  bool is_for(Command command) const { return (commands >> static_cast<unsigned>(command) & 1u) != 0; }
  bool is_common_for(Command command) const { return (common >> static_cast<unsigned>(command) & 1u) != 0; }
};
std::span<const OptionRow> option_table();

/// A word that an option accepts, and its value.
template <class T>
struct Named {
  std::string_view name;
  T value;
};
/// The words of `--shading` and `--skinning`.
std::span<const Named<Shading>> shading_names();
std::span<const Named<SkinningChoice>> skinning_names();

/// The help text of an option; empty if there is none of that name.
std::string_view option_help(std::string_view name);

}  // namespace mmd
