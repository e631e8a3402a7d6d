#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_io.h"

namespace mmd::test {

/// The result of a program.
struct Outcome {
  int status = -1;  ///< exit status; -1 if a signal ended it
  int signal = 0;   ///< on Windows SIGINT for Ctrl-C's status, SIGSEGV for those of faults
  std::string out, err;
  std::size_t peak_bytes = 0;  ///< greatest resident size
};

struct Invocation {
  std::vector<std::string> arguments;                            ///< without the program
  std::string input;                                             ///< standard input
  std::vector<std::pair<std::string, std::string>> environment;  ///< set on top of this program's own
  std::string working_folder;                                    ///< empty: this program's
  std::string output_file;   ///< standard output goes there instead of `out` (/dev/full …)
  bool on_terminal = false;  ///< standard error is a terminal: "\r\n" ends its lines
  std::string interrupt_at;  ///< interrupt, like Ctrl-C, once standard error contains this; empty: never
  int interrupt_signal = 0;  ///< instead of Ctrl-C's SIGINT; not on Windows, whose programs get Ctrl-Break
  std::vector<std::pair<int, std::size_t>> limits;  ///< RLIMIT_…; not on Windows
  bool on_one_processor = false;
};

/// Whether this machine has pseudo-terminals; some containers have no /dev/pts.
bool has_terminals();

Outcome run_program(const std::string& program, const Invocation& run);

/// Sets (or unsets, for null) an environment variable of this process.
void put_environment_variable(const char* name, const char* value);

/// What makes a program's pictures the same on every machine: no display, Mesa's software renderer, and no
/// fonts, without which letters are ours.
std::vector<std::pair<std::string, std::string>> environment_of_pictures(const std::string& source_folder);

/// Features of the kernel itself, also within a container.
bool kernel_has_seccomp();
bool kernel_has_openat2();

/// Sets (or unsets, for null) an environment variable during its lifetime.
class EnvironmentVariable {
 public:
  EnvironmentVariable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) before_ = old;
    put(value);
  }
  ~EnvironmentVariable() { put(before_ ? before_->c_str() : nullptr); }
  EnvironmentVariable(const EnvironmentVariable&) = delete;
  EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;

  void put(const char* value) const { put_environment_variable(name_, value); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace mmd::test
