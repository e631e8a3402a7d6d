#include "document/bone_names.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/text.h"
#include "model/body_parts.h"
#include "model/nearest_name.h"
#include "pose/pose.h"

namespace mmd {
namespace {

constexpr std::uint64_t largest_table = 1 << 20;  ///< bytes

/// A bone that models may lack, and the bone that gets its rotation. Children first. Rows with 左 also apply
/// to the right side.
struct Heir {
  std::string_view lacking, heir;
  bool turns_first = false;  ///< it is a parent of the heir
};
constexpr Heir heirs[] = {{"上半身3", "上半身2"},
                          {"上半身2", "上半身"},
                          {"腰", "グルーブ"},
                          {"グルーブ", "センター"},
                          {"左足D", "左足"},
                          {"左ひざD", "左ひざ"},
                          {"左足首D", "左足首"},
                          {"左腕捩", "左腕"},
                          {"左手捩", "左ひじ"},
                          {"左肩P", "左肩", true},
                          {"左足IK親", "左足ＩＫ", true}};

quat rotation_of_block(const vpd::Bone& block) {
  const vec4& r = block.rotation;
  const float length = glm::length(r);
  return length > 0.0f ? quat(r.w / length, r.x / length, r.y / length, r.z / length) : identity_rotation();
}

vpd::Bone& block_of(vpd::File& file, std::string_view name) {
  for (auto at = file.bones.rbegin(); at != file.bones.rend(); ++at)
    if (at->name == name) return *at;
  vpd::Bone& out = file.bones.emplace_back();
  out.name = name;
  return out;
}

/// Gives a block's transform to another bone's, and removes it.
void give(vpd::File& file, const std::string& from, const std::string& to, bool turns_first) {
  const vpd::Bone given = block_of(file, from);
  std::erase_if(file.bones, [&](const vpd::Bone& block) { return block.name == from; });
  vpd::Bone& heir = block_of(file, to);
  const quat own = rotation_of_block(heir), more = rotation_of_block(given);
  const quat both = turns_first ? more * own : own * more;
  heir.translation += given.translation;
  heir.rotation = vec4(both.x, both.y, both.z, both.w);
  heir.translation_beyond = vec3(0.0f);
  heir.rotation_beyond = vec4(0.0f);
}

bool moves(const vpd::File& file, std::string_view name) {
  return std::any_of(file.bones.begin(), file.bones.end(), [&](const vpd::Bone& block) {
    return block.name == name && (block.translation != vec3(0.0f) ||
                                  vec3(block.rotation.x, block.rotation.y, block.rotation.z) != vec3(0.0f));
  });
}

}  // namespace

Result<BoneNames> parse_bone_names(std::string_view text) {
  BoneNames out;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos || tab == 0 || tab + 1 == line.size())
      return fail(fmt::format("line {}: not two names with a tab between them", number),
                  "each line is the pose's name, a tab, the model's name");
    out[std::string(line.substr(0, tab))] = std::string(line.substr(tab + 1));
  }
  return out;
}

Result<BoneNames> read_bone_names(const std::string& file) {
  MMD_TRY(const auto bytes, read_file(path_from_utf8(file), largest_table));
  return in_file(parse_bone_names(as_text(bytes)), file);
}

void rename_bones(vpd::File& file, const BoneNames& names, const Model& model) {
  const StandardBones standard(model);
  for (vpd::Bone& block : file.bones) {
    if (const auto found = names.find(block.name); found != names.end()) {
      block.name = found->second;
    } else if (find_bone(model, block) == none) {
      const auto japanese = standard_japanese_name(block.name);
      const std::int32_t bone = standard.find(japanese ? *japanese : block.name);
      if (bone != none) block.name = model.bone(bone).name;
    }
  }
}

std::optional<Diagnostic> unknown_names(const BoneNames& names,
                                        const std::vector<std::shared_ptr<const Model>>& models) {
  std::vector<std::string> unknown;
  for (const auto& row : names) {
    const std::string& bone = row.second;
    if (std::none_of(models.begin(), models.end(),
                     [&](const auto& model) { return model->find_bone(bone) != none; }))
      unknown.push_back(bone);
  }
  if (unknown.empty()) return std::nullopt;
  return make_warning(fmt::format("the table of bone names has no effect for: {}", fmt::join(unknown, ", ")),
                      "the second name of a line is that of a bone of the model");
}

std::shared_ptr<const Model> with_bone_names(const std::shared_ptr<const Model>& model,
                                             const BoneNames& names) {
  auto out = std::make_shared<Model>(*model);
  for (const auto& [theirs, ours] : names)
    if (const std::int32_t bone = model->find_bone(ours); bone != none) out->given_names[theirs] = bone;
  return out;
}

std::vector<std::string> give_to_parents(vpd::File& file, const Model& model) {
  std::vector<std::string> out;
  for (const Heir& row : heirs)
    for (const bool right : {false, true}) {
      const std::string lacking = right ? right_of(row.lacking) : std::string(row.lacking),
                        heir = right ? right_of(row.heir) : std::string(row.heir);
      if ((right && lacking == row.lacking) || model.find_bone(lacking) != none || !moves(file, lacking))
        continue;
      give(file, lacking, heir, row.turns_first);
      out.push_back(lacking);
    }
  return out;
}

Diagnostic given_to_parents(const std::vector<std::string>& bones) {
  return make_note(
      fmt::format("the model lacks these bones, so their parents turn instead: {}", fmt::join(bones, ", ")),
      "--names-of FILE names bones that the model calls differently");
}

void rename_poses(const BoneNames& names, const Model& model, std::vector<PoseLayer>& poses,
                  Diagnostics& said) {
  std::vector<std::string> given;
  for (PoseLayer& layer : poses) {
    LoadedPose renamed = *layer.source;
    rename_bones(renamed.file, names, model);
    for (std::string& bone : give_to_parents(renamed.file, model)) given.push_back(std::move(bone));
    layer.source = std::make_shared<const LoadedPose>(std::move(renamed));
    layer.is_renamed = true;
  }
  if (!given.empty()) said.push_back(given_to_parents(given));
}

std::filesystem::path bone_names_file(const std::filesystem::path& folder, const ContentHash& model) {
  return folder.empty() ? folder : folder / (to_hex(model) + ".txt");
}

BoneNames kept_bone_names(const std::filesystem::path& file) {
  if (file.empty()) return {};
  auto names = read_bone_names(to_utf8(file));
  return names ? std::move(*names) : BoneNames();
}

Result<void> keep_bone_names(const BoneNames& names, const std::filesystem::path& file) {
  if (file.empty()) return {};
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  std::string text;
  for (const auto& [usual, bone] : names) text += fmt::format("{}\t{}\n", usual, bone);
  return write_file_atomically(file, as_byte_span(text));
}

}  // namespace mmd
