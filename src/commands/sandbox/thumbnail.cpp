#include "library/thumbnail.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/file_uri.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/picture/shot_scene.h"
#include "commands/sandbox/sandbox.h"
#include "document/sample.h"
#include "document/watched_files.h"
#include "model/body_parts.h"
#include "options/messages.h"
#include "options/output_file.h"
#include "render/context.h"
#include "render/renderer.h"
#include "scene/input.h"

namespace mmd {
namespace {

using Rgb = std::array<std::uint8_t, 3>;
constexpr Rgb skin{255, 233, 218}, hair{118, 104, 108}, cloth{178, 190, 208}, other_thing{206, 206, 206},
    tooth{250, 250, 250}, iris{96, 118, 150}, lash{74, 64, 68}, mouth{222, 140, 140}, leather{92, 88, 96},
    skirt{120, 132, 160};

/// Words in material names, Japanese and English, and their meaning; the first match counts.
struct ThingRow {
  std::string_view word;
  Rgb colour;
};
constexpr ThingRow things[] = {
    {"白目", tooth},   {"eye white", tooth}, {"瞳", iris},        {"睫", lash},     {"まつ", lash},
    {"眉", lash},      {"brow", lash},       {"lash", lash},      {"目", iris},     {"eye", iris},
    {"歯", tooth},     {"teeth", tooth},     {"口", mouth},       {"舌", mouth},    {"mouth", mouth},
    {"tongue", mouth}, {"肌", skin},         {"顔", skin},        {"体", skin},     {"skin", skin},
    {"face", skin},    {"body", skin},       {"髪", hair},        {"hair", hair},   {"靴下", cloth},
    {"靴", leather},   {"shoe", leather},    {"スカート", skirt}, {"skirt", skirt}, {"服", cloth},
    {"cloth", cloth},
};

/// The part of the body that most corners of the material's faces belong to.
std::uint8_t part_of_material(const Model& model, std::size_t material,
                              const std::vector<std::uint8_t>& parts) {
  std::vector<std::size_t> votes(body_parts().size(), 0);
  for (const std::uint32_t vertex : model.triangles_of(material))
    ++votes[parts[strongest_bone(model, vertex)]];
  return static_cast<std::uint8_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

Rgb colour_of_part(std::uint8_t part) {
  const std::string_view name = body_parts()[part].name;
  if (name == "hair") return hair;
  if (name == "head" || name == "neck" || name.find("hand") != std::string_view::npos) return skin;
  return name == "other" || name == "nothing" ? other_thing : cloth;
}

Rgb colour_of(const Model& model, std::size_t material, const std::vector<std::uint8_t>& parts) {
  const Material& m = model.materials[material];
  const std::string japanese = fold_name(m.name), english = fold_name(m.name_english);
  for (const ThingRow& row : things) {
    const std::string word = fold_name(row.word);
    if (japanese.find(word) != std::string::npos || english.find(word) != std::string::npos)
      return row.colour;
  }
  return colour_of_part(part_of_material(model, material, parts));
}

/// Replaces a texture by a plain colour. A texture of one colour would look the same, but cost drivers that
/// draw on the CPU a separate shader.
void paint(const Rgb& colour, Material& material) {
  const vec3 texel = vec3(colour[0], colour[1], colour[2]) / 255.0f;
  const vec3 base = glm::clamp(vec3(material.diffuse) * Light().colour + material.ambient, 0.0f, 1.0f);
  material.ambient = base * texel;
  material.diffuse = vec4(0.0f, 0.0f, 0.0f, material.diffuse.a);
  material.texture = none;
}

/// Gives materials with missing textures a colour, guessed from their names or the parts of the body that
/// they cover. File managers pass only one file, so without this the figure would be white.
void add_stand_in_colours(LoadedModel& loaded) {
  const auto is_missing = [&](const Material& material) {
    const auto texture = static_cast<std::size_t>(material.texture);
    return material.texture != none &&
           (loaded.textures == nullptr || texture >= loaded.textures->size() || !(*loaded.textures)[texture]);
  };
  const auto& materials = loaded.model->materials;
  if (std::none_of(materials.begin(), materials.end(), is_missing)) return;
  auto model = std::make_shared<Model>(*loaded.model);
  const std::vector<std::uint8_t> parts = parts_of_bones(*model);
  for (std::size_t m = 0; m < model->materials.size(); ++m)
    if (is_missing(model->materials[m])) paint(colour_of(*model, m, parts), model->materials[m]);
  loaded.model = std::move(model);
}

constexpr int usual_side = 256;
/// Limit of processor time of all threads; nobody waits longer for a thumbnail.
constexpr unsigned max_processor_seconds = 30;
/// File managers give a thumbnailer a few seconds and little memory.
constexpr std::uint64_t texture_bytes_shown = std::uint64_t{64} << 20;
constexpr std::uintmax_t largest_file = std::uintmax_t{96} << 20;

/// File managers name files by URIs.
Result<std::string> path_given(const std::string& file) {
  if (!is_file_uri(file)) return file;
  return in_file(path_of_uri(file), file);
}

/// The largest model of an archive.
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

/// The sample figure, for poses and motions.
Result<ThumbnailModel> figure_for_poses() {
  const auto folders = sample_folders(program_folder());
  const auto files = sample_files(folders);
  if (files.empty()) return fail("poses need the sample figure, which is not installed");
  MMD_TRY(const auto input, read_input(files.front()));
  MMD_TRY(auto loaded, load_entry(input));
  ThumbnailModel out;
  out.document = std::make_shared<const LoadedFigure>(std::move(loaded.document));
  return out;
}

/// Loads the content of the picture.
struct Sitter {
  LoadedFigure document;
  ThumbnailChoice choice;
};

Result<Sitter> load_sitter(const std::string& file, int side) try {
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(path_from_utf8(file), unknown);
  if (!unknown && bytes > largest_file)
    return fail("the file is too large for a thumbnail", "use `mmdview shot`");
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
    // Show head and shoulders, because a whole figure would be a few pixels wide. Show props whole.
    const StandardBones bones(out.document.model());
    if (bones.find("頭") != none && bones.find("上半身") != none) out.choice.view = View::bust;
  }
  MMD_TRY(add_textures(out.choice, out.document.loaded));
  add_stand_in_colours(out.document.loaded);
  return out;
} catch (...) {
  return fail_caught("make the thumbnail", "the thumbnail cannot be made");
}

/// File managers expect PNG for any name. A name with another picture extension is an error.
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

/// A display needs a socket, which the sandbox refuses.
Diagnostic no_context(Diagnostic error, const Options& options) {
  if (options.sandbox && status_without_context() == exit_no_context)
    error.hint += "; --no-sandbox lets it use a display";
  return error;
}

/// Runs in the child process. Drivers open devices for writing and load libraries, so start them before the
/// sandbox; read the file only after it.
int make_thumbnail(const Options& options, PictureFormat format, Bytes& picture) try {
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
  if (!sitter) return stop_with(in_file(sitter.error(), file), options);
  if (const auto problem = output_problem(options, Written::picture, files_of(sitter->document)))
    return stop_with(*problem, options);
  if (!context) return stop_with(no_context(context.error(), options), options, status_without_context());
  if (!renderer) return stop_with(renderer.error(), options, exit_no_context);
  Session session(thumbnail_of(std::make_shared<const LoadedFigure>(sitter->document), sitter->choice));
  show_thumbnail(session);
  std::optional<Diagnostic> blank;
  auto bytes = draw_thumbnail(**renderer, session.scene(), side, format, blank);
  if (blank) print(*blank, options);
  static_cast<void>(renderer->release());
  static_cast<void>(context->release());
  if (!bytes) return stop_with(bytes.error(), options);
  picture = std::move(*bytes);
  return exit_done;
} catch (const std::exception&) {
  print(error_caught("make the thumbnail", "the thumbnail cannot be made"), options);
  return exit_bad_input;
}

}  // namespace

int run_thumbnail(const Options& options) {
  Options asked = options;
  const auto input = path_given(options.files.front()), output = path_given(options.output);
  for (const auto* path : {&input, &output})
    if (!*path) return stop_with(path->error(), options);
  asked.files = {*input};
  asked.output = *output;
  const auto format = format_for(asked.output);
  if (!format) return stop_with(format.error(), options, exit_wrong_usage);
  const auto outputs = CheckedOutputs::check(asked, Written::picture);
  if (!outputs) return stop_with(outputs.error(), options);
  const auto made = run_in_child(
      [&](Bytes& picture) { return make_thumbnail(asked, *format, picture); }, max_processor_seconds,
      make_error("the thumbnail takes too much processor time", "use `mmdview shot`, which has no limit"));
  if (!made) return stop_with(in_file(made.error(), *input), options);
  if (made->status != exit_done) return made->status;
  const auto written = outputs->write(asked.output, made->output, Lasting::no);
  return written ? exit_done : stop_with(written.error(), options);
}

}  // namespace mmd
