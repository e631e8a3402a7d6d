#include <array>
#include <string>

#include <imgui.h>

#include "app/panels/panel_layout.h"
#include "app/panels/scene_panel.h"

namespace mmd {
namespace {

/// 0: as the window has it.
constexpr std::array<int, 5> sample_choices{0, 1, 4, 8, 16};

struct SizeRow {
  Words name;
  int width, height;
};
constexpr SizeRow sizes[] = {{text::as_window, 0, 0},
                             {text::size_square, 1024, 1024},
                             {text::size_hd, 1920, 1080},
                             {text::size_4k, 3840, 2160}};

bool draw_sizes(Ui& ui, PictureFile& file) {
  bool changed = false;
  for (const SizeRow& row : sizes) {
    if (&row != sizes) flow_button(ui, row.name);
    if (!ImGui::Button(ui.label(row.name))) continue;
    file.width = row.width;
    file.height = row.height;
    changed = true;
  }
  std::array<int, 2> size{file.width, file.height};
  if (ImGui::InputInt2(ui.label(text::picture_size.name), size.data())) {
    file.width = size[0];
    file.height = size[1];
    changed = true;
  }
  ui.tooltip(text::picture_size);
  return changed;
}

bool draw_samples(Ui& ui, PictureFile& file) {
  std::vector<std::string> names;
  std::size_t chosen = 0;
  for (const int samples : sample_choices) {
    if (samples == file.samples) chosen = names.size();
    names.push_back(samples == 0 ? std::string(ui.word(text::as_window)) : std::to_string(samples));
  }
  if (!draw_choice(ui, text::picture_samples, names, chosen)) return false;
  file.samples = sample_choices[chosen];
  return true;
}

bool draw_name(Ui& ui, PictureFile& file) {
  std::array<char, 256> buffer{};
  file.name.copy(buffer.data(), buffer.size() - 1);
  ui.known(file.name);
  const bool entered =
      ImGui::InputTextWithHint(ui.label(text::picture_name.name), "{model}_{pose}_{index}.png", buffer.data(),
                               buffer.size(), ImGuiInputTextFlags_EnterReturnsTrue) ||
      ImGui::IsItemDeactivatedAfterEdit();
  ui.tooltip(text::picture_name);
  if (entered) file.name = buffer.data();
  return entered;
}

}  // namespace

void draw_file_section(Ui& ui, const SceneView& view, Actions& actions) {
  PictureFile file = view.file;
  bool changed = draw_sizes(ui, file);
  changed |= draw_samples(ui, file);
  changed |= draw_name(ui, file);
  changed |= ImGui::Checkbox(ui.label(text::transparent.name), &file.transparent);
  ui.tooltip(text::transparent);
  if (changed) actions.push_back({ActionId::set_picture_file, file});
  flow_button(ui, text::save_picture);
  if (ImGui::Button(ui.label(text::save_picture))) actions.push_back({ActionId::save_picture});
}

}  // namespace mmd
