#include <filesystem>
#include <future>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "commands/commands.h"
#include "commands/messages.h"
#include "commands/session.h"
#include "render/context.h"
#include "render/renderer.h"

namespace mmd {
namespace {

/// Refuses an output that cannot come to be before any work is done.
std::optional<Diagnostic> output_problem(const std::string& output) {
  if (output == "-") return std::nullopt;
  const std::filesystem::path path = path_from_utf8(output);
  std::error_code error;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, error)) {
    return in_file(
        make_error(fmt::format("folder \"{}\" does not exist", to_utf8(folder)), "create it first"), output);
  }
  if (std::filesystem::is_directory(path, error)) {
    return in_file(make_error("the output is a folder", "give a file name in it"), output);
  }
  return std::nullopt;
}

bool is_png_name(const std::string& output) {
  if (output == "-") return true;
  std::string extension = to_utf8(path_from_utf8(output).extension());
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension == ".png";
}

Scene scene_of(Session& session, const Options& options) {
  Scene scene;
  scene.actors.push_back(std::make_unique<Actor>(session.loaded.model, session.loaded.textures));
  Actor& actor = *scene.actors.front();
  actor.pose = std::move(session.pose);
  apply_evaluation_options(options, actor);
  actor.evaluate();
  scene.settings = render_settings_of(options, actor.model(), vec4(0.0f));
  const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
  scene.camera = camera_of(options, scene, aspect);
  return scene;
}

int report(const Diagnostic& error, const Options& options, int status) {
  print(error, options);
  return status;
}

}  // namespace

int run_shot(const Options& options) {
  if (!is_png_name(options.output)) {
    return report(
        in_file(make_error("pictures are written as PNG", "give a name that ends in .png"), options.output),
        options, exit_wrong_usage);
  }
  if (const auto problem = output_problem(options.output)) return report(*problem, options, exit_bad_input);

  // Files are read and textures decoded while the driver starts.
  auto loading = std::async(std::launch::async, [&] { return load_session(options, true); });
  auto context = OffscreenContext::create();
  auto session = loading.get();
  if (!session) return report(session.error(), options, exit_bad_input);
  print(session->diagnostics, options);
  if (!context) return report(context.error(), options, exit_no_context);
  print_verbose((*context)->description(), options);

  auto renderer = Renderer::create(options.shader_dir);
  if (!renderer) return report(renderer.error(), options, exit_no_context);
  const Scene scene = scene_of(*session, options);
  if (!options.highlight.empty() && scene.settings.highlight == none) {
    print(make_warning(fmt::format("--highlight: the model has no bone \"{}\"", options.highlight)), options);
  }
  const auto image = (*renderer)->render(scene, options.width, options.height, options.samples);
  if (!image) return report(image.error(), options, exit_bad_input);
  const auto png = encode_png(*image);
  if (!png) return report(png.error(), options, exit_bad_input);
  const auto written = write_file_atomically(path_from_utf8(options.output), *png);
  if (!written) return report(written.error(), options, exit_bad_input);
  return exit_done;
}

}  // namespace mmd
