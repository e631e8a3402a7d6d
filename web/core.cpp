#include "web/core.h"

#include <algorithm>
#include <utility>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/handedness.h"
#include "base/rotations.h"
#include "pose/pose_to_vpd.h"
#include "scene/input.h"
#include "scene/load.h"

namespace mmd::web {
namespace {

/// `count` finite numbers of a call.
Result<std::vector<float>> numbers_of(const Json& call, const char* name, std::size_t count) {
  const auto found = call.find(name);
  if (found == call.end() || !found->is_array() || found->size() != count)
    return fail(std::string(name) + ": " + std::to_string(count) + " numbers are needed");
  std::vector<float> out;
  out.reserve(count);
  for (const Json& number : *found) {
    const float value = number.is_number() ? number.get<float>() : NAN;
    if (!std::isfinite(value)) return fail(std::string(name) + ": not a finite number");
    out.push_back(value);
  }
  return out;
}

template <int n>
Json array_from(const glm::vec<n, float>& v) {
  Json out = Json::array();
  for (int i = 0; i < n; ++i) out.push_back(v[i]);
  return out;
}

template <class Vector>
Core::Array array_of(const Vector& values) {
  return {values.data(), values.size() * sizeof(typename Vector::value_type)};
}

}  // namespace

std::string text_of(const Json& call, const char* name) {
  return call.value(name, std::string());
}

Result<double> number_of(const Json& call, const char* name) {
  const auto found = call.find(name);
  const double value = found != call.end() && found->is_number() ? found->get<double>() : NAN;
  if (!std::isfinite(value)) return fail(std::string(name) + ": not a finite number");
  return value;
}

Json list_of(const Diagnostics& diagnostics) {
  Json out = Json::array();
  for (const Diagnostic& d : diagnostics) out.push_back(json_of(d));
  return out;
}

Json json_of(const Diagnostic& diagnostic) {
  Diagnostic d = diagnostic;
  if (d.hint.find("--") != std::string::npos || d.hint.find('`') != std::string::npos)
    d.hint.clear();  // about the command line
  Json out{{"what", d.what}, {"text", describe(d)}};
  if (!d.hint.empty()) out["hint"] = d.hint;
  if (!d.file.empty()) out["file"] = d.file;
  if (d.line) out["line"] = *d.line;
  if (d.offset) out["offset"] = *d.offset;
  if (!d.names.empty()) out["names"] = d.names;
  out["severity"] = d.severity == Severity::error     ? "error"
                    : d.severity == Severity::warning ? "warning"
                                                      : "note";
  return out;
}

Result<void> Core::require_model() const {
  if (!is_loaded()) return fail("no model is loaded", "call load first");
  return {};
}

const Actor& Core::active_actor() {
  return *session().scene().actors[arrangement_.subject_index()];
}

Result<Json> Core::textures(const Json& call) {
  const std::string file = text_of(call, "file");
  MMD_TRY(const auto input, read_input(file));
  MMD_TRY(const auto loaded, in_file(load_model(input, false), file));
  return Json{{"textures", loaded.model->textures}};
}

Session& Core::session() {
  session_->set(arrangement_);
  if (other_) other_->set(without_append());
  if (!is_evaluated_) {
    session_->show(arrangement_.frame);
    if (other_) other_->show(arrangement_.frame);
    is_evaluated_ = true;
  }
  return *session_;
}

Arrangement Core::without_append() const {
  Arrangement out = arrangement_;
  out.evaluation.append = false;
  return out;
}

void Core::compare(bool wants) {
  if (wants == other_.has_value()) return;
  other_.reset();
  if (wants) other_.emplace(without_append());
  is_evaluated_ = false;
}

const Pose& Core::pose() const {
  const Figure& figure = arrangement_.subject();
  return figure.edited ? *figure.edited : figure.loaded->pose;
}

bool Core::moves() const {
  const Figure& figure = arrangement_.subject();
  return figure.moves() && figure.shows.value_or(figure.loaded->shows) == Shows::motion;
}

Result<Json> Core::set_pose(const Json& call) {
  MMD_TRY(require_model());
  const std::string file = text_of(call, "file");
  Json warnings = Json::array();
  Pose pose(model());
  if (!file.empty()) {
    MMD_TRY(auto input, read_input(file));
    MMD_TRY(input, unwrap_pose(std::move(input)));
    MMD_TRY(const auto loaded, load_pose(input.bytes, path_from_utf8(input.name)));
    const UnmatchedNames unmatched = apply_vpd(loaded.file, model(), pose);
    warnings = list_of(loaded.diagnostics);
    for (const std::string& name : unmatched.bones)
      warnings.push_back({{"what", "the model lacks the bone " + name}});
    for (const std::string& name : unmatched.morphs)
      warnings.push_back({{"what", "the model lacks the morph " + name}});
  }
  Figure& figure = subject();
  figure.edited = std::make_shared<const Pose>(std::move(pose));
  figure.ik_chains.clear();
  figure.morphs.clear();
  figure.shows = Shows::pose;
  is_evaluated_ = false;
  return Json{{"diagnostics", std::move(warnings)}};
}

Result<Json> Core::set_bone(const Json& call) {
  MMD_TRY(require_model());
  const std::string name = text_of(call, "name");
  const std::int32_t bone = model().find_bone(name);
  if (bone == none) return fail("the model has no bone \"" + name + "\"", "bones() lists the names");
  MMD_TRY(const auto q, numbers_of(call, "rotation", 4));
  MMD_TRY(const auto p, numbers_of(call, "position", 3));
  const quat rotation(q[3], q[0], q[1], q[2]);
  const float length = glm::length(rotation);
  Figure& figure = subject();
  if (!figure.edited) figure.ik_chains = figure.loaded->ik_chains;
  Pose edited = pose();
  edited.rotation[at(bone)] = mirror(length > 0.0f ? rotation / length : identity_rotation());
  edited.translation[at(bone)] = mirror(vec3(p[0], p[1], p[2]));
  figure.edited = std::make_shared<const Pose>(std::move(edited));
  is_evaluated_ = false;
  return Json::object();
}

Result<Json> Core::set_morph(const Json& call) {
  MMD_TRY(require_model());
  const std::string name = text_of(call, "name");
  const std::int32_t morph = model().find_morph(name);
  if (morph == none)
    return fail("the model has no morph \"" + name + "\"", "the summary of load lists the names");
  MMD_TRY(const double weight, number_of(call, "weight"));
  auto& morphs = subject().morphs;
  std::erase_if(morphs, [&](const MorphWeight& entry) { return entry.morph == morph; });
  morphs.push_back({morph, static_cast<float>(weight)});
  is_evaluated_ = false;
  return Json::object();
}

Result<Json> Core::choose(const Json& call) {
  MMD_TRY(require_model());
  Evaluation& evaluation = arrangement_.evaluation;
  evaluation.append = call.value("append", evaluation.append);
  evaluation.ik = call.value("ik", evaluation.ik);
  evaluation.morphs = call.value("morphs", evaluation.morphs);
  arrangement_.physics.on = call.value("physics", arrangement_.physics.on.value_or(false));
  is_evaluated_ = false;
  return Json::object();
}

Result<Json> Core::bones(const Json&) {
  MMD_TRY(require_model());
  const Actor& actor = active_actor();
  const auto& bones = actor.model().skeleton.bones;
  Json out = Json::array();
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Affine m = mirror(actor.bones().mconv(static_cast<std::int32_t>(i)));
    quat q = rotation_of(m);
    if (q.w < 0.0f) q = -q;
    const vec3 p = translation_of(m);
    out.push_back({{"index", i},
                   {"name", bones[i].name},
                   {"parent", bones[i].parent},
                   {"position", {p.x, p.y, p.z}},
                   {"rotation", {q.x, q.y, q.z, q.w}}});
  }
  return Json{{"space", "mmd"}, {"bones", std::move(out)}};
}

