// The environment and the arguments as POSIX has them: bytes, taken for UTF-8.
#include <cstdlib>

#include "base/environment.h"

namespace mmd {

std::optional<std::string> environment_variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

void set_environment_variable(const char* name, const std::string& value, IfSet if_set) {
  ::setenv(name, value.c_str(), if_set == IfSet::replace ? 1 : 0);
}

/// POSIX systems take paths as long as their file systems do.
void allow_long_paths() {}

ProgramArguments::ProgramArguments(int argc, char** argv) : count_(argc), values_(argv) {}

}  // namespace mmd
