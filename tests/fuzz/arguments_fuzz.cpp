// Parses any arguments, one a line: they are accepted, or rejected with the exit status for usage errors.
// Prints to the program's output.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "options/command_line.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> arguments{"mmdview"};
  for (std::size_t i = 0, begin = 0; i <= size; ++i) {
    if (i < size && data[i] != '\n' && data[i] != '\0') continue;
    if (i > begin) arguments.emplace_back(reinterpret_cast<const char*>(data) + begin, i - begin);
    begin = i + 1;
  }
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  const auto line = mmd::parse_command_line(static_cast<int>(argv.size()), argv.data());
  if (line.exit_status && *line.exit_status != 0 && *line.exit_status != 2) std::abort();
  return 0;
}
