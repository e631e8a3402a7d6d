#include "options/output_kinds.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/read_real.h"
#include "base/text.h"
#include "scene/input.h"

namespace mmd {
namespace {

constexpr std::string_view a_picture = "a picture", a_gltf_model = "a glTF model",
                           an_obj_model = "an OBJ model", an_mtl_file = "an MTL file", a_video = "a video",
                           a_label_file = "a label file", a_page = "a page of mmdview",
                           a_manifest = "a manifest";

/// The name of a FileKind; empty for an unknown file.
constexpr std::array<std::string_view, 5> kind_names{"", "a model", "an archive", "a pose", "a motion"};

bool has_at(std::string_view text, std::size_t at, std::string_view wanted) {
  return text.size() >= at + wanted.size() && text.substr(at, wanted.size()) == wanted;
}

bool is_picture(std::string_view text) {
  // The header's size follows; texts may begin with the same letters.
  const bool is_bmp = has_at(text, 0, "BM") && has_at(text, 15, std::string_view("\0\0\0", 3));
  return is_bmp || has_at(text, 0, "\x89PNG\r\n\x1a\n") || has_at(text, 0, "\xff\xd8\xff") ||
         (has_at(text, 0, "RIFF") && has_at(text, 8, "WEBP")) || has_at(text, 0, "GIF87a") ||
         has_at(text, 0, "GIF89a") || has_at(text, 0, "DDS \x7c") || has_at(text, 0, "v/1\x01");
}

bool is_video(std::string_view text) {
  return has_at(text, 4, "ftyp") || has_at(text, 0, "\x1a\x45\xdf\xa3");
}

/// Whether the line is a vertex: "v" and three numbers.
bool is_obj_vertex(std::string_view line) {
  if (!line.starts_with("v ")) return false;
  const char *at = line.data() + 1, *const end = line.data() + line.size();
  for (int i = 0; i < 3; ++i) {
    while (at != end && *at == ' ') ++at;
    double number = 0.0;
    const auto read = read_real(at, end, number);
    if (read.ec != std::errc{}) return false;
    at = read.ptr;
  }
  return true;
}

/// Whether comments and statements of Wavefront's formats come before a line that `is_wanted`.
template <class IsWanted>
bool is_wavefront(std::string_view text, IsWanted&& is_wanted) {
  constexpr std::string_view statements[] = {"#", "mtllib ", "o ", "g ", "s ", "usemtl ", "vt ", "vn "};
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (is_wanted(line)) return true;
    if (!line.empty() && std::none_of(std::begin(statements), std::end(statements),
                                      [&](std::string_view word) { return line.starts_with(word); }))
      return false;
  }
  return false;
}

/// Whether the first line is one of a manifest, perhaps interrupted.
bool is_manifest(std::string_view text) {
  constexpr std::string_view begin = "{\"name\":\"";
  const bool is_whole = text.find('\n') != std::string_view::npos;
  const std::string_view line = take_line(text);
  return (!line.empty() && line.starts_with(is_whole ? begin : begin.substr(0, line.size()))) ||
         (line.starts_with('{') && line.find("\"name\"") != std::string_view::npos &&
          line.find("\"status\"") != std::string_view::npos);
}

/// Whether it is JSON with a member that label files have.
bool is_label_file(std::string_view text) {
  constexpr std::string_view members[] = {"\"metres_per_unit\"", "\"camera_model\"", "\"frames\"",
                                          "\"annotations\"", "\"people\""};
  return text.starts_with('{') &&
         std::any_of(std::begin(members), std::end(members),
                     [&](std::string_view member) { return text.find(member) != std::string_view::npos; });
}

}  // namespace

std::string_view kind_of_file(ByteSpan beginning) {
  if (const FileKind kind = recognise(beginning); kind != FileKind::unknown)
    return kind_names[static_cast<std::size_t>(kind)];
  const std::string_view text = as_text(beginning);
  if (is_picture(text)) return a_picture;
  if (has_at(text, 0, "glTF")) return a_gltf_model;
  if (is_video(text)) return a_video;
  if (is_manifest(text)) return a_manifest;
  if (is_label_file(text)) return a_label_file;
  if (text.find("<meta name=\"generator\" content=\"mmdview\">") != std::string_view::npos) return a_page;
  if (is_wavefront(text, is_obj_vertex)) return an_obj_model;
  if (is_wavefront(text, [](std::string_view line) { return line.starts_with("newmtl "); }))
    return an_mtl_file;
  return {};
}

std::string_view kind_written(const std::string& output, Written kind) {
  constexpr std::pair<std::string_view, std::string_view> by_extension[] = {
      {".exr", a_picture},     {".glb", a_gltf_model}, {".vrm", a_gltf_model},
      {".vrma", a_gltf_model}, {".obj", an_obj_model}, {".mtl", an_mtl_file},
      {".mp4", a_video},       {".webm", a_video},     {".json", a_label_file}};
  if (kind == Written::pose) return kind_names[static_cast<std::size_t>(FileKind::pose)];
  if (kind == Written::motion) return kind_names[static_cast<std::size_t>(FileKind::motion)];
  if (kind == Written::model) return kind_names[static_cast<std::size_t>(FileKind::model)];
  if (kind == Written::page) return a_page;
  if (kind == Written::manifest) return a_manifest;
  for (const auto& [extension, name] : by_extension)
    if (has_extension(output, extension)) return name;
  return kind == Written::picture || picture_format(output) ? a_picture : std::string_view();
}

}  // namespace mmd
