#include "app/stage/bones_shown.h"

#include <algorithm>

#include "scene/bone_marks.h"

namespace mmd {

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
