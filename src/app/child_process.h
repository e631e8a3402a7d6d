#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace mmd {

/// A program with its arguments, which no shell looks at.
struct ProgramCall {
  std::string program;  ///< searched for in PATH
  std::vector<std::string> arguments;
};

struct ProgramOutcome {
  int status = -1;  ///< exit status; -1: it was ended by a signal, or by us
  std::string output;
};

/// Runs it to its end, or until `wanted` is false, and reads what it writes; nullopt: it cannot be started.
std::optional<ProgramOutcome> run_program(const ProgramCall& call, const std::atomic<bool>& wanted);

}  // namespace mmd
