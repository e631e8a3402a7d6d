#pragma once

// Scene settings that the window saves, for another window and for pictures: JSON, described by
// docs/user/state.schema.json.

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "document/state_pose.h"
#include "options/options.h"

namespace mmd {

/// An option without dashes, and its value; empty for a flag.
using StateOption = std::pair<std::string, std::string>;

struct StateFigure {
  std::vector<std::string> files;  ///< model, poses and motions, UTF-8
  std::string pose;  ///< VPD text of the edited pose, which overrides the files' poses; may be empty
  // Only with a pose:
  Shows shows = Shows::motion;           ///< what the figure shows
  std::vector<std::string> ik_off = {};  ///< IK bones of the chains that are off
};

struct StateFile : StateFigure {
  std::vector<StateFigure> figures;  ///< further figures
  std::vector<StateOption> options;
  std::size_t active = 1;  ///< number of the active figure, from 1
};

/// The settings that differ from the window's defaults, as options that `shot` and `view` have in common, in
/// the table's order.
std::vector<StateOption> state_options(const Options& options);

/// The JSON of a state in `folder`. Files below `folder` get relative paths.
std::string state_text(const StateFile& state, const std::filesystem::path& folder);

/// Parses a state; its paths become absolute or relative to the current folder. Errors: not a state, a later
/// version, unknown members.
Result<StateFile> parse_state(std::string_view text, const std::string& file);

/// Reads a state from a file.
Result<StateFile> read_state(const std::string& file);

/// All files to load, as on the command line; `file` is the state's.
std::vector<std::string> files_of_state(const StateFile& state, const std::string& file);

/// The same for the further figures only.
std::vector<std::string> files_beside(const StateFile& state, const std::string& file);

/// The files of the state's further figures if `file`, the model, is the first figure of the options' state;
/// otherwise empty. Error: the state can no longer be read.
Result<std::vector<std::string>> files_beside_in_state(const Options& options, const std::string& file);

/// Sets the options. Error: pictures have no such option, or the value is invalid.
Result<void> apply_state(const StateFile& state, const std::string& file, Options& options);

}  // namespace mmd
