#include "app/stage/timeline.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace mmd {
namespace {

using Frames = std::span<const std::uint32_t>;

/// All frames of the keys, without duplicates. Dense keys are marked in a bitmap, because baked motions have
/// millions of keys at a few thousand frames.
std::vector<std::uint32_t> union_of(std::span<const Frames> all) {
  std::size_t count = 0;
  std::uint32_t last = 0;
  for (const Frames& keys : all) {
    count += keys.size();
    if (!keys.empty()) last = std::max(last, keys.back());
  }
  std::vector<std::uint32_t> out;
  constexpr std::size_t frames_a_key = 8;
  if (last / frames_a_key < count) {
    std::vector<std::uint8_t> marked(std::size_t{last} + 1);
    for (const Frames& keys : all)
      for (const std::uint32_t key : keys) marked[key] = 1;
    for (std::size_t i = 0; i < marked.size(); ++i)
      if (marked[i] != 0) out.push_back(static_cast<std::uint32_t>(i));
    return out;
  }
  out.reserve(count);
  for (const Frames& keys : all) out.insert(out.end(), keys.begin(), keys.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

template <class Has>
const Motion* last_with(const std::vector<std::shared_ptr<const Motion>>& motions, Has&& has) {
  const auto found = std::find_if(motions.rbegin(), motions.rend(), [&](const auto& m) { return has(*m); });
  return found == motions.rend() ? nullptr : found->get();
}

}  // namespace

std::optional<std::uint32_t> key_after(Frames keys, double frame) {
  const auto found = std::upper_bound(keys.begin(), keys.end(), frame, [](double f, std::uint32_t key) {
    return f < static_cast<double>(key);
  });
  return found == keys.end() ? std::nullopt : std::optional(*found);
}

std::optional<std::uint32_t> key_before(Frames keys, double frame) {
  const auto found = std::lower_bound(keys.begin(), keys.end(), frame, [](std::uint32_t key, double f) {
    return static_cast<double>(key) < f;
  });
  return found == keys.begin() ? std::nullopt : std::optional(*std::prev(found));
}

std::optional<std::uint32_t> key_near(Frames keys, double frame, double reach) {
  // Starts just before the frame, so that a key at the frame counts.
  const auto after = key_after(keys, std::nextafter(frame, -1.0)), before = key_before(keys, frame);
  const auto distance = [&](const std::optional<std::uint32_t>& key) {
    return key ? std::abs(static_cast<double>(*key) - frame) : HUGE_VAL;
  };
  const auto nearest = distance(before) < distance(after) ? before : after;
  return distance(nearest) <= reach ? nearest : std::nullopt;
}

void Timeline::follow(const std::shared_ptr<const LoadedFigure>& document) {
  if (document == nullptr || document_.lock() == document) return;
  document_ = document;
  if (model_.lock() != document->loaded.model) open_.clear();
  model_ = document->loaded.model;
  read(*document);
}

std::span<const std::uint32_t> Timeline::keys_of_bone(std::int32_t bone) const {
  const auto at = static_cast<std::size_t>(bone);
  return bone != none && at < bones_.size() ? bones_[at] : Frames();
}

void Timeline::read(const LoadedFigure& document) {
  const Model& model = document.model();
  motions_.clear();
  for (const MotionLayer& layer : document.motions) motions_.push_back(layer.motion);
  own_.clear();
  loose_.clear();
  bones_.assign(model.bone_count(), {});
  morphs_.assign(model.morphs.size(), {});
  for (const auto& motion : motions_) {
    for (std::size_t i = 0; i < motion->bones().size(); ++i)
      bones_[static_cast<std::size_t>(motion->bones()[i])] = motion->bone_keys(i);
    for (std::size_t i = 0; i < motion->morphs().size(); ++i)
      morphs_[static_cast<std::size_t>(motion->morphs()[i])] = motion->morph_keys(i);
  }
  if (const Motion* m = last_with(motions_, [](const Motion& o) { return !o.camera().empty(); }))
    add_own_keys(TrackKind::camera, m->camera().key_frames());
  if (const Motion* m = last_with(motions_, [](const Motion& o) { return !o.light().empty(); }))
    add_own_keys(TrackKind::light, m->light().key_frames());
  if (const Motion* m = last_with(motions_, [](const Motion& o) { return !o.self_shadow().empty(); }))
    add_own_keys(TrackKind::self_shadow, m->self_shadow().key_frames());
  if (const Motion* m = last_with(motions_, [](const Motion& o) { return !o.property_keys().empty(); }))
    loose_.push_back({TrackKind::properties, none, m->property_keys()});
  add_groups(model);
  Keys all;
  for (const Track& track : loose_) all.push_back(track.keys);
  for (const Group& group : groups_) all.push_back(group.track.keys);
  all_keys_ = keep(union_of(all));
  list_rows();
}

std::span<const std::uint32_t> Timeline::keep(std::vector<std::uint32_t> keys) {
  return *own_.emplace_back(std::make_shared<const std::vector<std::uint32_t>>(std::move(keys)));
}

void Timeline::add_own_keys(TrackKind kind, std::vector<std::uint32_t> keys) {
  loose_.push_back({kind, none, keep(std::move(keys))});
}

void Timeline::add_group(std::int32_t index, std::vector<Track> members) {
  if (members.empty()) return;
  Keys keys;
  for (const Track& member : members) keys.push_back(member.keys);
  groups_.push_back({{TrackKind::frame, index, keep(union_of(keys))}, std::move(members)});
}

/// Rows by display frame, then rows without one.
void Timeline::add_groups(const Model& model) {
  groups_.clear();
  std::vector<bool> bone_stands(bones_.size()), morph_stands(morphs_.size());
  for (std::size_t f = 0; f < model.display_frames.size(); ++f) {
    std::vector<Track> members;
    for (const DisplayFrame::Item& item : model.display_frames[f].items) {
      const auto at = static_cast<std::size_t>(item.index);
      if (item.index == none || at >= (item.is_morph ? morphs_ : bones_).size()) continue;
      (item.is_morph ? morph_stands : bone_stands)[at] = true;
      members.push_back({item.is_morph ? TrackKind::morph : TrackKind::bone, item.index,
                         item.is_morph ? morphs_[at] : bones_[at]});
    }
    add_group(static_cast<std::int32_t>(f), std::move(members));
  }
  std::vector<Track> others;
  const auto add_others = [&](TrackKind kind, const Keys& keys, const std::vector<bool>& stands) {
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (!stands[i] && !keys[i].empty()) others.push_back({kind, static_cast<std::int32_t>(i), keys[i]});
  };
  add_others(TrackKind::bone, bones_, bone_stands);
  add_others(TrackKind::morph, morphs_, morph_stands);
  add_group(none, std::move(others));
}

void Timeline::list_all(bool all) {
  lists_all_ = all;
  list_rows();
}

void Timeline::toggle(std::int32_t frame) {
  if (open_.erase(frame) == 0) open_.insert(frame);
  list_rows();
}

void Timeline::list_rows() {
  rows_ = loose_;
  const auto listed = [&](const Track& track) { return lists_all_ || !track.keys.empty(); };
  for (const Group& group : groups_) {
    if (!listed(group.track)) continue;
    rows_.push_back(group.track);
    if (is_open(group.track.index))
      std::copy_if(group.members.begin(), group.members.end(), std::back_inserter(rows_), listed);
  }
}

}  // namespace mmd
