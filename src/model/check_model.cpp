#include "model/check_model.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "model/builders.h"
#include "model/judgements.h"
#include "model/mender.h"
#include "model/model.h"
#include "skeleton/evaluation_order.h"

namespace mmd {
namespace {

/// Finds duplicate names, in full or cut as in a VMD, and names that MMD cannot write.
class NameChecker {
 public:
  NameChecker(std::string_view section, bool stands_in_motions, Findings& findings)
      : section_(section), stands_in_motions_(stands_in_motions), findings_(findings) {}

  void add(std::size_t element, const std::string& name) {
    if (name.empty()) {
      if (stands_in_motions_) report(Severity::warning, "name-empty", element, name, "has no name");
      return;
    }
    const auto [first, is_new] = first_of_name_.emplace(name, element);
    if (!is_new) {
      report(Severity::warning, "name-duplicate", element, name,
             fmt::format("has the same name as number {}", first->second),
             stands_in_motions_ ? "poses and motions move the first one only; rename one of them" : "");
    } else if (stands_in_motions_) {
      check_cp932(element, name);
    }
  }

 private:
  void report(Severity severity, std::string_view rule, std::size_t element, const std::string& name,
              std::string what, std::string hint = {}) {
    findings_.add(make_finding(severity, rule, section_, element, name, std::move(what), std::move(hint)));
  }

  void check_cp932(std::size_t element, const std::string& name) {
    const auto cp932 = cp932_from_utf8(name);
    if (!cp932) {
      return report(Severity::warning, "name-encoding", element, name,
                    "has a character that Shift-JIS lacks, so MikuMikuDance cannot write poses and motions "
                    "for it",
                    "rename it");
    }
    const auto [first, is_new] = first_of_cut_.emplace(cp932->substr(0, vmd_name_size), element);
    if (!is_new) {
      report(Severity::warning, "name-too-long", element, name,
             fmt::format("looks like number {} in a motion, which keeps only {} bytes of a name",
                         first->second, vmd_name_size),
             "shorten one of the names");
    } else if (section_ == "morphs" && cp932->size() > longest_morph_name) {
      report(
          Severity::note, "name-too-long", element, name,
          fmt::format(
              "takes {} bytes in Shift-JIS; MikuMikuDance finds no morph with more than {} bytes in a motion",
              cp932->size(), longest_morph_name),
          "shorten the name; seven full-width characters always fit");
    } else if (cp932->size() > vmd_name_size) {
      report(Severity::note, "name-too-long", element, name,
             fmt::format("takes {} bytes in Shift-JIS; a motion (VMD) keeps only {}", cp932->size(),
                         vmd_name_size),
             "seven full-width characters always fit");
    }
  }

