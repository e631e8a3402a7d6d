#include "model/mend.h"

#include <unordered_set>

#include "base/text.h"
#include "model/check_model.h"
#include "model/mender.h"

namespace mmd {
namespace {

constexpr std::string_view trailing_rule = "trailing", name_empty_rule = "name-empty",
                           name_duplicate_rule = "name-duplicate", name_bytes_rule = "name-bytes";

void mend_display_frames(Mender& mender) {
  pmx::File& file = mender.file;
  if (!mender.wants_damage()) return;
  for (std::size_t i = 0; i < file.display_frames.size(); ++i) {
    pmx::DisplayFrame& frame = file.display_frames[i];
    const std::size_t before = frame.items.size();
    std::erase_if(frame.items, [&](const pmx::DisplayItem& item) {
      const std::size_t size = item.kind == 1 ? file.morphs.size() : file.bones.size();
      return item.index != -1 && !is_index(item.index, size);
    });
    if (frame.items.size() != before)
      mender.note_kind(repair_kind::item_index, "display frames", i, file.utf8(frame.name),
                       fmt::format("{} items", before), fmt::format("{} items", frame.items.size()));
  }
}

/// The name with a number behind it that nobody has. Shortened if a motion keeps all bytes of the name
/// itself, but would not of the longer one.
std::string free_name(const std::string& name, const std::unordered_set<std::string>& taken) {
  const auto size = [](const std::string& text) {
    const auto cp932 = cp932_from_utf8(text);
    return cp932 ? cp932->size() : std::string::npos;
  };
  const bool fits = size(name) <= vmd_name_size;
  for (std::size_t number = 2;; ++number) {
    std::string stem = name;
    const std::string end = fmt::format("{}", number);
    while (fits && !stem.empty() && size(stem + end) > vmd_name_size) {
      while (stem.size() > 1 && (static_cast<unsigned char>(stem.back()) & 0xC0) == 0x80) stem.pop_back();
      stem.pop_back();
    }
    if (!taken.contains(stem + end)) return stem + end;
  }
}

/// Names of one section. `nameless`: stands for an empty name, with the element's number; null: may be empty.
template <class Elements>
void mend_names(Mender& mender, Elements& elements, std::string_view section, const char* nameless) {
  pmx::File& file = mender.file;
  std::unordered_set<std::string> taken, met;
  for (const auto& element : elements) taken.insert(file.utf8(element.name));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    pmx::Text& text = elements[i].name;
    const std::string name = file.utf8(text);
    const auto rename = [&](std::string_view rule, const char* what, const std::string& to) {
      if (!mender.wants(rule, Severity::warning)) return;
      mender.note(rule, section, i, name, what, name, to);
      text = pmx::from_utf8(to, file.header.encoding);
      taken.insert(to);
    };
    if (pmx::from_utf8(name, file.header.encoding).bytes != text.bytes ||
        name.find('\0') != std::string::npos)
      rename(name_bytes_rule, "invalid or zero bytes in the name", name.substr(0, name.find('\0')));
    const std::string now = file.utf8(text);
    if (now.empty()) {
      if (nameless != nullptr)
        rename(name_empty_rule, "no name", free_name(fmt::format("{}{}", nameless, i), taken));
    } else if (!met.insert(now).second) {
      rename(name_duplicate_rule, "an earlier one has the same name", free_name(now, taken));
    }
  }
}

void mend_trailing(Mender& mender) {
  Bytes& trailing = mender.file.trailing;
  if (trailing.empty() || !mender.wants(trailing_rule, Severity::warning)) return;
  mender.note(trailing_rule, "", std::nullopt, "", "bytes after the end of the file's content",
              fmt::format("{} bytes", trailing.size()), "none");
  trailing.clear();
}

}  // namespace

std::vector<Mended> mend(pmx::File& file, const MendChoice& choice) {
  Mender mender(file, choice);
  mend_mesh(mender);
  mend_materials(mender);
  mend_bones(mender);
  mend_morphs(mender);
  mend_display_frames(mender);
  mend_physics(mender);
  mend_names(mender, file.bones, "bones", "ボーン");
  mend_names(mender, file.morphs, "morphs", "モーフ");
  mend_names(mender, file.materials, "materials", nullptr);
  mend_trailing(mender);
  return std::move(mender.mended);
}

std::vector<std::string_view> repair_rules() {
  return {damage_rule,         "bone-cycle",    "bone-order",     "bone-axis",     "append-self",
          "ik-target",         "ik-links",      "ik-loops",       "ik-limits",     name_empty_rule,
          name_duplicate_rule, name_bytes_rule, "vertex-weights", "vertex-normal", "material-sphere",
          "material-toon",     "morph-cycle",   morph_panel_rule, "body-mass",     "body-size",
          "body-damping",      "joint-nothing", "joint-limits",   trailing_rule};
}

bool is_repair_rule(std::string_view rule) {
  const std::vector<std::string_view> rules = repair_rules();
  return std::find(rules.begin(), rules.end(), rule) != rules.end();
}

}  // namespace mmd
