#pragma once

// Writing outputs: where they go is decided when the program checks that it may write there.

#include <filesystem>
#include <span>
#include <string>

#include "assets/image.h"
#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// Where an output goes. A link that is there at the check is followed to the file that it named then; a link
/// that another program makes later is replaced, not followed.
struct OutputTarget {
  std::filesystem::path path;  ///< as the user named it; "-" is standard output
  std::filesystem::path file;  ///< the file to replace or to create
  bool is_stream = false;      ///< standard output, a device or a pipe: written to, not replaced
};

/// Looks where an output goes. Errors: a zero byte or a reserved name, links in a circle.
Result<OutputTarget> find_target(const std::filesystem::path& path);

/// The target of a name that the user did not give: links are never followed.
OutputTarget own_target(std::filesystem::path path);

struct OutputBytes {
  OutputTarget target;
  ByteSpan bytes;
};

/// Writes all of the files, or none: first under temporary names, then they are renamed in their order. If a
/// rename fails, files that did not exist before are removed again. Errors: missing or unwritable folder,
/// disk full, a device that has become a file.
Result<void> write_files(std::span<const OutputBytes> files, Lasting lasting);

}  // namespace mmd
