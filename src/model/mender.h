#pragma once

// For mend_*.cpp: collects repairs that are wanted.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/math.h"
#include "base/number_text.h"
#include "model/judgements.h"
#include "model/mend.h"
#include "model/repair_kinds.h"

namespace mmd {

inline constexpr std::string_view morph_panel_rule = "morph-panel";
inline constexpr std::uint8_t last_panel = 4;  ///< of MikuMikuDance

inline std::string index_text(std::int32_t index) {
  return index == -1 ? std::string("none") : fmt::format("{}", index);
}

class Mender {
 public:
  Mender(pmx::File& repaired, const MendChoice& choice) : file(repaired), choice_(choice) {}

  pmx::File& file;
  std::vector<Mended> mended;

  bool wants(std::string_view rule, Severity severity) const {
    if (!choice_.rules.empty())
      return std::find(choice_.rules.begin(), choice_.rules.end(), rule) != choice_.rules.end();
    return severity == Severity::error || (choice_.warnings && severity == Severity::warning);
  }
  /// Of a kind of repair_kinds.h.
  bool wants(std::string_view kind) const {
    const Judgement* judgement = judgement_of(kind);
    return judgement != nullptr ? wants(judgement->rule, judgement->severity)
                                : wants(damage_rule, Severity::error);
  }
  bool wants_damage() const { return wants(damage_rule, Severity::error); }

  void note(std::string_view rule, std::string_view section, std::optional<std::size_t> element,
            std::string name, std::string what, std::string before, std::string after) {
    mended.push_back(
        {rule, section, element, std::move(name), std::move(what), std::move(before), std::move(after)});
  }
  void note_kind(std::string_view kind, std::string_view section, std::size_t element, std::string name,
                 std::string before, std::string after) {
    const Judgement* judgement = judgement_of(kind);
    note(judgement != nullptr ? judgement->rule : damage_rule, section, element, std::move(name),
         std::string(kind), std::move(before), std::move(after));
  }

 private:
  const MendChoice& choice_;
};

/// An element whose fields are repaired.
class MendedElement {
 public:
  MendedElement(Mender& mender, std::string_view section, std::size_t index, const pmx::Text* name)
      : mender_(mender), section_(section), index_(index), name_(name) {}

  /// Sets a field because of a repair of that kind, if it is wanted.
  template <class T>
  void set(std::string_view kind, T& field, const T& value) {
    if (!mender_.wants(kind)) return;
    note(kind, value_text(field), value_text(value));
    field = value;
  }
  /// Sets an index that is out of range to none.
  void index(std::string_view kind, std::int32_t& field, std::size_t size) {
    if (field == -1 || is_index(field, size) || !mender_.wants(kind)) return;
    note(kind, index_text(field), index_text(-1));
    field = -1;
  }
  void note(std::string_view kind, std::string before, std::string after) {
    mender_.note_kind(kind, section_, index_, name(), std::move(before), std::move(after));
  }
  bool wants(std::string_view kind) const { return mender_.wants(kind); }
  std::string name() const { return name_ != nullptr ? mender_.file.utf8(*name_) : std::string(); }

 private:
  Mender& mender_;
  std::string_view section_;
  std::size_t index_;
  const pmx::Text* name_;
};

/// The parts of mend(), one per section of the file.
void mend_mesh(Mender& mender);
void mend_materials(Mender& mender);
void mend_bones(Mender& mender);
void mend_morphs(Mender& mender);
void mend_physics(Mender& mender);

}  // namespace mmd
