#include "commands/serve/request_head.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "commands/serve/serve_request.h"

namespace mmd {
namespace {

constexpr std::string_view spaces = " \t\r\n";

void skip_spaces(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(spaces), rest.size()));
}

/// Removes a character; returns false if the text does not begin with it.
bool skip(std::string_view& rest, char wanted) {
  skip_spaces(rest);
  if (rest.empty() || rest.front() != wanted) return false;
  rest.remove_prefix(1);
  return true;
}

/// The length of the string at the beginning, with its quotes; all of the text if it does not end.
std::size_t string_length(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return text.size();
}

/// Removes a token: a string, a bracket, a colon, a comma, or a number or word.
std::string_view take_token(std::string_view& rest) {
  skip_spaces(rest);
  if (rest.empty()) return {};
  constexpr std::string_view single = "[]{}:,";
  std::size_t length = 1;
  if (rest.front() == '"')
    length = string_length(rest);
  else if (single.find(rest.front()) == std::string_view::npos)
    length = std::min(rest.find_first_of(" \t\r\n[]{}:,\""), rest.size());
  const std::string_view token = rest.substr(0, length);
  rest.remove_prefix(length);
  return token;
}

/// Removes a value: a token, or an object or a list with its contents.
std::string_view take_value(std::string_view& rest) {
  skip_spaces(rest);
  const std::string_view whole = rest;
  int depth = 0;
  do {
    const std::string_view token = take_token(rest);
    if (token == "[" || token == "{") ++depth;
    if (token == "]" || token == "}") --depth;
  } while (depth > 0 && !rest.empty());
  return whole.substr(0, whole.size() - rest.size());
}

/// The text of a string token, or nothing if it is not one.
std::string text_of_token(std::string_view token) {
  const auto json = parse_json<nlohmann::json>(token);
  return json && json->is_string() ? json->get<std::string>() : std::string();
}

/// The value without spaces, and with strings as all answers write them; null if it is no JSON.
std::string echoed(std::string_view value) {
  if (!nlohmann::json::accept(value)) return "null";
  std::string out;
  while (!value.empty()) {
    const std::string_view token = take_token(value);
    out += token.starts_with('"') ? json_text(text_of_token(token)) : std::string(token);
  }
  return out;
}

}  // namespace

RequestHead head_of(std::string_view line) {
  RequestHead out;
  if (!skip(line, '{')) return out;
  do {
    const std::string_view name = take_token(line);
    if (!name.starts_with('"') || !skip(line, ':')) return out;
    const std::string_view value = take_value(line);
    // Few names have escapes; decode only short ones.
    const std::string key = name.size() < 64 ? text_of_token(name) : std::string();
    if (value.empty()) return out;
    if (key == "id") out.id = echoed(value);
    if (key == "cancel") out.cancels = echoed(value);
  } while (skip(line, ','));
  return out;
}

}  // namespace mmd
