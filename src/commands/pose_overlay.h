#pragma once

#include <optional>

#include "commands/options.h"
#include "commands/session.h"

namespace mmd {

/// The warning that poses hide each other, with what makes one result of each as its hint; nullopt if
/// `replaced`, of how many of them later ones replace most, is 0.
std::optional<Diagnostic> overlay_warning(const Options& options, const InputFiles& inputs,
                                          std::size_t replaced);

}  // namespace mmd
