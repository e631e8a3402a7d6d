#include "options/output_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "assets/system_files.h"
#include "base/errors.h"
#include "base/text.h"
#include "document/inputs.h"
#include "document/scene_pose.h"
#include "document/watched_files.h"
#include "library/asset_library.h"
#include "options/output_kinds.h"
#include "render/shader_source.h"
#include "scene/input.h"

namespace mmd {
namespace {

constexpr std::pair<std::string_view, PictureFormat> formats[] = {{".png", PictureFormat::png},
                                                                  {".jpg", PictureFormat::jpeg},
                                                                  {".jpeg", PictureFormat::jpeg},
                                                                  {".webp", PictureFormat::webp}};

/// The key as "KEYWORD: text", for formats that store one text only.
std::string key_text(const ImageMetadata& metadata) {
  for (const auto& [keyword, text] : metadata)
    if (keyword == key_keyword) return fmt::format("{}: {}", keyword, text);
  return {};
}

std::string lower_extension(const std::string& output) {
  return small_letters(to_utf8(path_from_utf8(output).extension()));
}

/// All files that the options make a command write: pictures of a turntable, labels.
std::vector<std::string> outputs_of(const Options& options) {
  std::vector<std::string> out;
  for (int i = 0; i < std::max(options.turntable, 1); ++i) {
    const std::string name = options.turntable > 0 ? numbered(options.output, i) : options.output;
    for (std::string& file : with_labels(name, options.labels)) out.push_back(std::move(file));
  }
  return out;
}

/// An error if `file`, which the output would replace, is not of the kind to be written. Empty files may be
/// overwritten.
std::optional<Diagnostic> other_kind(const std::filesystem::path& file, const std::string& output,
                                     Written kind, Command command) {
  const auto beginning = read_file(file, UINT64_MAX, [](ByteSpan) { return false; });
  if (!beginning || beginning->empty()) return std::nullopt;
  const std::string_view there = kind_of_file(*beginning), written = kind_written(output, kind);
  if (!written.empty() && there == written) return std::nullopt;
  const std::string what =
      !there.empty()    ? fmt::format("the file exists and is {}; it was not overwritten", there)
      : written.empty() ? std::string("the file exists; it was not overwritten")
                        : fmt::format("the file exists and is not {}; it was not overwritten", written);
  return in_file(make_error(what, takes_force(command) ? "give another name, or --force to overwrite it"
                                                       : "give another name"),
                 output);
}

/// The shader files that --shader-dir reads.
void add_shaders(const std::string& folder, std::vector<std::string>& out) {
  if (folder.empty()) return;
  for (const EmbeddedShader& shader : embedded_shaders())
    for (std::string_view rest = shader.files; !rest.empty();)
      out.push_back(fmt::format("{}/{}", folder, take_until(rest, '|')));
}

}  // namespace

bool takes_force(Command command) {
  const auto rows = option_table();
  return std::any_of(rows.begin(), rows.end(),
                     [&](const OptionRow& row) { return row.name == "--force" && row.is_for(command); });
}

std::vector<std::string> files_read(const Options& options) {
  std::vector<std::string> out;
  const BatchChoice& batch = options.batch;
  for (const auto* given : {&options.files, &batch.poses, &batch.motions})
    for (const std::string& name : *given) {
      if (name != "-") out.push_back(file_on_disk(name));
      if (name.starts_with('@')) out.push_back(name.substr(1));  // a list
    }
  for (const AttachOption& option : options.attachments)
    out.push_back(file_on_disk(split_attachment(option.what).model));
  for (const std::string* name :
       {&options.compare, &options.state, &options.sound.file, &options.made_for, &options.onto_model,
        &options.check_pose, &options.after, &options.fix.in_pose, &options.names_of,
        &options.vrm_expressions, &options.vrm_meta, &options.window.reference.file})
    if (!name->empty()) out.push_back(file_on_disk(*name));
  if (options.look.background_picture) out.push_back(options.look.background_picture->file);
  add_shaders(options.shader_dir, out);
  return out;
}

std::optional<Diagnostic> refused_files(const std::vector<std::string>& files, Written kind,
                                        const std::vector<std::string>& read, const Options& options) {
  std::map<FileIdentity, const std::string*> inputs;
  std::error_code error;
  for (const std::string& file : files) {
    if (!std::filesystem::is_regular_file(path_from_utf8(file), error))
      continue;  // devices and pipes have no content to lose
    if (inputs.empty())
      for (const std::string& name : read)
        if (const auto identity = file_identity(path_from_utf8(name))) inputs.emplace(*identity, &name);
    const auto identity = file_identity(path_from_utf8(file));
    const auto input = identity ? inputs.find(*identity) : inputs.end();
    if (input != inputs.end())
      return in_file(make_error(fmt::format("the output would overwrite an input, {}", *input->second),
                                "give another output name"),
                     file);
    if (options.force) continue;
    if (auto other = other_kind(path_from_utf8(file), file, kind, options.command)) return other;
  }
  return std::nullopt;
}

std::vector<std::string> with_labels(const std::string& picture, const LabelChoice& labels) {
  std::vector<std::string> out{picture};
  for (const std::string& suffix : label_suffixes(labels)) out.push_back(label_path(picture, suffix));
  return out;
}

std::vector<OutputFile> picture_files(const std::string& picture, ByteSpan bytes,
                                      std::span<const LabelFile> labels) {
  std::vector<OutputFile> out;
  for (const LabelFile& label : labels) out.push_back({label_path(picture, label.suffix), label.bytes});
  out.push_back({picture, bytes});
  return out;
}

std::optional<Diagnostic> output_problem(const Options& options, Written kind,
                                         std::vector<std::string> read) {
  const std::string& output = options.output;
  if (output == "-") return std::nullopt;
  const std::filesystem::path path = path_from_utf8(output);
  std::error_code error;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, error)) {
    return in_file(
        make_error(fmt::format("folder \"{}\" does not exist", to_utf8(folder)), "create it first"), output);
  }
  if (std::filesystem::is_directory(path, error)) {
    return in_file(make_error("the output is a folder", "give the name of a file in it"), output);
  }
  for (std::string& file : files_read(options)) read.push_back(std::move(file));
  return refused_files(outputs_of(options), kind, read, options);
}

