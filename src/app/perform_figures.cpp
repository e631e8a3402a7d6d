// Several models side by side.
#include "app/arrivals.h"
#include "app/perform.h"
#include "app/said.h"
#include "app/unsaved.h"
#include "base/handedness.h"

namespace mmd::perform {
namespace {

/// The number of the figure at that place of the list; 0: there is none.
std::uint64_t number_at(const Parts& parts, std::int32_t index) {
  const auto& list = parts.stage.figures().list();
  return index >= 0 && static_cast<std::size_t>(index) < list.size()
             ? list[static_cast<std::size_t>(index)]->number()
             : 0;
}

/// There are others, or another one is worked on.
void show_figures(const Parts& parts, bool frames) {
  follow_figures(parts);
  parts.panes.set_morphs(parts.stage.morphs());
  refresh(parts, Dirty::nothing);
  if (frames && parts.stage.camera_is_fitted()) frame_camera(parts);
  parts.redraw.panels();
}

}  // namespace

void activate_numbered(const Parts& parts, std::uint64_t number) {
  Stage& stage = parts.stage;
  if (number == 0 || number == stage.figure()->number()) return;
  if (!parts.picker.selection().empty()) stage.choices().highlight.clear();
  stage.activate(number);
  show_figures(parts, false);
  parts.board.say(figure_name(*stage.figure()));
}

void add_files(const Parts& parts, const std::vector<std::string>& files) {
  load(parts, files, LoadQueue::Origin::beside);
}

void toggle_beside(const Parts& parts) {
  bool& beside = parts.panels.tools().beside;
  beside = !beside;
  parts.board.say(beside ? said::opens_beside : said::opens_in_place);
  parts.redraw.panels();
}

void next_figure(const Parts& parts) {
  const auto& list = parts.stage.figures().list();
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].get() == parts.stage.figure())
      return activate_numbered(parts, list[(i + 1) % list.size()]->number());
}

void remove_figure(const Parts& parts) {
  if (parts.stage.figures().list().size() < 2) return parts.board.say(said::is_only_model);
  const Figure& gone = *parts.stage.figure();
  keep_unsaved(parts, gone, true);
  const std::string name = figure_name(gone);
  parts.stage.remove(gone.number());
  show_figures(parts, true);
  parts.board.say(said::removed, {name});
}

void activate_figure(const Parts& parts, std::int32_t index) {
  activate_numbered(parts, number_at(parts, index));
}

void toggle_figure(const Parts& parts, std::int32_t index) {
  const Figure* figure = parts.stage.figures().numbered(number_at(parts, index));
  if (figure == nullptr) return;
  parts.stage.set_shown(figure->number(), !figure->is_shown());
  show_figures(parts, true);
}

void place_figure(const Parts& parts, const FigurePlace& place) {
  parts.stage.place(number_at(parts, place.figure), mirror(place.at));
  chosen_by_hand(parts, Dirty::nothing);
}

}  // namespace mmd::perform
