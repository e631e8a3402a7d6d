#include "commands/batch/manifest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/text.h"

namespace mmd {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<std::string_view, ItemStatus>, 3> statuses{
    {{"written", ItemStatus::written}, {"kept", ItemStatus::kept}, {"failed", ItemStatus::failed}}};

std::string text_at(const nlohmann::json& from, const char* member) {
  const auto at = from.find(member);
  return at != from.end() && at->is_string() ? at->get<std::string>() : std::string();
}

double number_at(const nlohmann::json& from, const char* member) {
  const auto at = from.find(member);
  return at != from.end() && at->is_number() ? at->get<double>() : 0.0;
}

Diagnostic no_line() {
  return make_error("this is not a line of a manifest");
}

}  // namespace

std::string manifest_text(const ManifestLine& line) {
  Json out = Json::object();
  const auto add = [&](const char* member, const std::string& text) {
    if (!text.empty()) out[member] = text;
  };
  add("name", line.name);
  for (const auto& [word, status] : statuses)
    if (status == line.status) out["status"] = word;
  add("key", line.key);
  add("model", line.model);
  add("pose", line.pose);
  add("view", line.view);
  out["frame"] = line.frame;
  out["ms"] = std::round(line.milliseconds * 10.0) / 10.0;
  if (!line.warnings.empty()) out["warnings"] = line.warnings;
  add("error", line.error);
  return json_text(out) + "\n";
}

Result<ManifestLine> parse_manifest_line(std::string_view text) try {
  const auto parsed = parse_json<nlohmann::json>(text);
  if (!parsed || !parsed->is_object()) return fail(no_line());
  const nlohmann::json& from = *parsed;
  ManifestLine out;
  out.name = text_at(from, "name");
  const std::string word = text_at(from, "status");
  const auto* status =
      std::find_if(statuses.begin(), statuses.end(), [&](const auto& row) { return row.first == word; });
  if (out.name.empty() || status == statuses.end()) return fail(no_line());
  out.status = status->second;
  out.key = text_at(from, "key");
  out.model = text_at(from, "model");
  out.pose = text_at(from, "pose");
  out.view = text_at(from, "view");
  out.frame = number_at(from, "frame");
  out.milliseconds = number_at(from, "ms");
  out.error = text_at(from, "error");
  if (const auto warnings = from.find("warnings"); warnings != from.end() && warnings->is_array())
    for (const nlohmann::json& one : *warnings)
      if (one.is_string()) out.warnings.push_back(one.get<std::string>());
  return out;
} catch (const Json::exception&) {
  return fail(no_line());
}

Result<void> read_manifest(const std::string& file, Manifest& to) {
  MMD_TRY(const Bytes bytes, read_file(path_from_utf8(file)));
  std::string_view text = as_text(bytes);
  while (!text.empty()) {
    const std::string_view one = take_until(text, '\n');
    if (one.empty()) continue;
    ++to.lines;
    if (auto line = parse_manifest_line(one)) {
      std::string name = line->name;
      to.pictures.insert_or_assign(std::move(name), std::move(*line));
    } else {
      ++to.damaged;
    }
  }
  return {};
}

}  // namespace mmd
