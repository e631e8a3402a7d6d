// The calls of the core that open, add and remove models.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "document/framing.h"
#include "document/named_parts.h"
#include "options/opened.h"
#include "options/scene_file.h"
#include "web/core.h"

namespace mmd::web {
namespace {

namespace fs = std::filesystem;

Json bones_of(const Model& model) {
  Json out = Json::array();
  for (const Bone& bone : model.skeleton.bones)
    out.push_back({{"name", bone.name},
                   {"english", bone.name_english},
                   {"parent", bone.parent},
                   {"rotatable", bone.rotatable && bone.operable},
                   {"movable", bone.movable && bone.operable},
                   {"visible", bone.visible},
                   {"ik", bone.ik != none},
                   {"append", bone.append.source},
                   {"physics", bone.physics}});
  return out;
}

Json morphs_of(const Model& model) {
  Json out = Json::array();
  for (const Morph& morph : model.morphs)
    out.push_back({{"name", morph.name}, {"english", morph.name_english}, {"panel", morph.panel}});
  return out;
}

Json materials_of(const Model& model) {
  Json out = Json::array();
  for (const Material& material : model.materials)
    out.push_back(
        {{"name", material.name},
         {"english", material.name_english},
         {"first", material.first_index},
         {"count", material.index_count},
         {"diffuse", {material.diffuse.r, material.diffuse.g, material.diffuse.b, material.diffuse.a}},
         {"texture", material.texture},
         {"doubleSided", material.has(pmx::material_double_sided)}});
  return out;
}

Json summary_of(const LoadedFigure& document, const Diagnostics& diagnostics) {
  const Model& model = document.model();
  Json out{{"file", document.model_file},
           {"hash", to_hex(document.model_hash)},
           {"name", model.name},
           {"english", model.name_english},
           {"comment", model.comment},
           {"vertices", model.vertices.size()},
           {"triangles", model.indices.size() / 3},
           {"bodies", model.rigid_body_count},
           {"bones", bones_of(model)},
           {"morphs", morphs_of(model)},
           {"materials", materials_of(model)},
           {"textures", model.textures},
           {"lastFrame", document.last_frame()},
           {"motions", document.motions.size()},
           {"diagnostics", list_of(diagnostics)}};
  Json poses = Json::array();
  for (const PoseLayer& layer : document.poses) poses.push_back(layer.file);
  out["poses"] = std::move(poses);
  return out;
}

/// A place as a list: the eight numbers of --place, and its words.
Json numbers_and_words(ScenePlace place) {
  Json out = Json::array();
  const vec3 p = place.position + vec3(0.0f), d = place.degrees + vec3(0.0f);  // no -0
  for (const float number : {p.x, p.y, p.z, d.x, d.y, d.z, place.scale, place.opacity})
    out.push_back(std::stod(fmt::format("{}", number)));  // 0.43, not 0.4300000071525574
  place.position = place.degrees = vec3(0.0f);
  place.scale = place.opacity = 1.0f;
  place.carrier = 0;
  const std::string text = place_text(place);
  std::string_view words = text;
  for (int number = 0; number < 3; ++number) take_until(words, ',');
  while (!words.empty()) out.push_back(take_until(words, ','));
  return out;
}

Json summary_of(const Figure& figure) {
  const LoadedFigure& loaded = *figure.loaded;
  return {{"number", figure.number},
          {"file", loaded.model_file},
          {"name", loaded.model().name},
          {"english", loaded.model().name_english},
          {"accessory", loaded.model().is_accessory},
          {"visible", figure.visible},
          {"motions", loaded.motions.size()},
          {"lastFrame", loaded.last_frame()},
          {"place", numbers_and_words(figure.place)},
          {"carrier", figure.place.carrier},
          {"bone", figure.place.bone}};
}

Json look_of(const RenderSettings& look) {
  const vec4& c = look.background;
  return {{"edge", look.edge},
          {"toon", look.toon},
          {"sphere", look.sphere},
          {"groundShadow", look.ground_shadow},
          {"selfShadow", look.self_shadow},
          {"skeleton", look.skeleton},
          {"grid", look.grid},
          {"background", {c.r, c.g, c.b, c.a}}};
}

/// The place in a call; unset: the caller's own.
Result<std::optional<ScenePlace>> place_of(const Json& call) {
  const std::string text = text_of(call, "place");
  if (text.empty()) return std::nullopt;
  ScenePlace out;
  if (const std::string problem = parse_place_numbers(text, out); !problem.empty())
    return fail("place: " + problem);
  return out;
}

std::vector<std::string> files_in(const Json& call) {
  return call.value("files", std::vector<std::string>());
}

/// The names below a list's archives that end so.
void add_members(const FileSet& archive, std::initializer_list<const char*> extensions, Json& to) {
  for (const char* extension : extensions)
    for (const std::string& name : archive.list(extension)) to.push_back(name);
}

/// Files of a scene that lie elsewhere among the session's files, by their names; of several the first one.
FoundFiles found_by_name(const std::vector<std::string>& missing) {
  FoundFiles out;
  if (missing.empty()) return out;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(".", error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->is_regular_file(error)) continue;
    const std::string there = fold_name(to_utf8(entry->path().filename()));
    for (const std::string& file : missing) {
      const std::string name = file.substr(file.find_last_of("\\/") + 1);
      if (fold_name(name) == there) out.try_emplace(file, to_utf8(entry->path().lexically_normal()));
    }
  }
  return out;
}

Result<std::shared_ptr<const FileSet>> archive_in(const Json& call) {
  const std::string file = text_of(call, "file");
  MMD_TRY(auto bytes, in_file(read_file(path_from_utf8(file)), file));
  return in_file(open_archive(std::move(bytes), file), file);
}

}  // namespace

