#pragma once

#include <cstdint>
#include <string>

#include "session/arrangement.h"

namespace mmd {

enum class CreditsLanguage : std::uint8_t { english, japanese };

/// Who made what an arrangement shows, as the files say it: models, stages and props with the lines of their
/// comments that name a maker (without one the comment's first lines), poses and motions by their files'
/// names. One line each.
std::string credits_text(const Arrangement& arrangement, CreditsLanguage language);
/// In both languages, once where they are the same.
std::string credits_text(const Arrangement& arrangement);

}  // namespace mmd
