#include "annotations/labels.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "annotations/label_makers.h"
#include "base/errors.h"

namespace mmd {
namespace {

/// The input of a label file.
struct Given {
  const LabelSource& source;
  const std::string& file;  ///< the picture's name
  std::span<const SeenPoint> seen;
};

using LabelContent = decltype(LabelValue::content);

struct LabelRow {
  Label label;
  const char* suffix;
  bool is_image;   ///< an image whose values .labels.json explains
  bool uses_seen;  ///< needs Given::seen
  LabelContent (*make)(const Given& given);
};
constexpr const char* facts_suffix = ".labels.json";
constexpr LabelRow label_rows[] = {
    {Label::camera, ".camera.json", false, false,
     [](const Given& g) -> LabelContent { return camera_label(g.source, g.file); }},
    {Label::bones, ".bones.json", false, false,
     [](const Given& g) -> LabelContent { return bones_label(g.source); }},
    {Label::depth, ".depth.png", true, true,
     [](const Given& g) -> LabelContent { return depth_pixels(g.source, g.seen); }},
    {Label::depth_exr, ".depth.exr", true, true,
     [](const Given& g) -> LabelContent { return depth_plane(g.source, g.seen); }},
    {Label::normals, ".normals.png", true, true,
     [](const Given& g) -> LabelContent { return normals_pixels(g.source, g.seen); }},
    {Label::materials, ".materials.png", true, true,
     [](const Given& g) -> LabelContent { return materials_pixels(g.source, g.seen); }},
    {Label::parts, ".parts.png", true, true,
     [](const Given& g) -> LabelContent { return parts_pixels(g.source, g.seen); }},
    {Label::rest, ".rest.png", true, true,
     [](const Given& g) -> LabelContent { return rest_pixels(g.source, g.seen); }},
    {Label::lines, ".lines.png", false, true,
     [](const Given& g) -> LabelContent { return lines_pixels(g.source, g.seen); }},
    {Label::keypoints, ".coco.json", false, true,
     [](const Given& g) -> LabelContent { return coco_label(g.source, g.seen, g.file); }},
    {Label::openpose, ".openpose.json", false, false,
     [](const Given& g) -> LabelContent { return openpose_json(g.source, OpenposeBody::body_25); }},
    {Label::openpose, ".openpose18.json", false, false,
     [](const Given& g) -> LabelContent { return openpose_json(g.source, OpenposeBody::coco_18); }},
    {Label::openpose, ".openpose.png", false, false,
     [](const Given& g) -> LabelContent { return openpose_pixels(g.source); }},
};

bool wants(const LabelChoice& choice, bool LabelRow::*what) {
  return std::any_of(std::begin(label_rows), std::end(label_rows),
                     [&](const LabelRow& row) { return row.*what && choice.has(row.label); });
}

bool wants_surfaces(const LabelChoice& choice) {
  LabelChoice camera_alone;
  camera_alone.add(Label::camera);
  return !choice.is_empty() && !(choice == camera_alone);
}

Result<Bytes> encoded(const LabelContent& content) {
  if (const auto* image = std::get_if<LabelPixels>(&content))
    return encode_png(image->pixels, image->metadata);
  if (const auto* depth = std::get_if<DepthPlane>(&content)) return encode_exr(*depth);
  return std::get<Bytes>(content);
}

/// Makes the chosen labels one after another and passes each on.
Result<void> for_each_label(const LabelSource& source, const std::string& file,
                            const std::function<Result<void>(const char* suffix, LabelContent)>& take) {
  const bool uses_seen = wants(source.choice, &LabelRow::uses_seen);
  const std::vector<SeenPoint> seen = uses_seen ? seen_points(source) : std::vector<SeenPoint>();
  const Given given{source, file, seen};
  for (const LabelRow& row : label_rows)
    if (source.choice.has(row.label)) MMD_TRY(take(row.suffix, row.make(given)));
  if (wants(source.choice, &LabelRow::is_image)) MMD_TRY(take(facts_suffix, image_facts(source, file)));
  return {};
}

}  // namespace

std::shared_ptr<const ModelMarks> Labeller::marks_of(const std::shared_ptr<const Model>& model) {
  std::erase_if(known_, [](const Known& k) { return k.model.expired(); });
  const auto found =
      std::find_if(known_.begin(), known_.end(), [&](const Known& k) { return k.model.lock() == model; });
  if (found != known_.end()) return found->marks;
  known_.push_back({model, find_marks(*model)});
  return known_.back().marks;
}

Result<LabelSource> Labeller::look(Renderer& renderer, const Scene& scene, LabelChoice choice, int width,
                                   int height) {
  LabelSource source;
  source.choice = choice;
  source.bounds = scene.enclosing_bounds();
  source.camera = picture_camera(scene.camera, source.bounds, width, height);
  const bool surfaces = wants_surfaces(choice);
  if (surfaces) {
    MMD_TRY(source.surfaces, renderer.render_surfaces(scene, width, height, label_alpha));
  }
  std::uint32_t first_face = 0;
  for (const auto& actor : scene.actors) {
    LabelledActor& taken = source.actors.emplace_back();
    taken.model = actor->shared_model();
    taken.marks = surfaces ? marks_of(taken.model) : nullptr;
    taken.visible = actor->visible;
    taken.scale = actor->placement().scale;
    taken.first_face = first_face;
    first_face += taken.face_count();
    if (!surfaces) continue;
    const auto positions = actor->posed_positions(), normals = actor->posed_normals();
    taken.positions.assign(positions.begin(), positions.end());
    taken.normals.assign(normals.begin(), normals.end());
    for (std::size_t bone = 0; bone < actor->model().bone_count(); ++bone)
      taken.bones.push_back(actor->bone_in_scene(static_cast<std::int32_t>(bone)));
  }
  return source;
}

std::vector<LabelValue> label_values(const LabelSource& source, const std::string& file) {
  std::vector<LabelValue> out;
  static_cast<void>(for_each_label(source, file, [&](const char* suffix, LabelContent content) {
    out.push_back({suffix, std::move(content)});
    return Result<void>();
  }));
  return out;
}

Result<std::vector<LabelFile>> label_files(const LabelSource& source, const std::string& file) {
  std::vector<LabelFile> out;
  MMD_TRY(for_each_label(source, file, [&](const char* suffix, const LabelContent& content) -> Result<void> {
    MMD_TRY(auto bytes, encoded(content));
    out.push_back({suffix, std::move(bytes)});
    return {};
  }));
  return out;
}

Diagnostics face_notes(const LabelSource& source) {
  Diagnostics out;
  if (!source.choice.has(Label::openpose) && !source.choice.has(Label::keypoints)) return out;
  for (const LabelledActor* actor : people_in(source)) {
    const auto& lacks = actor->marks->face_lacks;
    if (lacks.empty()) continue;
    out.push_back(make_note(fmt::format("no face points of \"{}\" were found for: {}", actor->model->name,
                                        fmt::join(lacks, ", ")),
                            "they are found by eye bones and by morphs such as まばたき, あ and 困る"));
  }
  return out;
}

std::vector<std::string> label_suffixes(const LabelChoice& choice) {
  std::vector<std::string> out;
  for (const LabelRow& row : label_rows)
    if (choice.has(row.label)) out.push_back(row.suffix);
  if (wants(choice, &LabelRow::is_image)) out.push_back(facts_suffix);
  return out;
}

std::string label_path(const std::string& picture, const std::string& suffix) {
  const std::size_t name = picture.find_last_of("/\\");
  const std::size_t from = name == std::string::npos ? 0 : name + 1;
  const std::size_t dot = picture.rfind('.');
  const bool has_extension = dot != std::string::npos && dot > from;
  return (has_extension ? picture.substr(0, dot) : picture) + suffix;
}

}  // namespace mmd
