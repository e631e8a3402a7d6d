#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "document/document.h"

namespace mmd {

/// What the window says at its bottom.
struct Message {
  Severity severity = Severity::note;
  std::string text;
};
using Messages = std::vector<Message>;

/// A diagnostic as lines for the window: the file by its name alone, the hint on a line of its own.
Messages messages_for(const Diagnostic& diagnostic);

/// `first`, then what the diagnostics say; of more than fit, how many are left out.
Messages messages_for(Message first, const Diagnostics& diagnostics);

/// A file without its folder.
std::string file_name(const std::string& path);

/// "POSE + POSE", as they lie over each other.
std::string names_of_poses(const Document& document);
std::string names_of_motions(const Document& document);
/// "POSE + MOTION", as they lie over each other.
std::string pose_names(const Document& document);

}  // namespace mmd
