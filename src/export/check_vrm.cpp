#include "export/check_vrm.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/words.h"
#include "export/make_exchange.h"
#include "export/vrm_avatar.h"
#include "scene/scene.h"

namespace mmd {
namespace {

Finding about_model(Severity severity, std::string_view rule, std::string what, std::string hint = {}) {
  return make_finding(severity, rule, "", std::nullopt, "", std::move(what), std::move(hint));
}

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

void check_expressions(const VrmAvatar& avatar, Findings& findings) {
  for (const ExpressionRow& row : expression_rows()) {
    const bool found =
        std::any_of(avatar.expressions.begin(), avatar.expressions.end(),
                    [&](const VrmExpression& e) { return !e.is_custom && e.name == row.name; });
    if (!found && !row.morphs.empty())
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

void check_materials(const Actor& actor, Findings& findings) {
  std::vector<std::string_view> hidden, multiplied, second;
  for (std::size_t m = 0; m < actor.materials().size(); ++m) {
    const Material& material = actor.model().materials[m];
    if (is_hidden(actor.materials()[m])) {
      hidden.push_back(material.name);
    } else if (material.sphere_texture != none && material.sphere_mode == SphereMode::multiply) {
      multiplied.push_back(material.name);
    } else if (material.sphere_texture != none && material.sphere_mode == SphereMode::sub_texture) {
      second.push_back(material.name);
    }
  }
  const auto say = [&](const std::vector<std::string_view>& names, std::string_view what, const char* hint) {
    if (!names.empty())
      findings.add(about_model(Severity::warning, "vrm-materials",
                               fmt::format("{}: {}", what, join_truncated(names)), hint));
  };
  say(hidden, "invisible materials are left out", "a VRM has no morphs that show them");
  say(multiplied, "a VRM has no sphere maps that multiply", "their mean colour is mixed into the materials");
  say(second, "a VRM has no second textures (sub-texture)", "they are not written");
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

void check_for_vrm(const std::shared_ptr<const Model>& model, Findings& findings) {
  const Actor actor = in_t_pose(model);
  ExchangeModel exchange;
  std::vector<std::size_t> materials;
  exchange.parts = make_parts(actor, ExchangeShape::skinned, materials);
  auto morphs = make_morphs(actor, exchange.parts);
  if (morphs) exchange.morphs = std::move(*morphs);
  const auto avatar = make_avatar(*model, exchange);
  if (!avatar)
    return findings.add(about_model(Severity::error, "vrm-bones", avatar.error().what, avatar.error().hint));
  check_bone_names(*model, findings);
  check_expressions(*avatar, findings);
  check_materials(actor, findings);
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
}

}  // namespace mmd
