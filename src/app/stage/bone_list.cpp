#include "app/stage/bone_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/stage/element_names.h"
#include "app/text/romaji.h"
#include "app/text/ui_strings.h"
#include "base/text.h"
#include "edit/selection.h"
#include "scene/bone_marks.h"

namespace mmd {
namespace {

const Bone& bone_at(const Model& model, std::int32_t bone) {
  return model.skeleton.bones[static_cast<std::size_t>(bone)];
}

class Lines {
 public:
  Lines(const Model& model, std::string_view search) : wanted_(model.bone_count(), 1) {
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      wanted_[i] = finds(search, model.skeleton.bones[i]) ? 1 : 0;
  }

  bool wants(std::int32_t bone) const { return wanted_[static_cast<std::size_t>(bone)] != 0; }
  void add(std::int32_t bone, int depth) {
    if (wants(bone)) out.push_back({bone, depth, {}, 0});
  }

  std::vector<BoneLine> out;

 private:
  std::vector<std::uint8_t> wanted_;
};

void add_frame(Lines& lines, const std::string& name, const std::vector<std::int32_t>& bones) {
  const auto count =
      std::count_if(bones.begin(), bones.end(), [&](std::int32_t b) { return lines.wants(b); });
  if (count == 0) return;
  lines.out.push_back({none, 0, name, static_cast<std::size_t>(count)});
  for (const std::int32_t bone : bones) lines.add(bone, 1);
}

void add_frames(const Model& model, Lines& lines, Language language) {
  std::vector<std::uint8_t> is_in(model.bone_count(), 0);
  const std::vector<std::string_view> names = english_names(model.display_frames);
  for (const DisplayFrame& frame : model.display_frames) {
    std::vector<std::int32_t> bones;
    for (const DisplayFrame::Item& item : frame.items) {
      if (item.is_morph || item.index == none || is_in[static_cast<std::size_t>(item.index)] != 0) continue;
      is_in[static_cast<std::size_t>(item.index)] = 1;
      bones.push_back(item.index);
    }
    const std::string_view english = names[static_cast<std::size_t>(&frame - model.display_frames.data())];
    const bool in_english = language == Language::english && !english.empty();
    add_frame(lines, in_english ? std::string(english) : frame.name, bones);
  }
  std::vector<std::int32_t> others;
  for (std::size_t i = 0; i < is_in.size(); ++i)
    if (is_in[i] == 0) others.push_back(static_cast<std::int32_t>(i));
  add_frame(lines, std::string(ui_strings::bones_in_no_frame.in(language)), others);
}

void add_tree(const Model& model, Lines& lines) {
  std::vector<std::vector<std::int32_t>> children(model.bone_count());
  std::vector<std::pair<std::int32_t, int>> open;  // last first
  for (std::size_t i = model.bone_count(); i-- > 0;) {
    const auto bone = static_cast<std::int32_t>(i);
    const std::int32_t parent = model.skeleton.bones[i].parent;
    if (parent == none) {
      open.emplace_back(bone, 0);
    } else {
      children[static_cast<std::size_t>(parent)].push_back(bone);
    }
  }
  while (!open.empty()) {
    const auto [bone, depth] = open.back();
    open.pop_back();
    lines.add(bone, depth);
    for (const std::int32_t child : children[static_cast<std::size_t>(bone)])
      open.emplace_back(child, depth + 1);
  }
}

}  // namespace

bool finds(std::string_view search, const Bone& bone) {
  if (search.empty()) return true;
  const std::string part = fold_name(search);
  const auto has = [&](const std::string& name) { return fold_name(name).find(part) != std::string::npos; };
  return has(bone.name) || has(bone.name_english) || matches_name(search, bone.name, bone.name_english);
}

std::vector<BoneLine> bone_lines(const Model& model, bool tree, std::string_view search, Language language) {
  Lines lines(model, search);
  if (tree) {
    add_tree(model, lines);
  } else {
    add_frames(model, lines, language);
  }
  return std::move(lines.out);
}

std::vector<std::int32_t> bones_between(const std::vector<BoneLine>& lines, std::int32_t from,
                                        std::int32_t to) {
  const auto line_of = [&](std::int32_t bone) {
    return std::find_if(lines.begin(), lines.end(), [&](const BoneLine& l) { return l.bone == bone; });
  };
  auto first = line_of(from), last = line_of(to);
  if (last == lines.end()) return {};
  if (first == lines.end()) return {to};
  const bool upwards = last < first;
  if (upwards) std::swap(first, last);
  std::vector<std::int32_t> out;
  for (auto line = first; line <= last; ++line)
    if (line->bone != none) out.push_back(line->bone);
  if (upwards) std::reverse(out.begin(), out.end());
  return out;
}

std::vector<std::string> bone_facts(const Model& model, std::int32_t index, Language language) {
  const Bone& bone = bone_at(model, index);
  const auto word = [&](const LocalizedText& words) { return std::string(words.in(language)); };
  std::vector<std::string> out;
  const std::string_view english = english_name(model.skeleton.bones, static_cast<std::size_t>(index));
  if (!english.empty() && english != bone.name) out.emplace_back(english);
  if (bone.parent != none)
    out.push_back(word(ui_strings::bone_parent) + ": " + bone_at(model, bone.parent).name);
  const Append& append = bone.append;
  if (append.source != none && (append.rotation || append.translation)) {
    const LocalizedText& what = !append.translation ? ui_strings::append_rotation
                                : !append.rotation  ? ui_strings::append_move
                                                    : ui_strings::append_both;
    out.push_back(fmt::format("{} {} × {:g}", word(what), bone_at(model, append.source).name, append.ratio));
  }
  std::string flags;
  const auto flag = [&](bool on, const LocalizedText& name) {
    if (on) flags += (flags.empty() ? "" : ", ") + word(name);
  };
  flag(bone.rotatable, ui_strings::may_turn);
  flag(bone.movable, ui_strings::may_move);
  flag(bone.has_fixed_axis, ui_strings::has_fixed_axis);
  flag(bone.after_physics, ui_strings::after_physics);
  flag(!bone.visible, ui_strings::is_hidden);
  if (!flags.empty()) out.push_back(flags);
  return out;
}

std::ptrdiff_t bones_not_operable(const Model* model) {
  if (model == nullptr) return 0;
  const std::vector<Bone>& bones = model->skeleton.bones;
  return std::count_if(bones.begin(), bones.end(),
                       [](const Bone& bone) { return bone.visible && !is_operable(bone); });
}

void show_next_bones(RenderSettings& look, const Model* model) {
  const bool all_next = look.skeleton && look.operable_bones && bones_not_operable(model) > 0;
  look.skeleton = !look.skeleton || all_next;
  look.operable_bones = look.skeleton && !all_next;
}

}  // namespace mmd
