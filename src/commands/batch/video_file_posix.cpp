#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "assets/temporary_file.h"
#include "base/errors.h"
#include "base/text.h"
#include "commands/batch/batch_video.h"

extern char** environ;

namespace mmd {
namespace {

/// Keeps a pipe that nobody reads from ending the program: write() then says so. Of this thread alone.
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

/// Starts ffmpeg, which reads from `input` and complains to `complaints`. In a process group of its own: a
/// terminal's Ctrl-C is for the batch. errno's value, 0: it runs.
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

Diagnostic no_ffmpeg(int error) {
  if (error == ENOENT)
    return make_error("--video needs the program ffmpeg, which was not found",
                      "install the package ffmpeg (apt, dnf, pacman, brew)");
  return make_error(fmt::format("ffmpeg cannot be started: {}", std::strerror(error)));
}

/// The last thing that was said.
std::string last_line(std::FILE* complaints) {
  constexpr long most = 2000;
  std::fseek(complaints, 0, SEEK_END);
  const long size = std::ftell(complaints), from = std::max(0L, size - most);
  std::fseek(complaints, from, SEEK_SET);
  std::string text(static_cast<std::size_t>(std::max(0L, size - from)), '\0');
  text.resize(std::fread(text.data(), 1, text.size(), complaints));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
  const std::size_t line = text.find_last_of("\r\n");
  return escaped_utf8(line == std::string::npos ? text : text.substr(line + 1));
}

}  // namespace

struct VideoFile::Impl {
  VideoChoice choice;
  TemporaryFile file;
  std::FILE* complaints = nullptr;
  int pictures = -1;       ///< the pipe's end
  std::mutex child_mutex;  ///< held to end the child and to take its number back, which may be another's then
  pid_t child = -1;
  std::size_t added = 0;

  ~Impl() {
    close_pipe();
    kill_child();
    if (child > 0) static_cast<void>(wait());
    if (complaints != nullptr) std::fclose(complaints);
  }
  void close_pipe() {
    if (pictures >= 0) ::close(std::exchange(pictures, -1));
  }
  /// Also while another thread waits for it.
  void kill_child() {
    const std::lock_guard lock(child_mutex);
    if (child > 0) ::kill(child, SIGKILL);
  }
  bool has_ended() const {
    siginfo_t ended{};
    const int done = ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT | WNOHANG);
    return done == 0 ? ended.si_pid != 0 : errno != EINTR;
  }
  /// As waitpid has it. Of one thread at a time.
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
  /// Why it ended before its time, or badly.
  Diagnostic failure(int status) {
    std::string what = WIFEXITED(status) && WEXITSTATUS(status) != 0
                           ? fmt::format("ffmpeg failed with status {}", WEXITSTATUS(status))
                       : WIFSIGNALED(status) ? fmt::format("ffmpeg was killed by signal {}", WTERMSIG(status))
                                             : "ffmpeg ended before the last picture";
    if (const std::string said = last_line(complaints); !said.empty()) what += ": " + said;
    return in_file(make_error(std::move(what)), choice.file);
  }
};

VideoFile::VideoFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
VideoFile::VideoFile(VideoFile&&) noexcept = default;
VideoFile& VideoFile::operator=(VideoFile&&) noexcept = default;
VideoFile::~VideoFile() = default;

Result<VideoFile> VideoFile::start(const VideoChoice& choice) {
  auto impl = std::make_unique<Impl>();
  impl->choice = choice;
  const auto path = path_from_utf8(choice.file);
  remove_leftovers(path.has_parent_path() ? path.parent_path() : ".", LeftoversIn::folder_alone);
  MMD_TRY(impl->file, in_file(TemporaryFile::create(path), choice.file));
  impl->complaints = std::tmpfile();
  if (impl->complaints == nullptr) return fail(fmt::format("no temporary file: {}", std::strerror(errno)));
  int ends[2];
  if (::pipe(ends) != 0) return fail(fmt::format("no pipe to ffmpeg: {}", std::strerror(errno)));
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  impl->pictures = ends[1];
  pid_t child = -1;
  const int error = spawn_ffmpeg(ffmpeg_arguments(choice, impl->file.temporary().string()), ends[0],
                                 ::fileno(impl->complaints), child);
  ::close(ends[0]);
  if (error != 0) return fail(no_ffmpeg(error));
  impl->child = child;
  return VideoFile(std::move(impl));
}

Result<void> VideoFile::add(ByteSpan rgba) {
  const NoPipeSignal no_signal;
  while (!rgba.empty()) {
    const ssize_t written = ::write(impl_->pictures, rgba.data(), rgba.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      impl_->close_pipe();
      return fail(impl_->failure(impl_->wait()));
    }
    rgba = rgba.subspan(static_cast<std::size_t>(written));
  }
  ++impl_->added;
  return {};
}

Result<void> VideoFile::finish(const std::function<bool()>& may_go_on) {
  constexpr std::chrono::milliseconds between_looks{10};
  impl_->close_pipe();
  while (!impl_->has_ended()) {
    if (!may_go_on()) {
      give_up();
      break;
    }
    std::this_thread::sleep_for(between_looks);
  }
  const int status = impl_->wait();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || impl_->added != impl_->choice.pictures)
    return fail(impl_->failure(status));
  return in_file(impl_->file.commit(Lasting::no), impl_->choice.file);
}

void VideoFile::give_up() {
  impl_->kill_child();
  std::error_code error;
  std::filesystem::remove(impl_->file.temporary(), error);
}

}  // namespace mmd
