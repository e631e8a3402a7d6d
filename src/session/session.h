#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "base/content_hash.h"
#include "document/framing.h"
#include "document/simulation.h"
#include "session/arrangement.h"

namespace mmd {

/// What bodies do when an arrangement is replaced: a request begins them anew, a drag lets them swing on. It
/// does not follow from the difference.
enum class Bodies : std::uint8_t { anew, go_on };

/// An arrangement made visible: owns the scene, the samplers and the bodies. The only place that makes actors
/// of an arrangement. Not thread-safe; must not move.
class Session {
 public:
  explicit Session(Arrangement arrangement);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Arrangement& arrangement() const { return arrangement_; }
  /// Replaces the arrangement: call show() if it moves otherwise than before, then aim(). Models that stay
  /// keep their actors. `bodies`: of models that stay at their places; others begin anew.
  void set(Arrangement next, Bodies bodies = Bodies::anew);

  /// Poses all figures at a frame and settles their bodies; continues a motion from the frame shown before.
  /// `keep_going`: as ScenePhysics::set_keep_going().
  void show(double frame, const std::function<bool()>& keep_going = {});
  /// The same without bodies, for a quick look at many frames; show() starts the bodies anew.
  void show_bones(double frame);
  double frame() const { return frame_; }

  /// Sets light and camera of the shown scene. `other`: another session of the same models that must fit into
  /// the picture, too, and gets the same light and camera.
  void aim(float aspect, Framing framing = Framing::still, Session* other = nullptr);

  /// Sets a camera that the user moved in place of the arrangement's, and the light as aim() does.
  void set_camera(const Camera& camera);

  /// Sets textures that were decoded later than the model, for all its figures, also future ones.
  void set_textures(const std::shared_ptr<const Model>& model, const DecodedTextures& textures);
  /// The hash of a figure's textures (LoadedModel::textures_hash).
  const ContentHash& textures_hash(std::size_t figure) const;
  /// Uses a plan made elsewhere for the subject (Actor::use_skin_plan).
  void use_skin_plan(const std::shared_ptr<const SkinPlan>& plan);
  /// Uses the skinning plans of another session of the same models.
  void share_plans(const Session& from);

  /// Actor i is of figure i.
  const Scene& scene() const { return scene_; }
  Scene& scene() { return scene_; }
  /// A figure's sampler and evaluation, for exporters that evaluate it alone.
  AnimatedActor played(std::size_t figure) const;
  const PosedState& state(std::size_t figure) const { return samplers_[figure]->state(); }
  /// The first figure's state whose motion has a camera; the subject's if none has.
  const PosedState& camera_state() const;
  /// Null without physics.
  const ScenePhysics* physics() const { return simulation_ ? &simulation_->physics() : nullptr; }

 private:
  void build();
  void set_samplers();
  std::vector<AnimatedActor> all_played() const;
  void pose(double frame);
  template <class Member>
  const PosedState& state_with(Member member) const;

  Arrangement arrangement_;
  Scene scene_;
  std::vector<std::unique_ptr<PoseSampler>> samplers_;  ///< of the figures
  std::map<const Model*, DecodedTextures> textures_;    ///< that came later
  std::unique_ptr<Simulation> simulation_;              ///< null until bodies are shown
  double frame_ = 0.0;
};

}  // namespace mmd
