#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/handlers.h"
#include "app/actions/parts.h"
#include "app/panels/panels.h"
#include "app/text/export_strings.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "base/handedness.h"
#include "edit/gizmo.h"

namespace mmd {
namespace {

std::string bone_text(const Parts& parts) {
  const edit::Selection& selection = parts.opened.picker.selection();
  const std::int32_t active = selection.active();
  if (active == none) return {};
  if (const std::size_t count = selection.bones().size(); count > 1)
    return filled(ui_strings::bones_selected.in(parts.panels.language), {std::to_string(count)});
  const auto i = static_cast<std::size_t>(active);
  // Zero is added for the sign of -0.
  const vec3 degrees =
      glm::round(edit::degrees_from_rotation(parts.stage.actor()->pose.rotation[i])) + vec3(0.0f);
  const Bone& bone = parts.stage.model()->skeleton.bones[i];
  std::string out = fmt::format("{} {:.0f}°, {:.0f}°, {:.0f}°", bone.name, degrees.x, degrees.y, degrees.z);
  const vec3 moved = mirror(parts.stage.actor()->pose.translation[i]) + vec3(0.0f);
  if (bone.movable) out += fmt::format("  X {:.2f} Y {:.2f} Z {:.2f}", moved.x, moved.y, moved.z);
  return out;
}

/// With a comma between thousands.
std::string grouped(std::size_t count) {
  std::string out = std::to_string(count);
  for (auto at = std::ssize(out); at > 3; at -= 3) out.insert(out.begin() + at - 3, ',');
  return out;
}

std::size_t triangles_of(const Stage& stage) {
  std::size_t out = 0;
  for (const Figure* figure : stage.figures()) out += figure->model().indices.size() / 3;
  return out;
}

/// What is switched off and changes the picture, and symmetry, which changes edits.
std::string off_text(const Stage& stage, PanelState& panels) {
  const Evaluation& evaluation = stage.arrangement().evaluation;
  const std::pair<bool, LocalizedText> rows[] = {
      {!evaluation.append, ui_strings::append_off},
      {!evaluation.ik, ui_strings::ik_off},
      {!stage.physics_controls().on, ui_strings::physics_are_off},
      {stage.has_motion() && stage.shows() == Shows::motion && !stage.playback().playing(),
       ui_strings::paused_motion},
      {stage.symmetry(), ui_messages::symmetry}};
  std::string out;
  for (const auto& [applies, words] : rows)
    if (applies) out += (out.empty() ? "" : ", ") + std::string(words.in(panels.language));
  return out;
}

/// What the overlay of penetration found; empty while it is off.
std::string penetration_text(const Parts& parts) {
  if (!parts.opened.penetration.is_on()) return {};
  const Language language = parts.panels.language;
  const Penetrations* found = parts.opened.penetration.found(*parts.stage.model());
  if (found == nullptr) return std::string(ui_strings::searching_penetration.in(language));
  return filled(ui_strings::penetrating.in(language),
                {std::to_string(found->parts.size()), grouped(found->inside.size())});
}

/// The shown pose. A preview is no change of it.
std::string pose_text(const Parts& parts) {
  const Stage& stage = parts.stage;
  const PanelState& panels = parts.panels;
  if (handlers::shows_t_pose(parts.panels)) {
    const auto share = parts.opened.vrm_preview.fitted();
    return share ? filled(ui_strings::fitting_springs.in(panels.language),
                          {fmt::format("{:.0f}", 100.0 * *share)})
                 : std::string(ui_strings::t_pose_preview.in(panels.language));
  }
  const auto* file = std::get_if<std::string>(&panels.tools.previewed);
  return file == nullptr ? pose_words(stage, panels.language) : file_name(*file);
}

}  // namespace

std::vector<std::string> status_texts(const Parts& parts) {
  const Stage& stage = parts.stage;
  const Language language = parts.panels.language;
  if (!stage.document()) return {std::string(ui_strings::no_model_short.in(language))};
  std::vector<std::string> out{figure_name(*stage.figure()), pose_text(parts), bone_text(parts),
                               filled(ui_strings::triangles.in(language), {grouped(triangles_of(stage))}),
                               penetration_text(parts)};
  if (const float rate = parts.screen.pictures_per_second(); rate > 0.0f)
    out.push_back(filled(ui_strings::frames_a_second.in(language), {fmt::format("{:.0f}", rate)}));
  std::erase(out, std::string());
  return out;
}

float status_bar_height(const Ui& ui) {
  return std::round(1.6f * ui.unit());
}

void draw_status_bar(Ui& ui, const Parts& parts) {
  const Extent window = ui.window_size();
  const float height = status_bar_height(ui), unit = ui.unit();
  ImGui::SetNextWindowPos(ImVec2(0.0f, static_cast<float>(window.height) - height));
  ImGui::SetNextWindowSize(ImVec2(static_cast<float>(window.width), height));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.6f * unit, 0.25f * unit));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_MenuBarBg));
  ImGui::Begin("##status", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav);
  std::string line;
  for (const std::string& text : status_texts(parts)) line += (line.empty() ? "" : "  ·  ") + text;
  ui.text(line, Tone::normal, Ui::Wrap::never);
  const std::string off = off_text(parts.stage, parts.panels);
  const float width = ImGui::CalcTextSize(ui.known(off)).x;
  ImGui::SameLine(
      std::max(ImGui::GetContentRegionMax().x - width, ImGui::CalcTextSize(line.c_str()).x + unit));
  ui.text(off, Tone::warning, Ui::Wrap::never);
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

}  // namespace mmd
