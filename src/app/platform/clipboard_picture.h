#pragma once

#include "assets/image.h"
#include "base/result.h"

namespace mmd {

/// Puts a picture (straight alpha) into the desktop's clipboard, where it stays at least as long as this
/// program runs. One source file per system. Errors: no clipboard, a picture that it does not take.
Result<void> copy_picture(const Image& image);

}  // namespace mmd
