#include "app/text/messages.h"

#include <algorithm>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "options/messages.h"

namespace mmd {

namespace {

constexpr std::size_t max_diagnostics = 4;

}  // namespace

Messages messages_for(const Diagnostic& diagnostic) {
  Diagnostic shortened = in_words(diagnostic);
  if (const auto name = path_from_utf8(diagnostic.file).filename(); !name.empty())
    shortened.file = to_utf8(name);
  Messages out{{diagnostic.severity, describe(shortened)}};
  if (!shortened.hint.empty()) out.push_back({Severity::note, "    " + shortened.hint});
  return out;
}

Messages messages_for(Message first, const Diagnostics& diagnostics) {
  Messages out{std::move(first)};
  const std::size_t shown = std::min(diagnostics.size(), max_diagnostics);
  for (std::size_t i = 0; i < shown; ++i) out.push_back(messages_for(diagnostics[i]).front());
  if (shown < diagnostics.size()) {
    out.push_back({Severity::warning,
                   fmt::format("… and {} more. The terminal lists all", diagnostics.size() - shown)});
  }
  return out;
}

std::string file_name(const std::string& path) {
  return to_utf8(path_from_utf8(path).filename());
}

namespace {

template <class Layer>
void add_names(const std::vector<Layer>& layers, std::string& out) {
  for (const Layer& layer : layers) out += (out.empty() ? "" : " + ") + file_name(layer.file);
}

}  // namespace

std::string names_of_poses(const LoadedFigure& document) {
  std::string out;
  add_names(document.poses, out);
  return out;
}

std::string names_of_motions(const LoadedFigure& document) {
  std::string out;
  add_names(document.motions, out);
  return out;
}

std::string pose_names(const LoadedFigure& document) {
  std::string out = names_of_poses(document);
  add_names(document.motions, out);
  return out;
}

}  // namespace mmd
