// The calls of the core that write the model for other programs (docs/user/web.md, "Exporting").
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <emscripten/emscripten.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "document/bone_names.h"
#include "export/check_vrm.h"
#include "export/gltf_write.h"
#include "export/model_export.h"
#include "export/vrm_expression_table.h"
#include "web/exports.h"

// Tells the function `onProgress` of the module how far the work is.
EM_JS(void, mmdview_tell_progress, (const char* what, double share), {
  if (Module["onProgress"]) Module["onProgress"](UTF8ToString(what), share);
});

namespace mmd::web {
namespace {

Json chain_of(const VrmSpring& chain, const Model& model, bool is_rigid) {
  const auto first = static_cast<std::size_t>(chain.bones.front());
  return {{"bone", model.skeleton.bones[first].name},
          {"joints", chain.bones.size()},
          {"degrees", chain.error},
          {"degreesWithout", chain.rigid_error},
          {"rigid", is_rigid}};
}

Result<ModelFormat> format_of(const Json& call) {
  const std::string name = call.value("format", std::string());
  if (name == "glb") return ModelFormat::glb;
  if (name == "vrm") return ModelFormat::vrm;
  if (name == "vrma") return ModelFormat::vrma;
  return fail("format: \"" + name + "\" is not glb, vrm or vrma");
}

Result<ModelExportChoice> choice_of(const Json& call) {
  ModelExportChoice out;
  MMD_TRY(out.format, format_of(call));
  out.springs = call.value("springs", true);
  out.skin = call.value("skin", true);
  out.holds = call.value("still", false);
  out.english_names = call.value("english", false);
  out.lit = call.value("lit", false);
  out.edge_hulls = call.value("edges", false);
  out.effort = SpringEffort::quick;
  out.about_author = "give the author and the terms as meta";
  const std::string version = call.value("version", std::string("1.0"));
  if (version != "1.0" && version != "0.x") return fail("version: \"" + version + "\" is not 1.0 or 0.x");
  if (version == "0.x") out.version = VrmVersion::zero;
  return out;
}

/// {expressions: {expression of VRM 1.0: the model's morph, or "" for none}, arkit, english}.
Result<ExpressionChoice> expressions_of(const Json& call) {
  ExpressionChoice out;
  out.morphs = call.value("expressions", ExpressionMorphs());
  out.arkit = call.value("arkit", false);
  out.english = call.value("english", false);
  for (const auto& [name, morph] : out.morphs) MMD_TRY(check_expression_name(name));
  return out;
}

Result<VrmTerms> terms_of(const Json& call) {
  VrmTerms out;
  if (const auto meta = call.find("meta"); meta != call.end() && !meta->is_null()) {
    MMD_TRY(out.meta, parse_vrm_meta(meta->dump(-1, ' ', false, Json::error_handler_t::replace)));
    out.meta.erase(vrm_thumbnail);
  }
  if (const auto file = call.value("thumbnail", std::string()); !file.empty()) {
    MMD_TRY(auto bytes, in_file(read_file(path_from_utf8(file)), file));
    MMD_TRY(out.thumbnail, make_thumbnail(file, std::move(bytes)));
  }
  return out;
}

Result<Bytes> written(ModelExport& work, const ModelExportChoice& choice, const Json& call) {
  if (choice.format == ModelFormat::vrm) {
    MMD_TRY(auto terms, terms_of(call));
    return work.vrm(std::move(terms));
  }
  if (choice.format == ModelFormat::vrma) return work.vrma();
  MMD_TRY(const auto model, work.glb_model());
  return write_glb({&model, 1}, nullptr);
}

/// The loaded figure, in whose model the bones have the names of `bones`: usual name and the model's.
std::shared_ptr<const LoadedFigure> named_figure(const Core& core, const Json& call) {
  const auto& loaded = core.loaded();
  const BoneNames names = call.value("bones", BoneNames());
  if (names.empty()) return loaded;
  auto out = std::make_shared<LoadedFigure>(*loaded);
  out->loaded.model = with_bone_names(loaded->loaded.model, names);
  return out;
}

/// {format: glb, vrm or vrma, and the options of ExportOptions in core.d.mts}: the model as it is shown, as a
/// file in bytes().
Result<Json> write_model(Core& core, const Json& call) {
  if (!core.is_loaded()) return fail("no model is loaded", "call load first");
  MMD_TRY(auto choice, choice_of(call));
  MMD_TRY(auto expressions, expressions_of(call));
  choice.expressions = std::move(expressions.morphs);
  choice.arkit = expressions.arkit;
  const bool physics = core.arrangement().physics.on.value_or(false) && choice.format == ModelFormat::glb;
  choice.simulates = call.value("physics", physics);
  Arrangement shown = alone(core.arrangement(), core.arrangement().subject_index());
  shown.figures.front().place = {};
  shown.figures.front().loaded = named_figure(core, call);
  choice.holds = choice.holds || !core.moves();
  ModelExport work(choice, std::move(shown), [](std::string_view what, double share) {
    mmdview_tell_progress(std::string(what).c_str(), share);
  });
  MMD_TRY(auto bytes, written(work, choice, call));
  core.set_bytes(std::move(bytes));
  Json springs = Json::array();
  const Model& model = work.actor().model();
  for (const VrmSpring& chain : work.springs) springs.push_back(chain_of(chain, model, false));
  for (const VrmSpring& chain : work.rigid) springs.push_back(chain_of(chain, model, true));
  return Json{{"diagnostics", list_of(work.diagnostics)}, {"springs", std::move(springs)}};
}

const char* name_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

/// Of each expression of VRM 1.0 the morph that serves it; null: none.
Json presets_of(const Model& model, const std::vector<VrmExpression>& expressions) {
  Json out = Json::array();
  for (const ExpressionRow& row : expression_rows()) {
    Json morph;
    for (const VrmExpression& e : expressions)
      if (!e.is_custom && e.name == row.name) morph = model.morphs[static_cast<std::size_t>(e.morph)].name;
    out.push_back({{"name", row.name}, {"morph", std::move(morph)}});
  }
  return out;
}

/// The names of the morphs that may serve an expression.
Json usable_morphs(const Model& model) {
  Json out = Json::array();
  for (const Morph& morph : model.morphs)
    if (can_be_expression(morph) && !morph.name.empty()) out.push_back(morph.name);
  return out;
}

/// {bones, expressions, arkit, english}: the bones and expressions of a VRM, and what it would lack.
Result<Json> check_vrm(Core& core, const Json& call) {
  if (!core.is_loaded()) return fail("no model is loaded", "call load first");
  const auto model = named_figure(core, call)->loaded.model;
  Json bones = Json::array(), list = Json::array();
  for (const HumanBone& bone : human_bones_of(*model))
    bones.push_back(
        {{"name", bone.name},
         {"usual", bone.usual},
         {"bone",
          bone.bone == none ? Json() : Json(model->skeleton.bones[static_cast<std::size_t>(bone.bone)].name)},
         {"required", bone.required}});
  MMD_TRY(const auto choice, expressions_of(call));
  Findings findings;
  const VrmExpressions expressions = check_for_vrm(model, findings, {}, choice);
  for (const Finding& finding : findings.list())
    list.push_back({{"severity", name_of(finding.severity)}, {"what", finding.what}});
  return Json{{"bones", std::move(bones)},
              {"expressions", presets_of(*model, expressions.expressions)},
              {"morphs", usable_morphs(*model)},
              {"findings", std::move(list)}};
}

const bool calls_are_added = [] {
  calls()["export"] = write_model;
  calls()["checkVRM"] = check_vrm;
  return true;
}();

}  // namespace
}  // namespace mmd::web
