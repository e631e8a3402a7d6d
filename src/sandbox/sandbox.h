#pragma once

// Walls around a process that reads files of strangers: should one of them take the process over, it finds
// neither a network nor files that it could read or write elsewhere.

#include <filesystem>
#include <vector>

#include "base/result.h"

namespace mmd {

/// What the process may still do with files. A folder stands for all that is beneath it; what is not there is
/// no error.
struct SandboxRules {
  std::vector<std::filesystem::path> read;    ///< files and folders
  std::vector<std::filesystem::path> write;   ///< folders whose files may be read, made, replaced, removed
  std::vector<std::filesystem::path> caches;  ///< as `write`, and folders are made in them
  /// Files and folders that are read, written and asked for what only they know: a graphics card's.
  std::vector<std::filesystem::path> devices;
};

/// Puts up the walls around this thread and all that it starts, for good; to be called before there are
/// others. Files: nothing is opened, made or removed but by `rules`. Calls: no sockets, no programs, no other
/// processes, nothing that changes the system. What is refused fails with EACCES or EPERM, and the program
/// goes on. The error says which wall the system does not have; the other one stands nevertheless.
Result<void> enter_sandbox(const SandboxRules& rules);

}  // namespace mmd
