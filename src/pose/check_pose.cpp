#include "pose/check_pose.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "formats/vmd_records.h"
#include "model/nearest_name.h"
#include "pose/key_groups.h"
#include "pose/pose.h"
#include "pose/usable_keys.h"

namespace mmd {

namespace {

/// Allowed deviation of a rotation's length from 1. MMD's six decimals cause 2e-6.
constexpr double rotation_tolerance = 1e-4;

/// From here on a float's precision is only a thousandth of a unit. MMD units: 800 m, more than any scene
/// has.
constexpr float far_translation = 1e4f;
constexpr const char* far_translation_hint =
    "move it back; the parts on this bone are out of view, and cameras ignore them";

/// Hints for unknown names. The search is slow, so only the first names, which are shown, get one.
class NameHints {
 public:
  explicit NameHints(const NearestNames& names) : names_(names) {}
  std::string for_name(const std::string& name) {
    if (left_ == 0) return {};
    --left_;
    const auto nearest = names_.find(name);
    return nearest ? "did you mean " + *nearest + "?" : std::string();
  }

 private:
  const NearestNames& names_;
  std::size_t left_ = 20;
};

/// A warning about a block of a pose.
template <class Block>
Finding warning_about(const Block& block, std::optional<std::size_t> element, std::string_view rule,
                      std::string_view section, std::string what, std::string hint) {
  Finding f =
      make_finding(Severity::warning, rule, section, element, block.name, std::move(what), std::move(hint));
  if (block.line > 0) f.line = block.line;
  return f;
}

bool is_in_cp932(const vpd::Bone& block) {
  return !block.cut_name.empty() || cp932_from_utf8(block.name);
}
bool is_in_cp932(const vpd::Morph& block) {
  return cp932_from_utf8(block.name).has_value();
}

void check_encoding(const vpd::File& file, Findings& findings) {
  if (file.encoding == vpd::Encoding::cp932) return;
  const auto fits = [](const auto& block) { return is_in_cp932(block); };
  const bool can_be = std::all_of(file.bones.begin(), file.bones.end(), fits) &&
                      std::all_of(file.morphs.begin(), file.morphs.end(), fits);
  findings.add(make_finding(Severity::note, "encoding", {}, {}, {},
                            "the file is not in Shift-JIS, the only encoding that MikuMikuDance reads",
                            can_be ? "`mmdview pose merge FILE -o OUT.vpd` writes it as MikuMikuDance does"
                                   : "rename what Shift-JIS cannot hold, then save the pose again"));
}

void check_rotations(const vpd::File& file, Findings& findings) {
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    const vpd::Bone& b = file.bones[i];
    const double length = glm::length(glm::dvec4(b.rotation));
    // The reader reports a zero rotation.
    if (length == 0.0 || std::abs(length - 1.0) <= rotation_tolerance) continue;
    findings.add(warning_about(b, i, "rotation-unit", "bones",
                               fmt::format("has a rotation of length {:.4g} instead of 1", length),
                               "mmdview normalises it; other programs may not"));
  }
}

void check_translations(const vpd::File& file, Findings& findings) {
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    const vpd::Bone& b = file.bones[i];
    const double length = glm::length(glm::dvec3(b.translation));
    if (length <= far_translation) continue;
    findings.add(warning_about(b, i, "translation-far", "bones",
                               fmt::format("is moved by {:.6g} units", length), far_translation_hint));
  }
}

/// Reports names that MMD cannot have written.
template <class Blocks>
void check_names(const Blocks& blocks, std::string_view section, Findings& findings) {
  for (const auto& b : blocks) {
    if (is_in_cp932(b)) continue;
    findings.add(warning_about(b, {}, "name-encoding", section,
                               "has a character that Shift-JIS lacks, so MikuMikuDance cannot read it",
                               "rename it in the model and the pose"));
  }
}

template <class Blocks, class Has>
void check_unknown(const Blocks& blocks, std::string_view section, const NearestNames& names, Has has,
                   Findings& findings) {
  NameHints hints(names);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (has(blocks[i])) continue;
    findings.add(warning_about(blocks[i], i, "name-unknown", section, "the model has none of that name",
                               hints.for_name(blocks[i].name)));
  }
}

}  // namespace

