#include "base/json.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace mmd {
namespace {

std::uint32_t line_at(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  return static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
}

tl::unexpected<Diagnostic> beyond(std::string what, std::string_view text, std::size_t at) {
  Diagnostic error = make_error(std::move(what), "check that this is the right file");
  error.line = line_at(text, at);
  return fail(std::move(error));
}

/// The end of a string that begins at `at`: its closing quote, or the end of the text.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at;; at += 2) {
    at = std::min(text.find_first_of("\"\\", at), text.size());
    if (at == text.size() || text[at] == '"') return at;
  }
}

/// The error for text that cannot be parsed. `what`: nlohmann's message; `byte`: where, from 1.
Diagnostic not_json(std::string_view text, std::string_view what, std::size_t byte) {
  Diagnostic out =
      make_error(fmt::format("this is not JSON{}", what.substr(std::min(what.rfind(" - "), what.size()))));
  out.line = line_at(text, byte > 0 ? byte - 1 : 0);
  return out;
}

template <class Json>
std::string written(const Json& json, int indentation) {
  return escaped_json(json.dump(indentation, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Result<void> check_json_limits(std::string_view text) {
  struct Open {
    bool is_object = false;
    std::size_t commas = 0;
  };
  std::array<Open, max_json_depth + 1> open{};  // lists and objects, by depth
  std::size_t depth = 0, values = 0;            // all but the first in each list and object
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
    } else if (c == '[' || c == '{') {
      if (++depth > max_json_depth)
        return beyond(fmt::format("lists and objects are nested too deep; the limit is {}", max_json_depth),
                      text, at);
      open[depth] = {c == '{', 0};
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    } else if (c == ',') {
      if (++values >= max_json_values)
        return beyond(fmt::format("too many values; the limit is {}", max_json_values), text, at);
      if (++open[depth].commas >= max_json_members && open[depth].is_object)
        return beyond(fmt::format("an object has too many members; the limit is {}", max_json_members), text,
                      at);
    }
  }
  return {};
}

template <class Json>
Result<Json> parse_json(std::string_view text) {
  MMD_TRY(check_json_limits(text));
  try {
    return Json::parse(text.begin(), text.end());
  } catch (const typename Json::parse_error& error) {
    return fail(not_json(text, error.what(), error.byte));
  } catch (const typename Json::out_of_range&) {
    return fail("a number is too large");
  }
}

template <class Json>
std::string json_text(const Json& json) {
  return written(json, -1);
}

template <class Json>
std::string indented_json(const Json& json) {
  return written(json, 1) + "\n";
}

template Result<nlohmann::json> parse_json(std::string_view);
template Result<nlohmann::ordered_json> parse_json(std::string_view);
template std::string json_text(const nlohmann::json&);
template std::string json_text(const nlohmann::ordered_json&);
template std::string indented_json(const nlohmann::json&);
template std::string indented_json(const nlohmann::ordered_json&);

}  // namespace mmd