  std::string_view section_;
  bool stands_in_motions_;
  Findings& findings_;
  std::unordered_map<std::string, std::size_t> first_of_name_, first_of_cut_;
};

/// Finds invisible and invalid bytes in a name.
void check_bytes(const pmx::File& file, const pmx::Text& text, std::string_view section, std::size_t element,
                 Findings& findings) {
  const std::string name = file.utf8(text);
  if (pmx::from_utf8(name, file.header.encoding).bytes != text.bytes)
    findings.add(
        make_finding(Severity::warning, "name-bytes", section, element, name,
                     fmt::format("has bytes in its name that are not valid {}",
                                 file.header.encoding == pmx::TextEncoding::utf8 ? "UTF-8" : "UTF-16"),
                     "they are shown as \xEF\xBF\xBD; type the name again"));
  if (name.find('\0') != std::string::npos)
    findings.add(make_finding(Severity::warning, "name-bytes", section, element, name,
                              "has a zero byte in its name; other programs cut the name there",
                              "type the name again"));
}
void check_bytes(const pmx::File& file, const std::vector<pmx::Text>& names, std::string_view section,
                 Findings& findings) {
  for (std::size_t i = 0; i < names.size(); ++i) check_bytes(file, names[i], section, i, findings);
}
template <class Elements>
void check_bytes(const pmx::File& file, const Elements& elements, std::string_view section,
                 Findings& findings) {
  for (std::size_t i = 0; i < elements.size(); ++i) check_bytes(file, elements[i].name, section, i, findings);
}

void check_all_bytes(const pmx::File& file, Findings& findings) {
  check_bytes(file, file.textures, "textures", findings);
  check_bytes(file, file.materials, "materials", findings);
  check_bytes(file, file.bones, "bones", findings);
  check_bytes(file, file.morphs, "morphs", findings);
  check_bytes(file, file.display_frames, "display frames", findings);
  check_bytes(file, file.rigid_bodies, "rigid bodies", findings);
  check_bytes(file, file.joints, "joints", findings);
}

template <class Elements>
void check_names(const pmx::File& file, const Elements& elements, std::string_view section,
                 bool stands_in_motions, Findings& findings) {
  NameChecker checker(section, stands_in_motions, findings);
  for (std::size_t i = 0; i < elements.size(); ++i) checker.add(i, file.utf8(elements[i].name));
}

void check_textures(const pmx::File& file, const TextureProblem& texture_problem, Findings& findings) {
  constexpr std::string_view section = "textures";
  const std::vector<TextureUse> uses = texture_uses(file);
  std::unordered_map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const std::string name = file.utf8(file.textures[i]);
    const auto [same, is_new] = first.emplace(name, i);
    if (!is_new) {
      findings.add(make_finding(Severity::note, "texture-duplicate", section, i, name, "is listed twice"));
      if (uses[i].count == 0 || uses[same->second].count > 0) continue;
    } else if (uses[i].count == 0) {
      findings.add(
          make_finding(Severity::note, "texture-unused", section, i, name, "is not used by any material"));
      continue;
    }
    const auto problem = texture_problem(name);
    if (!problem) continue;
    const bool is_there = problem->severity == Severity::note;
    findings.add(make_finding(
        is_there ? Severity::note : Severity::warning, is_there ? "texture-note" : "texture-missing", section,
        i, name, fmt::format("{}, for {}", problem->what, materials_text(file, uses[i])), problem->hint));
  }
}

void check_morphs(const pmx::File& file, Findings& findings) {
  constexpr std::string_view section = "morphs";
  const auto is_group = [&](std::int32_t index) {
    if (!is_index(index, file.morphs.size())) return false;
    const pmx::MorphType type = file.morphs[static_cast<std::size_t>(index)].type;
    return type == pmx::MorphType::group || type == pmx::MorphType::flip;
  };
  for (std::size_t i = 0; i < file.morphs.size(); ++i) {
    const pmx::Morph& morph = file.morphs[i];
    if (morph.panel > last_panel)
      findings.add(make_finding(Severity::warning, morph_panel_rule, section, i, file.utf8(morph.name),
                                fmt::format("is in panel {}, which MikuMikuDance does not have", morph.panel),
                                "choose 1 (brows), 2 (eyes), 3 (mouth) or 4 (other)"));
    const auto* group = std::get_if<std::vector<pmx::GroupOffset>>(&morph.offsets);
    if (group == nullptr) continue;
    const auto nested = std::find_if(group->begin(), group->end(),
                                     [&](const pmx::GroupOffset& o) { return is_group(o.morph); });
    if (nested == group->end() || nested->morph == static_cast<std::int32_t>(i)) continue;
    findings.add(make_finding(
        Severity::note, "morph-nested", section, i, file.utf8(morph.name),
        fmt::format("is a group that contains another group, morph {}, which the format does not allow",
                    nested->morph),
        "mmdview applies it; list the morphs of the inner group instead"));
  }
}

void check_materials(const pmx::File& file, Findings& findings) {
  const auto is_seen = [](const pmx::Material& m) { return m.index_count > 0 && !is_invisible(m.diffuse.a); };
  if (std::none_of(file.materials.begin(), file.materials.end(), is_seen)) {
    findings.add(make_finding(Severity::warning, "nothing-drawn", "materials", {}, {},
                              "all are empty or transparent, so nothing of the model is drawn"));
  }
  for (std::size_t i = 0; i < file.materials.size(); ++i) {
    if (file.materials[i].index_count != 0) continue;
    findings.add(make_finding(Severity::note, "material-empty", "materials", i,
                              file.utf8(file.materials[i].name), "has no faces"));
  }
}

/// A count and the first element.
struct Tally {
  std::size_t count = 0, first = 0;
  void meet(std::size_t where) {
    if (count++ == 0) first = where;
  }
  void report(Severity severity, std::string_view rule, std::string_view section, std::string what,
              Findings& findings, std::string hint = {}) const {
    if (count == 0) return;
    Finding f = make_finding(severity, rule, section, first, {}, std::move(what), std::move(hint));
    f.count = count;
    findings.add(std::move(f));
  }
};

bool degenerate(const pmx::File& file, const std::uint32_t* corner) {
  if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) return true;
  const auto& p = file.vertices.position;
  const glm::dvec3 a(p[corner[0]]), b(p[corner[1]]), c(p[corner[2]]);
  return glm::cross(b - a, c - a) == glm::dvec3(0.0);
}

