#include "export/bake.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"
#include "base/words.h"
#include "export/bake_block.h"
#include "export/bake_frames.h"

namespace mmd {
namespace {

constexpr double max_frames = 1e6;
constexpr float degrees = 57.29578f;  // per radian

/// Warns about bones or morphs (`things`) whose names the file cannot store.
void say_unnamed(const KeyNames& names, std::string_view things, Diagnostics& out) {
  constexpr const char* hint =
      "rename them in the model; otherwise they stay at rest when the file is played";
  if (!names.not_cp932.empty())
    out.push_back(make_warning(fmt::format("{} get no keys because their names are not in Shift-JIS: {}",
                                           things, join_truncated(names.not_cp932)),
                               hint));
  if (!names.taken.empty())
    out.push_back(make_warning(
        fmt::format("{} get no keys because their names share the first 15 bytes with others: {}", things,
                    join_truncated(names.taken)),
        hint));
}

void say_lost_turns(const PoseFromBones::Loss& loss, const Model& model, Diagnostics& out) {
  if (loss.bone == none) return;
  out.push_back(
      make_warning(fmt::format("rotations off the fixed axis of a bone are lost, up to {:.2g} degrees ({})",
                               loss.angle * degrees, model.bone(loss.bone).name),
                   "bones attached to these are still in place"));
}

/// Notes bones that have translations although they are not movable. `is_moved`: per bone.
void say_moved(const std::vector<std::uint8_t>& is_moved, const Model& model, Diagnostics& out) {
  std::vector<std::string_view> names;
  for (std::size_t b = 0; b < is_moved.size(); ++b)
    if (is_moved[b] != 0) names.push_back(model.skeleton.bones[b].name);
  if (names.empty()) return;
  out.push_back(make_note(
      fmt::format("keys move bones that the model does not allow to move: {}", join_truncated(names)),
      "mmdview follows these keys; other programs may not"));
}

void say_left_out(const LoadedFigure& document, Diagnostics& out) {
  const auto any = [&](auto&& has) {
    return std::any_of(document.motions.begin(), document.motions.end(),
                       [&](const MotionLayer& m) { return has(*m.motion); });
  };
  std::vector<std::string_view> left_out;
  if (any([](const Motion& m) { return !m.camera().empty(); })) left_out.push_back("camera");
  if (any([](const Motion& m) { return !m.light().empty(); })) left_out.push_back("light");
  if (any([](const Motion& m) { return !m.self_shadow().empty(); })) left_out.push_back("self shadow");
  if (left_out.empty()) return;
  out.push_back(make_warning(fmt::format("not baked: {}", fmt::join(left_out, ", ")),
                             "load the original motion as well to get them"));
}

void say_warnings(const Session& session, Diagnostics& out) {
  if (session.physics() == nullptr) return;
  for (Diagnostic& d : session.physics()->warnings()) out.push_back(std::move(d));
}

/// Bakes the frames of a motion.
class MotionBaker {
 public:
  MotionBaker(Session& session, const BakeChoice& choice)
      : session_(session),
        model_(session.arrangement().subject().model()),
        keys_(model_),
        frames_(session, keys_.known()),
        replay_(session.arrangement().subject().loaded->loaded.model),
        block_(model_, keys_, choice.error),
        sink_(model_.bone_count(), model_.morphs.size(), choice.error > 0.0f, out_.file),
        is_moved_(model_.bone_count(), 0) {
    const std::string name = only_cp932(model_.name, '_');
    out_.file = vmd::empty_file(cp932_from_utf8(name).value_or(std::string()));
    for (const RigidBody& body : model_.bodies)
      if (is_simulated(session) && body.is_dynamic() && body.bone != none)
        keys_.without_physics[static_cast<std::size_t>(body.bone)] = 1;
  }
  MotionBaker(const MotionBaker&) = delete;
  MotionBaker& operator=(const MotionBaker&) = delete;

  void sample(double frame, std::uint32_t number) {
    constexpr float noise = 1e-4f;
    const Pose& pose = frames_.bake(frame);
    block_.add(number, pose, frames_.wanted(), frames_.reached());
    for (std::size_t b = 0; b < is_moved_.size(); ++b)
      if (!model_.skeleton.bones[b].movable && glm::length(pose.translation[b]) > noise) is_moved_[b] = 1;
    const auto& properties = out_.file.properties;
    if (samples_++ == 0 || (properties.back().visible != 0) != frames_.state().visible)
      add_property(samples_ == 1 ? 0 : number);
    if (block_.is_full()) flush();
  }

  /// Adds a frame between samples, only to measure its error.
  void watch(double frame) {
    frames_.show(frame);
    block_.watch(static_cast<std::uint32_t>(frame), frames_.wanted());
  }