Findings check_pose(const vpd::ReadResult& pose, const Model* model) {
  Findings findings;
  for (const Diagnostic& d : pose.diagnostics) findings.add(d);
  const vpd::File& file = pose.file;
  check_encoding(file, findings);
  check_rotations(file, findings);
  check_translations(file, findings);
  check_names(file.bones, "bones", findings);
  check_names(file.morphs, "morphs", findings);
  if (model == nullptr) return findings;
  check_unknown(
      file.bones, "bones", nearest_bone_names(*model),
      [&](const vpd::Bone& block) { return find_bone(*model, block) != none; }, findings);
  check_unknown(
      file.morphs, "morphs", nearest_morph_names(*model),
      [&](const vpd::Morph& block) { return model->find_morph(block.name) != none; }, findings);
  return findings;
}

namespace {

/// The name of an IK bone that a motion switches, and its first key.
struct IkName {
  vmd::Name<20> name;
  std::size_t key;
};
template <class Key>
std::size_t element_of(const Key&, std::size_t index) {
  return index;
}
std::size_t element_of(const IkName& name, std::size_t) {
  return name.key;
}

class MotionChecker {
 public:
  MotionChecker(const vmd::File& file, Findings& findings) : file_(file), findings_(findings) {}

  /// Checks keys with names: bones and morphs.
  template <class Keys>
  void check_tracks(const Keys& keys, vmd::Section section) {
    NameTable names;
    std::vector<std::vector<std::uint32_t>> tracks;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const ShortName name(vmd::bytes_of(keys[i].name));
      const auto track = names.find_or_add(name, static_cast<std::uint32_t>(tracks.size()));
      if (track == tracks.size()) tracks.emplace_back();
      tracks[track].push_back(static_cast<std::uint32_t>(i));
    }
    for (auto& track : tracks)
      check_times(keys, track, section, key_name_as_text(vmd::bytes_of(keys[track.front()].name)));
  }
  /// Checks keys without names, which are one track.
  template <class Keys>
  void check_track(const Keys& keys, vmd::Section section) {
    std::vector<std::uint32_t> all(keys.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
    check_times(keys, all, section, {});
  }

  void check_bone_values() {
    for (std::size_t i = 0; i < file_.bones.size(); ++i) {
      const vmd::BoneKey& key = file_.bones[i];
      const double length = glm::length(glm::dvec4(key.rotation));
      if (!usable(key)) {
        add_key(Severity::error, "key-number", i, "is not a number or too large; it is ignored");
      } else if (length == 0.0) {
        add_key(Severity::warning, "rotation-zero", i, "has a rotation of zero");
      } else if (std::abs(length - 1.0) > rotation_tolerance) {
        add_key(Severity::warning, "rotation-unit", i,
                fmt::format("has a rotation of length {:.4g} instead of 1", length));
      }
      const double distance = glm::length(glm::dvec3(key.translation));
      if (distance > far_translation && within(key.translation, too_far))
        add_key(Severity::warning, "translation-far", i, fmt::format("is moved by {:.6g} units", distance),
                far_translation_hint);
    }
  }
  void check_morph_values() {
    for (std::size_t i = 0; i < file_.morphs.size(); ++i) {
      if (usable(file_.morphs[i])) continue;
      add(Severity::error, "key-number", vmd::Section::morph, i,
          key_name_as_text(vmd::bytes_of(file_.morphs[i].name)),
          "is not a number or too large; it is ignored");
    }
  }
  /// Checks keys of camera, light and self shadow.
  template <class Keys>
  void check_values(const Keys& keys, vmd::Section section) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (usable(keys[i])) continue;
      add(Severity::error, "key-number", section, i, {}, "is not a number or too large; it is ignored");
    }
  }
  /// Checks control points: MikuMikuDance's are 0 to 127.
  template <class Keys>
  void check_curves(const Keys& keys, std::size_t used, vmd::Section section) {
    std::size_t count = 0, first = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto& curve = keys[i].interpolation;
      const auto end = curve.begin() + static_cast<std::ptrdiff_t>(used);
      if (std::any_of(curve.begin(), end, [](std::uint8_t byte) { return byte > 127; }) && count++ == 0)
        first = i;
    }
    if (count == 0) return;
    add(Severity::warning, "curve-byte", section, first, {}, "a curve has a byte above 127",
        "programs interpolate it differently; draw the curve again", count);
  }

  /// Adds one finding for the whole file: a program that writes keys out of order does so in every track.
  void report_order() {
    if (tracks_out_of_order_ == 0) return;
    const bool one = tracks_out_of_order_ == 1;
    out_of_order_.what =
        fmt::format("keys are not in order of time, in {} track{}", tracks_out_of_order_, one ? "" : "s");
    findings_.add(std::move(out_of_order_));
  }

  /// Reports names in the section that the model lacks.
  template <class Keys, class Elements>
  void check_unknown(const Keys& keys, vmd::Section section, const Elements& elements,
                     const NearestNames& nearest) {
    const KeyTargets known(elements);
    NameTable reported;
    NameHints hints(nearest);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const ShortName name(vmd::bytes_of(keys[i].name));
      if (i > 0 && name == ShortName(vmd::bytes_of(keys[i - 1].name))) continue;
      const std::string_view bytes = vmd::bytes_of(keys[i].name).substr(0, 15);
      if (reported.find(name) || known.find(bytes)) continue;
      if (section == vmd::Section::morph && bytes == base_morph) continue;
      reported.find_or_add(name, 0);
      const std::string text = key_name_as_text(bytes);
      add(Severity::warning, "name-unknown", section, element_of(keys[i], i), text,
          "the model has none of that name", hints.for_name(text));
    }
  }

 private:
  void add(Severity severity, std::string_view rule, vmd::Section section, std::size_t key, std::string name,
           std::string what, std::string hint = {}, std::size_t count = 1) {
    Finding f = make_finding(severity, rule, vmd::section_name(section), key, std::move(name),
                             std::move(what), std::move(hint));
    f.count = count;
    findings_.add(std::move(f));
  }
  void add_key(Severity severity, std::string_view rule, std::size_t key, std::string what,
               std::string hint = {}) {
    add(severity, rule, vmd::Section::bone, key, key_name_as_text(vmd::bytes_of(file_.bones[key].name)),
        std::move(what), std::move(hint));
  }

  /// Sorts `track` by time.
  template <class Keys>
  void check_times(const Keys& keys, std::vector<std::uint32_t>& track, vmd::Section section,
                   const std::string& name) {
    const auto frame = [&](std::uint32_t key) { return keys[key].frame; };
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) { return frame(a) < frame(b); };
    const auto late = std::is_sorted_until(track.begin(), track.end(), earlier);
    if (late != track.end()) {
      if (tracks_out_of_order_++ == 0)
        out_of_order_ =
            make_finding(Severity::note, "key-order", vmd::section_name(section), *late, name, {},
                         "MikuMikuDance puts keys in order when it loads them; other programs may not");
      std::stable_sort(track.begin(), track.end(), earlier);
    }
    constexpr std::uint32_t last_frame = 0x7fffffff;
    const auto beyond =
        std::count_if(track.begin(), track.end(), [&](std::uint32_t key) { return frame(key) > last_frame; });
    if (beyond > 0)  // sorted: the last `beyond` ones
      add(Severity::warning, "key-late", section, *(track.end() - beyond), name,
          fmt::format("the key is at frame {}; programs that count to {} read it as negative",
                      frame(*(track.end() - beyond)), last_frame),
          "delete the key or move it", static_cast<std::size_t>(beyond));
    std::size_t doubles = 0, first = 0;
    for (std::size_t i = 1; i < track.size(); ++i) {
      if (frame(track[i]) == frame(track[i - 1]) && doubles++ == 0) first = i;
    }
    if (doubles == 0) return;
    add(Severity::warning, "key-duplicate", section, track[first], name,
        fmt::format("there is another key at frame {}; the last one is used", frame(track[first])), {},
        doubles);
  }

  const vmd::File& file_;
  Findings& findings_;
  Finding out_of_order_;  ///< the first such key
  std::size_t tracks_out_of_order_ = 0;
};

