#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mmd {

/// A built-in shader with resolved includes and `#line LINE NUMBER` where the file changes.
struct EmbeddedShader {
  std::string_view name;   ///< "model.vert"
  std::string_view files;  ///< file names by source number, from 0, separated by '|'
  std::string_view text;
};
std::span<const EmbeddedShader> embedded_shaders();

struct ShaderSource {
  std::string text;
  std::vector<std::string> files;  ///< by source number
};

/// The shader of that name from `dir`, or the embedded one if `dir` is empty.
Result<ShaderSource> load_shader(const std::string& dir, std::string_view name);

/// A driver's compile log with source numbers replaced by file names: "0:12(5): error" (Mesa), "0(12) :
/// error" (NVIDIA), "ERROR: 0:12:" (Apple, Intel, AMD) become "model.vert:12…".
std::string name_files_in_log(std::string_view log, const std::vector<std::string>& files);

}  // namespace mmd