  BakedMotion finish() {
    if (block_.has_new()) flush();
    sink_.finish();
    Diagnostics& said = out_.diagnostics;
    say_unnamed(keys_.bones, "bones", said);
    say_unnamed(keys_.morphs, "morphs", said);
    std::vector<std::string_view> ik_left_on;
    for (const IkChain& chain : model_.skeleton.ik_chains)
      if (const auto bone = static_cast<std::size_t>(chain.bone); !keys_.bones.names[bone])
        ik_left_on.push_back(model_.skeleton.bones[bone].name);
    if (!ik_left_on.empty())
      said.push_back(
          make_warning(fmt::format("IK that the file cannot switch off: {}", join_truncated(ik_left_on)),
                       "switch it off where you load the file"));
    say_lost_turns(frames_.largest_loss(), model_, said);
    say_moved(is_moved_, model_, said);
    say_left_out(*session_.arrangement().subject().loaded, said);
    if (auto many = too_many_keys(out_.file)) said.push_back(std::move(*many));
    say_warnings(session_, said);
    for (const auto& name : keys_.bones.names) out_.sampled_keys += name ? samples_ : 0;
    return std::move(out_);
  }

 private:
  void flush() {
    const BakeBlock::Errors errors = block_.thin(replay_);
    if (errors.at_samples.distance > out_.error.distance) out_.error = errors.at_samples;
    if (errors.between.distance > out_.between.distance) out_.between = errors.between;
    block_.move_on(sink_);
  }

  /// Adds a property key with the model's visibility and all IK off.
  void add_property(std::uint32_t frame) {
    vmd::PropertyKey key;
    key.frame = frame;
    key.visible = frames_.state().visible ? 1 : 0;
    for (const IkChain& chain : model_.skeleton.ik_chains) {
      const auto& name = keys_.bones.names[static_cast<std::size_t>(chain.bone)];
      if (name) key.ik.push_back({vmd::name_from<20>(vmd::bytes_of(*name)), 0});
    }
    out_.file.properties.push_back(std::move(key));
  }

  Session& session_;
  const Model& model_;
  ModelKeys keys_;
  FrameBaker frames_;
  Replay replay_;
  BakeBlock block_;
  BakedMotion out_;
  KeySink sink_;
  std::vector<std::uint8_t> is_moved_;  ///< per bone, 1 if it is not movable but has a translation
  std::size_t samples_ = 0;
};

}  // namespace

BakedPose bake_pose(Session& session, double frame) {
  const LoadedFigure& figure = *session.arrangement().subject().loaded;
  const Model& model = figure.model();
  // A pose stores full names; the first of several bones with a name gets its entry.
  FrameBaker::Keys known;
  for (std::size_t b = 0; b < model.bone_count(); ++b)
    known.bones.push_back(model.find_bone(model.skeleton.bones[b].name) == static_cast<std::int32_t>(b) ? 1
                                                                                                        : 0);
  for (std::size_t m = 0; m < model.morphs.size(); ++m)
    known.morphs.push_back(model.find_morph(model.morphs[m].name) == static_cast<std::int32_t>(m) ? 1 : 0);
  FrameBaker baker(session, std::move(known));
  BakedPose out{baker.bake(frame), {}, {}};
  Replay replay(figure.loaded.model);
  measure_error(model, frame, replay.evaluate(out.pose), baker.wanted().data(), out.error);
  say_lost_turns(baker.largest_loss(), model, out.diagnostics);
  if (!model.skeleton.ik_chains.empty() || is_simulated(session))
    out.diagnostics.push_back(
        make_warning("a pose cannot switch off IK and physics, which are already baked into its bones",
                     "switch them off where you load the pose (in mmdview: --no-ik --no-physics)"));
  say_warnings(session, out.diagnostics);
  return out;
}

std::optional<Diagnostic> too_many_keys(const vmd::File& file) {
  constexpr std::size_t max_keys = 600000;
  const std::size_t keys = file.bones.size() + file.morphs.size() + file.properties.size();
  if (keys <= max_keys) return std::nullopt;
  return make_warning(
      fmt::format("the motion has {} keys; MikuMikuDance may not load more than {}", keys, max_keys),
      "cut the motion first (`mmdview pose cut`), or use a larger --bake-error");
}

Result<BakedMotion> bake_motion(Session& session, const BakeChoice& choice, const BakeRange& range,
                                const std::function<void(double share)>& progress) {
  if (range.last - range.first > max_frames)
    return fail(fmt::format("the motion has {:.0f} frames; no more than {:.0f} can be baked",
                            range.last - range.first + 1.0, max_frames),
                "`mmdview check MOTION` lists keys at wrong frames");
  MotionBaker baker(session, choice);
  if (range.holds()) {
    baker.sample(range.first, 0);
    return baker.finish();
  }
  const double step = frames_per_second / choice.rate;
  double frame = range.first;
  for (std::size_t k = 1;; ++k) {
    baker.sample(frame, static_cast<std::uint32_t>(frame));
    if (frame >= range.last) break;
    if (progress) progress((frame - range.first) / (range.last - range.first));
    const double next = std::min(std::round(range.first + static_cast<double>(k) * step), range.last);
    while ((frame += 1.0) < next) baker.watch(frame);
    frame = next;
  }
  return baker.finish();
}

}  // namespace mmd
