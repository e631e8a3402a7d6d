#pragma once

// What was arranged in the window, for another window and for pictures: JSON, described by
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

/// An option of the table without its dashes, and its value; empty where it takes none.
using StateOption = std::pair<std::string, std::string>;

struct StateFigure {
  std::vector<std::string> files;  ///< model, poses and motions, UTF-8
  std::string pose;  ///< VPD text of what was posed by hand, over the files' poses; may be empty
  // With a pose alone:
  Shows shows = Shows::motion;           ///< of the figure
  std::vector<std::string> ik_off = {};  ///< the IK bones of chains that are switched off
};

struct StateFile : StateFigure {
  std::vector<StateFigure> figures;  ///< further figures
  std::vector<StateOption> options;
  std::size_t active = 1;  ///< the number of the figure that is worked on
};

/// What differs from the window's defaults in what `shot` and `view` both take of evaluation, physics,
/// picture and look, as options that say the same; in the table's order.
std::vector<StateOption> state_options(const Options& options);

/// As JSON. Of `files` those below `folder`, where the text will lie, are written relative to it.
std::string state_text(const StateFile& state, const std::filesystem::path& folder);

/// The files' names are relative to the current folder or absolute then. Errors: what is no state, or of a
/// later version; what a state does not have.
Result<StateFile> parse_state(std::string_view text, const std::string& file);

/// Reads it from a file.
Result<StateFile> read_state(const std::string& file);

/// All that is to be loaded, as on the command line; `file`: the state's.
std::vector<std::string> files_of_state(const StateFile& state, const std::string& file);

/// The same of the further figures alone.
std::vector<std::string> files_beside(const StateFile& state, const std::string& file);

/// The figures that stand beside the model of options whose files are the first figure's of a state that they
/// name; none otherwise. `file`: the model. Error: that state cannot be read any longer.
Result<std::vector<std::string>> files_beside_in_state(const Options& options, const std::string& file);

/// Sets the options. Error: the table has no such option for pictures, or not with that value.
Result<void> apply_state(const StateFile& state, const std::string& file, Options& options);

}  // namespace mmd