std::vector<IkName> ik_names(const vmd::File& file) {
  std::vector<IkName> out;
  NameTable met;
  for (std::size_t k = 0; k < file.properties.size(); ++k) {
    for (const vmd::IkState& state : file.properties[k].ik) {
      const std::size_t known = met.size();
      met.find_or_add(ShortName(vmd::bytes_of(state.name)), 0);
      if (met.size() > known) out.push_back({state.name, k});
    }
  }
  return out;
}

/// Reports names that the model lacks.
void check_names(MotionChecker& checker, const vmd::File& file, const Model& model) {
  const NearestNames bones = nearest_bone_names(model);
  checker.check_unknown(file.bones, vmd::Section::bone, model.skeleton.bones, bones);
  checker.check_unknown(file.morphs, vmd::Section::morph, model.morphs, nearest_morph_names(model));
  checker.check_unknown(ik_names(file), vmd::Section::property, model.skeleton.bones, bones);
}

/// Reports a camera motion that MikuMikuDance does not take for one.
void check_camera(const vmd::File& file, Findings& findings) {
  if (file.cameras.empty() && file.lights.empty()) return;
  const bool has_camera = !file.cameras.empty();
  const auto add = [&](std::string_view rule, std::string what, std::string hint) {
    findings.add(make_finding(Severity::warning, rule,
                              vmd::section_name(has_camera ? vmd::Section::camera : vmd::Section::light), 0,
                              {}, std::move(what), std::move(hint)));
  };
  if (!file.bones.empty() || !file.morphs.empty()) {
    add("camera-mixed", "the motion has keys of camera or light and of bones or morphs",
        "MikuMikuDance loads only one kind; save them as two motions");
    return;
  }
  constexpr std::string_view camera_name = "カメラ・照明";
  constexpr std::size_t old_form_bytes = 10;  // the old form cuts the name
  const std::string own(vmd::bytes_of(file.model_name));
  const std::string expected = cp932_from_utf8(camera_name).value_or(std::string());
  if (own == expected || own == expected.substr(0, old_form_bytes)) return;
  add("camera-name",
      fmt::format("the motion of a camera is for the model \"{}\"; MikuMikuDance expects \"{}\"",
                  key_name_as_text(own), camera_name),
      "save it in MikuMikuDance without a model selected");
}

}  // namespace

