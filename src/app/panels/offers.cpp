#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/handlers.h"
#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/pose_file.h"
#include "app/stage/unsaved.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"

namespace mmd {
namespace {

std::string model_of(const Parts& parts, const LeftPose& left) {
  const Figure* figure = parts.stage.figures().numbered(figure_of(parts, left));
  return figure != nullptr ? figure_name(*figure) : file_name(left.source.model_file);
}

void button(Ui& ui, const LocalizedText& words, ActionId id, Actions& actions) {
  if (ImGui::Button(ui.label(words))) actions.push_back({id});
}

/// Name field and folder for a pose without a file.
void draw_name(Ui& ui, const Parts& parts, Actions& actions) {
  EditTools& tools = parts.panels.tools();
  ImGui::SetNextItemWidth(22.0f * ui.unit());
  if (text_field(ui, "##closing", {}, tools.closing_name, ImGuiInputTextFlags_EnterReturnsTrue))
    actions.push_back({ActionId::save_and_quit});
  if (const auto folder = handlers::folder_to_save_in(parts))
    ui.text(filled(ui.word(ui_strings::goes_to_folder), {to_utf8(*folder)}), Tone::quiet, Ui::Wrap::never);
}

}  // namespace

float draw_offer(Ui& ui, const char* id, const std::string& text, float top,
                 std::span<const OfferAnswer> answers, Actions& actions) {
  ImGui::SetNextWindowPos(ImVec2(ui.picture().left, top));
  ImGui::SetNextWindowSize(ImVec2(ui.picture().width(), 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::AlignTextToFramePadding();
  ui.text(text);
  for (const OfferAnswer& answer : answers) {
    flow_button(ui, answer.name);
    if (ImGui::Button(ui.label(answer.name))) actions.push_back(answer.action);
    if (!answer.tip.empty()) ui.line_tooltip(answer.tip);
  }
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
  ImGui::End();
  ImGui::PopStyleVar();
  return bottom;
}

std::string recording_text(const RecordingProgress& progress, const std::string& name, Language language) {
  if (progress.all == 0) return filled(ui_strings::recording.in(language), {name});
  std::string out = filled(ui_strings::recording_pictures.in(language),
                           {name, std::to_string(progress.made), std::to_string(progress.all)});
  if (!progress.seconds_left) return out;
  const auto seconds = static_cast<int>(std::lround(*progress.seconds_left));
  return out + filled(ui_strings::recording_left.in(language),
                      {fmt::format("{}:{:02}", seconds / 60, seconds % 60)});
}

float draw_recording(Ui& ui, const Parts& parts, float top, Actions& actions) {
  const Recording* recording = parts.run.recording.get();
  if (recording == nullptr || recording->is_cancelled()) return top;
  const OfferAnswer answers[] = {{ui_strings::cancel_recording, {ActionId::cancel_recording}, {}}};
  const std::string text =
      recording_text(recording->progress(), to_utf8(recording->output().filename()), parts.panels.language());
  return draw_offer(ui, "##recording", text, top, answers, actions);
}

float draw_missing_file(Ui& ui, const Parts& parts, float top, Actions& actions) {
  const std::vector<std::string>& missing = parts.run.missing;
  if (missing.empty()) return top;
  std::array<OfferAnswer, 2> answers{
      OfferAnswer{ui_strings::find_it, {ActionId::find_missing}, {}},
      OfferAnswer{ui_strings::leave_it_out, {ActionId::leave_out_missing}, {}}};
  answers.front().tip.push_back(missing.front());
  answers.back().tip = missing;
  const std::string first = file_name(missing.front());
  const std::string text = missing.size() == 1 ? filled(ui.word(ui_strings::file_is_missing), {first})
                                               : filled(ui.word(ui_strings::files_are_missing),
                                                        {first, std::to_string(missing.size() - 1)});
  return draw_offer(ui, "##missing", text, top, answers, actions);
}

float draw_unsaved_offer(Ui& ui, const Parts& parts, float top, Actions& actions) {
  const OfferAnswer answers[] = {{ui_strings::restore, {ActionId::restore_unsaved}, {}},
                                 {ui_strings::discard, {ActionId::discard_unsaved}, {}}};
  if (!parts.run.left_scene.empty() && !parts.queue.busy())
    return draw_offer(ui, "##unsaved",
                      filled(ui.word(ui_strings::unsaved_scene), {time_of_backup(parts.run.left_scene)}), top,
                      answers, actions);
  const LeftPose* left = unsaved_offer(parts);
  if (left == nullptr) return top;
  const std::string pose = left->source.pose_file.empty() ? std::string(ui.word(ui_strings::new_pose))
                                                          : file_name(left->source.pose_file);
  const std::string text =
      filled(ui.word(ui_strings::unsaved_found), {model_of(parts, *left), pose, left->time});
  return draw_offer(ui, "##unsaved", text, top, answers, actions);
}

float draw_terms_offer(Ui& ui, const Parts& parts, float top, Actions& actions) {
  if (!parts.panels.model_panel().asks || !parts.stage.document()) return top;
  const std::string text =
      std::string(ui.word(ui_strings::new_terms)) + " " + figure_name(*parts.stage.figure());
  const Action read{ActionId::show_panel, static_cast<std::int32_t>(Panel::model)};
  const OfferAnswer answers[] = {{ui_strings::terms_read, read, {}},
                                 {ui_strings::terms_done, {ActionId::confirm_terms}, {}}};
  return draw_offer(ui, "##terms", text, top, answers, actions);
}

void draw_closing_panel(Ui& ui, const Parts& parts, Actions& actions) {
  const Figure* figure = asked_about(parts);
  constexpr const char* name = "##closing panel";
  if (figure == nullptr) {
    if (ImGui::IsPopupOpen(name)) ui.close_menus();
    return;
  }
  if (!ImGui::IsPopupOpen(name)) ImGui::OpenPopup(name);
  const Extent window = ui.window_size();
  ImGui::SetNextWindowPos(
      ImVec2(0.5f * static_cast<float>(window.width), 0.4f * static_cast<float>(window.height)),
      ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  if (!ImGui::BeginPopupModal(name, nullptr,
                              ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize))
    return;
  const bool has_file = !handlers::own_pose_file(parts).empty();
  const std::string pose = has_file ? figure->pose_name() : std::string(ui.word(ui_strings::new_pose));
  ui.text(filled(ui.word(ui_strings::save_before_closing), {pose, figure_name(*figure)}), Tone::normal,
          Ui::Wrap::never);
  if (!has_file) draw_name(ui, parts, actions);
  if (has_file) {
    ui.text(filled(ui.word(ui_strings::goes_to_folder),
                   {to_utf8(path_from_utf8(handlers::own_pose_file(parts)).parent_path())}),
            Tone::quiet, Ui::Wrap::never);
    const std::string overwrite =
        filled(ui.word(ui_strings::overwrite_it), {file_name(handlers::own_pose_file(parts))});
    if (ImGui::Button(ui.name_label(overwrite))) actions.push_back({ActionId::save_and_quit});
    ImGui::SameLine();
    if (ImGui::Button(ui.label(ui_strings::save_as_it)))
      actions.insert(actions.end(), {{ActionId::cancel_quit}, {ActionId::ask_pose_name}});
  } else {
    button(ui, ui_strings::save_it, ActionId::save_and_quit, actions);
  }
  ImGui::SameLine();
  button(ui, ui_strings::discard_it, ActionId::discard_and_quit, actions);
  ImGui::SameLine();
  button(ui, ui_strings::cancel_it, ActionId::cancel_quit, actions);
  ImGui::EndPopup();
}

Actions closing_answers(const SDL_Keysym& pressed) {
  switch (pressed.sym) {
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
      return {{ActionId::save_and_quit}};
    case SDLK_d:
      return {{ActionId::discard_and_quit}};
    case SDLK_ESCAPE:
      return {{ActionId::cancel_quit}};
    default:
      return {};
  }
}

}  // namespace mmd
