#include "commands/output_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/embedded_text.h"
#include "assets/file_set.h"
#include "commands/picture_key.h"
#include "labels/labels.h"

namespace mmd {
namespace {

constexpr std::pair<std::string_view, PictureFormat> formats[] = {{".png", PictureFormat::png},
                                                                  {".jpg", PictureFormat::jpeg},
                                                                  {".jpeg", PictureFormat::jpeg},
                                                                  {".webp", PictureFormat::webp}};

/// What kinds of pictures that have no texts of their own say about themselves.
std::string key_text(const ImageMetadata& metadata) {
  for (const auto& [keyword, text] : metadata)
    if (keyword == key_keyword) return fmt::format("{}: {}", keyword, text);
  return {};
}

std::string lower_extension(const std::string& output) {
  std::string extension = to_utf8(path_from_utf8(output).extension());
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension;
}

bool names_an_input(const Options& options, const std::string& output) {
  const auto same = [&](const std::string& file) { return same_input(file, output); };
  return std::any_of(options.files.begin(), options.files.end(), same) ||
         std::any_of(options.attachments.begin(), options.attachments.end(),
                     [&](const AttachOption& option) { return same(split_attachment(option.what).model); }) ||
         same(options.compare) || same(options.state) ||
         (options.look.background_picture && same(options.look.background_picture->file));
}

/// All files that are written of what the options name: pictures of a turntable, labels.
std::vector<std::string> outputs_of(const Options& options) {
  std::vector<std::string> out;
  for (int i = 0; i < std::max(options.turntable, 1); ++i) {
    const std::string name = options.turntable > 0 ? numbered(options.output, i) : options.output;
    for (std::string& file : with_labels(name, options.labels)) out.push_back(std::move(file));
  }
  return out;
}

/// By FileKind.
constexpr std::array<std::string_view, 5> kind_names{"", "a model", "an archive", "a pose", "a motion"};

std::string real_path(const std::filesystem::path& path) {
  std::error_code error;
  const auto out = std::filesystem::canonical(path, error);
  return error ? std::string() : to_utf8(out);
}

/// Where the textures of a model lie; of one in an archive none.
void add_textures(const LoadedModel& loaded, std::set<std::string>& out) {
  if (!loaded.origin.member.empty()) return;
  const std::filesystem::path root = path_from_utf8(loaded.origin.files->name());
  for (const std::string& texture : loaded.model->textures)
    if (const auto path = loaded.origin.files->resolve(loaded.origin.base, texture))
      out.insert(real_path(root / path_from_utf8(*path)));
  out.erase(std::string());
}

}  // namespace

std::optional<Diagnostic> replaced_kind(const std::string& output, FileKind kind) {
  const std::filesystem::path path = path_from_utf8(output);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const auto beginning = read_file(path, UINT64_MAX, [](ByteSpan) { return false; });
  const FileKind there = beginning ? recognise(*beginning) : FileKind::unknown;
  if (there == FileKind::unknown || there == kind) return std::nullopt;
  return in_file(
      make_error(fmt::format("there is {} of that name", kind_names[static_cast<std::size_t>(there)]),
                 "give another name; --force replaces it"),
      output);
}

std::set<std::string> texture_paths(const Document& document) {
  std::set<std::string> out;
  add_textures(document.loaded, out);
  for (const AttachedModel& attached : document.attached) add_textures(attached.loaded, out);
  return out;
}

std::vector<std::string> with_labels(const std::string& picture, const LabelChoice& labels) {
  std::vector<std::string> out{picture};
  for (const std::string& suffix : label_suffixes(labels)) out.push_back(label_path(picture, suffix));
  return out;
}

std::optional<Diagnostic> replaced_texture(const std::set<std::string>& textures, const std::string& output) {
  if (textures.empty() || textures.count(real_path(path_from_utf8(output))) == 0) return std::nullopt;
  return in_file(make_error("the output would replace a texture of the model", "give another name"), output);
}

std::optional<Diagnostic> replaced_texture(const Options& options, const Document& document) {
  if (options.output == "-") return std::nullopt;
  const std::set<std::string> textures = texture_paths(document);
  for (const std::string& file : outputs_of(options))
    if (auto replaced = replaced_texture(textures, file)) return replaced;
  return std::nullopt;
}

std::optional<Diagnostic> output_problem(const Options& options, FileKind kind) {
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
    return in_file(make_error("the output is a folder", "give a file name in it"), output);
  }
  for (const std::string& file : outputs_of(options)) {
    if (names_an_input(options, file))
      return in_file(make_error("the output would replace an input", "give another name"), file);
    if (options.force) continue;
    if (auto replaced = replaced_kind(file, kind)) return replaced;
  }
  return std::nullopt;
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
  constexpr std::string_view exported[] = {".glb", ".vrm", ".obj", ".vpd", ".vmd"};
  const std::string extension = lower_extension(output);
  const bool is_export = std::find(std::begin(exported), std::end(exported), extension) != std::end(exported);
  return in_file(
      make_error(extension.empty() ? std::string("the name does not say what kind of picture it is")
                                   : fmt::format("pictures cannot be written as {}", extension),
                 is_export ? fmt::format("`mmdview export` writes {}", extension)
                           : fmt::format("give a name that ends in one of {}", picture_extensions())),
      output);
}

Result<Bytes> encode_picture(const Image& image, PictureFormat format, const ImageMetadata& metadata,
                             const vec4& background, std::size_t threads) {
  if (format == PictureFormat::png) return encode_png(image, metadata, threads);
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

}  // namespace mmd
