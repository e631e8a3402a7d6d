#include "options/arguments.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "options/option_values.h"

namespace mmd {
namespace {

/// Whether an option's name can start with this character. Otherwise the dashes belong to a file name.
bool begins_name(char c) {
  return c != '-' && c != '!' && c != ' ' && c != '\n';
}

bool is_long(std::string_view argument) {
  return argument.size() > 2 && argument.substr(0, 2) == "--" && begins_name(argument[2]);
}

bool is_number(std::string_view argument) {
  double value = 0.0;
  return read_whole(argument, value);
}

bool is_short(std::string_view argument) {
  if (argument.size() < 2 || argument[0] != '-') return false;
  const bool is_digit = argument[1] >= '0' && argument[1] <= '9';
  return begins_name(argument[1]) && !is_digit;
}

/// The expected value, for the error about a missing one.
std::string needed(std::string_view value) {
  if (value == "FILE") return "a file name";
  if (value == "DIR") return "a folder";
  return fmt::format("a value: {}", value);
}

class Reader {
 public:
  Reader(std::span<const std::string> arguments, std::span<const OptionSpelling> options)
      : options_(options), to_come_(arguments.rbegin(), arguments.rend()) {}

  Arguments read() {
    bool only_files = false;
    while (!to_come_.empty() && out_.problem.empty()) {
      std::string argument = next();
      if (!only_files && argument == "--") {
        only_files = true;
      } else if (!only_files && is_long(argument)) {
        read_long(argument);
      } else if (!only_files && is_short(argument)) {
        read_short(argument);
      } else {
        out_.files.push_back(std::move(argument));
      }
    }
    return std::move(out_);
  }

 private:
  std::string next() {
    std::string argument = std::move(to_come_.back());
    to_come_.pop_back();
    return argument;
  }

  /// The option with this spelling, or null.
  const OptionSpelling* find(std::string_view OptionSpelling::*name, std::string_view written) const {
    const auto found =
        std::find_if(options_.begin(), options_.end(), [&](const auto& o) { return o.*name == written; });
    return found == options_.end() ? nullptr : &*found;
  }

  void add(const OptionSpelling& option, std::string value) {
    out_.values[option.means.empty() ? option.name : option.means].push_back(std::move(value));
  }

  /// Uses this as the option's value; if it is empty, uses the next argument.
  void add_value(const OptionSpelling& option, std::string value) {
    if (value.empty() && option.may_lack_value && (to_come_.empty() || !is_number(to_come_.back()))) {
      add(option, {});
    } else if (!value.empty()) {
      add(option, std::move(value));
    } else if (!to_come_.empty()) {
      add(option, next());
    } else {
      out_.problem = fmt::format("{} needs {}", option.name, needed(option.value));
    }
  }

  void read_long(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    const bool is_joined = equals != std::string::npos;
    const OptionSpelling* option = find(&OptionSpelling::name, std::string_view(argument).substr(0, equals));
    std::string value = is_joined ? argument.substr(equals + 1) : std::string();
    if (option == nullptr) {
      out_.unknown.push_back(argument);
    } else if (option->takes_value && is_joined) {
      add(*option, std::move(value));  // also an empty one: `--output="$OUT"` must not take an input for it
    } else if (option->takes_value) {
      add_value(*option, {});
    } else if (value.empty() || value == "true" || value == "{}") {
      add(*option, {});
    } else {
      out_.problem = fmt::format("{} takes no value", option->name);
    }
  }

  void read_short(const std::string& argument) {
    const OptionSpelling* option = find(&OptionSpelling::short_name, std::string_view(argument).substr(0, 2));
    std::string rest = argument.substr(2);
    const std::string with_two_dashes = "-" + argument.substr(0, argument.find('='));
    if (option == nullptr || find(&OptionSpelling::name, with_two_dashes) != nullptr) {
      out_.unknown.push_back(argument);
    } else if (option->takes_value) {
      add_value(*option, std::move(rest));
    } else {
      add(*option, {});
      if (!rest.empty()) to_come_.push_back("-" + rest);
    }
  }

  std::span<const OptionSpelling> options_;
  std::vector<std::string> to_come_;  ///< in reverse order
  Arguments out_;
};

}  // namespace

Arguments take_apart(std::span<const std::string> arguments, std::span<const OptionSpelling> options) {
  return Reader(arguments, options).read();
}

}  // namespace mmd
