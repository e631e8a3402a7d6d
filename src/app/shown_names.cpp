#include "app/shown_names.h"

#include "assets/file_set.h"

namespace mmd {

std::string file_name(const std::string& path) {
  return to_utf8(path_from_utf8(path).filename());
}

std::string pose_names(const Document& document) {
  std::string out;
  const auto add = [&out](const std::string& file) { out += (out.empty() ? "" : " + ") + file_name(file); };
  for (const PoseLayer& layer : document.poses) add(layer.file);
  for (const MotionLayer& layer : document.motions) add(layer.file);
  return out;
}

}  // namespace mmd