void check_geometry(const pmx::File& file, Findings& findings) {
  const std::size_t vertices = file.vertices.size();
  std::vector<bool> used(vertices, false);
  Tally flat, unused;
  for (std::size_t i = 0; i + 2 < file.indices.size(); i += 3) {
    const std::uint32_t* corner = &file.indices[i];
    if (std::any_of(corner, corner + 3, [&](std::uint32_t v) { return v >= vertices; })) continue;
    for (std::size_t k = 0; k < 3; ++k) used[corner[k]] = true;
    if (degenerate(file, corner)) flat.meet(i / 3);
  }
  for (std::size_t v = 0; v < vertices; ++v)
    if (!used[v]) unused.meet(v);
  flat.report(Severity::note, "face-degenerate", "faces", "a triangle without area", findings);
  unused.report(Severity::note, "vertex-unused", "vertices", "a vertex that no face uses", findings);
}

/// Reports distant vertices of models that have too few near ones to tell which are astray.
void check_distance(const Model& model, Findings& findings) {
  constexpr float far_away = 1e5f;  // MMD units, 8 km: larger than any stage
  std::vector<bool> used(model.vertices.size(), false);
  for (const std::uint32_t index : model.indices) used[index] = true;
  Tally astray;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v] && glm::length(model.vertices.position[v]) > far_away) astray.meet(v);
  astray.report(Severity::warning, "vertex-far", "vertices",
                fmt::format("a vertex more than {:.0f} units away", far_away), findings,
                "a view that fits the whole model shows it very small; use --view mmd or --camera");
}

Finding judged(const Repairs::Entry& entry) {
  Finding f =
      make_finding(entry.severity == Severity::warning ? Severity::error : entry.severity, damage_rule,
                   entry.section, entry.first, entry.name, std::string(entry.kind), std::string(entry.hint));
  f.count = entry.count;
  if (f.hint.empty() && f.severity == Severity::error)
    f.hint = "repair it in an editor; programs handle it differently";
  if (const Judgement* judgement = judgement_of(entry.kind)) {
    f.rule = judgement->rule;
    f.severity = judgement->severity;
    f.hint = judgement->hint;
  }
  return f;
}

/// Whether all of the repair's bones append themselves, which findings already report.
bool is_reported_as_append_self(const Repairs::Entry& entry, const Findings& findings) {
  if (entry.kind != append_cycle_cut) return false;
  std::size_t selves = 0;
  for (const Finding& f : findings.list()) {
    if (f.rule == "append-self") selves += f.count;
  }
  return selves == entry.count;
}

template <class Elements>
std::vector<std::string> names_of(const pmx::File& file, const Elements& elements) {
  std::vector<std::string> out;
  out.reserve(elements.size());
  for (const auto& e : elements) out.push_back(file.utf8(e.name));
  return out;
}

}  // namespace

CheckedModel check_model(pmx::File&& file, const TextureProblem& texture_problem) {
  CheckedModel out;
  Findings& findings = out.findings;
  check_bones(file, findings);
  check_names(file, file.bones, "bones", true, findings);
  check_names(file, file.morphs, "morphs", true, findings);
  check_names(file, file.materials, "materials", false, findings);
  check_all_bytes(file, findings);
  check_morphs(file, findings);
  check_materials(file, findings);
  check_textures(file, texture_problem, findings);
  check_geometry(file, findings);
  check_bodies(file, findings);
  const std::vector<std::string> bone_names = names_of(file, file.bones),
                                 morph_names = names_of(file, file.morphs);
  Repairs repairs;
  out.model = build_model(std::move(file), repairs);
  if (out.model->strays.empty()) check_distance(*out.model, findings);
  for (const Repairs::Entry& entry : repairs.entries()) {
    if (is_reported_as_append_self(entry, findings)) continue;
    Finding f = judged(entry);
    if (f.section == "bones" && f.name.empty() && entry.first < bone_names.size())
      f.name = bone_names[entry.first];
    if (f.section == "morphs" && f.name.empty() && entry.first < morph_names.size())
      f.name = morph_names[entry.first];
    findings.add(std::move(f));
  }
  return out;
}

}  // namespace mmd
