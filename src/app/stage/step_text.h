#pragma once

#include <cstddef>
#include <string>

#include "app/stage/stage.h"
#include "app/text/language.h"

namespace mmd {

/// A step of the history: "Rotate 左腕", "回転 左腕", with its figure if there are several.
std::string step_text(const Stage& stage, std::size_t index, Language language);

}  // namespace mmd
