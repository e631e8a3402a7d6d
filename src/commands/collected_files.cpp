#include "commands/collected_files.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "export/unique_names.h"

namespace mmd {
namespace {

constexpr std::uint64_t max_text_bytes = std::uint64_t{16} << 20;

class Collector {
 public:
  Collector(RawModel& model, const std::string& folder)
      : model_(model), folder_(folder), names_(UniqueNames::Compare::folded) {}

  Result<CollectedFiles> run() {
    for (std::size_t i = 0; i < model_.file.textures.size(); ++i) MMD_TRY(add_texture(i));
    MMD_TRY(add_texts());
    return std::move(out_);
  }

 private:
  Result<void> add_texture(std::size_t i) {
    pmx::Text& text = model_.file.textures[i];
    const std::string name = model_.file.utf8(text);
    const auto path = find_texture(model_.origin, name);
    if (!path) {
      if (!name.empty() && shared_toon_number(name) == 0)
        out_.warnings.push_back(missing_texture_warning(name));
      return {};
    }
    const auto [known, is_new] = copies_.try_emplace(*path);
    if (is_new) {
      known->second = names_.take_like(place_of(*path));
      MMD_TRY(copy(*path, known->second));
    }
    std::string slashes = name;
    std::replace(slashes.begin(), slashes.end(), '\\', '/');
    if (slashes == known->second) return {};
    out_.renamed.push_back(
        {"collected", "textures", i, name, "the copy has another name", name, known->second});
    text = pmx::from_utf8(known->second, model_.file.header.encoding);
    return {};
  }

  static Diagnostic missing_texture_warning(const std::string& name) {
    return make_warning(fmt::format("texture \"{}\" was not found, so it was not copied", name));
  }

  /// Below the model's folder as it lies there; from elsewhere into "textures".
  std::string place_of(const std::string& path) const {
    const std::string& base = model_.origin.base;
    const bool inside = base.empty() || path.starts_with(base + '/');
    const std::string place = inside ? path.substr(base.empty() ? 0 : base.size() + 1)
                                     : "textures/" + path.substr(path.rfind('/') + 1);
    std::string out;
    for (std::string_view rest = place; !rest.empty();)
      out += (out.empty() ? "" : "/") + safe_file_name(take_until(rest, '/'));
    return out;
  }

  /// The texts in the model's own folder.
  Result<void> add_texts() {
    const ModelOrigin& origin = model_.origin;
    const std::string base = origin.base.empty() ? std::string() : origin.base + '/';
    const bool on_disk =
        origin.member.empty();  // a set lists its own folder only, an archive all of its files
    const auto own = on_disk ? open_folder(path_from_utf8(origin.files->name() + '/' + base)) : origin.files;
    for (const char* extension : {".txt", ".md", ".pdf", ".html"})
      for (const std::string& listed : own->list(extension)) {
        const std::string path = on_disk ? base + listed : listed;
        if (!path.starts_with(base) || path.find('/', base.size()) != std::string::npos) continue;
        if (origin.files->size(path) > max_text_bytes) continue;
        MMD_TRY(copy(path, names_.take_like(safe_file_name(path.substr(base.size())))));
      }
    return {};
  }

  Result<void> copy(const std::string& path, const std::string& name) {
    MMD_TRY(auto bytes, in_file(model_.origin.files->read(path), path));
    out_.files.push_back({fmt::format("{}/{}", folder_, name), std::move(bytes)});
    if (model_.origin.member.empty())
      out_.read.push_back(fmt::format("{}/{}", model_.origin.files->name(), path));
    return {};
  }

  RawModel& model_;
  const std::string& folder_;
  UniqueNames names_;
  std::map<std::string, std::string> copies_;  ///< names by path
  CollectedFiles out_;
};

}  // namespace

std::string safe_file_name(std::string_view name) {
  constexpr std::string_view reserved = "<>:\"|?*\\/";
  std::string out;
  for (const char c : utf8_lossy(name))
    out += reserved.find(c) != std::string_view::npos || (c >= 0 && c < ' ') || c == 0x7f ? '_' : c;
  while (!out.empty() && (out.back() == '.' || out.back() == ' ')) out.pop_back();
  std::string stem = out.substr(0, out.find('.'));
  std::transform(stem.begin(), stem.end(), stem.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  const bool is_port = stem.size() == 4 && (stem.starts_with("COM") || stem.starts_with("LPT")) &&
                       stem[3] >= '0' && stem[3] <= '9';
  if (out.empty() || is_port || stem == "CON" || stem == "PRN" || stem == "AUX" || stem == "NUL")
    out.insert(out.begin(), '_');
  return out;
}

Result<CollectedFiles> collect_files(RawModel& model, const std::string& folder) {
  return Collector(model, folder).run();
}

}  // namespace mmd
