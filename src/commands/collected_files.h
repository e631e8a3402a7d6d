#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "commands/written_files.h"
#include "model/mend.h"
#include "scene/load.h"

namespace mmd {

struct CollectedFiles {
  std::vector<WrittenFile> files;  ///< names with the folder
  std::vector<std::string> read;   ///< their sources on disk
  std::vector<Mended> renamed;     ///< textures that get another name in the model
  Diagnostics warnings;            ///< textures without a file
};

/// Reads the textures of a model and the texts beside it (readme, terms), for copies in `folder`. Renames the
/// model's textures to where the copies lie: below the model, with names that every system takes, each once.
Result<CollectedFiles> collect_files(RawModel& model, const std::string& folder);

/// A file name that Windows and others take: no reserved characters, device names, or blanks and dots at the
/// end.
std::string safe_file_name(std::string_view name);

}  // namespace mmd
