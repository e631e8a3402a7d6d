#include "render/shader_source.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"

namespace mmd {
namespace {

Result<std::string> read_text(const std::string& path) {
  constexpr std::uint64_t largest = std::uint64_t{16} << 20;
  const auto bytes = read_file(path_from_utf8(path), largest);
  if (!bytes)
    return fail(fmt::format("cannot read shader {}: {}", path, bytes.error().what),
                "--shader-dir needs a copy of the folder shaders/");
  return std::string(as_text(*bytes));
}

/// The file name in `#include "name"`, or nothing.
std::string_view included_file(std::string_view line) {
  constexpr std::string_view directive = "#include \"";
  if (line.substr(0, directive.size()) != directive) return {};
  line.remove_prefix(directive.size());
  return line.substr(0, line.find('"'));
}

/// Reads a shader and resolves its includes as cmake/EmbedShaders.cmake does at build time.
Result<ShaderSource> read_shader(const std::string& dir, std::string_view name) {
  MMD_TRY(const auto text, read_text(fmt::format("{}/{}", dir, name)));
  ShaderSource source;
  source.files.emplace_back(name);
  std::size_t line_number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = take_until(rest, '\n');
    ++line_number;
    const std::string_view file = included_file(line);
    if (file.empty()) {
      source.text.append(line).append("\n");
      continue;
    }
    MMD_TRY(const auto body, read_text(fmt::format("{}/{}", dir, file)));
    source.text += fmt::format("#line 1 {}\n{}\n#line {} 0\n", source.files.size(), body, line_number + 1);
    source.files.emplace_back(file);
  }
  return source;
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

Result<ShaderSource> load_shader(const std::string& dir, std::string_view name) {
  if (!dir.empty()) return read_shader(dir, name);
  for (const EmbeddedShader& shader : embedded_shaders()) {
    if (shader.name != name) continue;
    ShaderSource out{std::string(shader.text), {}};
    for (std::string_view rest = shader.files; !rest.empty();) out.files.emplace_back(take_until(rest, '|'));
    return out;
  }
  return fail(fmt::format("there is no shader {}", name));
}

std::string name_files_in_log(std::string_view log, const std::vector<std::string>& files) {
  std::string named;
  for (std::size_t i = 0; i < log.size();) {
    std::size_t end = i;
    while (end < log.size() && is_digit(log[end])) ++end;
    const bool starts_number = end > i && (i == 0 || log[i - 1] == ' ' || log[i - 1] == '\n');
    const bool line_follows =
        end + 1 < log.size() && (log[end] == ':' || log[end] == '(') && is_digit(log[end + 1]);
    if (starts_number && line_follows && end - i < 4) {
      const auto number = static_cast<std::size_t>(std::stoul(std::string(log.substr(i, end - i))));
      if (number < files.size()) {
        named += files[number] + ":";
        i = end + 1;
        continue;
      }
    }
    end = std::max(end, i + 1);
    named.append(log.substr(i, end - i));
    i = end;
  }
  return named;
}

}  // namespace mmd
