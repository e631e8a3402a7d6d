#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <string>

#include "assets/system_files.h"
#include "assets/temporary_file.h"

namespace mmd {
namespace {

/// Data for the signal handler: no strings, no locks.
std::array<char, 4096> unfinished_path{};
std::atomic<bool> is_unfinished{false}, is_taken{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

extern "C" {
/// Ends the program as the signal would have, so that shells stop their loops and say 130.
static void end_interrupted(int signal) {
  if (is_unfinished.exchange(false)) std::remove(unfinished_path.data());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}
}

UnfinishedFile::UnfinishedFile(const std::filesystem::path& path) {
  const std::string name = path.string();
  if (name.size() >= unfinished_path.size() || is_taken.exchange(true)) return;
  noted_ = true;
  *std::copy(name.begin(), name.end(), unfinished_path.begin()) = '\0';
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
