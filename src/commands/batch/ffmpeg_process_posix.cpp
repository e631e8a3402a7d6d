// Runs ffmpeg with posix_spawn and sends pictures through a pipe.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/errors.h"
#include "commands/batch/ffmpeg_process.h"

extern char** environ;

namespace mmd {
namespace {

/// Blocks SIGPIPE on this thread, so that write() to a closed pipe returns an error and does not end the
/// program.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    was_pending_ = is_pending();
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    int signal = 0;
    if (!was_pending_ && is_pending()) ::sigwait(&pipe_, &signal);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  static bool is_pending() {
    sigset_t pending;
    return ::sigpending(&pending) == 0 && ::sigismember(&pending, SIGPIPE) == 1;
  }
  sigset_t pipe_, before_;
  bool was_pending_ = false;
};

/// Starts ffmpeg with standard input `input` and standard error `complaints`, in its own process group, so
/// that a terminal's Ctrl-C reaches only the batch. Returns errno's value, or 0.
int spawn_ffmpeg(const std::vector<std::string>& arguments, int input, int complaints, pid_t& child) {
  std::vector<char*> words{const_cast<char*>("ffmpeg")};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, input, 0);
  ::posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, complaints, 2);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t none, usual;
  ::sigemptyset(&none);
  ::sigemptyset(&usual);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) ::sigaddset(&usual, signal);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                             POSIX_SPAWN_SETSIGDEF));
  const int error = ::posix_spawnp(&child, "ffmpeg", &files, &attributes, words.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return error;
}

}  // namespace

const char* const no_ffmpeg_hint = "install the package ffmpeg (apt, dnf, pacman, brew)";

struct FfmpegProcess::Impl {
  std::FILE* complaints = nullptr;
  int pictures = -1;               ///< writing end of the pipe
  mutable std::mutex child_mutex;  ///< guards killing and reaping the child: afterwards another process may
                                   ///< have its id
  pid_t child = -1;

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    close_pipe();
    kill_child();
    if (child > 0) static_cast<void>(wait());
    if (complaints != nullptr) std::fclose(complaints);
  }
  void close_pipe() {
    if (pictures >= 0) ::close(std::exchange(pictures, -1));
  }
  void kill_child() const {
    const std::lock_guard lock(child_mutex);
    if (child > 0) ::kill(child, SIGKILL);
  }
  /// The status of waitpid().
  int wait() {
    siginfo_t ended;
    while (::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
    const std::lock_guard lock(child_mutex);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    child = -1;
    return status;
  }
};

FfmpegProcess::FfmpegProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
FfmpegProcess::FfmpegProcess(FfmpegProcess&&) noexcept = default;
FfmpegProcess& FfmpegProcess::operator=(FfmpegProcess&&) noexcept = default;
FfmpegProcess::~FfmpegProcess() = default;

Result<FfmpegProcess> FfmpegProcess::start(const std::vector<std::string>& arguments) {
  auto impl = std::make_unique<Impl>();
  impl->complaints = std::tmpfile();
  if (impl->complaints == nullptr)
    return fail(fmt::format("cannot create a temporary file: {}", std::strerror(errno)));
  int ends[2];
  if (::pipe(ends) != 0) return fail(fmt::format("cannot create a pipe to ffmpeg: {}", std::strerror(errno)));
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  impl->pictures = ends[1];
  pid_t child = -1;
  const int error = spawn_ffmpeg(arguments, ends[0], ::fileno(impl->complaints), child);
  ::close(ends[0]);
  if (error == ENOENT) return fail(no_ffmpeg());
  if (error != 0) return fail(fmt::format("ffmpeg cannot be started: {}", std::strerror(error)));
  impl->child = child;
  return FfmpegProcess(std::move(impl));
}

bool FfmpegProcess::write(ByteSpan bytes) {
  const NoPipeSignal no_signal;
  while (!bytes.empty()) {
    const ssize_t written = ::write(impl_->pictures, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

void FfmpegProcess::close_input() {
  impl_->close_pipe();
}

void FfmpegProcess::kill() {
  impl_->kill_child();
}

bool FfmpegProcess::has_ended() const {
  siginfo_t ended{};
  const int done = ::waitid(P_PID, static_cast<id_t>(impl_->child), &ended, WEXITED | WNOWAIT | WNOHANG);
  return done == 0 ? ended.si_pid != 0 : errno != EINTR;
}

FfmpegProcess::End FfmpegProcess::wait() {
  const int status = impl_->wait();
  End out;
  if (WIFEXITED(status)) out.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) out.signal = WTERMSIG(status);
  return out;
}

std::string FfmpegProcess::last_complaints() const {
  constexpr long most = 2000;
  std::fseek(impl_->complaints, 0, SEEK_END);
  const long size = std::ftell(impl_->complaints), from = std::max(0L, size - most);
  std::fseek(impl_->complaints, from, SEEK_SET);
  std::string text(static_cast<std::size_t>(std::max(0L, size - from)), '\0');
  text.resize(std::fread(text.data(), 1, text.size(), impl_->complaints));
  return text;
}

}  // namespace mmd
