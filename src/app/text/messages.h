#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "document/loaded_figure.h"

namespace mmd {

/// One line at the bottom of the window.
struct Message {
  Severity severity = Severity::note;
  std::string text;
};
using Messages = std::vector<Message>;

/// Lines for a diagnostic: the file name without its folder, and the hint on its own line.
Messages messages_for(const Diagnostic& diagnostic);

/// `first`, the first diagnostics, and a line with the number of diagnostics left out.
Messages messages_for(Message first, const Diagnostics& diagnostics);

/// The name of a file without its folder.
std::string file_name(const std::string& path);

/// "POSE + POSE" in the order of the layers.
std::string names_of_poses(const LoadedFigure& document);
std::string names_of_motions(const LoadedFigure& document);
/// "POSE + MOTION" in the order of the layers.
std::string pose_names(const LoadedFigure& document);

}  // namespace mmd
