#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "options/command_line.h"
#include "physics/physics_world.h"

namespace mmd::test {

/// The command line `mmdview ARGUMENTS…`, with what it wrote.
struct Parsed {
  CommandLine line;
  std::string out, err;
};

/// Every command there is.
inline std::vector<Command> all_commands() {
  std::vector<Command> out;
  for (std::uint8_t i = 0; !command_name(static_cast<Command>(i)).empty(); ++i)
    out.push_back(static_cast<Command>(i));
  return out;
}

/// The row with this option's name that the command takes; null: it takes none.
inline const OptionRow* row_of(std::string_view name, Command command) {
  for (const OptionRow& row : option_table())
    if (row.name == name && row.is_for(command)) return &row;
  return nullptr;
}

inline Parsed parse(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv{"mmdview"};
  for (const std::string& a : arguments) argv.push_back(a.c_str());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Parsed parsed;
  parsed.line = parse_command_line(static_cast<int>(argv.size()), argv.data());
  parsed.out = ::testing::internal::GetCapturedStdout();
  parsed.err = ::testing::internal::GetCapturedStderr();
  return parsed;
}

/// The same over settings and a state, with nothing written.
inline CommandLine parse_with_scene(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv{"mmdview"};
  for (const std::string& a : arguments) argv.push_back(a.c_str());
  return parse_with_settings(static_cast<int>(argv.size()), argv.data());
}

}  // namespace mmd::test
