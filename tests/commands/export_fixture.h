#pragma once

// A model to export, and what an export wrote.

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "commands/commands.h"
#include "options/messages.h"
#include "tests/assets/temporary_folder.h"
#include "tests/commands/ran.h"
#include "tests/support/format_samples.h"
#include "tests/support/image_samples.h"
#include "tests/support/model_builder.h"
#include "tests/support/process.h"

namespace mmd::test {

/// A square with a texture, and the options to export it.
struct Square {
  TemporaryFolder folder;
  EnvironmentVariable cache{"XDG_CACHE_HOME", to_utf8(folder.path() / "cache").c_str()};
  Options options{Command::export_};

  explicit Square(const char* output) {
    FileBuilder b;
    b.bone("首");
    b.square({0, 1, 0}, 1);
    b.material("服").texture = b.texture("t.png");
    folder.put("t.png", as_text(png_file(gradient(4, 4, false))));
    options.files = {to_utf8(folder.put("m.pmx", as_text(b.bytes())))};
    std::filesystem::create_directory(folder.path() / "out");
    options.output = to_utf8(folder.path() / path_from_utf8(output));
  }
  void set_model(const FileBuilder& b) { folder.put("m.pmx", as_text(b.bytes())); }
  void add_motion(const vmd::File& motion) {
    options.files.push_back(to_utf8(folder.put("m.vmd", as_text(*vmd::write(motion)))));
  }
  Ran run() const { return ran(run_export, options); }
};

/// The names of the files in a folder.
inline std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    out.push_back(to_utf8(entry.path().filename()));
  return out;
}

/// The JSON of the GLB that an export wrote.
inline nlohmann::json json_of(const std::string& file) {
  const auto bytes = read_file(path_from_utf8(file));
  if (!bytes || bytes->size() < 20) return nullptr;
  std::uint32_t size = 0;  // of the first chunk, behind 12 bytes of header
  std::memcpy(&size, bytes->data() + 12, sizeof size);
  return nlohmann::json::parse(as_text(*bytes).substr(20, size));
}

}  // namespace mmd::test
