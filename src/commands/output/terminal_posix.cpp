// Standard streams and the terminal of POSIX.
#include <cerrno>
#include <initializer_list>

#include <fcntl.h>
#include <unistd.h>

#include "commands/output/progress_line.h"

namespace mmd {

bool errors_go_to_a_terminal() {
  return ::isatty(STDERR_FILENO) == 1;
}

void fill_missing_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // open() returns the lowest free number, which is this one. The mode is the wrong one on purpose: reading
    // or writing stays an error.
    static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

// Nothing to do: terminals have the locale's encoding and obey escape sequences.
void enter_terminal() {}
void leave_terminal() {}

void close_own_console() {}
void show_without_console(const std::string&) {}

}  // namespace mmd
