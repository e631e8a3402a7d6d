#pragma once

// VAC: an X file with a place in the scene, as text. A line each: name, X file, scale, position, rotation,
// bone, shadow. Later lines are comments.

#include <string>

#include "base/byte_io.h"
#include "base/math.h"
#include "base/result.h"

namespace mmd::vac {

struct File {
  std::string name;     ///< UTF-8; free
  std::string model;    ///< UTF-8; the X file, relative to the VAC file's folder, `\` between folders
  float scale = 1.0f;   ///< MMD's field Si
  vec3 position{0.0f};  ///< MMD units, left-handed
  vec3 rotation{0.0f};  ///< as the file has it; whether in radians or degrees is unconfirmed
  std::string bone;     ///< UTF-8; MMD does not use it; may be empty
  bool has_shadow = true;
};

/// Reads a VAC file. Pure: safe on any bytes; numbers do not depend on the locale. Lines that are missing
/// have the values above, except for the X file. Errors carry the line. Thread-safe.
Result<File> read(ByteSpan bytes);

}  // namespace mmd::vac
