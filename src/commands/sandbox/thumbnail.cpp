#include "library/thumbnail.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "annotations/standard_bones.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "base/file_uri.h"
#include "commands/commands.h"
#include "commands/picture/shown.h"
#include "commands/sandbox/sandbox.h"
#include "commands/sandbox/thumbnail_colours.h"
#include "document/sample.h"
#include "document/watched_files.h"
#include "options/messages.h"
#include "options/output_file.h"
#include "render/context.h"
#include "render/renderer.h"
#include "scene/input.h"

namespace mmd {
namespace {

constexpr int usual_side = 256;
/// Of all threads: nobody waits that long for a picture of a file that lies in a folder.
constexpr unsigned max_processor_seconds = 30;
/// File managers give a thumbnailer a few seconds and little memory.
constexpr std::uint64_t texture_bytes_shown = std::uint64_t{64} << 20;
constexpr std::uintmax_t largest_file = std::uintmax_t{96} << 20;

/// File managers name files by URIs.
Result<std::string> path_given(const std::string& file) {
  if (!is_file_uri(file)) return file;
  return in_file(path_of_uri(file), file);
}

/// Of an archive with several models the largest.
Result<InputFile> model_input(InputFile input) {
  if (input.kind != FileKind::archive) return input;
  const std::string name = input.name;
  MMD_TRY(const auto archive, open_archive(input.bytes, name));
  std::vector<std::string> models = models_in(*archive);
  if (models.size() < 2) return input;
  const auto largest = std::max_element(models.begin(), models.end(), [&](const auto& a, const auto& b) {
    return archive->size(a) < archive->size(b);
  });
  return read_input(name + "/" + *largest);
}

/// The sample figure, which poses are shown on.
Result<ThumbnailModel> figure_for_poses() {
  const auto folders = sample_folders(program_folder());
  const auto files = sample_files(folders);
  if (files.empty()) return fail("the sample figure, which poses are shown on, is not installed");
  MMD_TRY(const auto input, read_input(files.front()));
  MMD_TRY(auto loaded, load_entry(input));
  ThumbnailModel out;
  out.document = std::make_shared<const Document>(std::move(loaded.document));
  return out;
}

/// What the picture shows.
struct Sitter {
  Document document;
  ThumbnailChoice choice;
};

Result<Sitter> load_sitter(const std::string& file, int side) try {
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(path_from_utf8(file), unknown);
  if (!unknown && bytes > largest_file)
    return fail("the file is too large for a thumbnail", "`mmdview shot` makes a picture of it");
  MMD_TRY(auto input, read_input(file));
  Sitter out;
  out.choice.side = side;
  if (input.kind == FileKind::pose || input.kind == FileKind::motion) {
    MMD_TRY(const auto figure, figure_for_poses());
    MMD_TRY(auto laid, lay_entry(input, figure));
    out.document = std::move(laid.document);
  } else {
    MMD_TRY(auto chosen, model_input(std::move(input)));
    MMD_TRY(auto laid, load_entry(chosen));
    out.document = std::move(laid.document);
    // Who it is: all of a figure would be a few pixels wide. A thing is shown whole.
    const StandardBones bones(out.document.model());
    if (bones.find("頭") != none && bones.find("上半身") != none) out.choice.view = View::bust;
  }
  MMD_TRY(add_textures(out.choice, out.document.loaded));
  add_stand_in_colours(out.document.loaded);
  return out;
} catch (...) {
  return fail_caught("make the thumbnail", "the thumbnail cannot be made");
}

/// File managers want PNG, whatever the name; one that says another kind of picture is a slip.
Result<PictureFormat> format_for(const std::string& output) {
  constexpr std::string_view others[] = {".gif", ".bmp", ".tga", ".tif", ".tiff", ".avif", ".jxl", ".svg"};
  for (const std::string_view extension : others)
    if (output != "-" && has_extension(output, extension)) return fail(unknown_picture_format(output));
  return picture_format(output).value_or(PictureFormat::png);
}

Result<Bytes> draw_thumbnail(Renderer& renderer, Scene& scene, int side, PictureFormat format,
                             std::optional<Diagnostic>& blank) {
  constexpr int samples = 4;
  MMD_TRY(const auto image, renderer.render(scene, side, side, samples));
  blank = blank_warning(scene, image);
  return encode_picture(image, format, {}, scene.settings.background);
}

/// A display is a socket, and the sandbox has none.
Diagnostic no_context(Diagnostic error, const Options& options) {
  if (options.sandbox && status_without_context() == exit_no_context)
    error.hint += "; a display can be asked with --no-sandbox";
  return error;
}

/// In a process of its own. Drivers open devices for writing and load libraries, so they start before the
/// sandbox does; nothing of the file is read before that.
int make_thumbnail(const Options& options, PictureFormat format, Bytes& picture) try {
  const auto stop = [&](const Diagnostic& error, int status) {
    print(error, options);
    return status;
  };
  LoadLimits limits = options.limits;
  if (limits.texture_memory == 0) limits.texture_memory = texture_bytes_shown;
  set_load_limits(limits);
  keep_driver_on_this_thread();
  if (options.sandbox) prepare_sandbox();
  auto context = OffscreenContext::create();
  Result<std::unique_ptr<Renderer>> renderer;
  if (context) renderer = Renderer::create();
  if (options.sandbox) {
    const auto entered = enter_sandbox();
    print_verbose(entered ? "in a sandbox" : entered.error().what, options);
  }
  const std::string& file = options.files.front();
  const int side = options.size ? options.size->width : usual_side;
  auto sitter = load_sitter(file, side);
  if (!sitter) return stop(in_file(sitter.error(), file), exit_bad_input);
  if (const auto problem = output_problem(options, Written::picture, files_of(sitter->document)))
    return stop(*problem, exit_bad_input);
  if (!context) return stop(no_context(context.error(), options), status_without_context());
  if (!renderer) return stop(renderer.error(), exit_no_context);
  Scene scene;
  pose_for_thumbnail(sitter->document, sitter->choice, scene);
  std::optional<Diagnostic> blank;
  auto bytes = draw_thumbnail(**renderer, scene, side, format, blank);
  if (blank) print(*blank, options);
  static_cast<void>(renderer->release());
  static_cast<void>(context->release());
  if (!bytes) return stop(bytes.error(), exit_bad_input);
  picture = std::move(*bytes);
  return exit_done;
} catch (const std::exception&) {
  print(error_caught("make the thumbnail", "the thumbnail cannot be made"), options);
  return exit_bad_input;
}

}  // namespace

int run_thumbnail(const Options& options) {
  const auto stop = [&](const Diagnostic& error, int status) {
    print(error, options);
    return status;
  };
  Options asked = options;
  const auto input = path_given(options.files.front()), output = path_given(options.output);
  for (const auto* path : {&input, &output})
    if (!*path) return stop(path->error(), exit_bad_input);
  asked.files = {*input};
  asked.output = *output;
  const auto format = format_for(asked.output);
  if (!format) return stop(format.error(), exit_wrong_usage);
  if (const auto problem = output_problem(asked, Written::picture)) return stop(*problem, exit_bad_input);
  const auto made = run_in_child(
      [&](Bytes& picture) { return make_thumbnail(asked, *format, picture); }, max_processor_seconds,
      make_error("its picture takes more of the processor's time than a thumbnail may",
                 "`mmdview shot` takes its time"));
  if (!made) return stop(in_file(made.error(), *input), exit_bad_input);
  if (made->status != exit_done) return made->status;
  const auto written = write_file_atomically(path_from_utf8(asked.output), made->output, Lasting::no);
  return written ? exit_done : stop(written.error(), exit_bad_input);
}

}  // namespace mmd