Result<Json> Core::members(const Json& call) {
  MMD_TRY(const auto archive, archive_in(call));
  Json out{{"models", Json::array()}, {"poses", Json::array()}, {"scenes", Json::array()}};
  add_members(*archive, {".pmx", ".pmd", ".x", ".vac"}, out["models"]);
  for (const std::string& name : poses_in(*archive)) out["poses"].push_back(name);
  add_members(*archive, {".mmdscene", ".pmm"}, out["scenes"]);
  return out;
}

Result<Json> Core::unpack(const Json& call) {
  MMD_TRY(const auto archive, archive_in(call));
  const fs::path folder = path_from_utf8(text_of(call, "folder"));
  std::optional<Diagnostic> problem;
  archive->read_each(archive->list(""), [&](const std::string& name, Result<Bytes> bytes) {
    const fs::path inner = path_from_utf8(name).lexically_normal();
    if (!bytes || inner.is_absolute() || *inner.begin() == "..") return true;
    std::error_code error;
    fs::create_directories((folder / inner).parent_path(), error);
    std::ofstream out(folder / inner, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes->data()), static_cast<std::streamsize>(bytes->size()));
    if (!out) problem = in_file(make_error("it cannot be unpacked"), name);
    return !problem;
  });
  if (problem) return fail(std::move(*problem));
  return Json::object();
}

/// Shows another arrangement in place of the present one.
void Core::put(Arrangement next) {
  other_.reset();
  arrangement_ = std::move(next);
  session_.emplace(arrangement_);
  is_evaluated_ = false;
}

/// A summary of the active model, with all models.
Json Core::opened_summary(const Diagnostics& diagnostics) const {
  Json out = summary_of(*loaded(), diagnostics);
  out["number"] = arrangement_.subject().number;
  out["accessory"] = loaded()->model().is_accessory;
  out["models"] = Json::array();
  for (const Figure& figure : arrangement_.figures) out["models"].push_back(summary_of(figure));
  return out;
}

Result<Json> Core::load(const Json& call) {
  Options options(Command::shot);
  options.files = files_in(call);
  MMD_TRY(auto opened, open_files(options, Models::all, false, call.value("textures", true)));
  put(std::move(opened.arrangement));
  return opened_summary(opened.diagnostics());
}

Result<Json> Core::open_scene(const Json& call) {
  const std::string file = text_of(call, "file");
  Options options(Command::shot);
  options.allow_missing = true;
  MMD_TRY(const auto as_stored, read_scene(file));
  Diagnostics warnings;
  MMD_TRY(const auto scene,
          take_scene_file(file, TakenFiles::all, found_by_name(missing_files(as_stored)), options, warnings));
  options.files = files_of_scene(scene, file);
  if (options.files.empty()) return fail(scene_without_models(file, warnings));
  options.compare.clear();
  MMD_TRY(load_background_picture(options.look));
  const bool simulates = options.physics.on.value_or(true);
  options.physics.on = false;
  MMD_TRY(auto opened, open_files(options, Models::all, false, call.value("textures", true)));
  opened.arrangement.active = options.active;
  for (Figure& figure : opened.arrangement.figures)
    if (figure.number <= opened.said.size() && names_whole_model(options.hidden, figure.number)) {
      figure.visible = false;
      figure.hidden_materials = materials_named_singly(options.hidden, figure.model(), figure.number);
    }
  put(std::move(opened.arrangement));
  for (Diagnostic& d : opened.diagnostics()) warnings.push_back(std::move(d));
  Json out = opened_summary(warnings);
  const Evaluation& parts = options.evaluation;
  out["scene"] = {
      {"look", look_of(options.look)},
      {"choices",
       {{"append", parts.append}, {"ik", parts.ik}, {"morphs", parts.morphs}, {"physics", simulates}}},
      {"frame", arrangement_.frame},
      {"sound", options.sound.on ? options.sound.file : std::string()},
      {"soundOffset", options.sound.offset}};
  return out;
}

