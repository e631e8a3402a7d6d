#pragma once

// What can be asked of the program, as values; and the one table that says how: it feeds the command line,
// `--help` and the window's tooltips (docs/user/options.md lists the same).

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/math.h"
#include "base/result.h"
#include "scene/scene.h"

namespace mmd {

enum class Command : std::uint8_t { view, shot, bones, info };

enum class OutputFormat : std::uint8_t { table, json, csv };
enum class Space : std::uint8_t { mmd, gl };

struct Options {
  Command command = Command::view;
  std::vector<std::string> files;  ///< UTF-8; "-" is standard input
  // Evaluation.
  bool append = true, ik = true, morphs = true;
  std::vector<std::pair<std::string, float>> morph_weights;
  // Picture.
  int width = 1024, height = 1024;
  bool size_given = false;
  int samples = 4;
  std::optional<vec4> background;  ///< straight RGBA 0-1; unset: the command's default
  View view = View::fit;
  std::optional<std::array<float, 6>> camera;  ///< eye and target in MMD's left-handed space
  float fov_degrees = 30.0f;
  bool orthographic = false;
  bool edge = true, toon = true, sphere = true;
  bool ground_shadow = true, self_shadow = true;
  Shading shading = Shading::mmd;
  bool skeleton = false;
  std::string highlight;  ///< bone name; empty: none
  std::string shader_dir;
  // Output.
  std::string output;  ///< empty: not given; "-" is standard output
  OutputFormat format = OutputFormat::table;
  Space space = Space::mmd;
  int verbosity = 0;  ///< -1 quiet, 0, 1 verbose
};

/// A row of the table. An option that takes no value has an empty `value`.
struct OptionRow {
  std::string_view group;       ///< heading in --help
  std::string_view name;        ///< "--no-append"
  std::string_view short_name;  ///< "-v" or empty
  std::string_view value;       ///< placeholder, "WxH"
  std::string_view help;
  std::uint8_t commands;  ///< bit per Command that takes it
  /// Sets it from `text` (empty for a flag). Returns an error message, or empty.
  std::string (*apply)(Options& options, std::string_view text);
};
std::span<const OptionRow> option_table();

/// The help text of an option, for tooltips; empty if there is none of that name.
std::string_view option_help(std::string_view name);

}  // namespace mmd
