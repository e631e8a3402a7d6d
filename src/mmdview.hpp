#pragma once

// A model in a pose, for programs that need no more: its bones' matrices and its vertices.
//
//   auto girl = mmd::PosedModel::load("girl.pmx", "sitting.vpd");
//   if (!girl) return fail(mmd::describe(girl.error()));
//   upload(girl->palette());       // one mmd::Affine per bone, rest pose to posed
//   upload(girl->positions());     // or vertices that were skinned on the CPU
//
// Several models stand together in a PosedScene:
//
//   auto scene = mmd::PosedScene::load({"girl.pmx", "dance.vmd", "boy.pmx", "bow.vpd"});
//   scene->place(1, {.position = {10, 0, 0}});
//   scene->show(30);               // frame 30 of the motion
//   upload(scene->palette(1));     // in the boy's own space; scene->placement(1) leads to the scene
//
// Space: right-handed, Y up, the model faces +Z (MMD's space mirrored in Z); MMD takes a unit as 8 cm. Places
// are in MMD's own space.
// Further headers have the rest: physics, light and camera (session/session.h), drawing (render/renderer.h).

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assets/file_set.h"
#include "session/session.h"

namespace mmd {

/// Loaded models that stand together, in their poses and motions. Movable; the models are shared and never
/// change. `i` counts the models from 0.
class PosedScene {
 public:
  /// `files`: models (PMX, PMD, X, or an archive with one), each with its poses (VPD) and motions (VMD) after
  /// it. Errors: no model; a file is missing or damaged. Names of poses that a model lacks are ignored.
  static Result<PosedScene> load(const std::vector<std::filesystem::path>& files) {
    std::vector<std::string> names;
    for (const auto& file : files) names.push_back(to_utf8(file));
    auto loaded = load_documents(names, {}, false);
    if (!loaded) return tl::unexpected(loaded.error());
    Arrangement arrangement;
    for (LoadedFigure& one : *loaded) {
      Figure& figure = arrangement.figures.emplace_back();
      figure.number = arrangement.figures.size();
      figure.loaded = std::make_shared<const LoadedFigure>(std::move(one));
    }
    return PosedScene(std::move(arrangement));
  }

  std::size_t size() const { return session_->arrangement().figures.size(); }
  const Model& model(std::size_t i) const { return session_->arrangement().figures[i].model(); }

  // Call show() after these.

  /// Replaces the poses of the files; motions still override it.
  void pose(std::size_t i, Pose pose) {
    change(i, [&](Figure& figure) { figure.edited = std::make_shared<const Pose>(std::move(pose)); });
  }
  /// Places a model in the scene, or on a bone of the model number `place.carrier`, which counts from 1.
  void place(std::size_t i, const ScenePlace& place) {
    change(i, [&](Figure& figure) { figure.place = place; });
  }

  /// Computes the palettes at a frame of the motions: append, IK and morphs in MMD's order. Skins no
  /// vertices.
  void show(double frame = 0.0) { session_->show(frame); }

  /// One matrix per bone in the model's order, from rest to posed, in the model's own space.
  std::span<const Affine> palette(std::size_t i) const { return actor(i).palette(); }
  /// From the model's own space to the scene.
  const Similarity& placement(std::size_t i) const { return actor(i).placement(); }
  /// Vertices in the scene with morphs and skinning (SDEF exact), computed when they are asked for first.
  std::span<const vec3> positions(std::size_t i) const { return actor(i).posed_positions(); }
  std::span<const vec3> normals(std::size_t i) const { return actor(i).posed_normals(); }

  /// For everything else.
  Session& session() { return *session_; }

 private:
  explicit PosedScene(Arrangement arrangement) : session_(std::make_unique<Session>(std::move(arrangement))) {
    show();
  }
  const Actor& actor(std::size_t i) const { return *session_->scene().actors[i]; }
  template <class Change>
  void change(std::size_t i, Change&& change) {
    Arrangement next = session_->arrangement();
    change(next.figures[i]);
    session_->set(std::move(next));
  }

  std::unique_ptr<Session> session_;
};

/// A loaded model and its pose.
class PosedModel {
 public:
  /// `model_file`: PMX, PMD or an archive with one; `pose_file`: VPD, or empty for the rest pose. Errors: a
  /// file is missing or damaged. Names of the pose that the model lacks are ignored.
  static Result<PosedModel> load(const std::filesystem::path& model_file,
                                 const std::filesystem::path& pose_file = {}) {
    std::vector<std::filesystem::path> files{model_file};
    if (!pose_file.empty()) files.push_back(pose_file);
    auto scene = PosedScene::load(files);
    if (!scene) return tl::unexpected(scene.error());
    return PosedModel(std::move(*scene));
  }

  const Model& model() const { return scene_.model(0); }
  /// Local transforms and morph weights; call evaluate() after a change.
  Pose& pose() { return pose_; }
  /// Computes the palette: append, IK and morphs in MMD's order. Skins no vertices.
  void evaluate() {
    scene_.pose(0, pose_);
    scene_.show();
  }

  /// As those of PosedScene.
  std::span<const Affine> palette() const { return scene_.palette(0); }
  std::span<const vec3> positions() const { return scene_.positions(0); }
  std::span<const vec3> normals() const { return scene_.normals(0); }

 private:
  explicit PosedModel(PosedScene scene)
      : scene_(std::move(scene)), pose_(scene_.session().arrangement().subject().loaded->pose) {}
  PosedScene scene_;
  Pose pose_;
};

}  // namespace mmd
