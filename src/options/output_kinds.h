#pragma once

// Kinds of files that commands write, and the kind of a file that is there already.

#include <string>
#include <string_view>

#include "base/byte_io.h"
#include "options/output_file.h"

namespace mmd {

/// The kind of an existing file by its first bytes (64 KiB suffice), as words for a message: "a picture".
/// Empty: unknown.
std::string_view kind_of_file(ByteSpan beginning);

/// The kind that a command writes under that name, in the same words. Empty: unknown.
std::string_view kind_written(const std::string& output, Written kind);

}  // namespace mmd
