#include "export/check_vrm.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "base/words.h"
#include "export/gltf_write.h"
#include "export/make_exchange.h"
#include "export/vrm_avatar.h"
#include "scene/scene.h"

namespace mmd {
namespace {

Finding about_model(Severity severity, std::string_view rule, std::string what, std::string hint = {}) {
  return make_finding(severity, rule, "", std::nullopt, "", std::move(what), std::move(hint));
}

/// A finding about all elements of a section that are named; its place is the first one.
struct Listed {
  std::string_view section;
  std::optional<std::size_t> first;
  std::vector<std::string_view> names;

  void add(std::size_t element, std::string_view name) {
    if (!first) first = element;
    names.push_back(name);
  }
  void tell(Severity severity, std::string_view rule, std::string_view what, const char* hint,
            Findings& findings) const {
    if (names.empty()) return;
    findings.add(make_finding(severity, rule, section, first, std::string(names.front()),
                              fmt::format("{}: {}", what, join_truncated(names)), hint));
  }
};

/// UniVRM renames objects of one name when it exports.
void check_bone_names(const Model& model, Findings& findings) {
  std::set<std::string> met;
  for (std::size_t i = 0; i < model.skeleton.bones.size(); ++i) {
    const std::string& name = model.skeleton.bones[i].name;
    if (!name.empty() && !met.insert(name).second)
      findings.add(make_finding(Severity::warning, "vrm-names", "bones", i, name,
                                "has the name of an earlier bone, so a VRM gives it another one",
                                "mmdview fix --only name-duplicate renames it"));
  }
}

/// UniVRM exports no file with a longer name, in UTF-16.
constexpr std::size_t max_name = 64;

bool is_long(std::string_view name, std::size_t most = max_name) {
  return utf16_units(name).size() > most;
}

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

void check_long_names(const Model& model, Findings& findings) {
  Listed materials{"materials", {}, {}}, textures{"textures", {}, {}};
  for (std::size_t m = 0; m < model.materials.size(); ++m)
    if (is_long(model.materials[m].name)) materials.add(m, model.materials[m].name);
  for (std::size_t t = 0; t < model.textures.size(); ++t)
    if (const std::string_view name = file_name(model.textures[t]); is_long(name)) textures.add(t, name);
  constexpr const char* what = "names of more than 64 characters, which UniVRM does not export again";
  for (const Listed* listed : {&materials, &textures})
    listed->tell(Severity::warning, "vrm-names", what, "shorten them", findings);
  if (is_long(model.name, max_name - longest_mesh_prefix.size()))
    findings.add(
        about_model(Severity::warning, "vrm-names",
                    "the model's name is so long that UniVRM does not export its meshes again",
                    fmt::format("use at most {} characters", max_name - longest_mesh_prefix.size())));
}

/// UniVRM looks for the front by the upper legs: the left one must be on the left.
void check_sides(const Actor& t_pose, const VrmAvatar& avatar, Findings& findings) {
  constexpr float least = 0.8f;  // cosine
  const auto at = [&](std::string_view name) {
    const auto found = std::find_if(avatar.bones.begin(), avatar.bones.end(),
                                    [&](const auto& bone) { return bone.first == name; });
    return t_pose.bones().position(found->second);
  };
  const vec3 across = at("leftUpperLeg") - at("rightUpperLeg");
  if (across.x >= least * glm::length(across) && across.x > 0.0f) return;
  findings.add(about_model(Severity::warning, "vrm-bones",
                           "the left leg is not to the left of the right one, so UniVRM finds no front",
                           "a figure faces -Z; exchange the names of the left and right bones, or turn it"));
}

/// UniVRM's textures in Unity have at most this many pixels on a side.
void check_texture_sizes(const Model& model, const TextureSizes& size_of, Findings& findings) {
  constexpr int most = 8192;
  if (!size_of) return;
  Listed listed{"textures", {}, {}};
  for (std::size_t t = 0; t < model.textures.size(); ++t)
    if (const auto size = size_of(model.textures[t]); size && std::max(size->width, size->height) > most)
      listed.add(t, model.textures[t]);
  listed.tell(Severity::warning, "vrm-textures", "larger than 8192 pixels, to which UniVRM shrinks them",
              "make them smaller", findings);
}

void check_expressions(const VrmAvatar& avatar, const ExpressionChoice& choice, Findings& findings) {
  for (const ExpressionRow& row : expression_rows()) {
    const bool found =
        std::any_of(avatar.expressions.begin(), avatar.expressions.end(),
                    [&](const VrmExpression& e) { return !e.is_custom && e.name == row.name; });
    if (!found && !row.morphs.empty() && !choice.morphs.contains(std::string(row.name)))
      findings.add(about_model(Severity::note, "vrm-expressions",
                               fmt::format("the VRM has no expression \"{}\"", row.name),
                               fmt::format("it is made of a morph called {}", row.morphs)));
  }
  const std::vector<std::string_view> left_out(avatar.left_out.begin(), avatar.left_out.end());
  if (!left_out.empty())
    findings.add(about_model(Severity::warning, "vrm-expressions",
                             fmt::format("morphs that become no expression: {}", join_truncated(left_out)),
                             "put them into a panel; only vertices move in a VRM"));
}

void check_materials(const Actor& actor, const std::vector<ExchangePart>& parts, Findings& findings) {
  Listed hidden{"materials", {}, {}}, unfaced = hidden, multiplied = hidden, second = hidden;
  for (std::size_t m = 0; m < actor.materials().size(); ++m) {
    const Material& material = actor.model().materials[m];
    if (is_hidden(actor.materials()[m])) {
      hidden.add(m, material.name);
    } else if (material.has(pmx::material_points) || material.has(pmx::material_lines)) {
      unfaced.add(m, material.name);
    } else if (material.sphere_texture != none && material.sphere_mode == SphereMode::multiply) {
      multiplied.add(m, material.name);
    } else if (material.sphere_texture != none && material.sphere_mode == SphereMode::sub_texture) {
      second.add(m, material.name);
    }
  }
  const auto say = [&](const Listed& listed, std::string_view what, const char* hint) {
    listed.tell(Severity::warning, "vrm-materials", what, hint, findings);
  };
  say(hidden, "invisible materials are left out", "a VRM has no morphs that show them");
  say(unfaced, "lines and points are left out", "UniVRM reads triangles only");
  say(multiplied, "a VRM has no sphere maps that multiply", "their mean colour is mixed into the materials");
  say(second, "a VRM has no second textures (sub-texture)", "they are not written");
  if (std::all_of(parts.begin(), parts.end(), [](const ExchangePart& part) {
        return part.kind != FaceKind::triangles || part.indices.empty();
      }))
    findings.add(about_model(Severity::warning, "vrm-materials",
                             "the VRM has no visible faces; UniVRM exports no such model",
                             "show a material"));
}

/// An actor in the T pose of a VRM.
Actor in_t_pose(const std::shared_ptr<const Model>& model) {
  LoadedFigure loaded;
  loaded.loaded.model = model;
  Figure figure;
  figure.loaded = std::make_shared<const LoadedFigure>(std::move(loaded));
  stand_in_t_pose(figure);
  Actor out(model, std::make_shared<const TextureSet>());
  out.pose = *figure.edited;
  out.switches.ik_chains = figure.ik_chains;
  out.evaluate();
  return out;
}

}  // namespace

VrmExpressions check_for_vrm(const std::shared_ptr<const Model>& model, Findings& findings,
                             const TextureSizes& size_of, const ExpressionChoice& choice) {
  const Actor actor = in_t_pose(model);
  ExchangeModel exchange;
  std::vector<std::size_t> materials;
  exchange.parts = make_parts(actor, ExchangeShape::skinned, materials);
  auto morphs = make_morphs(actor, exchange.parts);
  if (morphs) exchange.morphs = std::move(*morphs);
  VrmExpressions out = find_expressions(*model, exchange.morphs, choice);
  for (const std::string& refused : refused_human_bones(*model, human_bones_of(*model)))
    findings.add(about_model(Severity::warning, "vrm-bones", refused, "choose another bone, or rename it"));
  const auto avatar = make_avatar(*model, exchange, choice);
  if (!avatar) {
    findings.add(about_model(Severity::error, "vrm-bones", avatar.error().what, avatar.error().hint));
    return out;
  }
  check_sides(actor, *avatar, findings);
  check_bone_names(*model, findings);
  check_long_names(*model, findings);
  check_expressions(*avatar, choice, findings);
  check_materials(actor, exchange.parts, findings);
  check_texture_sizes(*model, size_of, findings);
  if (!avatar->eyes_from_head)
    findings.add(about_model(Severity::note, "vrm-gaze",
                             "no bones of the eyes, so the gaze does not move them",
                             "VRM looks for 左目 and 右目 below 頭"));
  constexpr float seen = 1e-3f;
  if (const float error = linear_skinning_error(actor); error >= seen)
    findings.add(about_model(
        Severity::warning, "vrm-skinning",
        fmt::format("SDEF and QDEF become linear: vertices are off by up to {:.2g} units", error)));
  findings.add(about_model(Severity::note, "vrm-terms",
                           "author and licence must be set: without them, a VRM permits no use",
                           "export takes them by --vrm-meta"));
  return out;
}

}  // namespace mmd
