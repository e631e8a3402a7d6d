#include <algorithm>
#include <cmath>
#include <future>
#include <new>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/large_blocks.h"
#include "base/words.h"
#include "commands/advice.h"
#include "commands/commands.h"
#include "commands/compare.h"
#include "commands/messages.h"
#include "commands/output_file.h"
#include "commands/picture_metadata.h"
#include "commands/picture_queue.h"
#include "commands/posed_document.h"
#include "commands/progress_line.h"
#include "commands/text_table.h"
#include "document/attachments.h"
#include "document/compared.h"
#include "document/framing.h"
#include "document/look.h"
#include "document/simulation.h"
#include "labels/labels.h"
#include "render/context.h"
#include "render/renderer.h"
#include "scene/ground_shadow.h"

namespace mmd {
namespace {

/// What is loaded, and what of it is shown.
struct Shown {
  PosedDocument posed;
  std::shared_ptr<const SkinPlan> skin_plan;
  std::optional<PosedDocument> other;  ///< of --compare
  Scene scene;
  std::unique_ptr<Simulation> simulation;  ///< of the scene; null: without physics
  std::optional<Comparison> comparison;
  std::optional<Font> legend_font;
};

Result<void> decode(LoadedModel& loaded, PictureQueue& pictures, Diagnostics& diagnostics) {
  const auto push = [&](const std::shared_ptr<const Image>& image) { pictures.push(image); };
  MMD_TRY(auto decoded, decode_textures(loaded, {}, push));
  loaded.textures = std::move(decoded.textures);
  for (Diagnostic& d : decoded.diagnostics) diagnostics.push_back(std::move(d));
  return {};
}

/// The textures of the model and of what is attached to it.
Result<void> decode_all(Document& document, PictureQueue& pictures) {
  if (auto done = decode(document.loaded, pictures, document.diagnostics); !done) return done;
  for (std::size_t i = 0; i < document.attached.size(); ++i) {
    LoadedModel& loaded = document.attached[i].loaded;
    const LoadedModel* same = document.loaded.model == loaded.model ? &document.loaded : nullptr;
    for (std::size_t k = 0; k < i && same == nullptr; ++k)
      if (document.attached[k].loaded.model == loaded.model) same = &document.attached[k].loaded;
    if (same != nullptr) {
      loaded.textures = same->textures;
    } else if (auto done = decode(loaded, pictures, document.diagnostics); !done) {
      return done;
    }
  }
  return {};
}

Result<Shown> load(const Options& options, PictureQueue& pictures) try {
  Shown shown;
  MMD_TRY(shown.posed, load_posed_document(options, false));
  MMD_TRY(shown.other, load_compared_document(options, shown.posed.document));
  if (!options.compare.empty()) shown.legend_font = choose_font(system_fonts());
  Document& document = shown.posed.document;
  const Model& model = document.model();
  shown.skin_plan =
      std::make_shared<const SkinPlan>(model.vertices, model.palette_size(), options.evaluation.skin_level);
  MMD_TRY(decode_all(document, pictures));
  return shown;
} catch (const std::bad_alloc&) {
  return fail("out of memory while loading");
}

/// Lets the bodies come to where they are in the picture.
void simulate(Shown& shown, const Options& options) {
  if (!options.physics.on.value_or(true)) return;
  shown.simulation =
      std::make_unique<Simulation>(shown.scene, shown.posed.sampler, options.evaluation, options.physics);
  if (shown.simulation->is_empty()) return;
  shown.simulation->show(shown.posed.frame);
  print(shown.simulation->physics().warnings(), options);
  if (const std::string text = restless_text(shown.simulation->physics()); !text.empty())
    print_verbose(text, options);
}

Comparison compare_states(Shown& shown, const Options& options) {
  PosedDocument& other = shown.other ? *shown.other : shown.posed;
  const OtherBodies bodies{other.sampler, other.frame, options.physics};
  return compare(options.compare, options.evaluation, shown.scene, shown.other ? &other.state : nullptr,
                 shown.simulation ? &bodies : nullptr);
}

void build_scene(Shown& shown, const Options& options) {
  Scene& scene = shown.scene;
  const Document& document = shown.posed.document;
  const PosedState& state = shown.posed.state;
  scene.actors.push_back(std::make_unique<Actor>(document.loaded.model, document.loaded.textures));
  Actor& actor = *scene.actors.front();
  actor.use_skin_plan(shown.skin_plan);
  apply_state(state, options.evaluation, actor);
  add_attached_actors(document, scene);
  update_attached_actors(options.evaluation, scene);
  simulate(shown, options);
  scene.settings = settings_for(options.look, options.highlight, actor.model());
  scene.light = light_for(options.light, state);
  if (!options.compare.empty()) shown.comparison = compare_states(shown, options);
  // Of a comparison, both states are to be seen.
  if (shown.comparison) shown.comparison->lend_others(scene);
  scene.camera = camera_for(options.camera, state, scene, options.size.value_or(PictureSize()).aspect(),
                            options.turntable > 0 ? Framing::turntable : Framing::still);
  if (shown.comparison) shown.comparison->take_others_back(scene);
}

Result<Image> draw(Renderer& renderer, Shown& shown, const Options& options,
                   const Renderer::TileProgress& progress) {
  const auto [width, height] = options.size.value_or(PictureSize());
  if (!shown.comparison) return renderer.render(shown.scene, width, height, options.samples, 0, progress);
  return draw_comparison(renderer, shown.scene, *shown.comparison, width, height, options.samples,
                         shown.legend_font ? &*shown.legend_font : nullptr, progress);
}

/// What is going to be drawn, for those who wait for it.
std::string size_text(const Renderer& renderer, const Scene& scene, const Options& options) {
  const auto [width, height] = options.size.value_or(PictureSize());
  const std::size_t tiles = renderer.tiles_needed(width, height, options.samples);
  return fmt::format(
      "drawing {}x{} pixels, {}{}", width, height,
      counted(static_cast<std::size_t>(renderer.usable_samples(scene, options.samples)), "sample"),
      tiles > 1 ? fmt::format(" each, in {} tiles", tiles) : std::string(" each"));
}

/// The labels of the picture that was drawn last, beside it.
Result<void> write_labels(Labeller& labeller, Renderer& renderer, const Scene& scene, const Options& options,
                          const std::string& name) {
  if (options.labels.is_empty()) return {};
  const auto [width, height] = options.size.value_or(PictureSize());
  MMD_TRY(const LabelSource source, labeller.look(renderer, scene, width, height));
  MMD_TRY(const auto files, label_files(source, {to_utf8(path_from_utf8(name).filename())}));
  for (const LabelFile& file : files)
    MMD_TRY(write_file_atomically(path_from_utf8(label_path(name, file.suffix)), file.bytes));
  return {};
}

Result<void> write_pictures(Renderer& renderer, Shown& shown, const Options& options, PictureFormat format) {
  const ImageMetadata metadata = picture_metadata(options, shown.posed.document);
  const Camera camera = shown.scene.camera;
  const int count = std::max(options.turntable, 1);
  ProgressLine line(options);
  Labeller labeller(options.labels);
  print_verbose(size_text(renderer, shown.scene, options), options);
  for (int i = 0; i < count; ++i) {
    const auto progress = [&](std::size_t drawn, std::size_t all) {
      if (count == 1 && all <= 3) return;  // it is there at once
      const double share = (i + static_cast<double>(drawn) / static_cast<double>(all)) / count;
      line.show(share, count > 1 ? fmt::format("picture {} of {}", i + 1, count) : "drawing");
    };
    shown.scene.camera = turned(camera, 2.0f * pi * static_cast<float>(i) / static_cast<float>(count));
    const auto image = draw(renderer, shown, options, progress);
    if (count == 1) line.say("writing the picture");
    const Diagnostics warnings = renderer.take_warnings();
    if (!warnings.empty()) line.wipe();
    print(warnings, options);
    if (!image) return fail(image.error());
    MMD_TRY(const auto bytes, encode_picture(*image, format, metadata, shown.scene.settings.background));
    const std::string name = options.turntable > 0 ? numbered(options.output, i) : options.output;
    if (auto written = write_file_atomically(path_from_utf8(name), bytes); !written) return written;
    MMD_TRY(write_labels(labeller, renderer, shown.scene, options, name));
    if (options.verbosity > 0) line.wipe();
    if (options.turntable > 0) print_verbose(fmt::format("{} ({} of {})", name, i + 1, count), options);
  }
  return {};
}

std::optional<Diagnostic> emptiness_warning(const Shown& shown) {
  const auto& actors = shown.scene.actors;
  if (std::any_of(actors.begin(), actors.end(), [](const auto& a) { return a->is_seen(); }))
    return std::nullopt;
  if (!shown.posed.state.visible)
    return make_warning("the motion hides the model at this frame: the picture is empty",
                        "choose another one with --frame or --time");
  return make_warning("the picture is empty: the model has no faces, or all its materials are transparent",
                      "`mmdview check MODEL` says what is wrong with it");
}

int report(const Diagnostic& error, const Options& options, int status) {
  print(error, options);
  return status;
}

/// What there is to say about a scene before its pictures are drawn.
void tell_of(const Shown& shown, const Options& options) {
  if (const auto warning = weights_warning(options.look, options.highlight)) print(*warning, options);
  if (is_fitted(options.camera, shown.posed.state)) print(framing_warnings(shown.scene), options);
  if (shown.comparison) {
    const Comparison& c = *shown.comparison;
    const Model& model = shown.posed.document.model();
    if (const auto still = stillness(options.compare, model, c, "--compare")) print_answer(*still, options);
    print_verbose(
        fmt::format("{} of {} vertices differ, by up to {:.3f} MMD units", c.moved, c.vertices, c.largest),
        options);
  }
  if (const auto warning = emptiness_warning(shown)) print(*warning, options);
}

}  // namespace

int run_shot(const Options& options) {
  const auto format = picture_format(options.output);
  if (!format) {
    const std::string hint = fmt::format("give a name that ends in one of {}", picture_extensions());
    return report(in_file(make_error("no kind of picture that can be written", hint), options.output),
                  options, exit_wrong_usage);
  }
  if (const auto problem = output_problem(options.output)) return report(*problem, options, exit_bad_input);

  // Nearly half of the time would go into paging in what the driver allocates. Textures of 1 GiB fit: more is
  // only slower.
  put_heap_on_huge_pages(std::size_t{1} << 30);
  // Files are read and textures decoded while the driver starts, and uploaded as they come.
  PictureQueue pictures;
  auto loading = std::async(std::launch::async, [&] {
    const PictureQueue::Closing closing(pictures);
    return load(options, pictures);
  });
  auto context = OffscreenContext::create();
  Result<std::unique_ptr<Renderer>> renderer;
  if (context) renderer = Renderer::create(options.shader_dir);
  if (context && renderer)
    while (const auto picture = pictures.pop()) (*renderer)->upload_ahead(picture);
  auto shown = loading.get();
  if (!shown) return report(shown.error(), options, exit_bad_input);
  const Document& document = shown->posed.document;
  print(document.diagnostics, options);
  if (shown->other) print(shown->other->document.diagnostics, options);
  if (!context) return report(context.error(), options, exit_no_context);
  print_verbose((*context)->description(), options);

  if (!renderer)  // shaders of one's own are an input
    return report(renderer.error(), options, options.shader_dir.empty() ? exit_no_context : exit_bad_input);
  build_scene(*shown, options);
  tell_of(*shown, options);
  const auto written = write_pictures(**renderer, *shown, options, *format);
  // The pictures are on disk and the process ends next: taking the driver down object by object would only
  // cost time (commands.h).
  static_cast<void>(renderer->release());
  static_cast<void>(context->release());
  return written ? exit_done : report(written.error(), options, exit_bad_input);
}

}  // namespace mmd
