#include "commands/batch/batch_web.h"

#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/temporary_file.h"
#include "base/errors.h"
#include "base/file_uri.h"
#include "base/text.h"
#include "commands/batch/batch_overview.h"
#include "commands/batch/web_model.h"
#include "document/sample.h"
#include "scene/input.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr const char* viewer_file = "mmdview_viewer.wasm";
/// The viewer's files in a website, besides its page, which is renamed: the gallery is index.html.
constexpr const char* viewer_files[] = {
    "page.css",           "page.mjs",          "texts.mjs",          "page_files.mjs",    "scene_list.mjs",
    "vrm_choices.mjs",    "mmd-viewer.mjs",    "loader.mjs",         "source.mjs",        "viewer_scene.mjs",
    "viewer_session.mjs", "playback.mjs",      "soundtrack.mjs",     "picture.mjs",       "gestures.mjs",
    "files.mjs",          "export_panel.mjs",  "exporter.mjs",       "export_worker.mjs", "core.mjs",
    "mmdview_core.mjs",   "mmdview_core.wasm", "mmdview_viewer.mjs", viewer_file,         "LICENSE",
    "THIRD_PARTY.txt"};
constexpr std::string_view mark = R"(<meta name="generator" content="mmdview gallery">)";

Result<void> write_in_site(const fs::path& path, ByteSpan bytes) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  return in_file(replace_file(path, bytes), to_utf8(path));
}

Result<void> copy_into_site(const fs::path& from, const fs::path& to) {
  MMD_TRY(const auto bytes, in_file(read_file(from), to_utf8(from)));
  return write_in_site(to, bytes);
}

std::string html_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// A picture's path in the site, from its name in the output folder: each part as web_stem(), and its
/// extension.
fs::path picture_path(const std::string& name) {
  const fs::path path = path_from_utf8(name);
  fs::path out = "pictures";
  for (const fs::path& part : path.parent_path()) out /= path_from_utf8(web_stem(to_utf8(part)));
  return out / path_from_utf8(web_stem(to_utf8(path.stem())) + to_utf8(path.extension()));
}

/// A file's path in the site as a value in an address.
std::string address_value(std::string_view path) {
  return percent_encoded(path, "-._~");
}

/// Writes the site step by step; files that several pictures share are copied once.
class Site {
 public:
  explicit Site(const BatchOrder& order) : order_(order), folder_(path_from_utf8(order.options.batch.web)) {}

