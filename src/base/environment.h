#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mmd {

/// An environment variable's value as UTF-8; nullopt: it is not set.
std::optional<std::string> environment_variable(const char* name);

enum class IfSet : std::uint8_t { keep, replace };
/// Sets an environment variable of this process and its children. `value` is UTF-8. Not thread-safe.
void set_environment_variable(const char* name, const std::string& value, IfSet if_set);

/// Allows paths of more than 260 characters in this process (Windows only).
void allow_long_paths();

/// The program's arguments as UTF-8, its name first, as main() gets them. They live as long as this.
class ProgramArguments {
 public:
  ProgramArguments(int argc, char** argv);
  int count() const { return count_; }
  const char* const* values() const { return values_; }

  ProgramArguments(const ProgramArguments&) = delete;
  ProgramArguments& operator=(const ProgramArguments&) = delete;

 private:
  int count_ = 0;
  const char* const* values_ = nullptr;
  std::vector<std::string> owned_;  ///< on systems whose arguments have another encoding
  std::vector<const char*> pointers_;
};

}  // namespace mmd
