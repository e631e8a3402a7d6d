#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/math.h"

namespace mmd {

/// What is attached, as it is written: MODEL@BONE[:X,Y,Z[,RX,RY,RZ[,SCALE]]].
///
/// The numbers are what follows the last ':' behind the last '@', if it reads like numbers (it is one, or
/// holds a comma) or is empty; otherwise that ':' belongs to the bone's name. So a name that ends like
/// numbers takes a ':' behind it.
struct AttachOption {
  /// MODEL@BONE, not yet divided: either name may hold an '@', and only the files that are there tell which
  /// one divides them (split_attachment).
  std::string what;
  vec3 position{0.0f};  ///< MMD's left-handed space, MMD units
  vec3 degrees{0.0f};   ///< about X, then Y, then Z
  float scale = 1.0f;
  std::string asked_by = "attachment";  ///< begins the errors about it: the option's name, say
};

/// Reads what is attached. Returns an error message, or empty.
std::string parse_attachment(std::string_view text, AttachOption& out);

/// Model file and bone; no bone: the model stands in the scene by itself.
struct AttachmentNames {
  std::string model, bone;
};

/// Divides at the last '@' that has a file before it, or if there is none at the last '@'.
AttachmentNames split_attachment(std::string_view what,
                                 const std::function<bool(const std::string&)>& is_there);
/// The same by the files that are there.
AttachmentNames split_attachment(std::string_view what);

}  // namespace mmd
