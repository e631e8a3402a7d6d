#include <algorithm>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "annotations/labels.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "base/parallel_for.h"
#include "base/words.h"
#include "commands/commands.h"
#include "commands/output/progress_line.h"
#include "commands/picture/bounded_queue.h"
#include "commands/picture/picture_metadata.h"
#include "commands/picture/shot_scene.h"
#include "document/compared.h"
#include "document/framing.h"
#include "options/messages.h"
#include "options/opened.h"
#include "options/output_file.h"
#include "render/context.h"
#include "render/renderer.h"

namespace mmd {
namespace {

/// Decoded textures on the way to the drawing thread.
using PictureQueue = BoundedQueue<std::shared_ptr<Image>>;
/// Bytes of textures that may wait: decoding is faster than the start of the driver, and waiting textures
/// take memory that is needed next.
constexpr std::size_t max_picture_bytes = std::size_t{20} << 20;

/// What needs neither bodies nor the driver.
struct Prepared {
  std::vector<std::pair<std::shared_ptr<const Model>, DecodedTextures>> textures;
  std::shared_ptr<const SkinPlan> skin_plan;
  std::shared_ptr<const Font> legend_font;
};
Result<Prepared> prepare(const Options& options, PictureQueue& pictures, Opened& opened) {
  const auto push = [&](const std::shared_ptr<Image>& image) { pictures.push(image, image->rgba.size()); };
  Prepared out;
  const std::vector<Figure>& figures = opened.arrangement.figures;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const LoadedModel& loaded = figures[i].loaded->loaded;
    if (std::any_of(out.textures.begin(), out.textures.end(),
                    [&](const auto& one) { return one.first == loaded.model; }))
      continue;
    MMD_TRY(auto decoded, decode_textures(loaded, {}, push));
    for (Diagnostic& d : decoded.diagnostics) opened.said_of(i).push_back(std::move(d));
    out.textures.emplace_back(loaded.model, std::move(decoded));
  }
  pictures.close();
  out.skin_plan = skin_plan_for(figures.front().model(), options);
  out.legend_font = legend_font_for(options);
  return out;
}

/// Puts together what was made at the same time.
void finish(const Options& options, Prepared prepared, ShotScene& shown) {
  shown.legend_font = std::move(prepared.legend_font);
  shown.session.use_skin_plan(prepared.skin_plan);
  for (const auto& [model, textures] : prepared.textures) {
    shown.session.set_textures(model, textures);
    if (shown.other) shown.other->set_textures(model, textures);
  }
  shown.aim(options);
}

/// Reports with -v what will be drawn.
std::string size_text(const Renderer& renderer, const Scene& scene, const Options& options) {
  const auto [width, height] = options.size.value_or(PictureSize());
  const std::size_t tiles = renderer.tiles_needed(width, height, options.samples);
  return fmt::format(
      "drawing {}x{} pixels, {}{}", width, height,
      counted(static_cast<std::size_t>(renderer.usable_samples(scene, options.samples)), "sample"),
      tiles > 1 ? fmt::format(" each, in {} tiles", tiles) : std::string(" each"));
}

/// The labels of the last picture, for its output file.
Result<std::vector<LabelFile>> labels_of(Labeller& labeller, Renderer& renderer, const Scene& scene,
                                         const Options& options, const std::string& name) {
  if (options.labels.is_empty()) return std::vector<LabelFile>();
  const auto [width, height] = options.size.value_or(PictureSize());
  MMD_TRY(const LabelSource source, labeller.look(renderer, scene, options.labels, width, height));
  print(face_notes(source), options);
  return label_files(source, to_utf8(path_from_utf8(name).filename()));
}

Result<void> write_pictures(Renderer& renderer, ShotScene& shown, const Options& options,
                            PictureFormat format, const CheckedOutputs& outputs) {
  Session& session = shown.session;
  const Scene& scene = session.scene();
  const ImageMetadata said = picture_metadata(options, session.arrangement());
  const Camera camera = scene.camera;
  const int count = std::max(options.turntable, 1);
  ProgressLine line(options);
  Labeller labeller;
  print_verbose(size_text(renderer, scene, options), options);
  for (int i = 0; i < count; ++i) {
    const auto progress = [&](std::size_t drawn, std::size_t all) {
      if (count == 1 && all <= 3) return;  // too fast for a progress line
      const double share = (i + static_cast<double>(drawn) / static_cast<double>(all)) / count;
      line.show(share, count > 1 ? fmt::format("picture {} of {}", i + 1, count) : "drawing");
    };
    const float turn = 2.0f * pi * static_cast<float>(i) / static_cast<float>(count);
    session.set_camera(turned(camera, turn));
    const ImageMetadata metadata =
        with_key(said, picture_key(session, shown.compared(), options.attachments.size(), session.frame(),
                                   session.frame(), choice_key(options, turn), said));
    const auto image = shown.draw(renderer, options, progress);
    if (count == 1) line.say("writing the picture");
    const Diagnostics warnings = renderer.take_warnings();
    if (!warnings.empty()) line.wipe();
    print(warnings, options);
    if (!image) return fail(image.error());
    if (auto blank = blank_warning(scene, *image)) print(*blank, options);
    MMD_TRY(const auto bytes, encode_picture(*image, format, metadata, scene.settings.background));
    const std::string name = options.turntable > 0 ? numbered(options.output, i) : options.output;
    MMD_TRY(const auto labels, labels_of(labeller, renderer, scene, options, name));
    MMD_TRY(outputs.write(picture_files(name, bytes, labels)));
    if (options.verbosity > 0) line.wipe();
    if (options.turntable > 0) print_verbose(fmt::format("{} ({} of {})", name, i + 1, count), options);
  }
  return {};
}

/// Prints warnings about a scene before its pictures are drawn.
void tell_of(const ShotScene& shown, const Options& options) {
  print(physics_notes(shown.session), options);
  if (const ScenePhysics* physics = shown.session.physics())
    if (const std::string text = restless_text(*physics); !text.empty()) print_verbose(text, options);
  if (shown.difference) {
    const SceneDifference& d = *shown.difference;
    const Model& model = shown.session.arrangement().subject().model();
    if (const auto still = stillness(options.compare, model, d.moved, "--compare"))
      print_answer(*still, options);
    print_verbose(
        fmt::format("{} of {} vertices differ, by up to {:.3f} MMD units", d.moved, d.vertices, d.largest),
        options);
  }
  print(scene_notes(shown.session), options);
}

std::vector<std::string> files_of(const Opened& opened) {
  std::vector<std::string> out = files_of(opened.arrangement);
  if (opened.other)
    for (std::string& file : files_of(*opened.other)) out.push_back(std::move(file));
  return out;
}

}  // namespace

