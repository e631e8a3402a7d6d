#include "app/stage/element_names.h"

#include "options/messages.h"

namespace mmd {

bool is_blank(std::string_view name) {
  return name.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::string shown_name(std::string_view name, std::string_view english, Language language) {
  std::string out(is_blank(name) ? english : name);
  if (language == Language::english && !is_blank(name) && !english.empty() && english != name)
    out.append("  ").append(english);
  return on_one_line(std::move(out));
}

}  // namespace mmd
