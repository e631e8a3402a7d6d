#include "app/actions/action_table.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "app/actions/action_rows.h"
#include "app/stage/element_names.h"
#include "app/stage/stage.h"
#include "app/text/romaji.h"
#include "app/text/ui_messages.h"
#include "base/text.h"

namespace mmd {
namespace {

/// All topics as one table in the order of ActionId.
std::vector<ActionRow> all_actions() {
  std::vector<ActionRow> out(static_cast<std::size_t>(ActionId::count));
  for (const auto& topic : action_topics())
    for (const ActionRow& row : topic) out[static_cast<std::size_t>(row.id)] = row;
  return out;
}

const std::vector<ActionRow>& table() {
  static const std::vector<ActionRow> rows = all_actions();
  return rows;
}

/// Indexed by ActionId.
const std::vector<std::string>& action_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> out = {
#define MMD_ACTION(name) #name,
#include "app/actions/action_ids.h"
#undef MMD_ACTION
    };
    for (std::string& word : out) std::replace(word.begin(), word.end(), '_', '-');
    return out;
  }();
  return words;
}

}  // namespace

std::vector<std::span<const ActionRow>> action_topics() {
  using namespace handlers;
  return {camera_actions(),  pose_actions(),   edit_actions(),    save_actions(),   motion_actions(),
          physics_actions(), look_actions(),   picture_actions(), export_actions(), vrm_actions(),
          window_actions(),  browse_actions(), figure_actions(),  scene_actions(),  fit_actions(),
          closing_actions(), dialog_actions()};
}

std::span<const ActionRow> action_table() {
  return table();
}

const LocalizedText& help_of(const ActionRow& row) {
  return row.help.english.empty() ? row.name : row.help;
}

const ActionRow& row_of(ActionId id) {
  return table()[static_cast<std::size_t>(id)];
}

std::string_view word_of(ActionId id) {
  return action_words()[static_cast<std::size_t>(id)];
}

std::optional<ActionId> action_called(std::string_view word) {
  const auto found = std::find(action_words().begin(), action_words().end(), word);
  if (found == action_words().end()) return std::nullopt;
  return static_cast<ActionId>(found - action_words().begin());
}

bool is_edit(ActionId id) {
  constexpr ActionId edits[] = {ActionId::set_morph,
                                ActionId::reset_morphs,
                                ActionId::edit_pose,
                                ActionId::undo,
                                ActionId::redo,
                                ActionId::go_to_step,
                                ActionId::ask_frame_name,
                                ActionId::paste_pose,
                                ActionId::paste_mirrored,
                                ActionId::paste_text,
                                ActionId::reset_selected,
                                ActionId::reset_pose,
                                ActionId::mirror_pose,
                                ActionId::mirror_selected,
                                ActionId::restore_unsaved,
                                ActionId::blend_with,
                                ActionId::fit_to_model,
                                ActionId::fit_made_for,
                                ActionId::take_part,
                                ActionId::reset_morph,
                                ActionId::load_expression,
                                ActionId::take_frame,
                                ActionId::copy_to_other_side};
  return std::find(std::begin(edits), std::end(edits), id) != std::end(edits);
}

bool ends_preview(ActionId id) {
  // An opened pose replaces the preview itself.
  return id != ActionId::preview_entry && id != ActionId::open_entry && id != ActionId::open_files &&
         id != ActionId::open_over && id != ActionId::add_files;
}

bool keeps_t_pose(ActionId id) {
  constexpr ActionId kept[] = {ActionId::preview_t_pose,   ActionId::end_t_pose, ActionId::escape,
                               ActionId::move_camera,      ActionId::set_view,   ActionId::view_fit,
                               ActionId::view_front,       ActionId::view_back,  ActionId::view_left,
                               ActionId::view_right,       ActionId::view_top,   ActionId::view_three_quarter,
                               ActionId::view_face_or_bust};
  return std::find(std::begin(kept), std::end(kept), id) != std::end(kept);
}

bool answers_closing(ActionId id) {
  return id == ActionId::save_and_quit || id == ActionId::discard_and_quit || id == ActionId::cancel_quit ||
         id == ActionId::save_poses_and_quit || id == ActionId::ask_closing_name || id == ActionId::quit;
}

