#include "app/text/language.h"

#include <algorithm>

#include <fmt/args.h>
#include <fmt/format.h>

namespace mmd {

Language language_of(std::span<const std::string_view> locales) {
  const auto wanted =
      std::find_if(locales.begin(), locales.end(), [](std::string_view l) { return !l.empty(); });
  if (wanted == locales.end()) return Language::english;
  const std::string_view name = wanted->substr(0, wanted->find_first_of("_-.@"));
  return name == "ja" ? Language::japanese : Language::english;
}

std::string filled(std::string_view text, const std::vector<std::string>& parts) {
  fmt::dynamic_format_arg_store<fmt::format_context> arguments;
  for (const std::string& part : parts) arguments.push_back(part);
  return fmt::vformat(text, arguments);
}

}  // namespace mmd