Findings check_motion(const vmd::ReadResult& motion, const Model* model) {
  Findings findings;
  for (const Diagnostic& d : motion.diagnostics) findings.add(d);
  const vmd::File& file = motion.file;
  MotionChecker checker(file, findings);
  checker.check_bone_values();
  checker.check_morph_values();
  checker.check_values(file.cameras, vmd::Section::camera);
  checker.check_values(file.lights, vmd::Section::light);
  checker.check_values(file.self_shadows, vmd::Section::self_shadow);
  constexpr std::size_t bone_curve = 16;  // of 64 bytes; the others repeat them
  checker.check_curves(file.bones, bone_curve, vmd::Section::bone);
  checker.check_curves(file.cameras, file.cameras.empty() ? 0 : file.cameras[0].interpolation.size(),
                       vmd::Section::camera);
  checker.check_tracks(file.bones, vmd::Section::bone);
  checker.check_tracks(file.morphs, vmd::Section::morph);
  checker.check_track(file.cameras, vmd::Section::camera);
  checker.check_track(file.lights, vmd::Section::light);
  checker.check_track(file.self_shadows, vmd::Section::self_shadow);
  checker.check_track(file.properties, vmd::Section::property);
  checker.report_order();
  check_camera(file, findings);
  if (model != nullptr) check_names(checker, file, *model);
  findings.locate(vmd::locate(file));
  return findings;
}

}  // namespace mmd
