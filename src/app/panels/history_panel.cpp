#include <imgui.h>

#include "app/actions/handlers.h"
#include "app/actions/unsaved.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/panels/scene_panel.h"
#include "app/stage/pose_file.h"
#include "app/stage/step_text.h"
#include "app/text/messages.h"

namespace mmd {
namespace {

/// Share of the panel's height for the steps.
constexpr float history_share = 0.38f;

/// Scrolls to the current step after a change. `seen_step`: the step that the list last scrolled to.
void draw_steps(Ui& ui, const Stage& stage, std::size_t& seen_step, Actions& actions) {
  const History& history = stage.history();
  ImGui::BeginChild("##steps", ImVec2(0.0f, history_share * ImGui::GetContentRegionAvail().y), true);
  const float height = ImGui::GetTextLineHeightWithSpacing(),
              top = static_cast<float>(history.position()) * height;
  const bool seen =
      top >= ImGui::GetScrollY() && top + height <= ImGui::GetScrollY() + ImGui::GetWindowHeight();
  if (std::exchange(seen_step, history.position()) != history.position() && !seen)
    ImGui::SetScrollY(top - 0.5f * ImGui::GetWindowHeight());
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(history.size()) + 1, height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto done = static_cast<std::size_t>(i);
      const std::string label = i == 0 ? std::string(ui.word(ui_strings::history_start))
                                       : step_text(stage, done - 1, ui.language());
      const bool undone = done > history.position();
      ImGui::PushID(i);
      if (undone) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
      if (ImGui::Selectable(ui.name_label(label), done == history.position()))
        actions.push_back({ActionId::go_to_step, static_cast<std::int32_t>(i)});
      const bool is_cut = ImGui::CalcTextSize(ui.known(label)).x > ImGui::GetItemRectSize().x;
      if (is_cut) ui.line_tooltip({label});
      if (undone) ImGui::PopStyleColor();
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
}

/// Where a pose of the typed name is saved.
void draw_folder(Ui& ui, const Parts& parts) {
  const auto folder = handlers::folder_to_save_in(parts.setup, parts.stage);
  if (!folder) return;
  draw_goes_to(ui, typed_pose_file(parts.panels.tools.save_name, *folder).parent_path());
}

void draw_saving(Ui& ui, const Parts& parts, Actions& actions) {
  EditTools& tools = parts.panels.tools;
  if (tools.saves_frame) {
    ui.text(ui_strings::saves_frame);
  } else {
    ui.text(
        is_saved(parts.stage, parts.panels, *parts.stage.figure()) ? ui_strings::saved : ui_strings::unsaved,
        Tone::quiet);
  }
  if (std::exchange(tools.wants_name, false)) ui.type_into_next();
  const float button = 5.0f * ui.unit();
  ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
  // An active field keeps its text, so each model and each purpose has its own field.
  ImGui::PushID(static_cast<int>(2 * parts.stage.figure()->number + (tools.saves_frame ? 1 : 0)));
  const bool entered = text_field(ui, "##name", ui.word(ui_strings::pose_name.name), tools.save_name,
                                  ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopID();
  ui.tooltip(ui_strings::pose_name);
  ImGui::SameLine();
  if (ImGui::Button(ui.label(ui_strings::save), ImVec2(button, 0.0f)) || entered) {
    if (tools.saves_frame) {
      actions.push_back({ActionId::save_frame_as, tools.save_name});
    } else if (!tools.save_name.empty()) {
      actions.push_back({ActionId::save_pose_as, tools.save_name});
    } else {
      actions.push_back({ActionId::save_pose});
    }
  }
  draw_folder(ui, parts);
  bool only = tools.only_changed;
  if (tick(ui, ui_strings::only_changed, only)) actions.push_back({ActionId::toggle_only_changed});
}

void draw_other_pose(Ui& ui, const PoseSteps& pose_steps, PanelState& panels, Actions& actions) {
  EditTools& tools = panels.tools;
  const std::vector<std::string>& poses = pose_steps.listed();
  if (poses.empty()) return ui.text(ui_strings::no_other_poses, Tone::quiet);
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::BeginCombo("##other", ui.name_label(file_name(tools.other_pose)))) {
    for (const std::string& pose : poses)
      if (ImGui::Selectable(ui.name_label(file_name(pose)), pose == tools.other_pose)) {
        tools.other_pose = pose;
        tools.blend_weight = 0.0f;
      }
    ImGui::EndCombo();
  }
  ImGui::BeginDisabled(tools.other_pose.empty());
  ImGui::SetNextItemWidth(-6.0f * ui.unit());
  float weight = tools.blend_weight;
  if (slide(ui, ui.label(ui_strings::blend.name), weight, 0.0f, 1.0f, "%.2f", ImGuiSliderFlags_AlwaysClamp))
    actions.push_back({ActionId::blend_with, BlendWith{tools.other_pose, weight}});
  // The next drag starts from the result of this one.
  if (ImGui::IsItemDeactivated()) tools.blend_weight = 0.0f;
  ui.tooltip(ui_strings::blend);
  constexpr std::array<const LocalizedText*, static_cast<std::size_t>(edit::BodyPart::count)> names{
      &ui_strings::upper_body, &ui_strings::lower_body, &ui_strings::hands, &ui_strings::face};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i % 2 != 0) ImGui::SameLine();
    if (ImGui::Button(ui.label(*names[i]), ImVec2(7.0f * ui.unit(), 0.0f)))
      actions.push_back({ActionId::take_part, PartOfPose{tools.other_pose, static_cast<edit::BodyPart>(i)}});
  }
  ImGui::EndDisabled();
}

