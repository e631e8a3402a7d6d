#include "app/stage/own_effects.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/stage/screenshot.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "options/effects_text.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view effects_extension = ".json";
constexpr std::uint64_t largest_effects_file = 1 << 16;

}  // namespace

std::vector<OwnEffects> own_effects_in(const fs::path& folder) {
  std::vector<OwnEffects> out;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const fs::path& path = at->path();
    if (to_utf8(path.extension()) != effects_extension) continue;
    const auto bytes = read_file(path, largest_effects_file);
    if (!bytes) continue;
    if (auto effects = parse_effects(as_text(*bytes)))
      out.push_back({to_utf8(path), to_utf8(path.stem()), std::move(*effects)});
  }
  std::sort(out.begin(), out.end(),
            [](const OwnEffects& a, const OwnEffects& b) { return natural_less(a.name, b.name); });
  return out;
}

Result<fs::path> save_effects(const Effects& effects, const fs::path& folder, const std::string& name) {
  if (folder.empty()) return fail("no folder for effects", "set HOME or XDG_DATA_HOME");
  const std::string stem = safe_file_part(name);
  if (stem.empty()) return fail("the effects need a name");
  std::error_code error;
  fs::create_directories(folder, error);  // writing says it
  fs::path path = free_file(folder, stem, effects_extension);
  MMD_TRY(write_file_atomically(path, as_byte_span(effects_text(effects))));
  return path;
}

}  // namespace mmd
