#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/handlers.h"
#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/pose_file.h"
#include "app/text/export_strings.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"

namespace mmd {
namespace {

void begin_bar(const Ui& ui, const std::string& id, float top, float height) {
  ImGui::SetNextWindowPos(ImVec2(ui.picture().left, top));
  ImGui::SetNextWindowSize(ImVec2(ui.picture().width(), height));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::Begin(id.c_str(), nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
}

void end_bar() {
  ImGui::End();
  ImGui::PopStyleVar();
}

void button(Ui& ui, const LocalizedText& words, ActionId id, Actions& actions) {
  if (ImGui::Button(ui.label(words))) actions.push_back({id});
}

void draw_folder(Ui& ui, const std::filesystem::path& folder) {
  ui.text(filled(ui.word(ui_strings::goes_to_folder), {to_utf8(folder)}), Tone::quiet, Ui::Wrap::never);
}

/// The field for the name of a new file, and the folder it is saved to.
void draw_name(Ui& ui, const Parts& parts, Actions& actions) {
  EditTools& tools = parts.panels.tools;
  ImGui::SetNextItemWidth(22.0f * ui.unit());
  if (std::exchange(tools.wants_closing_name, false)) ui.type_into_next();
  if (text_field(ui, "##closing", {}, tools.closing_name, ImGuiInputTextFlags_EnterReturnsTrue))
    actions.push_back({ActionId::save_and_quit});
  if (const auto folder = handlers::folder_for_asked(parts)) draw_folder(ui, *folder);
}

void draw_overwrite(Ui& ui, const std::string& file, Actions& actions) {
  const std::string overwrite = filled(ui.word(ui_strings::overwrite_it), {file_name(file)});
  if (ImGui::Button(ui.name_label(overwrite))) actions.push_back({ActionId::save_and_quit});
}

/// The models with poses that are not saved; empty without one.
std::string unsaved_figures(const Stage& stage, const OpenedScene& opened) {
  std::string out;
  for (const Figure* figure : stage.figures())
    if (!is_saved(*figure) && !is_in_scene(stage, opened, *figure))
      out += (out.empty() ? "" : ", ") + figure_name(*figure);
  return out;
}

}  // namespace

void draw_offer(Ui& ui, PanelState& panels, const std::string& id, const std::string& text,
                std::span<const OfferAnswer> answers, Actions& actions) {
  OfferPlaces& places = panels.offers;
  begin_bar(ui, id, places.take(id), 0.0f);
  ImGui::AlignTextToFramePadding();
  ui.text(text);
  for (const OfferAnswer& answer : answers) {
    flow_button(ui, answer.name);
    if (ImGui::Button(ui.label(answer.name))) actions.push_back(answer.action);
    if (!answer.tip.empty()) ui.line_tooltip(answer.tip);
  }
  places.set_height(id, ImGui::GetWindowSize().y);
  end_bar();
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

std::string unsaved_text(const LeftBackup& left, Language language) {
  const auto name_of = [&](const std::string& file, const LocalizedText& otherwise) {
    return file.empty() ? std::string(otherwise.in(language)) : file_name(file);
  };
  if (!left.is_pose())
    return filled(ui_strings::unsaved_scene.in(language),
                  {name_of(left.notes.scene_file, ui_strings::unnamed_scene), left.time});
  return filled(ui_strings::unsaved_found.in(language),
                {file_name(left.models.front()), name_of(left.notes.pose_files.front(), ui_strings::new_pose),
                 left.time});
}

std::vector<OfferAnswer> folder_answers(const ViewerSetup& setup, const RunState& run) {
  const std::filesystem::path& pictures = run.refused_save->offered;
  std::array<OfferAnswer, 3> all{OfferAnswer{ui_strings::save_in_pictures, {ActionId::save_in_pictures}, {}},
                                 OfferAnswer{ui_strings::other_folder, {ActionId::ask_picture_folder}, {}},
                                 OfferAnswer{ui_strings::do_not_save, {ActionId::do_not_save}, {}}};
  all.front().tip.push_back(to_utf8(pictures));
  const std::array<bool, 3> possible{!pictures.empty(), setup.dialog && !run.lacks_dialog, true};
  std::vector<OfferAnswer> out;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (possible[i]) out.push_back(all[i]);
  return out;
}

namespace {

void draw_recording(Ui& ui, PanelState& panels, const RunState& run, Actions& actions) {
  const Recording* recording = run.recording.get();
  if (recording == nullptr || recording->is_cancelled()) return;
  const OfferAnswer answers[] = {{ui_strings::cancel_recording, {ActionId::cancel_recording}, {}}};
  const std::string name = to_utf8(recording->output().filename());
  const std::string text = recording->exports()
                               ? filled(ui.word(ui_strings::exporting_file), {name})
                               : recording_text(recording->progress(), name, panels.language);
  draw_offer(ui, panels, "##recording", text, answers, actions);
}

void draw_missing_file(Ui& ui, PanelState& panels, OpenedScene& opened, Actions& actions) {
  const std::vector<std::string>& missing = opened.missing;
  if (missing.empty()) return;
  std::array<OfferAnswer, 2> answers{
      OfferAnswer{ui_strings::find_it, {ActionId::find_missing}, {}},
      OfferAnswer{ui_strings::leave_it_out, {ActionId::leave_out_missing}, {}}};
  answers.front().tip.push_back(missing.front());
  answers.back().tip = missing;
  const std::string first = file_name(missing.front());
  const std::string text = missing.size() == 1 ? filled(ui.word(ui_strings::file_is_missing), {first})
                                               : filled(ui.word(ui_strings::files_are_missing),
                                                        {first, std::to_string(missing.size() - 1)});
  draw_offer(ui, panels, "##missing", text, answers, actions);
}

/// One offer at a time. Each has its own place: a second click meets no other backup.
void draw_unsaved_offer(Ui& ui, const Parts& parts, Actions& actions) {
  const OfferAnswer answers[] = {{ui_strings::restore, {ActionId::restore_unsaved}, {}},
                                 {ui_strings::discard, {ActionId::discard_unsaved}, {}}};
  if (const LeftBackup* left = unsaved_offer(parts.opened.queue, parts.run))
    draw_offer(ui, parts.panels, "##unsaved " + to_utf8(left->file), unsaved_text(*left, ui.language()),
               answers, actions);
}

void draw_discarded(Ui& ui, PanelState& panels, const RunState& run, Actions& actions) {
  if (!run.says_discarded) return;
  const OfferAnswer answers[] = {{ui_strings::undo_it, {ActionId::undo_discard}, {}},
                                 {ui_strings::close_notice, {ActionId::hide_discarded}, {}}};
  draw_offer(ui, panels, "##discarded", std::string(ui.word(ui_strings::backup_discarded)), answers, actions);
}

void draw_fit_offer(Ui& ui, const Parts& parts, Actions& actions) {
  if (!parts.opened.fit_offer) return;
  const OfferAnswer answers[] = {
      {ui_strings::keep_it, {ActionId::keep_fit}, {parts.setup.keys.name_of(ActionId::fit_to_model)}},
      {ui_strings::undo_it, {ActionId::undo}, {parts.setup.keys.name_of(ActionId::undo)}}};
  draw_offer(ui, parts.panels, "##fitted", parts.opened.fit_offer->text, answers, actions);
}

void draw_terms_offer(Ui& ui, const Stage& stage, PanelState& panels, Actions& actions) {
  if (!panels.model_panel.asks || !stage.document()) return;
  const std::string text = std::string(ui.word(ui_strings::new_terms)) + " " + figure_name(*stage.figure());
  const Action read{ActionId::show_panel, static_cast<std::int32_t>(Panel::model)};
  const OfferAnswer answers[] = {{ui_strings::terms_read, read, {}},
                                 {ui_strings::terms_done, {ActionId::confirm_terms}, {}}};
  draw_offer(ui, panels, "##terms", text, answers, actions);
}

void draw_refused_save(Ui& ui, const Parts& parts, Actions& actions) {
  const std::optional<RefusedSave>& refused = parts.run.refused_save;
  if (!refused) return;
  draw_offer(ui, parts.panels, "##refused",
             filled(ui.word(ui_strings::cannot_write_to), {to_utf8(refused->folder)}),
             folder_answers(parts.setup, parts.run), actions);
}

constexpr std::pair<MouseScheme, ActionId> schemes[] = {{MouseScheme::mmd, ActionId::mouse_mmd},
                                                        {MouseScheme::blender, ActionId::mouse_blender},
                                                        {MouseScheme::mmdview, ActionId::mouse_mmdview}};

/// How to turn, move and zoom the camera.
std::vector<std::string> camera_lines(MouseScheme scheme, Language language) {
  std::vector<std::string> out;
  for (const MouseRow& row : mouse_table(scheme)) {
    if (out.size() == 3) break;
    out.push_back(std::string(row.gesture.in(language)) + ": " + std::string(row.help.in(language)));
  }
  return out;
}

void draw_mouse_question(Ui& ui, PanelState& panels, Actions& actions) {
  if (!panels.asks_mouse()) return;
  std::vector<OfferAnswer> answers;
  for (const auto& [scheme, id] : schemes)
    answers.push_back({row_of(scheme).name, {id}, camera_lines(scheme, ui.language())});
  draw_offer(ui, panels, "##mouse", std::string(ui.word(ui_strings::which_mouse)), answers, actions);
}

/// Empty lines in the places of notices that are gone.
void draw_gaps(const Ui& ui, const OfferPlaces& places, float top) {
  for (const OfferPlaces::Place& place : places.places()) {
    if (!place.is_taken) {
      begin_bar(ui, place.id + " is gone", top, place.height);
      end_bar();
    }
    top += place.height;
  }
}

}  // namespace

void draw_offers(Ui& ui, const Parts& parts, float top, Actions& actions) {
  OfferPlaces& places = parts.panels.offers;
  const Room& picture = ui.picture();
  const ImVec2 pointer = ImGui::GetMousePos();
  const bool is_over = pointer.x >= picture.left && pointer.x < picture.right && pointer.y >= top &&
                       pointer.y < top + places.height();
  places.begin(top, is_over);
  draw_picking(ui, parts.panels, parts.opened.picker, actions);
  draw_t_pose_bar(ui, parts.panels, actions);
  draw_recording(ui, parts.panels, parts.run, actions);
  draw_missing_file(ui, parts.panels, parts.opened, actions);
  draw_unsaved_offer(ui, parts, actions);
  draw_discarded(ui, parts.panels, parts.run, actions);
  draw_refused_save(ui, parts, actions);
  draw_fit_offer(ui, parts, actions);
  draw_terms_offer(ui, parts.stage, parts.panels, actions);
  draw_mouse_question(ui, parts.panels, actions);
  draw_gaps(ui, places, top);
  const bool is_gap = std::any_of(places.places().begin(), places.places().end(),
                                  [](const OfferPlaces::Place& place) { return !place.is_taken; });
  if (is_gap && !is_over) parts.redraw.panels();  // the gap closes
  if (places.height() == parts.panels.offer_height) return;
  parts.redraw.picture();  // its room changes
  parts.redraw.panels();
  parts.panels.offer_height = places.height();
}

namespace {

/// The question about an unsaved pose.
void draw_pose_question(Ui& ui, const Parts& parts, const Figure& figure, Actions& actions) {
  const std::string own = handlers::own_pose_file(parts.setup, parts.stage);
  const bool is_new = own.empty() && !figure.origin->has_more;
  const std::string pose = is_new ? std::string(ui.word(ui_strings::new_pose)) : figure.origin->name;
  ui.text(filled(ui.word(ui_strings::save_before_closing), {pose, figure_name(figure)}), Tone::normal,
          Ui::Wrap::never);
  if (own.empty() || parts.opened.asks_new_name) {
    draw_name(ui, parts, actions);
    return button(ui, ui_strings::save_it, ActionId::save_and_quit, actions);
  }
  draw_folder(ui, path_from_utf8(own).parent_path());
  draw_overwrite(ui, own, actions);
  ImGui::SameLine();
  button(ui, ui_strings::save_as_it, ActionId::ask_closing_name, actions);
}

/// The question about a changed scene, which has the unsaved poses too.
void draw_scene_question(Ui& ui, const Parts& parts, Actions& actions) {
  const std::string& own = parts.opened.scene_file;
  const std::string scene = own.empty() ? std::string(ui.word(ui_strings::new_scene)) : file_name(own);
  ui.text(filled(ui.word(ui_strings::save_scene_before_closing), {scene}), Tone::normal, Ui::Wrap::never);
  const std::string poses = unsaved_figures(parts.stage, parts.opened);
  if (!poses.empty())
    ui.text(filled(ui.word(ui_strings::with_poses_of), {poses}), Tone::quiet, Ui::Wrap::never);
  if (own.empty() || parts.opened.asks_new_name) {
    draw_name(ui, parts, actions);
    button(ui, ui_strings::save_it, ActionId::save_and_quit, actions);
  } else {
    draw_folder(ui, path_from_utf8(own).parent_path());
    draw_overwrite(ui, own, actions);
    ImGui::SameLine();
    button(ui, ui_strings::save_as_it, ActionId::ask_closing_name, actions);
  }
  if (poses.empty()) return;
  ImGui::SameLine();
  button(ui, ui_strings::save_only_poses, ActionId::save_poses_and_quit, actions);
}

}  // namespace

void draw_closing_panel(Ui& ui, const Parts& parts, Actions& actions) {
  const Figure* figure = asked_about(parts.stage, parts.opened);
  const bool scene = parts.opened.asks_about_scene;
  constexpr const char* name = "##closing panel";
  if (figure == nullptr && !scene) {
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
  if (scene)
    draw_scene_question(ui, parts, actions);
  else
    draw_pose_question(ui, parts, *figure, actions);
  ImGui::SameLine();
  button(ui, ui_strings::discard_it, ActionId::discard_and_quit, actions);
  ImGui::SameLine();
  button(ui, ui_strings::cancel_it, ActionId::cancel_quit, actions);
  ImGui::EndPopup();
}

void draw_dialog_notice(Ui& ui, const Parts& parts, Actions& actions) {
  constexpr const char* name = "##dialog";
  const bool asks_to_save =
      asked_about(parts.stage, parts.opened) != nullptr || parts.opened.asks_about_scene;
  if (!parts.files.dialog.busy() || asks_to_save) {
    if (ImGui::IsPopupOpen(name)) ui.close_menus();
    return;
  }
  if (!ImGui::IsPopupOpen(name)) ImGui::OpenPopup(name);
  const Room& room = ui.picture();
  ImGui::SetNextWindowPos(ImVec2(room.middle().x, room.top + 2.0f * ui.unit()), ImGuiCond_Always,
                          ImVec2(0.5f, 0.0f));
  if (!ImGui::BeginPopupModal(name, nullptr,
                              ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize))
    return;
  ImGui::AlignTextToFramePadding();
  ui.text(ui_strings::file_dialog_is_open, Tone::normal, Ui::Wrap::never);
  ImGui::SameLine();
  if (ImGui::Button(ui.label(ui_strings::close_dialog))) actions.push_back({ActionId::cancel_dialog});
  ImGui::EndPopup();
}

Actions closing_answers(const SDL_Keysym& pressed, bool scene) {
  switch (pressed.sym) {
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
      return {{ActionId::save_and_quit}};
    case SDLK_d:
      return {{ActionId::discard_and_quit}};
    case SDLK_p:
      return scene ? Actions{{ActionId::save_poses_and_quit}} : Actions();
    case SDLK_ESCAPE:
      return {{ActionId::cancel_quit}};
    default:
      return {};
  }
}

}  // namespace mmd
