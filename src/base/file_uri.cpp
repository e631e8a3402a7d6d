#include "base/file_uri.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/text.h"

namespace mmd {
namespace {

constexpr std::string_view file_scheme = "file://";

/// Host names are ASCII and ignore case.
bool is_same_host(std::string_view a, std::string_view b) {
  return small_letters(a) == small_letters(b);
}

/// Decodes %20 and the like; nullopt for a malformed one and for %00.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    unsigned byte = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || read.ec != std::errc() || read.ptr != digits.data() + 2 || byte == 0)
      return std::nullopt;
    out += static_cast<char>(byte);
    i += 2;
  }
  return out;
}

}  // namespace

std::string percent_encoded(std::string_view text, std::string_view plain) {
  std::string out;
  for (const char c : text) {
    const bool stays = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       plain.find(c) != std::string_view::npos;
    if (stays)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string uri_of_path(std::string_view path) {
  std::string out(file_scheme);
  if (!path.starts_with('/')) out += '/';  // "C:/a.pmx"
  return out + percent_encoded(path, "-._~/:");
}

bool is_file_uri(std::string_view text) {
  return text.substr(0, file_scheme.size()) == file_scheme;
}

Result<std::string> path_of_uri(std::string_view uri) {
  if (!is_file_uri(uri)) return fail("this is no URI of a file", "those begin with file:///");
  const std::string_view rest = uri.substr(file_scheme.size());
  const std::size_t slash = rest.find('/');
  if (slash == rest.npos) return fail("the URI has no path", "as in file:///folder/model.pmx");
  const std::string_view host = rest.substr(0, slash);
  if (!host.empty() && !is_same_host(host, "localhost") && !is_same_host(host, host_name()))
    return fail(fmt::format("the URI names a file on another machine, \"{}\"", escaped_utf8(host)),
                "copy the file here, or mount that machine's folder");
  if (auto path = percent_decoded(rest.substr(slash))) return path_on_this_system(std::move(*path));
  return fail("the URI has a % that two hexadecimal digits of a byte other than zero do not follow",
              "a % itself is written %25");
}

}  // namespace mmd
