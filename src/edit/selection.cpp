#include "edit/selection.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "base/text.h"
#include "pose/tools.h"

namespace mmd::edit {
namespace {

/// Per bone 1 for roots and their descendants, else 0. The search upwards stops at the first known answer.
std::vector<std::uint8_t> hanging_on(const Model& model, std::span<const std::int32_t> roots) {
  constexpr std::uint8_t unknown = 2;
  std::vector<std::uint8_t> out(model.bone_count(), unknown);
  for (const std::int32_t root : roots)
    if (root != none) out[static_cast<std::size_t>(root)] = 1;
  std::vector<std::size_t> way;
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto b = static_cast<std::int32_t>(i);
    for (; b != none && out[static_cast<std::size_t>(b)] == unknown; b = model.bone(b).parent)
      way.push_back(static_cast<std::size_t>(b));
    const std::uint8_t hangs = b == none ? std::uint8_t{0} : out[static_cast<std::size_t>(b)];
    for (; !way.empty(); way.pop_back()) out[way.back()] = hangs;
  }
  return out;
}

struct PartRow {
  std::array<std::string_view, 2> roots;  ///< Japanese names
  bool morphs = false;
};
constexpr std::array<PartRow, static_cast<std::size_t>(BodyPart::count)> part_rows{
    {{{"上半身", ""}}, {{"下半身", ""}}, {{"左手首", "右手首"}}, {{"頭", ""}, true}}};

/// Whether the bone is the IK bone of a chain with a link in `in`. IK bones are no descendants of the body.
bool is_goal_of(const Model& model, const std::vector<std::uint8_t>& in, std::int32_t bone) {
  const std::int32_t chain = model.bone(bone).ik;
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
  std::unordered_set<std::int32_t> met;
  std::vector<std::int32_t> added;  // the last first
  for (std::size_t i = bones.size(); i-- > 0;)
    if (met.insert(bones[i]).second) added.push_back(bones[i]);
  std::erase_if(bones_, [&](std::int32_t bone) { return met.count(bone) != 0; });
  bones_.insert(bones_.end(), added.rbegin(), added.rend());
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

std::vector<std::int32_t> bones_of_frame(const Model& model, std::int32_t bone) {
  const auto is_it = [&](const DisplayFrame::Item& item) { return !item.is_morph && item.index == bone; };
  const auto frame =
      std::find_if(model.display_frames.begin(), model.display_frames.end(),
                   [&](const DisplayFrame& f) { return std::any_of(f.items.begin(), f.items.end(), is_it); });
  std::vector<std::int32_t> out;
  if (frame == model.display_frames.end()) return out;
  for (const DisplayFrame::Item& item : frame->items) {
    if (item.is_morph || item.index == none || item.index == bone) continue;
    const Bone& other = model.bone(item.index);
    if (other.visible && other.operable && !other.physics) out.push_back(item.index);
  }
  out.push_back(bone);
  return out;
}

std::vector<std::int32_t> mirrored_bones(const Model& model, std::span<const std::int32_t> bones) {
  std::vector<std::int32_t> out;
  for (const std::int32_t bone : bones) {
    const std::string& name = model.bone(bone).name;
    const std::string other = mirrored_name(name);
    const std::int32_t found = other == name ? bone : model.find_bone(other);
    if (found != none) out.push_back(found);
  }
  return out;
}

std::vector<std::int32_t> topmost(const Model& model, std::span<const std::int32_t> bones) {
  std::vector<std::int32_t> out;
  const auto in = hanging_on(model, bones);
  for (const std::int32_t bone : bones) {
    const std::int32_t parent = model.bone(bone).parent;
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
