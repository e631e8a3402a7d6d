// Runs another program with posix_spawn, and writes to it through a pipe.
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
#include "commands/output/child_process.h"

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

/// Starts a program with standard input `input` and standard error `errors`, in its own process group, so
/// that a terminal's Ctrl-C does not reach it. Returns errno's value, or 0.
int spawn(const std::string& program, const std::vector<std::string>& arguments, int input, int errors,
          pid_t& child) {
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, input, 0);
  ::posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, errors, 2);
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
  const int error = ::posix_spawnp(&child, program.c_str(), &files, &attributes, words.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return error;
}

}  // namespace

const char* const no_ffmpeg_hint = "install the package ffmpeg (apt, dnf, pacman, brew)";

struct ChildProcess::Impl {
  std::FILE* errors = nullptr;
  int input = -1;                  ///< writing end of the pipe
  mutable std::mutex child_mutex;  ///< guards killing and reaping the child: afterwards another process may
                                   ///< have its id
  pid_t child = -1;

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    close_pipe();
    send(SIGKILL);
    if (child > 0) static_cast<void>(wait());
    if (errors != nullptr) std::fclose(errors);
  }
  void close_pipe() {
    if (input >= 0) ::close(std::exchange(input, -1));
  }
  void send(int signal) const {
    const std::lock_guard lock(child_mutex);
    if (child > 0) ::kill(child, signal);
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

ChildProcess::ChildProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ChildProcess::ChildProcess(ChildProcess&&) noexcept = default;
ChildProcess& ChildProcess::operator=(ChildProcess&&) noexcept = default;
ChildProcess::~ChildProcess() = default;

Result<ChildProcess> ChildProcess::start(const std::string& program,
                                         const std::vector<std::string>& arguments,
                                         const Diagnostic& missing) {
  auto impl = std::make_unique<Impl>();
  impl->errors = std::tmpfile();
  if (impl->errors == nullptr)
    return fail(fmt::format("cannot create a temporary file: {}", std::strerror(errno)));
  int ends[2];
  if (::pipe(ends) != 0)
    return fail(fmt::format("cannot create a pipe to {}: {}", program, std::strerror(errno)));
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  impl->input = ends[1];
  pid_t child = -1;
  const int error = spawn(program, arguments, ends[0], ::fileno(impl->errors), child);
  ::close(ends[0]);
  if (error == ENOENT) return fail(missing);
  if (error != 0) return fail(fmt::format("{} cannot be started: {}", program, std::strerror(error)));
  impl->child = child;
  return ChildProcess(std::move(impl));
}

bool ChildProcess::write(ByteSpan bytes) {
  const NoPipeSignal no_signal;
  while (!bytes.empty()) {
    const ssize_t written = ::write(impl_->input, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

void ChildProcess::close_input() {
  impl_->close_pipe();
}

void ChildProcess::ask_to_end() {
  impl_->send(SIGTERM);
}

void ChildProcess::kill() {
  impl_->send(SIGKILL);
}

bool ChildProcess::has_ended() const {
  siginfo_t ended{};
  const int done = ::waitid(P_PID, static_cast<id_t>(impl_->child), &ended, WEXITED | WNOWAIT | WNOHANG);
  return done == 0 ? ended.si_pid != 0 : errno != EINTR;
}

ChildProcess::End ChildProcess::wait() {
  const int status = impl_->wait();
  End out;
  if (WIFEXITED(status)) out.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) out.signal = WTERMSIG(status);
  return out;
}

std::string ChildProcess::last_errors() const {
  constexpr long most = 2000;
  std::fseek(impl_->errors, 0, SEEK_END);
  const long size = std::ftell(impl_->errors), from = std::max(0L, size - most);
  std::fseek(impl_->errors, from, SEEK_SET);
  std::string text(static_cast<std::size_t>(std::max(0L, size - from)), '\0');
  text.resize(std::fread(text.data(), 1, text.size(), impl_->errors));
  return text;
}

}  // namespace mmd
