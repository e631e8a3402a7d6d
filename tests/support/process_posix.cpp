#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/process.h"

namespace mmd::test {
namespace {

struct Pipe {
  int end[2] = {-1, -1};
  Pipe() {
    if (::pipe2(end, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close(int which) {
    if (end[which] >= 0) ::close(end[which]);
    end[which] = -1;
  }
};

/// Makes it a pseudo-terminal: text written to end 1 is read at end 0.
void become_terminal(Pipe& pipe) {
  pipe.close(0);
  pipe.close(1);
  pipe.end[0] = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (pipe.end[0] < 0 || ::grantpt(pipe.end[0]) != 0 || ::unlockpt(pipe.end[0]) != 0)
    throw std::runtime_error("posix_openpt");
  pipe.end[1] = ::open(::ptsname(pipe.end[0]), O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (pipe.end[1] < 0) throw std::runtime_error("ptsname");
}

[[noreturn]] void become(const std::string& program, const Invocation& run, const Pipe& in, const Pipe& out,
                         const Pipe& err) {
  ::dup2(in.end[0], 0);
  if (run.output_file.empty()) {
    ::dup2(out.end[1], 1);
  } else {
    const int file = ::open(run.output_file.c_str(), O_WRONLY);
    if (file < 0) ::_exit(126);
    ::dup2(file, 1);
  }
  ::dup2(err.end[1], 2);
  for (const auto& [limit, value] : run.limits) {
    const rlimit both{value, value};
    if (::setrlimit(limit, &both) != 0) ::_exit(126);
  }
#if defined(__linux__)
  cpu_set_t processors;
  if (run.on_one_processor && ::sched_getaffinity(0, sizeof processors, &processors) == 0) {
    int first = 0;
    while (!CPU_ISSET(first, &processors)) ++first;
    CPU_ZERO(&processors);
    CPU_SET(first, &processors);
    ::sched_setaffinity(0, sizeof processors, &processors);
  }
#endif
  for (const auto& [name, value] : run.environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (!run.working_folder.empty() && ::chdir(run.working_folder.c_str()) != 0) ::_exit(126);
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& a : run.arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  ::execv(program.c_str(), argv.data());
  ::_exit(127);
}

/// Serves all three pipes at once, so that neither side blocks the other.
void exchange(const Invocation& run, pid_t child, Pipe& in, Pipe& out, Pipe& err, Outcome& outcome) {
  const std::string& input = run.input;
  bool interrupts = !run.interrupt_at.empty();
  std::size_t sent = 0;
  if (input.empty()) in.close(1);
  while (out.end[0] >= 0 || err.end[0] >= 0) {
    pollfd fds[3] = {{in.end[1], POLLOUT, 0}, {out.end[0], POLLIN, 0}, {err.end[0], POLLIN, 0}};
    if (::poll(fds, 3, -1) < 0 && errno != EINTR) throw std::runtime_error("poll");
    if (fds[0].revents != 0) {
      const ssize_t n = ::write(in.end[1], input.data() + sent, input.size() - sent);
      if (n > 0) sent += static_cast<std::size_t>(n);
      if (n < 0 || sent == input.size()) in.close(1);
    }
    const auto drain = [](pollfd& fd, Pipe& pipe, std::string& to) {
      if (fd.revents == 0) return;
      char buffer[65536];
      const ssize_t n = ::read(fd.fd, buffer, sizeof buffer);
      if (n > 0) {
        to.append(buffer, static_cast<std::size_t>(n));
      } else {
        pipe.close(0);
      }
    };
    drain(fds[1], out, outcome.out);
    drain(fds[2], err, outcome.err);
    if (!interrupts || outcome.err.find(run.interrupt_at) == std::string::npos) continue;
    ::kill(child, run.interrupt_signal != 0 ? run.interrupt_signal : SIGINT);
    interrupts = false;
  }
}

}  // namespace

void put_environment_variable(const char* name, const char* value) {
  if (value != nullptr) {
    ::setenv(name, value, 1);
  } else {
    ::unsetenv(name);
  }
}

std::vector<std::pair<std::string, std::string>> environment_of_pictures(const std::string& source_folder) {
  return {{"DISPLAY", ""},
          {"WAYLAND_DISPLAY", ""},
          {"LIBGL_ALWAYS_SOFTWARE", "1"},
          {"FONTCONFIG_FILE", source_folder + "/tests/support/no_fonts.conf"}};
}

bool has_terminals() {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal >= 0) ::close(terminal);
  return terminal >= 0;
}

Outcome run_program(const std::string& program, const Invocation& run) {
  ::signal(SIGPIPE, SIG_IGN);  // a program may exit without reading its input
  Outcome outcome;
  Pipe in, out, err;
  if (run.on_terminal) become_terminal(err);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) {
    ::signal(SIGPIPE, SIG_DFL);
    become(program, run, in, out, err);
  }
  in.close(0);
  out.close(1);
  err.close(1);
  exchange(run, child, in, out, err, outcome);
  int status = 0;
  rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child) throw std::runtime_error("wait4");
  if (WIFEXITED(status)) outcome.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  outcome.peak_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  return outcome;
}

}  // namespace mmd::test