Result<Json> Core::add(const Json& call) {
  MMD_TRY(require_model());
  MMD_TRY(const auto given, place_of(call));
  const std::string bone = text_of(call, "bone");
  const std::size_t carrier = call.value("of", arrangement_.subject().number);
  if (!bone.empty()) {
    const Figure* on = arrangement_.find(carrier);
    if (on == nullptr) return fail("there is no model " + std::to_string(carrier));
    MMD_TRY(bone_called(on->model(), bone, "addModel"));
  }
  MMD_TRY(auto documents, load_documents(files_in(call), {}, call.value("textures", true)));
  Diagnostics said;
  Json numbers = Json::array();
  for (LoadedFigure& document : documents) {
    for (Diagnostic& d : std::exchange(document.diagnostics, {})) said.push_back(std::move(d));
    Figure figure;
    for (const Figure& one : arrangement_.figures) figure.number = std::max(figure.number, one.number);
    ++figure.number;
    if (given || !bone.empty())
      figure.place = given ? *given : place_of_file(document.loaded).value_or(ScenePlace());
    else
      figure.place = default_place(session().scene(), document.loaded);
    if (!bone.empty()) figure.place.carrier = carrier, figure.place.bone = bone;
    figure.loaded = std::make_shared<const LoadedFigure>(std::move(document));
    if (!figure.model().is_accessory && bone.empty()) arrangement_.active = figure.number;
    numbers.push_back(figure.number);
    arrangement_.figures.push_back(std::move(figure));
    is_evaluated_ = false;
  }
  Json out = opened_summary(said);
  out["added"] = std::move(numbers);
  return out;
}

Result<Figure*> Core::figure_of(const Json& call) {
  MMD_TRY(require_model());
  const auto number = call.value("number", std::size_t{0});
  Figure* figure = arrangement_.find(number);
  if (figure == nullptr) return fail("there is no model " + std::to_string(number));
  return figure;
}

Result<Json> Core::remove(const Json& call) {
  MMD_TRY(const Figure* const figure, figure_of(call));
  auto& figures = arrangement_.figures;
  if (figures.size() < 2) return fail("the last model cannot be removed", "open another one in its place");
  const std::size_t number = figure->number;
  std::erase_if(figures, [&](const Figure& one) { return one.number == number; });
  for (Figure& one : figures)
    if (one.place.carrier == number) one.place.carrier = 0, one.place.bone.clear();
  if (arrangement_.active == number) {
    const auto is_posed = [](const Figure& one) { return !one.model().is_accessory; };
    const auto next = std::find_if(figures.begin(), figures.end(), is_posed);
    arrangement_.active = next == figures.end() ? figures.front().number : next->number;
  }
  is_evaluated_ = false;
  return opened_summary({});
}

Result<Json> Core::set_visible(const Json& call) {
  MMD_TRY(Figure* const figure, figure_of(call));
  figure->visible = call.value("on", true);
  is_evaluated_ = false;
  return Json::object();
}

Result<Json> Core::set_place(const Json& call) {
  MMD_TRY(Figure* const figure, figure_of(call));
  MMD_TRY(auto place, place_of(call));
  if (!place) return fail("place: numbers are needed");
  place->carrier = figure->place.carrier;
  place->bone = figure->place.bone;
  figure->place = std::move(*place);
  is_evaluated_ = false;
  return opened_summary({});
}

Result<Json> Core::activate(const Json& call) {
  MMD_TRY(const Figure* const figure, figure_of(call));
  arrangement_.active = figure->number;
  is_evaluated_ = false;
  return opened_summary({});
}

Result<Json> Core::set_motion(const Json& call) {
  MMD_TRY(require_model());
  MMD_TRY(const auto inputs, read_inputs(files_in(call)));
  if (inputs.model) return fail(in_file(make_error("a model, not a motion"), inputs.model->name));
  Figure& figure = subject();
  MMD_TRY(auto layers, parse_layers(inputs));
  layers.poses = figure.loaded->poses;
  Diagnostics said;
  MMD_TRY(figure.loaded, posed_anew(*figure.loaded, std::move(layers), Options(Command::shot), said));
  figure.shows = Shows::motion;
  is_evaluated_ = false;
  return opened_summary(said);
}

Result<Json> Core::show(const Json& call) {
  MMD_TRY(require_model());
  MMD_TRY(const double frame, number_of(call, "frame"));
  for (Figure& figure : arrangement_.figures)
    if (figure.moves()) figure.shows = call.value("plays", true) ? Shows::motion : Shows::pose;
  arrangement_.frame = std::max(frame, 0.0);
  is_evaluated_ = false;
  std::uint32_t last = 0;
  for (const Figure& figure : arrangement_.figures) last = std::max(last, figure.loaded->last_frame());
  return Json{{"moves", moves()}, {"lastFrame", last}};
}

}  // namespace mmd::web
