#pragma once

// Which bones are selected, and sets of bones by name.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edit/command.h"
#include "model/model.h"

namespace mmd::edit {

/// Bones of one model in the order in which they were selected, each once. The one selected last is the
/// active one: what is shown of a single bone is shown of that.
class Selection {
 public:
  const std::vector<std::int32_t>& bones() const { return bones_; }
  bool empty() const { return bones_.empty(); }
  bool contains(std::int32_t bone) const;
  std::int32_t active() const { return bones_.empty() ? none : bones_.back(); }

  /// In the place of those before; of several entries for one bone the last counts.
  void set(std::span<const std::int32_t> bones);
  void set(std::int32_t bone);
  void clear() { bones_.clear(); }
  /// Takes it out if it is in, else adds it.
  void toggle(std::int32_t bone);
  void add(std::span<const std::int32_t> bones);

 private:
  std::vector<std::int32_t> bones_;
};

/// Whether all of a name fits a pattern (base/text.h); letters count without case and width.
bool matches(std::string_view name, std::string_view pattern);

/// The bones whose Japanese or English name is of the pattern; one without *, ? and [ is looked for anywhere
/// in the names. In the model's order; an empty pattern is none.
std::vector<std::int32_t> bones_matching(const Model& model, std::string_view pattern);

/// Of these bones those that hang on none of the others.
std::vector<std::int32_t> topmost(const Model& model, std::span<const std::int32_t> bones);

/// Parts of a figure that poses are merged by.
enum class BodyPart : std::uint8_t { upper_body, lower_body, hands, face, count };
/// Its bones and morphs, by the names that MikuMikuDance's models share: the upper body is what hangs on
/// 上半身, hands what hangs on a wrist, the face what hangs on the head and all morphs of the face's panels.
Parts parts_of(const Model& model, BodyPart part);

}  // namespace mmd::edit
