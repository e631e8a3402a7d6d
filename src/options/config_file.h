#pragma once

// The user's settings for the window: a text file whose lines are options without dashes, or keys.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "options/options.h"

namespace mmd {

/// A line: "fov = 25", "no-edge", "key toggle-edges = Ctrl+E".
struct Setting {
  std::string name, value;  ///< for a key: the action's name and the key
  std::uint32_t line = 0;   ///< from 1
};

struct ConfigFile {
  std::string file;  ///< for messages
  std::vector<Setting> options, keys;
  Diagnostics warnings;  ///< about lines without a setting
};

/// `text` is UTF-8; a line that starts with '#' is a comment.
ConfigFile parse_config(std::string_view text, std::string file);

/// Applies the file's options in order, and sets `options.window.keys`. A bad setting keeps the old value and
/// adds a warning with its line to `options.window.warnings`.
void apply_config(const ConfigFile& config, Options& options);

/// `$XDG_CONFIG_HOME/mmdview/config` or its default place; empty without a home folder.
std::filesystem::path default_config_file();

/// Reads the file that the options name, or the default one if it exists. An unreadable file gives a warning.
ConfigFile read_config(const WindowChoice& window);

}  // namespace mmd
