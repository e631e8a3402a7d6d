#include "edit/selection.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/pattern.h"
#include "base/text.h"

namespace mmd::edit {
namespace {

const Bone& bone_at(const Model& model, std::int32_t bone) {
  return model.skeleton.bones[static_cast<std::size_t>(bone)];
}

/// Per bone whether it is one of these or hangs on one. A chain of parents has no cycles (model/ cuts them).
std::vector<std::uint8_t> hanging_on(const Model& model, std::span<const std::int32_t> roots) {
  std::vector<std::uint8_t> out(model.bone_count(), 0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (auto b = static_cast<std::int32_t>(i); b != none && out[i] == 0; b = bone_at(model, b).parent)
      out[i] = std::find(roots.begin(), roots.end(), b) != roots.end() ? 1 : 0;
  }
  return out;
}

struct PartRow {
  std::array<std::string_view, 2> roots;  ///< Japanese names
  bool morphs = false;
};
constexpr std::array<PartRow, static_cast<std::size_t>(BodyPart::count)> part_rows{
    {{{"上半身", ""}}, {{"下半身", ""}}, {{"左手首", "右手首"}}, {{"頭", ""}, true}}};

/// Goals of IK do not hang on the body; they belong to its lower half.
bool is_goal_of(const Model& model, const std::vector<std::uint8_t>& in, std::int32_t bone) {
  const std::int32_t chain = bone_at(model, bone).ik;
  if (chain == none) return false;
  const auto& links = model.skeleton.ik_chains[static_cast<std::size_t>(chain)].links;
  return std::any_of(links.begin(), links.end(),
                     [&](const IkLink& link) { return in[static_cast<std::size_t>(link.bone)] != 0; });
}

}  // namespace

bool Selection::contains(std::int32_t bone) const {
  return std::find(bones_.begin(), bones_.end(), bone) != bones_.end();
}

void Selection::set(std::span<const std::int32_t> bones) {
  bones_.clear();
  add(bones);
}

void Selection::set(std::int32_t bone) {
  bones_.clear();
  if (bone != none) bones_.push_back(bone);
}

void Selection::toggle(std::int32_t bone) {
  if (contains(bone)) {
    std::erase(bones_, bone);
  } else {
    bones_.push_back(bone);
  }
}

void Selection::add(std::span<const std::int32_t> bones) {
  for (const std::int32_t bone : bones) {
    std::erase(bones_, bone);
    bones_.push_back(bone);
  }
}

bool matches(std::string_view name, std::string_view pattern) {
  return fits_pattern(fold_name(name), fold_name(pattern));
}

std::vector<std::int32_t> bones_matching(const Model& model, std::string_view pattern) {
  if (pattern.empty()) return {};
  std::string wanted = fold_name(pattern);
  if (!is_pattern(wanted)) wanted = '*' + wanted + '*';
  std::vector<std::int32_t> out;
  for (std::size_t i = 0; i < model.bone_count(); ++i) {
    const Bone& bone = model.skeleton.bones[i];
    if (fits_pattern(fold_name(bone.name), wanted) ||
        (!bone.name_english.empty() && fits_pattern(fold_name(bone.name_english), wanted)))
      out.push_back(static_cast<std::int32_t>(i));
  }
  return out;
}

std::vector<std::int32_t> with_descendants(const Model& model, std::int32_t bone) {
  std::vector<std::int32_t> out;
  const auto in = hanging_on(model, {&bone, 1});
  for (std::size_t i = 0; i < in.size(); ++i)
    if (in[i] != 0) out.push_back(static_cast<std::int32_t>(i));
  return out;
}

std::vector<std::int32_t> topmost(const Model& model, std::span<const std::int32_t> bones) {
  std::vector<std::int32_t> out;
  const auto in = hanging_on(model, bones);
  for (const std::int32_t bone : bones) {
    const std::int32_t parent = bone_at(model, bone).parent;
    if (parent == none || in[static_cast<std::size_t>(parent)] == 0) out.push_back(bone);
  }
  return out;
}

Parts parts_of(const Model& model, BodyPart part) {
  const PartRow& row = part_rows.at(static_cast<std::size_t>(part));
  std::vector<std::int32_t> roots;
  for (const std::string_view name : row.roots)
    if (const std::int32_t bone = name.empty() ? none : model.find_bone(name); bone != none)
      roots.push_back(bone);
  Parts out;
  const auto in = hanging_on(model, roots);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto bone = static_cast<std::int32_t>(i);
    if (in[i] != 0 || is_goal_of(model, in, bone)) out.bones.push_back(bone);
  }
  if (!row.morphs) return out;
  for (std::size_t i = 0; i < model.morphs.size(); ++i)
    if (model.morphs[i].panel >= 1 && model.morphs[i].panel <= 3)
      out.morphs.push_back(static_cast<std::int32_t>(i));
  return out;
}

}  // namespace mmd::edit
