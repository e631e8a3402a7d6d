#pragma once

#include <optional>

#include "document/document.h"
#include "options/options.h"

namespace mmd {

/// The warning that poses hide each other, with what makes one result of each as its hint; nullopt if of none
/// of them later ones replace most.
std::optional<Diagnostic> overlay_warning(const Options& options, const Document& document);

}  // namespace mmd