Result<Json> Core::materials(const Json&) {
  MMD_TRY(require_model());
  const Actor& actor = active_actor();
  Json out = Json::array();
  for (std::size_t i = 0; i < actor.model().materials.size(); ++i) {
    const MaterialState& state = actor.materials()[i];
    out.push_back({{"name", actor.model().materials[i].name},
                   {"diffuse", array_from(state.diffuse)},
                   {"specular", array_from(state.specular)},
                   {"power", state.specular_power},
                   {"ambient", array_from(state.ambient)},
                   {"edge", array_from(state.edge_colour)},
                   {"edge_size", state.edge_size}});
  }
  return Json{{"materials", std::move(out)}};
}

Result<Json> Core::state(const Json&) {
  MMD_TRY(require_model());
  Json morphs = Json::array();
  for (const MorphWeight& over : arrangement_.subject().morphs)
    morphs.push_back({{"name", model().morphs[at(over.morph)].name}, {"weight", over.weight}});
  Json files = Json::array({loaded()->model_file});
  for (const PoseLayer& layer : loaded()->poses) files.push_back(layer.file);
  for (const MotionLayer& layer : loaded()->motions) files.push_back(layer.file);
  return Json{{"files", std::move(files)},
              {"moves", moves()},
              {"frame", arrangement_.frame},
              {"morphs", std::move(morphs)}};
}

Result<Json> Core::vpd(const Json&) {
  MMD_TRY(require_model());
  const Pose& shown = active_actor().pose;
  MMD_TRY(const auto written,
          vpd::write_for_mmd(vpd_from_pose(shown, model()), vpd::Encoding::utf8, vpd::Digits::exact));
  const ByteSpan text = as_byte_span(written.bytes);
  bytes_.assign(text.begin(), text.end());
  return Json{{"diagnostics", written.lacks ? list_of(Diagnostics{*written.lacks}) : Json::array()}};
}

Core::Array Core::view_of(std::string_view name) {
  if (!is_loaded()) return {};
  const Actor& actor = active_actor();
  const VertexStreams& vertices = actor.model().vertices;
  if (name == "palette") return {actor.palette().data(), actor.palette().size_bytes()};
  if (name == "positions") return {actor.posed_positions().data(), actor.posed_positions().size_bytes()};
  if (name == "normals") return {actor.posed_normals().data(), actor.posed_normals().size_bytes()};
  if (name == "uvs") return {actor.uv().data(), actor.uv().size_bytes()};
  if (name == "indices") return array_of(actor.model().indices);
  if (name == "skin_indices") return array_of(vertices.bones);
  if (name == "skin_weights") return array_of(vertices.weights);
  if (name == "rest_positions") return {actor.positions().data(), actor.positions().size_bytes()};
  if (name == "rest_normals") return array_of(vertices.normal);
  return {};
}

}  // namespace mmd::web
