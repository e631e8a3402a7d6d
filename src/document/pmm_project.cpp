#include "document/pmm_project.h"

#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "formats/pmd.h"
#include "formats/vpd.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// Folders above a project in which `UserFile` is looked for.
constexpr int max_folders_up = 8;

bool is_network_path(const std::string& path) {
  return path.starts_with("\\\\") || path.starts_with("//");
}

/// The file at a Windows path below a folder.
std::optional<std::string> found_below(const fs::path& folder, const std::string& path) {
  const auto files = open_folder(folder, {{}, true});
  const auto found = files->resolve({}, path);
  if (!found) return std::nullopt;
  return to_utf8(folder / path_from_utf8(*found));
}

/// The part of the path from `UserFile` on.
std::optional<std::string> below_user_file(const std::string& path) {
  const std::string folded = fold_name(path);
  const std::size_t at = folded.find("userfile");
  if (at == std::string::npos || folded.size() != path.size()) return std::nullopt;
  return path.substr(at);
}

std::string base_name(const std::string& path) {
  return path.substr(path.find_last_of("\\/") + 1);
}

/// The lists of a PMD that a version 1 project does not store.
struct ModelNames {
  std::vector<std::string> bones, morphs;
  std::vector<std::int32_t> ik_bones;
};

Result<ModelNames> read_names(const fs::path& model) {
  MMD_TRY(const Bytes bytes, read_file(model));
  MMD_TRY(const auto read, pmd::read(bytes));
  ModelNames out;
  for (const pmd::Bone& bone : read.file.bones)
    out.bones.push_back(utf8_from_cp932_lossy(pmd::bytes_of(bone.name)));
  for (const pmd::Morph& morph : read.file.morphs)
    out.morphs.push_back(utf8_from_cp932_lossy(pmd::bytes_of(morph.name)));
  for (const pmd::Ik& ik : read.file.iks) out.ik_bones.push_back(ik.bone);
  return out;
}

/// The models of a version 1 project. Each file is read once, however many models use it.
class ProjectModels {
 public:
  explicit ProjectModels(const std::string& project) : project_(project) {}

  /// null if it cannot be read.
  const ModelNames* names_of(const std::string& path) {
    const fs::path file = path_from_utf8(file_of_project(project_, path));
    std::error_code error;
    const fs::path key = fs::weakly_canonical(file, error);
    const auto [at, is_new] = names_.try_emplace(error ? file : key);
    if (is_new)
      if (auto read = read_names(file)) at->second = std::move(*read);
    return at->second ? &*at->second : nullptr;
  }

 private:
  const std::string& project_;
  std::map<fs::path, std::optional<ModelNames>> names_;
};

void take_names(const ModelNames& from, pmm::Model& to) {
  to.bones = from.bones;
  to.morphs = from.morphs;
  to.ik_bones = from.ik_bones;
}

bool can_be_written(const std::string& name) {
  return !name.empty() && name.find_first_of("\r\n") == std::string::npos;
}

}  // namespace

std::string file_of_project(const std::string& project, const std::string& path) {
  const fs::path folder = path_from_utf8(project).parent_path();
  const std::string name = base_name(path);
  std::string beside = to_utf8(folder / path_from_utf8(name));
  if (name.empty() || is_network_path(path)) return beside;
  std::error_code error;
  const fs::path as_stored = path_from_utf8(path);
  if (as_stored.is_absolute() && fs::is_regular_file(as_stored, error)) return path;
  if (const auto part = below_user_file(path)) {
    fs::path above = fs::absolute(folder, error);
    for (int i = 0; i < max_folders_up && !error; ++i, above = above.parent_path()) {
      if (const auto found = found_below(above, *part)) return *found;
      if (!above.has_relative_path()) break;
    }
  }
  return found_below(folder.empty() ? "." : folder, name).value_or(beside);
}

Result<pmm::File> read_project(ByteSpan bytes, const std::string& project) {
  ProjectModels files(project);
  std::vector<const ModelNames*> models;
  const auto lengths_of = [&](const std::string& path) -> std::optional<pmm::ListLengths> {
    const ModelNames* names = files.names_of(path);
    if (names == nullptr) return std::nullopt;
    models.push_back(names);
    return pmm::ListLengths{names->bones.size(), names->morphs.size(), names->ik_bones.size()};
  };
  MMD_TRY(auto out, in_file(pmm::read(bytes, lengths_of), project));
  if (out.version != 1) return out;
  for (std::size_t i = 0; i < out.models.size() && i < models.size(); ++i)
    take_names(*models[i], out.models[i]);
  return out;
}

Result<ScenePose> shown_pose(const pmm::Model& model) {
  vpd::File file;
  file.encoding = vpd::Encoding::utf8_bom;
  file.model_name = "project.osm";
  for (std::size_t i = 0; i < model.current.size() && i < model.bones.size(); ++i) {
    const pmm::CurrentBone& bone = model.current[i];
    const bool rests = bone.translation == vec3(0.0f) && bone.rotation == vec4(0, 0, 0, 1);
    if (!rests && can_be_written(model.bones[i]))
      file.bones.push_back({model.bones[i], bone.translation, bone.rotation});
  }
  for (std::size_t i = 0; i < model.weights.size() && i < model.morphs.size(); ++i)
    if (model.weights[i] != 0.0f && can_be_written(model.morphs[i]))
      file.morphs.push_back({model.morphs[i], model.weights[i]});
  MMD_TRY(const std::string text, vpd::write(file, vpd::Digits::exact));
  ScenePose out;
  out.vpd = bytes_of_text(text);
  for (std::size_t i = 0; i < model.ik.size() && i < model.ik_bones.size(); ++i) {
    const auto bone = static_cast<std::size_t>(model.ik_bones[i]);
    if (model.ik[i] == 0 && bone < model.bones.size()) out.ik_off.push_back(model.bones[bone]);
  }
  return out;
}

}  // namespace mmd
