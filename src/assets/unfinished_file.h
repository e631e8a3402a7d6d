#pragma once

#include <filesystem>

namespace mmd {

/// While it lives, an interrupt removes this file before it ends the program. Of several at a time, on
/// threads of their own, the first alone.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::filesystem::path& path);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  bool noted_ = false;
};

/// From now on what interrupts the program (Ctrl-C, a request to end, a terminal or a reader that is gone)
/// removes the unfinished file first. What the program was told to ignore at its start (nohup, `&` in a
/// script) stays ignored. A
/// limit of file sizes (ulimit -f) interrupts nothing: writing fails.
void remove_unfinished_file_on_interrupt();

}  // namespace mmd
