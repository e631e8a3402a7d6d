// File dialogs of kdialog or zenity, as child processes.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/platform/file_dialog.h"

extern char** environ;

namespace mmd {
namespace {

/// Exit statuses of both programs; any other means that no dialog was shown.
constexpr int dialog_accepted = 0, dialog_cancelled = 1;

constexpr int poll_ms = 50;

/// The program, found in PATH, and its arguments, without a shell.
using DialogCommand = std::vector<std::string>;

/// "*.vpd *.VPD": GTK's patterns are case-sensitive.
std::string patterns_of(const DialogFilter& filter) {
  std::string out;
  for (const std::string_view extension : filter.extensions) {
    std::string upper(extension);
    for (char& c : upper)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    out += fmt::format("{}*.{} *.{}", out.empty() ? "" : " ", extension, upper);
  }
  return out.empty() ? "*" : out;
}

DialogCommand zenity(const DialogQuestion& question) {
  DialogCommand out{"zenity", "--file-selection", "--title=" + dialog_title(question),
                    "--filename=" + question.folder + "/" + question.name};
  if (question.owner != 0) out.insert(out.end(), {"--modal", fmt::format("--attach={}", question.owner)});
  if (question.purpose == DialogPurpose::browse) {
    out.push_back("--directory");
    return out;
  }
  if (saves(question.purpose)) {
    out.insert(out.end(), {"--save", "--confirm-overwrite"});
  } else {
    out.insert(out.end(), {"--multiple", "--separator=\n"});
  }
  for (const DialogFilter& filter : dialog_filters(question))
    out.push_back(fmt::format("--file-filter={} | {}", filter.name, patterns_of(filter)));
  return out;
}

DialogCommand kdialog(const DialogQuestion& question) {
  DialogCommand out{"kdialog", "--title", dialog_title(question)};
  if (question.owner != 0) out.insert(out.end(), {"--attach", fmt::format("{}", question.owner)});
  if (question.purpose == DialogPurpose::browse) {
    out.insert(out.end(), {"--getexistingdirectory", question.folder});
    return out;
  }
  if (saves(question.purpose)) {
    out.insert(out.end(), {"--getsavefilename", question.folder + "/" + question.name});
  } else {
    out.insert(out.end(), {"--multiple", "--separate-output", "--getopenfilename", question.folder});
  }
  std::string filters;
  for (const DialogFilter& filter : dialog_filters(question))
    filters += fmt::format("{}{}|{}", filters.empty() ? "" : "\n", patterns_of(filter), filter.name);
  out.push_back(std::move(filters));
  return out;
}

/// Both ends stay open here, so reading never ends by itself; waitpid() tells the end.
struct Pipe {
  int read_end = -1, write_end = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    read_end = ends[0];
    write_end = ends[1];
    ::fcntl(read_end, F_SETFL, O_NONBLOCK);
  }
  ~Pipe() {
    if (read_end < 0) return;
    ::close(read_end);
    ::close(write_end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

/// Starts its own process group, because the programs may be scripts with children.
std::optional<pid_t> start(const DialogCommand& command, const Pipe& output) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, output.write_end, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, arguments[0], &files, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) return std::nullopt;
  return child;
}

void read_available(const Pipe& pipe, std::string& out) {
  char buffer[4096];
  for (ssize_t count = 0; (count = ::read(pipe.read_end, buffer, sizeof buffer)) > 0;)
    out.append(buffer, static_cast<std::size_t>(count));
}

/// Returns the exit status; nullopt if the program could not be started or a signal ended it.
std::optional<int> run_program(const DialogCommand& command, const DialogQuestion& question,
                               const std::atomic<bool>& wanted, std::string& output) {
  const Pipe pipe;
  if (pipe.read_end < 0) return std::nullopt;
  const auto child = start(command, pipe);
  if (!child) return std::nullopt;
  if (question.process) *question.process = *child;
  for (;;) {
    if (!wanted) ::kill(-*child, SIGKILL);
    int status = 0;
    const pid_t ended = ::waitpid(*child, &status, WNOHANG);
    if (ended < 0) return std::nullopt;
    read_available(pipe, output);
    if (ended == *child) return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
    pollfd readable{pipe.read_end, POLLIN, 0};
    ::poll(&readable, 1, poll_ms);
  }
}

/// Splits at line breaks before an absolute path; other line breaks are part of a name.
std::vector<std::string> files_in(std::string_view output) {
  std::vector<std::string> out;
  if (output.ends_with('\n')) output.remove_suffix(1);
  while (!output.empty()) {
    const std::string_view file = output.substr(0, output.find("\n/"));
    output.remove_prefix(std::min(file.size() + 1, output.size()));
    if (file.starts_with('/')) out.emplace_back(file);
  }
  return out;
}

}  // namespace

DialogOutcome show_file_dialog(const DialogQuestion& question, const std::atomic<bool>& wanted) noexcept try {
  std::vector<DialogCommand> programs{zenity(question), kdialog(question)};
  const char* desktop = std::getenv("XDG_CURRENT_DESKTOP");
  if (desktop != nullptr && std::string_view(desktop).find("KDE") != std::string_view::npos)
    std::swap(programs[0], programs[1]);
  for (const DialogCommand& program : programs) {
    if (!wanted) break;
    std::string output;
    const auto status = run_program(program, question, wanted, output);
    if (status == dialog_accepted) return {true, files_in(output), question.purpose};
    if (status == dialog_cancelled) return {true, {}, question.purpose};
  }
  return {false, {}, question.purpose};
} catch (...) {
  return {false, {}, question.purpose};
}

}  // namespace mmd
