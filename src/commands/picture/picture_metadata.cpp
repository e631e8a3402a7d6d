#include "commands/picture/picture_metadata.h"

#include <algorithm>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/text.h"
#include "options/version.h"

namespace mmd {
namespace {

std::string base_name(const std::string& file) {
  return to_utf8(path_from_utf8(file).filename());
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string out;
  for (const std::string& part : parts) out += fmt::format("{}{}", out.empty() ? "" : between, part);
  return out;
}

/// Where an option stands in the table.
std::size_t row_of(std::string_view given) {
  const std::string_view name = given.substr(0, given.find(' '));
  const auto table = option_table();
  const auto row =
      std::find_if(table.begin(), table.end(), [&](const OptionRow& r) { return r.name == name; });
  return static_cast<std::size_t>(row - table.begin());
}

}  // namespace

std::vector<std::string> given_with(const std::vector<std::string>& given, std::string_view name,
                                    const std::string& value) {
  std::vector<std::string> out;
  const std::size_t own = row_of(name);
  for (const std::string& one : given)
    if (row_of(one) != own) out.push_back(one);
  const auto after =
      std::find_if(out.begin(), out.end(), [&](const std::string& one) { return row_of(one) > own; });
  out.insert(after, fmt::format("{} {}", name, value));
  return out;
}

ImageMetadata picture_metadata(const Options& options, const Document& document) {
  if (!options.metadata) return {};
  const std::string& name = document.model().name;
  std::vector<std::string> poses;
  for (const PoseLayer& layer : document.poses) poses.push_back(base_name(layer.file));
  for (const MotionLayer& layer : document.motions) poses.push_back(base_name(layer.file));
  ImageMetadata out{{"Software", fmt::format("mmdview {}", version_text)},
                    {"Title", escaped_utf8(name.empty() ? base_name(document.model_file) : name)}};
  if (!poses.empty()) out.emplace_back("Comment", escaped_utf8(joined(poses, ", ")));
  if (!options.given.empty()) out.emplace_back("Options", escaped_utf8(joined(options.given, " ")));
  return out;
}

}  // namespace mmd
