#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>

#include "assets/system_files.h"
#include "assets/temporary_file.h"

namespace mmd {
namespace {

/// Data for the signal handler: no strings, no locks.
std::array<std::filesystem::path::value_type, 4096> unfinished_path{};
std::atomic<bool> is_unfinished{false}, is_taken{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

extern "C" {
/// Ends the program as the signal would have, so that shells stop their loops.
static void end_interrupted(int signal) {
  if (is_unfinished.exchange(false)) remove_in_signal_handler(unfinished_path.data());
  end_as_signal(signal);
}
}

UnfinishedFile::UnfinishedFile(const std::filesystem::path& path) {
  const auto& name = path.native();
  if (name.size() >= unfinished_path.size() || is_taken.exchange(true)) return;
  noted_ = true;
  *std::copy(name.begin(), name.end(), unfinished_path.begin()) = 0;
  is_unfinished = true;
}

UnfinishedFile::~UnfinishedFile() {
  if (!noted_) return;
  is_unfinished = false;
  is_taken = false;
}

void remove_unfinished_file_on_interrupt() {
  outlive_file_size_limit();
  for (const int signal : ending_signals()) {
    if (std::signal(signal, end_interrupted) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

}  // namespace mmd