bool joins_gesture(ActionId id) {
  constexpr ActionId dragged[] = {ActionId::set_morph,   ActionId::edit_pose,      ActionId::set_look,
                                  ActionId::set_light,   ActionId::set_evaluation, ActionId::blend_with,
                                  ActionId::set_physics, ActionId::place_figure,   ActionId::put_figure};
  return std::find(std::begin(dragged), std::end(dragged), id) != std::end(dragged);
}

bool is_available(const ActionRow& row, const Stage& stage) {
  const bool model = stage.document() != nullptr;
  const bool own_motion = model && stage.figure()->moves();
  const History& history = stage.history();
  const bool there[] = {true,
                        model,
                        model,
                        stage.has_motion(),
                        own_motion,
                        stage.has_motion_camera(),
                        history.can_undo(),
                        history.can_redo()};
  return there[static_cast<std::size_t>(row.needs)];
}

LocalizedText what_to_do(Needs needs) {
  constexpr LocalizedText texts[] = {{},
                                     ui_messages::needs_model,
                                     ui_messages::needs_something_to_save,
                                     ui_messages::needs_motion,
                                     ui_messages::needs_own_motion,
                                     ui_messages::needs_camera_motion,
                                     ui_messages::nothing_to_undo,
                                     ui_messages::nothing_to_redo};
  return texts[static_cast<std::size_t>(needs)];
}

bool matches(std::string_view search, std::initializer_list<std::string_view> texts) {
  const std::string wanted = small_letters(search);
  std::vector<std::string> all;
  for (const std::string_view text : texts) all.push_back(small_letters(text));
  for (std::string_view rest = wanted; !rest.empty();) {
    const std::string_view word = take_until(rest, ' ');
    const auto has = [&](const std::string& text) { return text.find(word) != std::string::npos; };
    if (!std::any_of(all.begin(), all.end(), has)) return false;
  }
  return true;
}

std::vector<const ActionRow*> actions_called(std::string_view search) {
  std::vector<const ActionRow*> out;
  for (const ActionRow& row : action_table())
    if (row.not_in_menu.empty() &&
        matches(search, {row.name.english, row.name.japanese, word_of(row.id), synonyms_of(row.id)}))
      out.push_back(&row);
  // Names that begin with the search come first: "save pose" before "Save frame as pose".
  const std::string wanted = small_letters(search);
  std::stable_partition(out.begin(), out.end(), [&](const ActionRow* row) {
    return small_letters(row->name.english).starts_with(wanted) || row->name.japanese.starts_with(search);
  });
  return out;
}

namespace {

/// Bones or morphs that a search finds, those with short names first, as they fit it best.
template <class Entry>
void add_named(const std::vector<Entry>& entries, std::string_view search, const LocalizedText& kind,
               ActionId action, std::vector<PaletteEntry>& out) {
  constexpr std::size_t max_entries = 20;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (matches_name(search, entries[i].name, entries[i].name_english)) found.push_back(i);
  std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
    return character_count(entries[a].name) < character_count(entries[b].name);
  });
  if (found.size() > max_entries) found.resize(max_entries);
  const std::vector<std::string_view> english = english_names(entries);
  for (const std::size_t i : found)  // in both languages, as either may have been searched
    out.push_back({nullptr,
                   shown_name(entries[i].name, english[i], Language::english),
                   kind,
                   {action, static_cast<std::int32_t>(i)}});
}

}  // namespace

std::vector<PaletteEntry> Palette::found(const Model* model) const {
  std::vector<PaletteEntry> out;
  for (const ActionRow* row : actions_called(search)) out.push_back({row, {}, {}, {row->id}});
  if (model == nullptr || search.size() < 2) return out;
  add_named(model->skeleton.bones, search, {"bone", "ボーン"}, ActionId::select_bone, out);
  add_named(model->morphs, search, {"morph", "表情"}, ActionId::show_morph, out);
  return out;
}

std::size_t Palette::chosen(std::size_t count) const {
  return count == 0 ? 0 : std::min(chosen_, count - 1);
}

void Palette::step(int by, std::size_t found) {
  const auto count = static_cast<std::ptrdiff_t>(found);
  if (count == 0) return;
  const std::ptrdiff_t to = (static_cast<std::ptrdiff_t>(chosen(found)) + by) % count;
  chosen_ = static_cast<std::size_t>(to < 0 ? to + count : to);
}

void Palette::clear() {
  search.clear();
  chosen_ = 0;
}

}  // namespace mmd
