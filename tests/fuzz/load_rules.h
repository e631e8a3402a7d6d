#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mmd::fuzz {

/// How a run of the program ended, and what it printed.
struct Ended {
  std::vector<std::string> arguments;
  int status = 0;
  std::string out, err;
};

/// What of the promises of docs/user/options.md it breaks, in words; empty: nothing. The status is that of a
/// right command line (0 or 1) and goes with the messages; every error names a file of the command line and
/// the place in it, but for kinds that have none (placeless_errors()); JSON is JSON; nothing that is printed
/// could move a terminal.
std::string broken_rule(const Ended& ended);

/// A kind of error that has no place in a file, by words of it.
struct Placeless {
  std::string_view words, why;
};
std::vector<Placeless> placeless_errors();

}  // namespace mmd::fuzz