Result<CheckedOutputs> CheckedOutputs::check(const Options& options, Written kind,
                                             std::vector<std::string> read) {
  CheckedOutputs out;
  out.kind_ = kind;
  out.command_ = options.command;
  out.force_ = options.force;
  for (const std::string& name : options.output == "-" ? std::vector{options.output} : outputs_of(options)) {
    MMD_TRY(out.targets_[name], find_target(path_from_utf8(name)));
  }
  MMD_TRY(out.check_inputs(options, std::move(read)));
  return out;
}

Result<void> CheckedOutputs::check_inputs(const Options& options, std::vector<std::string> read) const {
  if (auto problem = output_problem(options, kind_, std::move(read))) return fail(std::move(*problem));
  return {};
}

Result<void> CheckedOutputs::write(std::span<const OutputFile> files, Lasting lasting) const try {
  std::vector<OutputBytes> out;
  for (const OutputFile& file : files) {
    const auto known = targets_.find(file.name);
    out.push_back(
        {known != targets_.end() ? known->second : own_target(path_from_utf8(file.name)), file.bytes});
    const OutputTarget& target = out.back().target;
    std::error_code error;
    if (target.is_stream || force_ ||
        !std::filesystem::is_regular_file(std::filesystem::symlink_status(target.file, error)))
      continue;
    if (auto other = other_kind(target.file, file.name, kind_, command_)) return fail(std::move(*other));
  }
  return write_files(out, lasting);
} catch (...) {
  return fail_caught("write the output", "the output cannot be written");
}

