#include "app/text/shown_names.h"

#include "assets/file_set.h"

namespace mmd {

std::string file_name(const std::string& path) {
  return to_utf8(path_from_utf8(path).filename());
}

namespace {

template <class Layer>
void add_names(const std::vector<Layer>& layers, std::string& out) {
  for (const Layer& layer : layers) out += (out.empty() ? "" : " + ") + file_name(layer.file);
}

}  // namespace

std::string names_of_poses(const Document& document) {
  std::string out;
  add_names(document.poses, out);
  return out;
}

std::string names_of_motions(const Document& document) {
  std::string out;
  add_names(document.motions, out);
  return out;
}

std::string pose_names(const Document& document) {
  std::string out = names_of_poses(document);
  add_names(document.motions, out);
  return out;
}

}  // namespace mmd
