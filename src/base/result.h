#pragma once

#include <utility>

#include <tl/expected.hpp>

#include "base/diagnostic.h"

namespace mmd {

/// A value, or the diagnostic (severity error) that says why there is none.
template <class T>
using Result = tl::expected<T, Diagnostic>;

/// The error arm of a Result: `return fail("empty file", "is the download complete?");`
inline tl::unexpected<Diagnostic> fail(std::string what, std::string hint = {}) {
  return tl::unexpected<Diagnostic>(make_error(std::move(what), std::move(hint)));
}

inline tl::unexpected<Diagnostic> fail(Diagnostic error) {
  return tl::unexpected<Diagnostic>(std::move(error));
}

}  // namespace mmd
