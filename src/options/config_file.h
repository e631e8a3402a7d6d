#pragma once

// The settings that a person keeps for the window: lines of a text file, each an option of the table without
// its dashes, or a key.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "options/options.h"

namespace mmd {

/// A line of it: "fov = 25", "no-edge", "key toggle-edges = Ctrl+E".
struct Setting {
  std::string name, value;  ///< of a key: of the action, and of the key
  std::uint32_t line = 0;   ///< from 1
};

struct ConfigFile {
  std::string file;  ///< for messages
  std::vector<Setting> options, keys;
  Diagnostics warnings;  ///< lines that say nothing
};

/// `text`: UTF-8; '#' begins a comment at the beginning of a line.
ConfigFile parse_config(std::string_view text, std::string file);

/// Sets the options of the window that the file has, in its order, and `options.window.keys`. What cannot be
/// set keeps its value and adds a warning with its line to `options.window.warnings`.
void apply_config(const ConfigFile& config, Options& options);

/// `$XDG_CONFIG_HOME/mmdview/config`, or where that is by default; empty: there is no home.
std::filesystem::path default_config_file();

/// The file that the options name, or the default one if it is there. A file that cannot be read gives a
/// warning.
ConfigFile read_config(const WindowChoice& window);

}  // namespace mmd
