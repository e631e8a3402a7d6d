#include <array>
#include <atomic>
#include <csignal>

#include "assets/system_files.h"
#include "assets/temporary_file.h"

namespace mmd {
namespace {

using PathLetter = std::filesystem::path::value_type;

/// The paths of unfinished files, for the signal handler: no strings, no locks. Who takes a path out of its
/// slot removes the file or frees the path.
std::array<std::atomic<const PathLetter*>, 1024> unfinished_paths{};
static_assert(std::atomic<const PathLetter*>::is_always_lock_free);

}  // namespace

extern "C" {
/// Ends the program as the signal would have, so that shells stop their loops.
static void end_interrupted(int signal) {
  for (auto& slot : unfinished_paths)
    if (const PathLetter* path = slot.exchange(nullptr)) remove_in_signal_handler(path);
  end_as_signal(signal);
}
}

UnfinishedFile::UnfinishedFile(const std::filesystem::path& path)
    : path_(std::make_unique<std::filesystem::path::string_type>(path.native())) {
  for (std::size_t i = 0; i < unfinished_paths.size(); ++i) {
    const PathLetter* expected = nullptr;
    if (!unfinished_paths[i].compare_exchange_strong(expected, path_->c_str())) continue;
    slot_ = i;
    return;
  }
}

UnfinishedFile::~UnfinishedFile() {
  if (!slot_) return;
  // The handler of another thread may use the path until the program ends.
  if (unfinished_paths[*slot_].exchange(nullptr) == nullptr) static_cast<void>(path_.release());
}

void remove_unfinished_file_on_interrupt() {
  outlive_file_size_limit();
  for (const int signal : ending_signals()) {
    if (std::signal(signal, end_interrupted) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

}  // namespace mmd
