#pragma once

// Conversion between poses and VPD text, for the clipboard, files and scenes.

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"
#include "edit/command.h"

namespace mmd::edit {

/// The bones and morphs that a copy lists.
enum class Mentions : std::uint8_t {
  posed,  ///< only those that are not at rest
  all     ///< all, so that pasting the copy over another pose resets those at rest
};

/// The bones and morphs `parts` of a pose as a VPD file, in the model's order, without names that a VPD
/// cannot store (pose_to_vpd.h). Error: an index out of range.
Result<vpd::File> copied(const Pose& pose, const Model& model, const Parts& parts, Mentions mentions);

/// The file's text in UTF-8, as clipboards expect it, with enough digits that pasting restores every bit.
/// Error: a name with a line break.
Result<std::string> text_of(vpd::File file);

struct PastedText {
  Paste command;
  Diagnostics diagnostics;  ///< tolerated problems, with line numbers
};
/// The Paste command for a VPD text. Error: the text is not a pose, or a damaged one.
Result<PastedText> paste_of(std::string_view text, bool keep_others);

}  // namespace mmd::edit
