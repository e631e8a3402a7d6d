#include "app/text/said.h"

#include <fmt/args.h>
#include <fmt/format.h>

namespace mmd {

std::string filled(std::string_view words, const std::vector<std::string>& parts) {
  fmt::dynamic_format_arg_store<fmt::format_context> arguments;
  for (const std::string& part : parts) arguments.push_back(part);
  return fmt::vformat(words, arguments);
}

}  // namespace mmd
