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
#include "assets/temporary_file.h"
#include "base/errors.h"
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
    MMD_TRY(in_file(replace_file(path_from_utf8(file), bytes), file));
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
  return in_file(replace_file(path_from_utf8(file), as_byte_span(index_page(entries))), file);
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

/// The page before the list of pictures. Data of pictures enter the page as text (textContent) or as encoded
/// links only.
constexpr std::string_view head = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="mmdview">
<title>Pictures</title>
<style>
  :root { color-scheme: light dark; --line: #8884; --bad: #c33; --warn: #b70; }
  body { margin: 0; font: 14px/1.4 system-ui, sans-serif; }
  header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px; align-items: center;
           padding: 8px 12px; background: Canvas; border-bottom: 1px solid var(--line); }
  #search { flex: 1 1 16em; font: inherit; padding: 4px 8px; }
  select, button { font: inherit; }
  #problems { margin: 8px 12px; }
  #problems summary { cursor: pointer; font-weight: 600; }
  #problems li { margin: 2px 0; overflow-wrap: anywhere; }
  #problems button { border: 0; background: none; padding: 0; text-align: left; cursor: pointer;
                     text-decoration: underline dotted; color: inherit; }
  .error { color: var(--bad); }
  .warning { color: var(--warn); }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(168px, 1fr)); gap: 12px; padding: 12px; }
  figure { margin: 0; min-width: 0; }
  figure a { display: block; aspect-ratio: 1; border: 1px solid var(--line); border-radius: 4px; overflow: hidden;
             background: repeating-conic-gradient(#d8d8d8 0 25%, #f4f4f4 0 50%) 0 0 / 16px 16px; }
  figure img { width: 100%; height: 100%; object-fit: contain; display: block; }
  figure.missing a { background: none; display: grid; place-items: center; color: var(--bad); text-decoration: none; }
  figcaption { overflow-wrap: anywhere; font-size: 13px; }
  figcaption small { display: block; opacity: .7; }
  figcaption .error, figcaption .warning { display: block; font-size: 12px; opacity: 1; }
</style>
</head>
<body>
<header>
  <input id="search" type="search" placeholder="Search: names, models, poses, problems" autofocus>
  <select id="kind" aria-label="Filter">
    <option value="all">All</option><option value="problem">With problems</option><option value="missing">Missing</option>
  </select>
  <span id="count"></span>
  <button id="back" aria-label="Previous page">&#9664;</button><span id="page"></span><button id="on" aria-label="Next page">&#9654;</button>
</header>
<details id="problems" hidden><summary></summary><ul></ul></details>
<main></main>
<noscript>This page needs JavaScript to show its pictures.</noscript>
<script type="application/json" id="pictures">)html";

constexpr std::string_view tail = R"html(</script>
<script>
"use strict";
const pictures = JSON.parse(document.getElementById("pictures").textContent);
const perPage = 120, mostProblems = 200;
const at = id => document.getElementById(id);
const fold = text => text.normalize("NFKC").toLowerCase();
const make = (tag, className, text) => {
  const out = document.createElement(tag);
  if (className) out.className = className;
  if (text !== undefined) out.textContent = text;
  return out;
};
const troubles = p => (p.error ? [p.error] : []).concat(p.warnings || []);
for (const p of pictures)
  p.folded = fold([p.name, p.model, p.pose, p.view, ...troubles(p)].filter(Boolean).join("\n"));

let shown = pictures, page = 0;

function figure(p) {
  const out = make("figure", p.missing ? "missing" : "");
  const link = make("a", "", p.missing ? "missing" : undefined);
  if (!p.missing) {
    link.href = p.link;
    const image = make("img");
    image.loading = "lazy";
    image.decoding = "async";
    image.alt = p.name;
    image.src = p.link;
    link.append(image);
  }
  const caption = make("figcaption", "", p.name);
  const facts = [p.pose, p.view, p.frame === undefined ? "" : "frame " + p.frame].filter(Boolean).join(" · ");
  if (facts) caption.append(make("small", "", facts));
  if (p.error) caption.append(make("span", "error", p.error));
  for (const w of p.warnings || []) caption.append(make("span", "warning", w));
  out.append(link, caption);
  return out;
}

function show() {
  const pages = Math.max(1, Math.ceil(shown.length / perPage));
  page = Math.min(Math.max(page, 0), pages - 1);
  document.querySelector("main").replaceChildren(...shown.slice(page * perPage, (page + 1) * perPage).map(figure));
  at("count").textContent = shown.length === pictures.length ? `${pictures.length} pictures`
                                                             : `${shown.length} of ${pictures.length} pictures`;
  at("page").textContent = `${page + 1} / ${pages}`;
  at("back").disabled = page === 0;
  at("on").disabled = page === pages - 1;
}

function choose() {
  const words = fold(at("search").value).split(/\s+/).filter(Boolean), kind = at("kind").value;
  shown = pictures.filter(p => words.every(w => p.folded.includes(w)) &&
    (kind === "all" || (kind === "missing" ? p.missing : troubles(p).length > 0)));
  page = 0;
  show();
}

function listProblems() {
  const counts = new Map();
  for (const p of pictures)
    for (const text of troubles(p)) {
      const row = counts.get(text) || { text, kind: text === p.error ? "error" : "warning", count: 0 };
      row.count += 1;
      counts.set(text, row);
    }
  if (counts.size === 0) return;
  const rows = [...counts.values()].sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : b.count - a.count));
  const box = at("problems");
  box.hidden = false;
  box.open = rows.some(r => r.kind === "error");
  box.querySelector("summary").textContent = counts.size === 1 ? "1 problem" : `${counts.size} problems`;
  const list = box.querySelector("ul");
  for (const row of rows.slice(0, mostProblems)) {
    const item = make("li", row.kind), find = make("button", "", row.text);
    find.onclick = () => { at("search").value = row.text; choose(); };
    item.append(find, row.count > 1 ? ` (${row.count} pictures)` : "");
    list.append(item);
  }
  if (rows.length > mostProblems) list.append(make("li", "", `and ${rows.length - mostProblems} more: search finds them`));
}

at("search").oninput = choose;
at("kind").onchange = choose;
at("back").onclick = () => { page -= 1; show(); scrollTo(0, 0); };
at("on").onclick = () => { page += 1; show(); scrollTo(0, 0); };
listProblems();
choose();
</script>
</body>
</html>
)html";

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
  for (const char c : escaped_json(json.dump(-1, ' ', false, Json::error_handler_t::replace))) {
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
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string out;
  for (const char c : path) {
    if (plain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string index_page(const std::vector<IndexEntry>& entries) {
  std::string out(head);
  const char* before = "[\n";
  for (const IndexEntry& entry : entries) {
    out += before + script_text(entry_json(entry));
    before = ",\n";
  }
  out += entries.empty() ? "[]" : "\n]";
  out += tail;
  return out;
}

}  // namespace mmd