int run_shot(const Options& options) {
  const auto format = picture_format(options.output);
  if (!format) return stop_with(unknown_picture_format(options.output), options, exit_wrong_usage);
  const auto outputs = CheckedOutputs::check(options, Written::by_name);
  if (!outputs) return stop_with(outputs.error(), options);

  auto opened = open_files(options, Models::all, true);
  if (!opened) return stop_with(opened.error(), options);
  ShotScene shown(opened->arrangement, opened->other);
  // While the driver starts, other threads settle bodies and decode textures, which are uploaded as they
  // arrive. They start first: while the driver's libraries load, the system starts no thread.
  PictureQueue pictures(SIZE_MAX, max_picture_bytes);
  Result<Prepared> prepared;
  auto settling = run_beside([&] { shown.show(opened->arrangement.frame); });
  const auto this_thread = std::this_thread::get_id();
  auto preparing = run_beside([&] {
    const PictureQueue::Closing closing(pictures);
    if (std::this_thread::get_id() == this_thread) pictures.lift_bounds();
    prepared = prepare(options, pictures, *opened);
  });
  // An exception here must not leave the other thread waiting.
  const PictureQueue::Closing taken(pictures);
  if (!can_start_thread()) keep_driver_on_this_thread();
  auto context = OffscreenContext::create();
  Result<std::unique_ptr<Renderer>> renderer;
  if (context) renderer = Renderer::create(options.shader_dir);
  while (const auto picture = pictures.pop())
    if (context && renderer) (*renderer)->upload_ahead(*picture);
  preparing.get();
  if (!prepared) return stop_with(prepared.error(), options);
  settling.get();
  finish(options, std::move(*prepared), shown);
  print(opened->diagnostics(), options);
  if (!context) return stop_with(context.error(), options, status_without_context());
  print_verbose((*context)->description(), options);

  if (!renderer)  // shaders of one's own are an input
    return stop_with(renderer.error(), options,
                     options.shader_dir.empty() ? exit_no_context : exit_bad_input);
  tell_of(shown, options);
  if (const auto checked = outputs->check_inputs(options, files_of(*opened)); !checked)
    return stop_with(checked.error(), options);
  const auto written = write_pictures(**renderer, shown, options, *format, *outputs);
  // The pictures are on disk and the process ends now, so do not waste time on destroying the driver's
  // objects (commands.h).
  static_cast<void>(renderer->release());
  static_cast<void>(context->release());
  return written ? exit_done : stop_with(written.error(), options);
}

}  // namespace mmd
