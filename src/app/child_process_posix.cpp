#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/child_process.h"

extern char** environ;

namespace mmd {
namespace {

constexpr std::size_t most_output = 1u << 20;
constexpr int look_every_ms = 100;      ///< whether it is still wanted
constexpr int look_for_end_ms = 20;     ///< whether it has ended, once it writes no more
constexpr int looks_until_killed = 50;  ///< at one that does not end when it is asked to

/// What a program writes is read at `from`.
struct Pipe {
  int from = -1, to = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    from = ends[0];
    to = ends[1];
  }
  ~Pipe() {
    if (from >= 0) ::close(from);
    close_writing();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_writing() {
    if (to >= 0) ::close(to);
    to = -1;
  }
};

std::optional<pid_t> spawn(const ProgramCall& call, const Pipe& pipe) {
  std::vector<char*> arguments{const_cast<char*>(call.program.c_str())};
  for (const std::string& argument : call.arguments) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, pipe.to, 1);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, call.program.c_str(), &files, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) return std::nullopt;
  return child;
}

/// Until it has closed its output or is not wanted any longer.
void read_all(int from, const std::atomic<bool>& wanted, std::string& output) {
  for (;;) {
    if (!wanted) return;
    pollfd ready{from, POLLIN, 0};
    const int there = ::poll(&ready, 1, look_every_ms);
    if (there == 0 || (there < 0 && errno == EINTR)) continue;
    char buffer[4096];
    const ssize_t count = there < 0 ? -1 : ::read(from, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    if (output.size() < most_output) output.append(buffer, static_cast<std::size_t>(count));
  }
}

/// Its status at its end; nullopt: there is no telling. What is not wanted is asked to end, and then made to.
std::optional<int> end_of(pid_t child, const std::atomic<bool>& wanted) {
  int status = 0, looks = 0;
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    if (ended < 0 && errno != EINTR) return std::nullopt;
    if (!wanted && looks == 0) ::kill(child, SIGTERM);
    if (!wanted && looks == looks_until_killed) ::kill(child, SIGKILL);
    if (!wanted) ++looks;
    ::poll(nullptr, 0, look_for_end_ms);
  }
}

}  // namespace

std::optional<ProgramOutcome> run_program(const ProgramCall& call, const std::atomic<bool>& wanted) {
  Pipe pipe;
  if (pipe.from < 0) return std::nullopt;
  const auto child = spawn(call, pipe);
  if (!child) return std::nullopt;
  pipe.close_writing();
  ProgramOutcome out;
  read_all(pipe.from, wanted, out.output);
  const auto status = end_of(*child, wanted);
  if (!status) return std::nullopt;
  if (WIFEXITED(*status)) out.status = WEXITSTATUS(*status);
  return out;
}

}  // namespace mmd
