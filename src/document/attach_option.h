#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "document/scene_place.h"

namespace mmd {

/// An attached model or accessory, written FILE[@BONE][:PLACE], with a place as parse_place_numbers() reads
/// it.
///
/// The text after the last ':' behind the last '@' is the place if it is a number or a word, contains a comma
/// or is empty; otherwise that ':' belongs to the name before it. A name that ends like a place needs a final
/// ':'.
struct AttachOption {
  /// FILE or FILE@BONE. Both names may contain '@', so split_attachment() checks which files exist.
  std::string what;
  ScenePlace place = {};
  bool has_place = false;               ///< whether a place is given; without one, a VAC file's own counts
  std::string asked_by = "attachment";  ///< prefix of error messages, for example the option's name
};

/// Parses the text of an attachment. Returns an error message, or an empty string.
std::string parse_attachment(std::string_view text, AttachOption& out);

/// Model file and bone name. With an empty bone name the model stands in the scene by itself.
struct AttachmentNames {
  std::string model, bone;
};

/// Text for parse_attachment() with these settings of an attachment to `what`.
std::string attachment_text(const AttachOption& option);

/// The whole text is the model if such a file exists or if it has no '@'; otherwise splits at the last '@'
/// that follows the name of an existing file, otherwise at the last '@'.
AttachmentNames split_attachment(std::string_view what,
                                 const std::function<bool(const std::string&)>& is_there);
/// The same, with is_input() as the test.
AttachmentNames split_attachment(std::string_view what);

}  // namespace mmd
