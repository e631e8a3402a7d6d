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
#include "session/live_simulation.h"
#include "session/look_at.h"

namespace mmd {

/// What bodies do when an arrangement is replaced: a request begins them anew, a drag lets them swing on. It
/// does not follow from the difference.
enum class Bodies : std::uint8_t { anew, go_on };

/// The moment that Session::show_live() shows.
struct Moment {
  double frame = 0.0;        ///< of the motions
  double first_frame = 0.0;  ///< at which bodies that begin now begin; at most `frame`
  bool plays = false;        ///< playback is running
  double clock = 0.0;        ///< seconds
};

/// An arrangement made visible: owns the scene, the samplers and the bodies. The only place that makes actors
/// of an arrangement. Not thread-safe; must not move.
class Session {
 public:
  explicit Session(Arrangement arrangement);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Arrangement& arrangement() const { return arrangement_; }
  /// Replaces the arrangement: call show() if it moves otherwise than before, then aim(). Models that stay
  /// keep their actors. `bodies`: where all models stay; otherwise they begin anew.
  void set(Arrangement next, Bodies bodies = Bodies::anew);

  /// Poses all figures at a frame and settles their bodies; continues a motion from the frame shown before.
  /// Figures look at points and bones; at the camera only after aim().
  /// `keep_going`: as ScenePhysics::set_keep_going().
  void show(double frame, const std::function<bool()>& keep_going = {});
  /// The same without bodies, for a quick look at many frames; show() starts the bodies anew.
  void show_bones(double frame);
  /// The same within the time of a picture in a window: bodies follow at a pace, and without them only what
  /// has changed since the last call is evaluated.
  void show_live(const Moment& moment, Pace pace);
  /// After show(): moves the bodies one step while the bones follow the arrangement at that frame.
  void step();
  double frame() const { return frame_; }

  /// Sets light and camera of the shown scene. `other`: another session of the same models that must fit into
  /// the picture, too, and gets the same light and camera. Figures then look at the camera.
  void aim(float aspect, Framing framing = Framing::still, Session* other = nullptr);

  /// Sets a camera that the user moved in place of the arrangement's, and the light as aim() does.
  void set_camera(const Camera& camera);

  /// Where a look goes to in the shown scene; nullopt: there is no such bone.
  std::optional<vec3> target_of(const LookAt& look) const;
  /// The rotations by which the subject looks there from a pose; empty without eyes or target. The eyes turn
  /// by at most `limit` radians. Poses the subject's actor on the way, which show_live() then shows anew.
  std::vector<BoneRotation> rotations_to_look(const Pose& from, const LookAt& look, float limit);

  /// Sets textures that were decoded later than the model, for all its figures, also future ones.
  void set_textures(const std::shared_ptr<const Model>& model, const DecodedTextures& textures);
  /// The hash of a figure's textures (LoadedModel::textures_hash).
  const ContentHash& textures_hash(std::size_t figure) const;
  /// Uses a plan made elsewhere for the subject (Actor::use_skin_plan).
  void use_skin_plan(const std::shared_ptr<const SkinPlan>& plan);
  /// Uses the skinning plans of another session of the same models.
  void share_plans(const Session& from);
  /// Uses its textures.
  void share_textures(const Session& from);

  /// Actor i is of figure i.
  const Scene& scene() const { return scene_; }
  Scene& scene() { return scene_; }
  /// A figure's sampler and evaluation, for exporters that evaluate it alone.
  AnimatedActor played(std::size_t figure) const;
  const PosedState& state(std::size_t figure) const { return samplers_[figure]->state(); }
  /// The first figure's state whose motion has a camera; the subject's if none has.
  const PosedState& camera_state() const;
  /// The bodies; LiveSimulation::simulation() is null without physics.
  const LiveSimulation& bodies() const { return bodies_; }
  /// Null without physics.
  const ScenePhysics* physics() const;
  /// Number of bones of the subject that the last show_live() evaluated.
  std::size_t bones_placed() const { return bones_placed_; }

 private:
  /// What of a figure has changed since it was evaluated.
  struct Stale {
    bool whole = true;
    std::vector<std::int32_t> bones;
  };

  void build();
  void place(std::size_t figure);
  void give_textures(std::size_t figure);
  void follow(std::size_t figure, const Figure& before);
  void follow_look();
  std::vector<AnimatedActor> all_played() const;
  void pose(double frame);
  void pose_once(double frame);
  bool turn_eyes(double frame);
  const EyeLimits& limits_of(const Model& model);
  std::optional<vec3> looked_at(const LookAt& look) const;
  void look_at_camera();
  void pose_stale(double frame);
  void evaluate_stale(std::size_t figure, double frame);
  ShownState shown(const Moment& moment);
  template <class Member>
  const PosedState& state_with(Member member) const;

  Arrangement arrangement_;
  Scene scene_;
  std::vector<std::unique_ptr<PoseSampler>> samplers_;  ///< of the figures
  std::vector<Stale> stale_;                            ///< likewise
  std::map<const Model*, DecodedTextures> textures_;    ///< that came later
  std::map<const Model*, EyeLimits> eye_limits_;
  bool is_aimed_ = false;  ///< the camera is that of the shown scene
  LiveSimulation bodies_;
  double frame_ = 0.0;
  std::size_t bones_placed_ = 0;
};

}  // namespace mmd
