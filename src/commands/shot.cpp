#include <algorithm>
#include <cmath>
#include <future>
#include <new>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/large_blocks.h"
#include "commands/attachments.h"
#include "commands/commands.h"
#include "commands/compare.h"
#include "commands/messages.h"
#include "commands/output_file.h"
#include "commands/picture_metadata.h"
#include "commands/picture_queue.h"
#include "commands/progress_line.h"
#include "commands/session.h"
#include "commands/text_table.h"
#include "render/context.h"
#include "render/renderer.h"
#include "scene/ground_shadow.h"

namespace mmd {
namespace {

/// What is loaded, and what of it is shown.
struct Shown {
  Session session;
  std::shared_ptr<const SkinPlan> skin_plan;
  std::optional<Session> other_pose;  ///< of --compare
  Scene scene;
  std::optional<Comparison> comparison;
};

Result<void> decode(LoadedModel& loaded, PictureQueue& pictures, Diagnostics& diagnostics) {
  auto decoded =
      decode_textures(loaded, {}, [&](const std::shared_ptr<const Image>& image) { pictures.push(image); });
  if (!decoded) return fail(std::move(decoded.error()));
  loaded.textures = std::move(decoded->textures);
  for (Diagnostic& d : decoded->diagnostics) diagnostics.push_back(std::move(d));
  return {};
}

/// The textures of the model and of what is attached to it.
Result<void> decode_all(Session& session, PictureQueue& pictures) {
  if (auto done = decode(session.loaded, pictures, session.diagnostics); !done) return done;
  for (std::size_t i = 0; i < session.attached.size(); ++i) {
    LoadedModel& loaded = session.attached[i].loaded;
    const LoadedModel* same = session.loaded.model == loaded.model ? &session.loaded : nullptr;
    for (std::size_t k = 0; k < i && same == nullptr; ++k)
      if (session.attached[k].loaded.model == loaded.model) same = &session.attached[k].loaded;
    if (same != nullptr) {
      loaded.textures = same->textures;
    } else if (auto done = decode(loaded, pictures, session.diagnostics); !done) {
      return done;
    }
  }
  return {};
}

Result<Shown> load(const Options& options, PictureQueue& pictures) try {
  auto session = load_session(options, false);
  if (!session) return fail(std::move(session.error()));
  auto other = load_other_pose(options, *session);
  if (!other) return fail(std::move(other.error()));
  Shown shown;
  shown.session = std::move(*session);
  shown.other_pose = std::move(*other);
  shown.skin_plan = std::make_shared<const SkinPlan>(*shown.session.loaded.model, options.skinning.level);
  if (auto decoded = decode_all(shown.session, pictures); !decoded) return fail(std::move(decoded.error()));
  return shown;
} catch (const std::bad_alloc&) {
  return fail("out of memory while loading");
}

vec3 about_vertical(const vec3& v, float angle) {
  const float c = std::cos(angle), s = std::sin(angle);
  return {c * v.x + s * v.z, v.y, c * v.z - s * v.x};
}

/// Carries the camera around the vertical through its target, radians, counter-clockwise seen from above.
Camera turned(Camera camera, float angle) {
  if (angle == 0.0f) return camera;
  const vec3 back = camera.eye - camera.target;
  const bool vertical = std::hypot(back.x, back.z) < 1e-4f * camera.distance();
  if (vertical && !camera.up) camera.up = vec3(0.0f, 0.0f, back.y > 0.0f ? -1.0f : 1.0f);
  if (camera.up) camera.up = about_vertical(*camera.up, angle);
  camera.eye = camera.target + about_vertical(back, angle);
  return camera;
}

/// Points carried around the vertical through one of them: what a camera that goes around them sees.
std::vector<vec3> swept(std::span<const vec3> points, const vec3& centre) {
  constexpr int directions = 24;
  std::vector<vec3> out;
  out.reserve(points.size() * directions);
  for (const vec3& p : points)
    for (int i = 0; i < directions; ++i)
      out.push_back(centre + about_vertical(p - centre, 2.0f * pi * static_cast<float>(i) / directions));
  return out;
}

/// The vertices of all actors, without those astray.
std::vector<vec3> points_of_all(const Scene& scene, const Bounds& bounds) {
  std::vector<vec3> out;
  for (const auto& actor : scene.actors)
    for (const vec3& p : actor->posed_positions())
      if (glm::clamp(p, bounds.min, bounds.max) == p) out.push_back(p);
  return out;
}

Camera camera_for_turntable(const Options& options, const Scene& scene, float aspect) {
  const Bounds bounds = scene.posed_bounds();
  Camera camera = camera_for(options.view, bounds, aspect, options.fov_degrees,
                             swept(points_of_all(scene, bounds), bounds.centre()),
                             swept(ground_shadow_outline(scene), bounds.centre()));
  camera.orthographic = options.orthographic;
  return camera;
}

/// Whether the camera goes by what is there.
bool is_fitted(const Options& options, const Session& session) {
  return !options.camera && (!session.camera || options.view_given) && options.view != View::mmd;
}

Camera camera_for_shot(const Options& options, const Session& session, const Scene& scene) {
  const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
  if (options.turntable > 0 && is_fitted(options, session) && shows_whole(options.view))
    return camera_for_turntable(options, scene, aspect);
  return camera_of(options, session, scene, aspect);
}

void build_scene(Shown& shown, const Options& options) {
  Scene& scene = shown.scene;
  scene.actors.push_back(std::make_unique<Actor>(shown.session.loaded.model, shown.session.loaded.textures));
  Actor& actor = *scene.actors.front();
  actor.use_skin_plan(shown.skin_plan);
  apply_session(shown.session, options, actor);
  add_attached_actors(shown.session, scene);
  update_attached_actors(options, scene);
  scene.settings = render_settings_of(options, actor.model(), vec4(0.0f));
  scene.light = light_of(options, shown.session);
  if (options.compare.empty()) {
    scene.camera = camera_for_shot(options, shown.session, scene);
    return;
  }
  shown.comparison = compare(options, scene, shown.other_pose ? &*shown.other_pose : nullptr);
  // Fitted to both states.
  shown.comparison->lend_others(scene);
  scene.camera = camera_for_shot(options, shown.session, scene);
  shown.comparison->take_others_back(scene);
}

Result<Image> draw(Renderer& renderer, Shown& shown, const Options& options,
                   const Renderer::TileProgress& progress) {
  if (!shown.comparison)
    return renderer.render(shown.scene, options.width, options.height, options.samples, 0, progress);
  return draw_comparison(renderer, shown.scene, *shown.comparison, options.width, options.height,
                         options.samples, progress);
}

/// What is going to be drawn, for those who wait for it.
std::string size_text(const Renderer& renderer, const Scene& scene, const Options& options) {
  const std::size_t tiles = renderer.tiles_needed(options.width, options.height, options.samples);
  return fmt::format(
      "drawing {}x{} pixels, {}{}", options.width, options.height,
      counted(static_cast<std::size_t>(renderer.usable_samples(scene, options.samples)), "sample"),
      tiles > 1 ? fmt::format(" each, in {} tiles", tiles) : std::string(" each"));
}

Result<void> write_pictures(Renderer& renderer, Shown& shown, const Options& options, PictureFormat format) {
  const ImageMetadata metadata = picture_metadata(options, shown.session);
  const Camera camera = shown.scene.camera;
  const int count = std::max(options.turntable, 1);
  ProgressLine line(options);
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
    const auto bytes = encode_picture(*image, format, metadata, shown.scene.settings.background);
    if (!bytes) return fail(bytes.error());
    const std::string name = options.turntable > 0 ? numbered(options.output, i) : options.output;
    if (auto written = write_file_atomically(path_from_utf8(name), *bytes); !written) return written;
    if (options.verbosity > 0) line.wipe();
    if (options.turntable > 0) print_verbose(fmt::format("{} ({} of {})", name, i + 1, count), options);
  }
  return {};
}

std::optional<Diagnostic> emptiness_warning(const Shown& shown) {
  const auto& actors = shown.scene.actors;
  if (std::any_of(actors.begin(), actors.end(), [](const auto& a) { return a->is_seen(); }))
    return std::nullopt;
  if (!shown.session.visible)
    return make_warning("the motion hides the model at this frame: the picture is empty",
                        "choose another one with --frame or --time");
  return make_warning("the picture is empty: the model has no faces, or all its materials are transparent",
                      "`mmdview check MODEL` says what is wrong with it");
}

int report(const Diagnostic& error, const Options& options, int status) {
  print(error, options);
  return status;
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
  print(shown->session.diagnostics, options);
  if (shown->other_pose) print(shown->other_pose->diagnostics, options);
  if (!context) return report(context.error(), options, exit_no_context);
  print_verbose((*context)->description(), options);

  if (!renderer)  // shaders of one's own are an input
    return report(renderer.error(), options, options.shader_dir.empty() ? exit_no_context : exit_bad_input);
  build_scene(*shown, options);
  if (const auto warning = highlight_warning(options, *shown->session.loaded.model)) print(*warning, options);
  if (is_fitted(options, shown->session)) print(framing_warnings(shown->scene), options);
  if (shown->comparison) {
    const Comparison& c = *shown->comparison;
    if (const auto still = stillness(options, *shown->session.loaded.model, c)) print_answer(*still, options);
    print_verbose(
        fmt::format("{} of {} vertices differ, by up to {:.3f} MMD units", c.moved, c.vertices, c.largest),
        options);
  }
  if (const auto warning = emptiness_warning(*shown)) print(*warning, options);
  const auto written = write_pictures(**renderer, *shown, options, *format);
  // The pictures are on disk and the process ends next: taking the driver down object by object would only
  // cost time (commands.h).
  static_cast<void>(renderer->release());
  static_cast<void>(context->release());
  return written ? exit_done : report(written.error(), options, exit_bad_input);
}

}  // namespace mmd
