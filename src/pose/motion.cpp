#include "pose/motion.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "pose/bone_tracks.h"
#include "pose/key_groups.h"

namespace mmd {

Motion::Motion(const vmd::File& file, const Model& model, Diagnostics& diagnostics)
    : Motion(file, model, KeyTargets(model.skeleton.bones), Repairs(), diagnostics) {}

Motion::Motion(const vmd::File& file, const Model& model, const KeyTargets& bone_names, Repairs&& repairs,
               Diagnostics& diagnostics)
    : bones_(file, model, bone_names, repairs, unmatched_.bones),
      camera_(file, repairs),
      light_(file, repairs),
      self_shadow_(file, repairs) {
  last_frame_ =
      std::max({bones_.last_frame(), camera_.last_frame(), light_.last_frame(), self_shadow_.last_frame()});
  build_morphs(file, model, repairs);
  build_switches(file, model, bone_names, repairs);
  if (repairs.entries().empty()) return;
  for (Diagnostic& d : repairs.diagnostics(vmd::locate(file))) diagnostics.push_back(std::move(d));
}

void Motion::build_morphs(const vmd::File& file, const Model& model, Repairs& repairs) {
  constexpr std::string_view section = "morph keys";
  const KeyTargets names(model.morphs);
  KeyGrouper grouper(names, file.morphs.size());
  for (const vmd::MorphKey& key : file.morphs) grouper.add(vmd::bytes_of(key.name));
  KeyGroups groups = grouper.take();
  unmatched_.morphs = std::move(groups.unmatched);
  std::erase(unmatched_.morphs, base_morph);
  std::vector<std::uint32_t> frames;
  for (const KeyGroups::Group& group : groups.groups) {
    const std::span<std::uint32_t> keys = usable_in_order(
        file.morphs, {groups.keys.data() + group.first, group.end - group.first}, repairs, section);
    if (keys.empty()) continue;
    frames.clear();
    if (file.morphs[keys.front()].frame > 0) {  // MMD adds a key with weight 0 at frame 0
      frames.push_back(0);
      morph_weights_.push_back(0.0f);
    }
    for (const std::uint32_t key : keys) {
      frames.push_back(file.morphs[key].frame);
      morph_weights_.push_back(file.morphs[key].weight);
    }
    morph_frames_.add_track(frames);
    morph_targets_.push_back(static_cast<std::int32_t>(group.target));
    last_frame_ = std::max(last_frame_, frames.back());
  }
}

void Motion::build_switches(const vmd::File& file, const Model& model, const KeyTargets& bone_names,
                            Repairs& repairs) {
  constexpr std::string_view section = "property keys";
  std::vector<std::uint32_t> order(file.properties.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  if (order.empty()) return;
  const auto frame_of = [&](std::uint32_t key) { return file.properties[key].frame; };
  bool lacks_ik = false;
  std::vector<std::int32_t> track_of_chain(model.skeleton.ik_chains.size(), none);
  for (const std::uint32_t k : in_order(std::span<std::uint32_t>(order), frame_of, repairs, section)) {
    const vmd::PropertyKey& key = file.properties[k];
    visibility_.add(key.frame, key.visible != 0);
    for (const vmd::IkState& state : key.ik) {
      const auto bone = bone_names.find(vmd::bytes_of(state.name).substr(0, 15));
      const std::int32_t chain = bone ? model.skeleton.bones[*bone].ik : none;
      if (chain == none) {
        // Only the first name is reported, so only that is converted.
        const std::string_view name = vmd::bytes_of(state.name).substr(0, 15);
        repairs.add(section, "IK that the model lacks", k,
                    std::exchange(lacks_ik, true) ? std::string() : key_name_as_text(name), Severity::note);
        continue;
      }
      std::int32_t& track = track_of_chain[static_cast<std::size_t>(chain)];
      if (track == none) {
        track = static_cast<std::int32_t>(ik_tracks_.size());
        ik_tracks_.emplace_back().target = chain;
      }
      ik_tracks_[static_cast<std::size_t>(track)].add(key.frame, state.enabled != 0);
    }
  }
  last_frame_ = std::max(last_frame_, visibility_.frames.back());
}

void Motion::sample(double frame, Pose& pose) const {
  bones_.sample(frame, pose.translation, pose.rotation);
  for (std::size_t i = 0; i < morph_targets_.size(); ++i) {
    const auto [key, part] = morph_frames_.find(i, frame);
    float weight = morph_weights_[key];
    if (part > 0.0) weight += (morph_weights_[key + 1] - weight) * static_cast<float>(part);
    pose.morph_weights[static_cast<std::size_t>(morph_targets_[i])] = weight;
  }
}

void Motion::sample_physics(double frame, std::span<std::uint8_t> bones) const {
  for (const StepTrack& track : bones_.physics())
    bones[static_cast<std::size_t>(track.target)] = track.at(frame) ? 1 : 0;
}

void Motion::sample_ik(double frame, std::span<std::uint8_t> chains) const {
  for (const StepTrack& track : ik_tracks_) {
    chains[static_cast<std::size_t>(track.target)] = track.at(frame) ? 1 : 0;
  }
}

bool Motion::visible(double frame) const {
  return visibility_.frames.empty() || visibility_.at(frame);
}

void StepTrack::add(std::uint32_t frame, bool on) {
  if (frames.empty() && frame > 0) add(0, true);
  frames.push_back(frame);
  states.push_back(on ? 1 : 0);
}

bool StepTrack::at(double frame) const {
  const auto after = std::upper_bound(frames.begin(), frames.end(), frame, [](double at, std::uint32_t key) {
    return !(at >= static_cast<double>(key));  // NaN is before all keys
  });
  const auto index = after == frames.begin() ? 0 : after - frames.begin() - 1;
  return states[static_cast<std::size_t>(index)] != 0;
}

}  // namespace mmd
