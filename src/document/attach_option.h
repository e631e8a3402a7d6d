#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/math.h"

namespace mmd {

/// An attached model, written MODEL@BONE[:X,Y,Z[,RX,RY,RZ[,SCALE]]].
///
/// The text after the last ':' behind the last '@' holds the numbers if it is a number, contains a comma or
/// is empty; otherwise that ':' belongs to the bone's name. A bone name that ends like numbers needs a final
/// ':'.
struct AttachOption {
  /// MODEL@BONE. Both names may contain '@', so split_attachment() checks which files exist.
  std::string what;
  vec3 position{0.0f};  ///< MMD's left-handed space, MMD units
  vec3 degrees{0.0f};   ///< rotation about X, then Y, then Z; MMD's left-handed space
  float scale = 1.0f;
  std::string asked_by = "attachment";  ///< prefix of error messages, for example the option's name
};

/// Parses the text of an attachment. Returns an error message, or an empty string.
std::string parse_attachment(std::string_view text, AttachOption& out);

/// Model file and bone name. With an empty bone name the model stands in the scene by itself.
struct AttachmentNames {
  std::string model, bone;
};

/// Splits at the last '@' that follows the name of an existing file, otherwise at the last '@'.
AttachmentNames split_attachment(std::string_view what,
                                 const std::function<bool(const std::string&)>& is_there);
/// The same, with is_input() as the test.
AttachmentNames split_attachment(std::string_view what);

}  // namespace mmd