/// The camera, or a model and its bone. A new choice takes the bone that is usually looked at.
bool choose_target(Ui& ui, const Stage& stage, PanelState& panels, LookAt& at) {
  std::vector<std::string> names{std::string(ui.word(ui_strings::look_camera))};
  std::vector<std::size_t> numbers{0};
  std::size_t chosen = 0;
  for (const Figure* figure : stage.figures()) {
    if (at.at == LookAt::At::bone && figure->number == at.model) chosen = names.size();
    names.push_back(figure_name(*figure));
    numbers.push_back(figure->number);
  }
  bool changed = draw_choice(ui, ui_strings::look_target, names, chosen);
  if (changed) {
    at.at = chosen == 0 ? LookAt::At::camera : LookAt::At::bone;
    at.model = numbers[chosen];
  }
  const Figure* figure = at.at == LookAt::At::bone ? stage.numbered(at.model) : nullptr;
  if (figure == nullptr) return changed;
  if (changed && figure->model().find_bone(at.bone) == none)
    at.bone = figure->model().find_bone("頭") != none ? "頭" : figure->model().skeleton.bones.front().name;
  changed |= choose_bone(ui, panels, ui_strings::look_bone, figure->model(), at.bone);
  return changed;
}

/// Eyes, head and neck that look at the camera or at a bone.
void draw_look(Ui& ui, const Parts& parts, Actions& actions) {
  const EditTools& tools = parts.panels.tools;
  if (!draw_header(ui, ui_strings::where_to_look, {}, true)) return;
  CameraLook look = tools.camera_look;
  ImGui::PushItemWidth(-6.0f * ui.unit());
  const bool is_aimed = choose_target(ui, parts.stage, parts.panels, look.at);
  ImGui::PopItemWidth();
  if (is_aimed)
    actions.insert(actions.end(), {{ActionId::set_camera_look, look}, {ActionId::look_at_camera}});
  const bool at_camera = look.at.at == LookAt::At::camera;
  if (ImGui::Button(ui.label(at_camera ? ui_strings::camera_look : ui_strings::look_now)))
    actions.push_back({ActionId::look_at_camera});
  ui.line_tooltip({help_with_key(row_of(ActionId::look_at_camera), parts)});
  flow(with_name(ui, ImGui::GetFrameHeight(), ui_strings::keep_looking.name));
  bool keep = parts.opened.kept_look.on;
  if (tick(ui, ui_strings::keep_looking, keep)) actions.push_back({ActionId::toggle_keep_looking});
  ImGui::PushItemWidth(-6.0f * ui.unit());
  bool changed = slide(ui, ui_strings::head_share, look.at.head, 0.0f, 1.0f, "%.2f");
  changed |= slide(ui, ui_strings::neck_share, look.at.neck, 0.0f, 1.0f, "%.2f");
  changed |= slide(ui, ui_strings::eyes_limit, look.limit, 0.0f, 30.0f, "%.0f°");
  ImGui::PopItemWidth();
  if (changed) actions.push_back({ActionId::set_camera_look, look});
}

}  // namespace

void draw_history_panel(Ui& ui, const Parts& parts, Actions& actions) {
  if (parts.stage.figure() == nullptr) return ui.text(ui_strings::no_model);
  draw_steps(ui, parts.stage, parts.panels.tools.seen_step, actions);
  draw_saving(ui, parts, actions);
  ImGui::Separator();
  ui.text(ui_strings::other_pose, Tone::quiet);
  draw_other_pose(ui, parts.opened.pose_steps, parts.panels, actions);
  draw_look(ui, parts, actions);
}

}  // namespace mmd
