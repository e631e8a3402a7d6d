#include "options/name_template.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/text.h"
#include "options/option_values.h"

namespace mmd {
namespace {

constexpr std::string_view field_names[] = {"model", "model_folder", "pose", "folder",
                                            "view",  "frame",        "index"};
static_assert(std::size(field_names) == static_cast<std::size_t>(NameField::count));

std::optional<NameField> field_called(std::string_view name) {
  const auto* row = std::find(std::begin(field_names), std::end(field_names), name);
  if (row == std::end(field_names)) return std::nullopt;
  return static_cast<NameField>(row - std::begin(field_names));
}

bool is_number(NameField field) {
  return field == NameField::frame || field == NameField::index;
}

/// Length of the printable UTF-8 at the start of a text, in bytes; 0 if the first byte is not printable.
std::size_t plain_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return first >= 0x20 && first != 0x7F && first != '/' && first != '\\' ? 1 : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (length > text.size() || !is_utf8(text.substr(0, length))) return 0;
  const bool is_c1 = first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
  return is_c1 ? 0 : length;
}

/// Makes each part of a folder's path safe.
std::string safe_folder(std::string_view folder) {
  std::string out;
  while (!folder.empty()) {
    const std::string_view part = take_until(folder, '/');
    if (!part.empty() && !out.empty()) out += '/';
    out += safe_name(part);
  }
  return out;
}

/// A number with leading zeros, "00012.5".
std::string number_text(double number, int width) {
  std::string text = fmt::format("{:.10g}", number);
  const std::size_t whole = std::min(text.find('.'), text.size());
  const auto wanted = static_cast<std::size_t>(width);
  if (whole < wanted) text.insert(0, wanted - whole, '0');
  return text;
}

std::string text_of(NameField field, int width, const NameParts& parts) {
  switch (field) {
    case NameField::model:
      return safe_name(parts.model);
    case NameField::model_folder:
      return safe_name(parts.model_folder);
    case NameField::pose:
      return safe_name(parts.pose);
    case NameField::folder:
      return safe_folder(parts.folder);
    case NameField::view:
      return safe_name(parts.view);
    case NameField::frame:
      return number_text(parts.frame, width);
    case NameField::index:
      return number_text(static_cast<double>(parts.index), width);
    case NameField::count:
      break;
  }
  return {};
}

/// Drops empty parts and single dots, and makes two dots harmless.
std::string without_empty_parts(const std::string& path) {
  std::string out;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = std::string_view(path).substr(begin, end - begin);
    const bool is_last = end == path.size();
    begin = end + 1;
    if (part.empty() || (part == "." && !is_last)) continue;
    out += part == ".." ? std::string_view("%2E.") : part;
    if (!is_last) out += '/';
  }
  return out;
}

bool leaves_folder(std::string_view text) {
  if (!text.empty() && text.front() == '/') return true;
  while (!text.empty())
    if (take_until(text, '/') == "..") return true;
  return false;
}

}  // namespace

std::string safe_name(std::string_view name) {
  std::string out;
  const auto escape = [&](char c) { out += fmt::format("%{:02X}", static_cast<unsigned char>(c)); };
  // A name that starts with a dot would be hidden, or be "." or "..".
  if (!name.empty() && name.front() == '.') {
    escape('.');
    name.remove_prefix(1);
  }
  while (!name.empty()) {
    const std::size_t plain = plain_length(name);
    if (plain > 0) {
      out += name.substr(0, plain);
    } else {
      escape(name.front());
    }
    name.remove_prefix(std::max<std::size_t>(plain, 1));
  }
  return out;
}

std::string model_folder_of(const std::string& file) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path_from_utf8(file), error);
  return to_utf8(whole.lexically_normal().parent_path().filename());
}

std::string field_list() {
  std::string out;
  for (const std::string_view name : field_names)
    out += fmt::format("{}{{{}}}", out.empty() ? "" : ", ", name);
  return out;
}

Result<NameTemplate> NameTemplate::parse(std::string_view text) {
  if (leaves_folder(text))
    return fail("the name leaves the output folder", "use names without .. and without / at the start");
  NameTemplate out;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    if (open > 0) out.pieces_.push_back({std::string(text.substr(0, open)), std::nullopt, 0});
    text.remove_prefix(open);
    if (text.empty()) break;
    const std::size_t close = text.find('}');
    if (close == std::string_view::npos) return fail("a { has no }", "fields: " + field_list());
    std::string_view name = text.substr(1, close - 1);
    text.remove_prefix(close + 1);
    Piece piece;
    if (const std::size_t colon = name.find(':'); colon != std::string_view::npos) {
      const std::string_view width = name.substr(colon + 1);
      if (!read_whole(width, piece.width) || piece.width < 0 || piece.width > 20)
        return fail(fmt::format("{{{}}}: expected a width up to 20, for example {{frame:05}}", name));
      name = name.substr(0, colon);
    }
    piece.field = field_called(name);
    if (!piece.field) return fail(fmt::format("unknown field {{{}}}", name), "fields: " + field_list());
    if (piece.width > 0 && !is_number(*piece.field))
      return fail(fmt::format("{{{}}} is not a number and cannot have a width", name));
    out.pieces_.push_back(std::move(piece));
  }
  return out;
}

std::string NameTemplate::fill(const NameParts& parts) const {
  std::string out;
  for (const Piece& piece : pieces_)
    out += piece.field ? text_of(*piece.field, piece.width, parts) : piece.text;
  return without_empty_parts(out);
}

bool NameTemplate::has(NameField field) const {
  return std::any_of(pieces_.begin(), pieces_.end(), [&](const Piece& p) { return p.field == field; });
}

}  // namespace mmd
