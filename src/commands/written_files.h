#pragma once

#include <string>
#include <vector>

#include "base/byte_io.h"
#include "base/result.h"
#include "options/options.h"
#include "options/output_file.h"

namespace mmd {

/// A file to write.
struct WrittenFile {
  std::string name;
  Bytes bytes;
};

/// Writes the files, unless one would overwrite a file that must stay. `read`: files of the model.
Result<void> write_all(const std::vector<WrittenFile>& files, const Options& options,
                       const std::vector<std::string>& read, const CheckedOutputs& outputs);

}  // namespace mmd
