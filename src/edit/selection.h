#pragma once

// The selected bones, and sets of bones by name.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edit/command.h"
#include "model/model.h"

namespace mmd::edit {

/// Bones of one model in the order of selection, each once. The one selected last is active.
class Selection {
 public:
  const std::vector<std::int32_t>& bones() const { return bones_; }
  bool empty() const { return bones_.empty(); }
  bool contains(std::int32_t bone) const;
  std::int32_t active() const { return bones_.empty() ? none : bones_.back(); }

  /// Replaces the selection; the last of several entries for one bone counts.
  void set(std::span<const std::int32_t> bones);
  void set(std::int32_t bone);
  void clear() { bones_.clear(); }
  /// Removes the bone if it is selected, otherwise adds it.
  void toggle(std::int32_t bone);
  void add(std::span<const std::int32_t> bones);

 private:
  std::vector<std::int32_t> bones_;
};

/// Whether a whole name matches a pattern (base/text.h), ignoring letter case and width.
bool matches(std::string_view name, std::string_view pattern);

/// The bones whose Japanese or English name matches the pattern, in the model's order. A pattern without *, ?
/// and [ matches anywhere in a name; an empty pattern matches nothing.
std::vector<std::int32_t> bones_matching(const Model& model, std::string_view pattern);

/// The posable bones of the first display frame (表示枠) with that bone, `bone` last; empty without a frame.
std::vector<std::int32_t> bones_of_frame(const Model& model, std::int32_t bone);

/// The bones of the other side by their names (`mirrored_name`), in the order of `bones`. Bones without a
/// side stay; those whose other side is missing are left out.
std::vector<std::int32_t> mirrored_bones(const Model& model, std::span<const std::int32_t> bones);

/// The bones among `bones` that are not descendants of others.
std::vector<std::int32_t> topmost(const Model& model, std::span<const std::int32_t> bones);

/// Parts of a figure for merging poses.
enum class BodyPart : std::uint8_t { upper_body, lower_body, hands, face, count };
/// The bones and morphs of a part, by the standard names of MikuMikuDance models. Bones: the descendants of
/// 上半身, of 下半身, of a wrist or of the head; IK bones belong to the part of their chain. Morphs: those of
/// the face's panels belong to the face.
Parts parts_of(const Model& model, BodyPart part);

}  // namespace mmd::edit
