#include <unistd.h>

#include "commands/terminal.h"

namespace mmd {

bool errors_go_to_a_terminal() {
  return ::isatty(STDERR_FILENO) == 1;
}

}  // namespace mmd
