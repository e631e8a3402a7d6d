// Models in the scene.
#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/text/ui_messages.h"
#include "base/handedness.h"

namespace mmd::handlers {
namespace {

/// Number of the figure at an index of the list; 0 if there is none.
std::uint64_t number_at(const Stage& stage, std::int32_t index) {
  const auto list = stage.figures();
  return index >= 0 && static_cast<std::size_t>(index) < list.size()
             ? list[static_cast<std::size_t>(index)]->number
             : 0;
}

/// Updates after a change of the figures.
void show_figures(const Parts& parts, bool frames) {
  follow_figures(parts);
  refresh(parts, Dirty::nothing);
  if (frames && parts.stage.camera_is_fitted()) frame_camera(parts);
}

void toggle_beside(const Parts& parts) {
  bool& beside = parts.panels.tools.beside;
  beside = !beside;
  parts.board.say(beside ? ui_messages::adds_to_scene : ui_messages::replaces_active);
}

void next_figure(const Parts& parts) {
  const auto list = parts.stage.figures();
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i] == parts.stage.figure()) return activate_numbered(parts, list[(i + 1) % list.size()]->number);
}

void remove_figure(const Parts& parts) {
  if (parts.stage.figures().size() < 2) return parts.board.say(ui_messages::is_only_model);
  const Figure& gone = *parts.stage.figure();
  Replaced replaced(parts, gone, true);
  const std::string name = figure_name(gone);
  parts.stage.remove(gone.number);
  replaced.settle(true);
  show_figures(parts, true);
  parts.board.say(ui_messages::removed, {name});
}

void toggle_figure(const Parts& parts, std::int32_t index) {
  const Figure* figure = parts.stage.numbered(number_at(parts.stage, index));
  if (figure == nullptr) return;
  parts.stage.set_shown(figure->number, !figure->visible);
  show_figures(parts, true);
}

void place_figure(const Parts& parts, const FigurePlace& place) {
  parts.stage.place(number_at(parts.stage, place.figure), mirror(place.at));
  chosen_by_hand(parts);
}

void put_figure(const Parts& parts, const FigurePut& put) {
  const std::uint64_t number = number_at(parts.stage, put.figure);
  const Figure* figure = parts.stage.numbered(number);
  const bool switches = figure != nullptr && figure->place.physics != put.place.physics;
  parts.stage.place(number, put.place);
  if (switches) return chosen_by_hand(parts, Dirty::pose, Pace::anew);
  chosen_by_hand(parts);
}

void add_files(const Parts& parts, const std::vector<std::string>& files) {
  parts.opened.queue.load(files, LoadQueue::Origin::beside);
}

void activate_figure(const Parts& parts, std::int32_t index) {
  activate_numbered(parts, number_at(parts.stage, index));
}

}  // namespace

void activate_numbered(const Parts& parts, std::uint64_t number) {
  Stage& stage = parts.stage;
  if (number == 0 || number == stage.figure()->number) return;
  if (!parts.opened.picker.selection().empty()) stage.arrangement().highlight.clear();
  stage.activate(number);
  show_figures(parts, false);
  parts.board.say(figure_name(*stage.figure()));
}

std::span<const ActionRow> figure_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::toggle_beside, {}, Needs::nothing,
                 {"Add opened models to the scene", "開いたモデルをシーンに追加"}, call<toggle_beside>,
                 [](const Parts& parts) { return parts.panels.tools.beside; }),
      action_row(Id::next_figure, {SDLK_F8, "F8"}, Needs::model, {"Next model", "次のモデル"},
                 {"Make the next model active", "次のモデルを操作対象にする"}, call<next_figure>),
      action_row(Id::remove_figure, {}, Needs::model, {"Remove model", "モデルを削除"}, call<remove_figure>),
      panel_row<Panel::figures>(
          Id::toggle_figures_panel, {SDLK_F7, "F7"}, {"Models in the scene", "シーンのモデル"},
          {"Models panel: active model, position, visibility", "モデル一覧のパネル：操作対象、位置、表示"}),
      with_value(Id::add_files, Needs::nothing, {"Add models", "モデルを追加"}, call<add_files>,
                 "the file dialog chooses files"),
      with_value(Id::activate_figure, Needs::model, {"Active model", "操作するモデル"},
                 call<activate_figure>),
      with_value(Id::toggle_figure, Needs::model, {"Show or hide a model", "モデルの表示切り替え"},
                 call<toggle_figure>),
      with_value(Id::place_figure, Needs::model, {"Model position", "モデルの位置"}, call<place_figure>),
      with_value(Id::put_figure, Needs::model,
                 {"Place, size and carrier of a model", "モデルの位置・大きさ・親"}, call<put_figure>),
  };
  return rows;
}

}  // namespace mmd::handlers
