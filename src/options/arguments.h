#pragma once

// Takes a list of arguments apart by the options that there are. What the values mean, and whether they go
// together, is command_line.cpp's.

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// How an option is written.
struct OptionSpelling {
  std::string_view name;        ///< "--output"
  std::string_view short_name;  ///< "-o" or empty
  bool takes_value = false;
  /// What stands for the value where one is missing.
  std::string_view value = "TEXT";
  bool may_lack_value = false;  ///< a number, or nothing: the next argument is taken if it is one
  std::string_view means = {};  ///< the option that this is another name of; empty: itself
};

/// A list of arguments, taken apart.
struct Arguments {
  std::vector<std::string> files;  ///< what is no option, in order; "-" is one of these
  /// By name of the options that are there: their values in order, of one that takes none an empty text each
  /// time.
  std::map<std::string_view, std::vector<std::string>> values;
  std::vector<std::string> unknown;  ///< options that there are not, as they are written
  std::string problem;               ///< why reading stopped before the end; empty: it did not

  bool has(std::string_view option) const { return values.count(option) > 0; }
};

/// `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`; several short ones without values may stand
/// together (`-abc`). Whatever follows an option that takes a value is that value, however it looks; what `=`
/// joins to it may be empty. One that may lack its value takes what is joined to it, or the next argument if
/// that is a number. Files
/// and options may be mixed; behind `--` there are files only. A dash with a digit begins a file, no option.
/// A long option behind one dash (`-output`) is an unknown one, not `-o` with the value "utput".
Arguments take_apart(std::span<const std::string> arguments, std::span<const OptionSpelling> options);

}  // namespace mmd
