#include "base/text.h"
#include "options/manual.h"
#include "scene/input.h"
#include "scene/load.h"

namespace mmd {
namespace {

/// The words that are no options and no options' values.
std::vector<std::string> files_among(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].empty() || words[i] == "-") continue;
    if (words[i].front() != '-') {
      if (is_input(words[i])) out.push_back(words[i]);
      continue;
    }
    for (const OptionRow& row : option_table()) {
      if (row.name != words[i] && row.short_name != words[i]) continue;
      if (!row.value.empty()) ++i;
      break;
    }
  }
  return out;
}

/// What a terminal would take for a command, or a shell for two names, is left out.
void add_line(const std::string& name, std::string& to) {
  if (name.empty() || escaped_utf8(name) != name) return;
  to += name + "\n";
}

template <class Elements>
std::string lines_of(const Elements& elements) {
  std::string out;
  for (const auto& e : elements) add_line(e.name, out);
  for (const auto& e : elements) add_line(e.name_english, out);
  return out;
}

std::string names_of_model(std::string_view kind, const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    const auto input = read_input(file);
    if (!input || (input->kind != FileKind::model && input->kind != FileKind::archive)) continue;
    const auto loaded = load_model(*input, false);
    if (!loaded) continue;
    const Model& model = *loaded->model;
    return kind == "morphs" ? lines_of(model.morphs) : lines_of(model.skeleton.bones);
  }
  return {};
}

std::string names_of_poses(const std::vector<std::string>& files) {
  std::string out;
  for (const std::string& file : files) {
    const auto input = read_input(file);
    if (!input || input->kind != FileKind::pose) continue;
    const auto pose = load_pose(input->bytes, path_from_utf8(file));
    if (!pose) continue;
    for (const vpd::Bone& bone : pose->file.bones) add_line(bone.name, out);
    for (const vpd::Morph& morph : pose->file.morphs) add_line(morph.name, out);
  }
  return out;
}

}  // namespace

std::string names_to_complete(std::string_view kind, const std::vector<std::string>& words) {
  const std::vector<std::string> files = files_among(words);
  return kind == "names" ? names_of_poses(files) : names_of_model(kind, files);
}

}  // namespace mmd
