#include "app/bones_shown.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/bone_marks.h"

namespace mmd {
namespace {

std::ptrdiff_t count_others(const Model* model) {
  if (model == nullptr) return 0;
  const std::vector<Bone>& bones = model->skeleton.bones;
  return std::count_if(bones.begin(), bones.end(),
                       [](const Bone& bone) { return bone.visible && !is_operable(bone); });
}

}  // namespace

void show_next_bones(RenderSettings& look, const Model* model) {
  const bool all_next = look.skeleton && look.operable_bones && count_others(model) > 0;
  look.skeleton = !look.skeleton || all_next;
  look.operable_bones = look.skeleton && !all_next;
}

std::string bones_shown(const RenderSettings& look, const Model* model) {
  if (!look.skeleton) return "Bones: off";
  const std::ptrdiff_t others = count_others(model);
  if (others == 0) return "Bones: on";
  if (!look.operable_bones) return "Bones: all";
  return fmt::format("Bones: those that one moves; B again: {} more", others);
}

}  // namespace mmd
