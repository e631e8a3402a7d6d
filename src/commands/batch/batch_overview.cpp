#include "commands/batch/batch_overview.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/file_uri.h"
#include "base/json.h"
#include "base/parallel_for.h"
#include "base/text.h"
#include "commands/batch/batch_run.h"
#include "commands/batch/plan.h"
#include "commands/output/contact_sheet.h"
#include "commands/output/font.h"
#include "options/output_file.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr int thumbnail_side = 160;

fs::path path_of(const BatchOrder& order, std::size_t item) {
  return path_from_utf8(order.options.output) / path_from_utf8(order.plan.name(item));
}

/// The tile of a missing picture.
std::shared_ptr<const Image> blank() {
  auto out = std::make_shared<Image>();
  out->width = out->height = thumbnail_side;
  constexpr std::uint8_t light_red[] = {255, 224, 224, 255};
  for (int i = 0; i < thumbnail_side * thumbnail_side; ++i)
    for (const std::uint8_t value : light_red) out->rgba.push_back(value);
  return out;
}

SheetTile tile_of(const BatchOrder& order, std::size_t item) {
  const fs::path path = path_of(order, item);
  SheetTile out{utf8_lossy(to_utf8(path.stem())), nullptr};
  const auto bytes = read_file(path);
  auto picture = bytes ? read_thumbnail(*bytes, thumbnail_side) : fail(bytes.error());
  out.picture = picture ? std::make_shared<const Image>(std::move(*picture)) : blank();
  return out;
}

/// The tiles of one page; incomplete after a request to stop.
std::vector<SheetTile> tiles_of(const BatchOrder& order, std::span<const std::size_t> items) {
  const int asked = order.options.batch.threads;
  std::vector<SheetTile> out(items.size());
  const auto make_tile = [&](std::size_t i) {
    if (!stop_was_asked()) out[i] = tile_of(order, items[i]);
  };
  parallel_for(items.size(), make_tile, asked > 0 ? static_cast<std::size_t>(asked) : processor_threads());
  return out;
}

Result<void> write_sheet(const BatchOrder& order, const std::vector<std::size_t>& items) {
  const auto font = choose_font(system_fonts());
  const std::vector<std::string> files = sheet_files(order.options.batch.sheet, items.size());
  for (std::size_t page = 0; page < files.size() && !stop_was_asked(); ++page) {
    const auto own = std::span(items)
                         .subspan(page * sheet_page)
                         .first(std::min(sheet_page, items.size() - page * sheet_page));
    const auto tiles = tiles_of(order, own);
    if (stop_was_asked()) break;  // the page stays incomplete
    const Image sheet = contact_sheet(tiles, thumbnail_side, font ? &*font : nullptr);
    const std::string& file = files[page];
    MMD_TRY(const auto bytes, encode_picture(sheet, picture_format(file).value_or(PictureFormat::png), {},
                                             order.options.look.background));
    MMD_TRY(in_file(write_file_atomically(path_from_utf8(file), bytes, Lasting::no), file));
  }
  return {};
}

IndexEntry entry_of(const BatchOrder& order, std::size_t item, const fs::path& folder,
                    const Manifest& manifest) {
  const Plan& plan = order.plan;
  const Item at = plan.item(item);
  const fs::path path = path_of(order, item);
  std::error_code error;
  IndexEntry out;
  out.path = with_slashes(fs::absolute(path, error).lexically_normal().lexically_relative(folder));
  out.name = plan.name(item);
  out.model = plan.models[at.model];
  out.pose = plan.sources[at.source].name;
  if (plan.views.size() > 1) out.view = plan.views[at.view];
  out.frame = plan.frames[at.source][at.frame];
  out.is_there = fs::is_regular_file(path, error);
  if (!out.is_there) out.error = "the file is missing";
  const auto line = manifest.pictures.find(out.name);
  if (line == manifest.pictures.end()) return out;
  if (line->second.status == ItemStatus::failed) out.error = line->second.error;
  out.warnings = line->second.warnings;
  return out;
}

Result<void> write_index(const BatchOrder& order, const std::vector<std::size_t>& items,
                         const Manifest& manifest) {
  const std::string& file = order.options.batch.index;
  std::error_code error;
  const fs::path folder = fs::absolute(path_from_utf8(file), error).lexically_normal().parent_path();
  std::vector<IndexEntry> entries;
  entries.reserve(items.size());
  for (const std::size_t item : items) entries.push_back(entry_of(order, item, folder, manifest));
  return in_file(write_file_atomically(path_from_utf8(file), as_byte_span(index_page(entries)), Lasting::no),
                 file);
}

}  // namespace

std::vector<std::string> sheet_files(const std::string& file, std::size_t pictures) {
  const std::size_t pages = (pictures + sheet_page - 1) / sheet_page;
  if (pages < 2) return {file};
  std::vector<std::string> out;
  for (std::size_t i = 0; i < pages; ++i) out.push_back(numbered(file, static_cast<int>(i)));
  return out;
}

Result<void> write_overviews(const BatchOrder& order, const Manifest& manifest) {
  const BatchChoice& choice = order.options.batch;
  if (choice.sheet.empty() && choice.index.empty()) return {};
  const std::vector<std::size_t> items = order.items();
  if (!choice.sheet.empty()) MMD_TRY(write_sheet(order, items));
  if (!choice.index.empty()) MMD_TRY(write_index(order, items, manifest));
  return {};
}

namespace {

using Json = nlohmann::ordered_json;

/// Stands for the list of pictures in index_page.html.
constexpr std::string_view list_mark = "{{pictures}}";

Json entry_json(const IndexEntry& entry) {
  Json out = Json::object();
  const auto add = [&](const char* member, const std::string& text) {
    if (!text.empty()) out[member] = text;
  };
  add("name", entry.name);
  if (entry.is_there) {
    add("link", link_to(entry.path));
  } else {
    out["missing"] = true;
  }
  add("model", entry.model);
  add("pose", entry.pose);
  add("view", entry.view);
  if (entry.frame != 0.0) out["frame"] = entry.frame;
  add("error", entry.error);
  if (!entry.warnings.empty()) out["warnings"] = entry.warnings;
  return out;
}

/// Escapes JSON for a script element, which a "</script>" in a name would end.
std::string script_text(const Json& json) {
  std::string out;
  for (const char c : json_text(json)) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string link_to(std::string_view path) {
  return percent_encoded(path, "-._~/");
}

std::string index_page(const std::vector<IndexEntry>& entries) {
  std::vector<std::string> rows;
  rows.reserve(entries.size());
  for (const IndexEntry& entry : entries) rows.push_back(script_text(entry_json(entry)));
  const std::size_t at = index_page_html.find(list_mark);
  return fmt::format("{}[\n{}\n]{}", index_page_html.substr(0, at), fmt::join(rows, ",\n"),
                     index_page_html.substr(at + list_mark.size()));
}

}  // namespace mmd
