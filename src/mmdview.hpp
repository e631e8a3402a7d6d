#pragma once

// A model in a pose, for programs that need no more: its bones' matrices and its vertices.
//
//   auto girl = mmd::PosedModel::load("girl.pmx", "sitting.vpd");
//   if (!girl) return fail(mmd::describe(girl.error()));
//   upload(girl->palette());       // one mmd::Affine per bone, rest pose to posed
//   upload(girl->positions());     // or vertices that were skinned on the CPU
//
// Space: right-handed, Y up, the model faces +Z (MMD's space mirrored in Z); MMD takes a unit as 8 cm.
// Further headers have the rest: motions (pose/motion.h), physics (physics/model_physics.h), drawing
// (render/renderer.h).

#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "pose/pose.h"
#include "scene/load.h"
#include "scene/scene.h"

namespace mmd {

/// A loaded model and its pose. Movable; the model is shared and never changes.
class PosedModel {
 public:
  /// `model_file`: PMX, PMD or an archive with one; `pose_file`: VPD, or empty for the rest pose. Errors: a
  /// file is missing or damaged. Names of the pose that the model lacks are ignored.
  static Result<PosedModel> load(const std::filesystem::path& model_file,
                                 const std::filesystem::path& pose_file = {}) {
    auto loaded = load_model(model_file, false);
    if (!loaded) return tl::unexpected(loaded.error());
    PosedModel out(loaded->model);
    if (!pose_file.empty()) {
      const auto file = load_pose(pose_file);
      if (!file) return tl::unexpected(file.error());
      apply_vpd(file->file, *loaded->model, out.pose());
      out.evaluate();
    }
    return out;
  }

  const Model& model() const { return actor_->model(); }
  /// Local transforms and morph weights; call evaluate() after a change.
  Pose& pose() { return actor_->pose; }
  /// Computes the palette: append, IK and morphs in MMD's order. Skins no vertices.
  void evaluate() { actor_->evaluate(); }

  /// One matrix per bone in the model's order, from rest to posed.
  std::span<const Affine> palette() const { return actor_->palette(); }
  /// Vertices with morphs and skinning (SDEF exact), computed when they are asked for first.
  std::span<const vec3> positions() const { return actor_->posed_positions(); }
  std::span<const vec3> normals() const { return actor_->posed_normals(); }

 private:
  explicit PosedModel(std::shared_ptr<const Model> model)
      : actor_(std::make_unique<Actor>(std::move(model), std::make_shared<TextureSet>())) {
    evaluate();
  }
  std::unique_ptr<Actor> actor_;
};

}  // namespace mmd
