// print_bones MODEL [POSE.vpd]: prints each bone's matrix in a pose, with append, IK and bone morphs as in
// MikuMikuDance. Three rows of four numbers transform points relative to the bone's rest position to model
// space (right-handed, Y up, the model looks to +Z, MMD units).

#include <cstdio>

#include <mmdview/pose/morphs.h>
#include <mmdview/pose/pose.h>
#include <mmdview/scene/load.h>
#include <mmdview/skeleton/bone_manager.h>

namespace {

int give_up(const mmd::Diagnostic& error) {
  std::fprintf(stderr, "%s\n", mmd::describe(error).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return give_up(mmd::make_error("usage: print_bones MODEL [POSE.vpd]"));
  const auto loaded = mmd::load_model(argv[1], false);
  if (!loaded) return give_up(loaded.error());
  const mmd::Model& model = *loaded->model;

  mmd::Pose pose(model);  // at rest
  if (argc > 2) {
    const auto file = mmd::load_pose(argv[2]);
    if (!file) return give_up(file.error());
    mmd::apply_vpd(file->file, model, pose);
  }

  mmd::MorphState morphs(model);
  morphs.update(model, pose.morph_weights);
  mmd::BoneInputs inputs;
  inputs.translation = pose.translation;
  inputs.rotation = pose.rotation;
  if (morphs.moves_bones()) {
    inputs.morph_translation = morphs.bone_translation();
    inputs.morph_rotation = morphs.bone_rotation();
  }

  // One per thread and figure. evaluate() does not allocate: call it for every frame.
  mmd::BoneManager bones(mmd::skeleton_of(loaded->model));
  bones.evaluate(inputs, {});

  for (std::size_t i = 0; i < model.bone_count(); ++i) {
    std::printf("%zu %s\n", i, model.skeleton.bones[i].name.c_str());
    const mmd::Affine matrix = bones.mconv(static_cast<std::int32_t>(i));
    for (const mmd::vec4& row : matrix.row)
      std::printf("  %9.5f %9.5f %9.5f %9.5f\n", row.x, row.y, row.z, row.w);
  }
}
