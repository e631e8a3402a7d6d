#include "pose/check_pose.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "model/nearest_name.h"
#include "pose/check_names.h"
#include "pose/pose.h"

namespace mmd {
namespace {

Finding finding(Severity severity, std::string_view rule, std::string_view section, std::uint32_t line,
                const std::string& name, std::string what, std::string hint = {}) {
  Finding f;
  f.severity = severity;
  f.rule = rule;
  f.section = section;
  f.name = name;
  if (line > 0) f.line = line;
  f.what = std::move(what);
  f.hint = std::move(hint);
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
  Finding f;
  f.severity = Severity::note;
  f.rule = "encoding";
  f.what = "the file is not in Shift-JIS, the only encoding that MikuMikuDance reads";
  const auto fits = [](const auto& block) { return is_in_cp932(block); };
  const bool can_be = std::all_of(file.bones.begin(), file.bones.end(), fits) &&
                      std::all_of(file.morphs.begin(), file.morphs.end(), fits);
  f.hint = can_be ? "`mmdview pose merge FILE -o OUT.vpd` writes it as MikuMikuDance does"
                  : "names have to be changed before it can be written as MikuMikuDance does";
  findings.add(std::move(f));
}

void check_rotations(const vpd::File& file, Findings& findings) {
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    const vpd::Bone& b = file.bones[i];
    const double length = glm::length(glm::dvec4(b.rotation));
    // The reader tells of a zero rotation.
    if (length == 0.0 || std::abs(length - 1.0) <= rotation_tolerance) continue;
    Finding f = finding(Severity::warning, "rotation-unit", "bones", b.line, b.name,
                        fmt::format("has a rotation of length {:.4g} instead of 1", length),
                        "it is normalised here; other programs may not");
    f.element = i;
    findings.add(std::move(f));
  }
}

void check_translations(const vpd::File& file, Findings& findings) {
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    const vpd::Bone& b = file.bones[i];
    const double length = glm::length(glm::dvec3(b.translation));
    if (length <= far_translation) continue;
    Finding f = finding(Severity::warning, "translation-far", "bones", b.line, b.name,
                        fmt::format("is moved by {:.6g} units", length), far_translation_hint);
    f.element = i;
    findings.add(std::move(f));
  }
}

/// Names that MMD cannot have written.
template <class Blocks>
void check_names(const Blocks& blocks, std::string_view section, Findings& findings) {
  for (const auto& b : blocks) {
    if (is_in_cp932(b)) continue;
    findings.add(finding(Severity::warning, "name-encoding", section, b.line, b.name,
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
    Finding f = finding(Severity::warning, "name-unknown", section, blocks[i].line, blocks[i].name,
                        "the model has none of that name", hints.for_name(blocks[i].name));
    f.element = i;
    findings.add(std::move(f));
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

}  // namespace mmd