  Result<void> write_all() {
    const fs::path viewer = web_viewer_folder();
    MMD_TRY(copy_into_site(viewer / "index.html", folder_ / "viewer.html"));
    for (const char* file : viewer_files) MMD_TRY(copy_into_site(viewer / file, folder_ / file));
    MMD_TRY(copy_models());
    MMD_TRY(copy_sources());
    std::string tiles;
    for (const std::size_t item : order_.items()) MMD_TRY(add_picture(item, tiles));
    const std::string page = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n{}\n<title>Models</title>\n<link "
        "rel=\"icon\" href=\"data:,\">\n"
        "<link rel=\"stylesheet\" "
        "href=\"gallery.css\">\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
        mark, tiles);
    MMD_TRY(write_in_site(folder_ / "gallery.css", as_byte_span(style)));
    return write_in_site(folder_ / "index.html", as_byte_span(page));
  }

 private:
  static constexpr std::string_view style =
      ":root { color-scheme: light dark; }\n"
      "body { margin: 0; font: 15px/1.4 system-ui, sans-serif; }\n"
      "main { display: grid; grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); gap: 12px; "
      "padding: 12px; }\n"
      "a { color: inherit; overflow-wrap: anywhere; }\n"
      "img { display: block; width: 100%; aspect-ratio: 1; object-fit: contain; }\n";

  Result<void> copy_models() {
    for (std::size_t i = 0; i < order_.plan.models.size(); ++i) {
      const fs::path below = fs::path("models") / std::to_string(i);
      MMD_TRY(const auto name, publish_model(order_.plan.models[i], folder_ / below));
      models_.push_back(with_slashes(below / path_from_utf8(name)));
    }
    return {};
  }

  Result<void> copy_sources() {
    for (std::size_t i = 0; i < order_.plan.sources.size(); ++i) {
      const Source& source = order_.plan.sources[i];
      sources_.emplace_back();
      if (source.file.empty()) continue;  // the rest pose
      const char* extension = source.kind == FileKind::motion ? ".vmd" : ".vpd";
      const fs::path below =
          fs::path("poses") / std::to_string(i) / path_from_utf8(web_stem(source.name) + extension);
      MMD_TRY(const auto input, read_source(source));
      MMD_TRY(write_in_site(folder_ / below, input.bytes));
      sources_.back() = with_slashes(below);
    }
    return {};
  }

  Result<void> add_picture(std::size_t item, std::string& tiles) {
    const Item at = order_.plan.item(item);
    const std::string name = order_.plan.name(item);
    const fs::path from = path_from_utf8(order_.options.output) / path_from_utf8(name);
    std::error_code error;
    if (!fs::is_regular_file(from, error)) return {};  // it failed, and that was said
    const fs::path to = picture_path(name);
    MMD_TRY(copy_into_site(from, folder_ / to));
    const Source& source = order_.plan.sources[at.source];
    std::string address = "viewer.html?src=" + address_value(models_[at.model]);
    if (!sources_[at.source].empty())
      address +=
          (source.kind == FileKind::motion ? "&motion=" : "&pose=") + address_value(sources_[at.source]);
    const std::string& view = order_.plan.views[at.view];
    if (view_from_name(view)) address += "&view=" + view;
    const std::string title = html_of(utf8_lossy(to_utf8(path_from_utf8(name).stem())));
    tiles += fmt::format("<a href=\"{}\"><img src=\"{}\" alt=\"\" loading=\"lazy\">{}</a>\n",
                         html_of(address), html_of(link_to(with_slashes(to))), title);
    return {};
  }

  const BatchOrder& order_;
  const fs::path folder_;
  std::vector<std::string> models_,
      sources_;  ///< paths in the site, by index in the plan; empty: the rest pose
};

/// Whether a folder has files that are not a website of ours.
bool has_other_files(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return false;
  if (!fs::is_directory(folder, error)) return true;
  if (fs::is_empty(folder, error)) return false;
  const auto page = read_file(folder / "index.html");
  return !page || as_text(*page).find(mark) == std::string_view::npos;
}

}  // namespace

fs::path web_viewer_folder() {
  const fs::path program = program_folder();
  std::error_code error;
  for (const fs::path& folder : {program / "web", program / "../web", program / "../share/mmdview/web"})
    if (fs::is_regular_file(folder / viewer_file, error)) return folder;
  return {};
}

std::optional<Diagnostic> web_problem(const Options& options) {
  const BatchChoice& choice = options.batch;
  if (choice.web.empty()) return std::nullopt;
  if (!choice.may_publish)
    return make_error("--web copies models and poses into a folder for a web server",
                      "read their terms; if these allow it, add --i-may-publish");
  if (!choice.video.empty())
    return make_error("--web and --video cannot be used together", "leave one of them out");
  if (choice.shard || choice.shard_by_environment)
    return make_error("--web and --shard cannot be used together", "make the website from the whole batch");
  if (!options.force && has_other_files(path_from_utf8(choice.web)))
    return in_file(make_error("the folder has other files", "choose another one with --web, or add --force"),
                   choice.web);
  if (web_viewer_folder().empty())
    return make_error("--web: the viewer's files were not found", "scripts/web.sh builds them, in build/web");
  return std::nullopt;
}

Result<void> write_web(const BatchOrder& order) {
  if (order.options.batch.web.empty()) return {};
  return Site(order).write_all();
}

}  // namespace mmd