bool has_extension(const std::string& output, std::string_view wanted) {
  return output == "-" || lower_extension(output) == wanted;
}

std::optional<PictureFormat> picture_format(const std::string& output) {
  if (output == "-") return PictureFormat::png;
  const std::string extension = lower_extension(output);
  for (const auto& known : formats) {
    if (known.first == extension) return known.second;
  }
  return std::nullopt;
}

std::string picture_extensions() {
  std::string out;
  for (const auto& known : formats) out += fmt::format("{}{}", out.empty() ? "" : ", ", known.first);
  return out;
}

Diagnostic unknown_picture_format(const std::string& output) {
  constexpr std::string_view exported[] = {".glb", ".vrm", ".vrma", ".obj", ".vpd", ".vmd"};
  const std::string extension = lower_extension(output);
  const bool is_export = std::find(std::begin(exported), std::end(exported), extension) != std::end(exported);
  return in_file(
      make_error(extension.empty()
                     ? std::string("the file name has no extension, so the picture format is unknown")
                     : fmt::format("cannot write {}", extension),
                 is_export ? fmt::format("`mmdview export` writes {}", extension)
                           : fmt::format("use {}", picture_extensions())),
      output);
}

Result<Bytes> encode_picture(const Image& image, PictureFormat format, const ImageMetadata& metadata,
                             const vec4& background) {
  if (format == PictureFormat::png) return encode_png(image, metadata);
  const std::string key = key_text(metadata);
  if (format == PictureFormat::webp) {
    auto bytes = encode_webp(image);
    if (bytes && !key.empty())
      bytes = webp_with_metadata(*bytes, key, image.width, image.height, image.has_alpha);
    return bytes;
  }
  auto bytes = encode_jpeg(image, matte_for(background));
  if (bytes && !key.empty()) bytes = jpeg_with_comment(*bytes, key);
  return bytes;
}

std::array<std::uint8_t, 3> matte_for(const vec4& background) {
  const bool shows = background.a > 0.0f;
  const auto channel = [&](float value) {
    return static_cast<std::uint8_t>(shows ? std::lround(std::clamp(value, 0.0f, 1.0f) * 255.0f) : 255);
  };
  return {channel(background.r), channel(background.g), channel(background.b)};
}

std::string numbered(const std::string& output, int index) {
  std::filesystem::path path = path_from_utf8(output);
  const std::string name = fmt::format("{}_{:03}{}", to_utf8(path.stem()), index, to_utf8(path.extension()));
  return to_utf8(path.replace_filename(path_from_utf8(name)));
}

namespace {

/// Whether the word can be a misspelt command: it has no folder and no extension.
bool is_bare_word(const std::string& file) {
  return file.find_first_of("./\\") == std::string::npos;
}

std::optional<Diagnostic> absence_of(const std::string& file) {
  if (file == "-" || is_input(file)) return std::nullopt;
  auto input = read_input(file);
  if (input) return std::nullopt;  // a device or a pipe
  std::error_code error;
  if (is_bare_word(file) && !std::filesystem::exists(path_from_utf8(file), error)) {
    input.error().what = "no such file or command";
    input.error().hint = "`mmdview help` lists the commands";
  } else if (picture_format(file)) {
    input.error().hint = "to write a picture with that name, put -o before it";
  }
  return suggest_file(std::move(input.error()), file);
}

}  // namespace

std::optional<Diagnostic> absent_file(const Options& options, bool folders) {
  for (const std::string& file : options.files) {
    if ((folders && is_folder(file)) || pose_named(file)) continue;  // a pose in the scene that was opened
    if (auto absent = absence_of(file)) return absent;
  }
  for (const AttachOption& option : options.attachments) {
    const std::string model = split_attachment(option.what).model;
    if (auto absent = model == "-" ? std::nullopt : absence_of(model)) return absent;
  }
  return std::nullopt;
}

}  // namespace mmd
