#pragma once

// Poses as VPD text, out and in: clipboard, saving, autosave.

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"
#include "edit/command.h"

namespace mmd::edit {

/// Which of the parts a copy mentions.
enum class Mentions : std::uint8_t {
  posed,  ///< what is not at rest
  all     ///< all of them, so that where it is laid over another pose they go to rest as well
};

/// The parts of a pose as a file holds them, in the model's order, as far as it can name them
/// (pose_to_vpd.h). Error: an index out of range.
Result<vpd::File> copied(const Pose& pose, const Model& model, const Parts& parts, Mentions mentions);

/// The text of a file in UTF-8, as clipboards want it, with all digits: pasted, it is the same pose to the
/// bit. Error: a name with a line break.
Result<std::string> text_of(vpd::File file);

struct PastedText {
  Paste command;
  Diagnostics diagnostics;  ///< what was tolerated, with lines
};
/// The command that a text is. Error: it is not a pose, or a damaged one.
Result<PastedText> paste_of(std::string_view text, bool keep_others);

}  // namespace mmd::edit
