#include "commands/serve/serve_scene.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/parallel_for.h"
#include "commands/bones_json.h"
#include "document/watched_files.h"
#include "options/advice.h"
#include "options/output_file.h"
#include "render/drawn_picture.h"

namespace mmd {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_models = 4;
/// Along a side: a picture is held whole, and as text beside.
constexpr int most_pixels = 4096;

double time_since(Clock::time_point then) {
  return std::chrono::duration<double, std::milli>(Clock::now() - then).count();
}

/// Of a model in an archive the archive's.
std::filesystem::file_time_type time_of(const std::string& file) {
  const auto in_archive = archive_path(file);
  std::error_code error;
  return std::filesystem::last_write_time(path_from_utf8(in_archive ? in_archive->archive : file), error);
}

std::string warnings_json(const Diagnostics& diagnostics) {
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::warning) out.push_back(json_text(describe(d)));
  return fmt::format("[{}]", fmt::join(out, ","));
}

/// What `bones` prints, on one line.
std::string bones_of(const Shown& shown) {
  std::string text = bones_json(*shown.scene.actors.front(), nullptr, shown.posed.document, Space::mmd);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

Result<PosedDocument> posed_on(const BatchModel& model, const ServeRequest& request, const Options& options) {
  Document document = model.document;
  MMD_TRY(Layers layers, parse_layers(request.poses, request.motions));
  MMD_TRY(lay(std::move(layers), document));
  return pose_document(std::move(document), options);
}

Result<void> check_size(const Options& options) {
  const auto [width, height] = options.size.value_or(PictureSize());
  if (width <= most_pixels && height <= most_pixels) return {};
  return fail(fmt::format("{}x{} pixels are more than {}x{}", width, height, most_pixels, most_pixels));
}

}  // namespace

Result<ServeScene::Served*> ServeScene::served(const std::string& file, const Options& options) {
  const auto time = time_of(file);
  const SkinLevel level = options.evaluation.skin_level;
  const auto found = std::find_if(models_.begin(), models_.end(), [&](const Served& s) {
    return s.file == file && s.time == time && s.level == level;
  });
  if (found != models_.end()) {
    models_.splice(models_.begin(), models_, found);
    return &models_.front();
  }
  models_.remove_if([&](const Served& s) { return s.file == file && s.time != time; });
  while (models_.size() >= most_models) models_.pop_back();
  MMD_TRY(auto model, load_batch_model(file, options));
  models_.push_front({file, time, level, std::move(model), std::make_unique<Shown>()});
  Served& out = models_.front();
  out.shown->skin_plan = out.model->skin_plan;
  return &out;
}

Result<void> ServeScene::warm(const std::string& model) {
  Options options(Command::shot);
  options.limits = options_.limits;
  MMD_TRY(served(model, options));
  return {};
}

/// An answer but for the picture's bytes.
struct ServeScene::Unfinished {
  Clock::time_point begun = Clock::now();
  std::string id;
  std::optional<DrawnPicture> picture;
  PictureFormat format = PictureFormat::png;
  std::string output;  ///< empty: the picture is in the answer
  vec4 background{0.0f};
  std::vector<std::pair<std::string, std::string>> members;
};

Result<void> ServeScene::draw(const ServeRequest& request, const Options& options, const Shown& shown,
                              Unfinished& out) {
  out.output = request.output;
  out.background = options.look.background;
  if (!request.output.empty()) {
    const auto format = picture_format(request.output);
    if (!format) return fail(unknown_picture_format(request.output));
    out.format = *format;
    Options own = options;
    own.command = Command::serve;
    own.output = request.output;
    own.files = options_.files;
    own.shader_dir = options_.shader_dir;
    std::vector<std::string> read = files_of(shown.posed.document);
    for (const Served& one : models_)  // also of earlier requests
      for (std::string& file : files_of(one.model->document)) read.push_back(std::move(file));
    if (auto problem = output_problem(own, Written::picture, std::move(read)))
      return fail(std::move(*problem));
  }
  const auto [width, height] = options.size.value_or(PictureSize());
  MMD_TRY(renderer_.start_picture(shown.scene, width, height, options.samples));
  MMD_TRY(out.picture, renderer_.take_picture());
  return {};
}

Result<void> ServeScene::make(const ServeRequest& request, Unfinished& out) {
  if (request.problem) return fail(*request.problem);
  static_cast<void>(renderer_.take_warnings());  // of a picture before that could not be drawn
  MMD_TRY(const Options options, options_of(request, options_));
  MMD_TRY(check_size(options));
  MMD_TRY(Served * served_one, served(request.model, options));
  Shown& shown = *served_one->shown;
  MMD_TRY(auto posed, posed_on(*served_one->model, request, options));
  shown.simulation.reset();  // it samples what goes now
  shown.posed = std::move(posed);
  const double most = options_.batch.most_seconds;
  const auto too_late = [&] { return most > 0.0 && time_since(out.begun) > 1e3 * most; };
  pose_scene(shown, options, [&] { return !too_late(); });
  if (too_late()) return fail(fmt::format("posing it took longer than {:.10g} s", most));
  aim_scene(shown, options, options.camera, options.light);
  if (request.wants_picture) MMD_TRY(draw(request, options, shown, out));
  if (request.wants_bones) out.members.emplace_back("evaluation", bones_of(shown));
  Diagnostics warnings = shown.posed.document.diagnostics;
  if (const auto& behind = options.look.background_picture)
    warnings.insert(warnings.end(), behind->diagnostics.begin(), behind->diagnostics.end());
  for (const Diagnostics& more : {served_one->model->diagnostics, physics_notes(shown),
                                  scene_notes(shown, options, options.camera), renderer_.take_warnings()})
    warnings.insert(warnings.end(), more.begin(), more.end());
  out.members.emplace_back("warnings", warnings_json(warnings));
  return {};
}

Result<std::string> ServeScene::finish(Unfinished& made) {
  auto& members = made.members;
  if (made.picture) {
    const Image image = finished(std::move(*made.picture), threads_for_one_picture());
    MMD_TRY(const Bytes bytes, encode_picture(image, made.format, {}, made.background));
    if (made.output.empty()) {
      members.insert(members.begin(), {"picture", fmt::format("\"{}\"", base64(bytes))});
    } else {
      MMD_TRY(write_file_atomically(path_from_utf8(made.output), bytes, Lasting::no));
      members.insert(members.begin(), {"file", json_text(made.output)});
    }
  }
  members.emplace_back("ms", fmt::format("{:.1f}", time_since(made.begun)));
  return answer_text(made.id, members);
}

std::function<std::string()> ServeScene::begin(const ServeRequest& request) {
  const auto unanswerable = [id = request.id] {
    return error_text(id, error_caught("answer", "the request cannot be answered"));
  };
  try {
    auto made = std::make_shared<Unfinished>();
    made->id = request.id;
    if (const auto done = make(request, *made); !done)
      return [id = request.id, why = in_words(done.error())] { return error_text(id, why); };
    return [made, unanswerable] {
      try {
        auto text = finish(*made);
        return text ? std::move(*text) : error_text(made->id, in_words(text.error()));
      } catch (...) {
        return unanswerable();
      }
    };
  } catch (...) {
    return [text = unanswerable()] { return text; };
  }
}

}  // namespace mmd
