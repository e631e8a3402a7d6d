#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "export/vrm_avatar.h"

namespace mmd {

/// Author, terms and thumbnail.
struct VrmTerms {
  VrmMeta meta;
  std::optional<ExchangeImage> thumbnail;
};

/// Reads the file of --vrm-meta; without one a warning says that nothing is allowed. Errors: the file or its
/// picture cannot be read or used.
Result<VrmTerms> read_vrm_terms(const std::string& file, Diagnostics& diagnostics);

}  // namespace mmd
