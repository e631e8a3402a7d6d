#pragma once

// Splits arguments into files, options and values. command_line.cpp interprets the values and checks
// combinations.

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// The spelling of an option.
struct OptionSpelling {
  std::string_view name;        ///< "--output"
  std::string_view short_name;  ///< "-o" or empty
  bool takes_value = false;
  /// Placeholder for the value in the error about a missing one.
  std::string_view value = "TEXT";
  bool may_lack_value = false;  ///< optional value: the next argument if it is a number
  std::string_view means = {};  ///< the option of which this is an alias; empty: no alias
};

/// Split arguments.
struct Arguments {
  std::vector<std::string> files;  ///< non-options in order, including "-"
  /// Values in order, by option name. A flag has an empty value for each use.
  std::map<std::string_view, std::vector<std::string>> values;
  std::vector<std::string> unknown;  ///< unknown options, as written
  std::string problem;               ///< why reading stopped early; empty: it did not

  bool has(std::string_view option) const { return values.count(option) > 0; }
};

/// Accepts `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE` and combined flags (`-abc`). The argument
/// after an option with a value is its value, even if it looks like an option; a value after `=` may be
/// empty. An optional value is joined, or is the next argument if that is a number. Files and options may be
/// mixed; all arguments after `--` are files. A dash with a digit starts a file name. A long name after one
/// dash
/// (`-output`) is an unknown option, not `-o` with the value "utput".
Arguments take_apart(std::span<const std::string> arguments, std::span<const OptionSpelling> options);

}  // namespace mmd
