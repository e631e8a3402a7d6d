// Poses of other figures, put onto the active model.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/stage/opened_pose.h"
#include "app/text/ui_messages.h"
#include "app/text/ui_strings.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "document/fit_pose.h"
#include "document/landmarks.h"
#include "pose/pose_to_vpd.h"

namespace mmd::handlers {
namespace {

/// "12 bones: up to 31°, 1.20 units".
std::string changed_text(const MessageBoard& board, const std::vector<FitChange>& changes) {
  float degrees = 0.0f, units = 0.0f;
  for (const FitChange& change : changes) {
    degrees = std::max(degrees, change.degrees);
    units = std::max(units, change.units);
  }
  return board.text_of(ui_messages::fitted, {std::to_string(changes.size()), fmt::format("{:.0f}", degrees),
                                             fmt::format("{:.2f}", units)});
}

/// Shows the pose before in the second half of the window, until the offer ends.
void compare_with_before(const Parts& parts, Pose before) {
  const Figure& figure = *parts.stage.figure();
  LoadedFigure other;
  other.model_file = figure.loaded->model_file;
  other.loaded = figure.loaded->loaded;
  other.pose = std::move(before);
  other.ik_chains = figure.ik_chains;
  other.shows = Shows::pose;
  parts.opened.panes.compare_with(
      {parts.board.text_of(ui_strings::after_fitting), parts.board.text_of(ui_strings::before_fitting)},
      std::move(other));
}

void keep_fit(const Parts& parts) {
  if (!parts.opened.fit_offer) return;
  const std::string text = parts.opened.fit_offer->text;
  end_fit_offer(parts.opened);
  refresh(parts, Dirty::nothing);
  parts.board.say(text);
}

void fit_from(const Parts& parts, const FitSource& source) {
  Stage& stage = parts.stage;
  const Figure& figure = *stage.figure();
  const Pose before = stage.actor()->pose;
  if (is_at_rest(before)) return parts.board.say(ui_messages::fits_already);
  const auto fitted = fit_pose(vpd_from_pose(before, figure.model()), source, figure.loaded->loaded.model);
  if (!fitted) return parts.board.refuse(fitted.error());
  // A degree and a millimetre are within the precision of contacts.
  constexpr float least_degrees = 1.0f, least_units = 0.0125f;
  if (std::all_of(fitted->changes.begin(), fitted->changes.end(), [](const FitChange& change) {
        return change.degrees < least_degrees && change.units < least_units;
      }))
    return parts.board.say(ui_messages::fits_already);
  edit::TakeParts taken{fitted->pose, {}, parts.board.text_of(ui_strings::fit_to_model)};
  for (const FitChange& change : fitted->changes) taken.parts.bones.push_back(change.bone);
  if (const auto change = stage.edit(taken); !change) return parts.board.refuse(change.error());
  end_fit_offer(parts.opened);
  parts.opened.fit_offer =
      FitOffer{stage.history().last_edit_of(figure.number).number, changed_text(parts.board, fitted->changes),
               parts.opened.panes.mode(), parts.opened.panes.compared()};
  compare_with_before(parts, before);
  chosen_by_hand(parts, Dirty::pose);
  if (stage.camera_is_fitted()) frame_camera(parts);
}

/// The classic figure's proportions, with the mesh of the sample.
void fit_to_model(const Parts& parts) {
  if (parts.opened.fit_offer) return keep_fit(parts);
  fit_from(parts, {classic_figure(), sample_figure()});
}

void fit_made_for(const Parts& parts, const std::string& file) {
  const auto model = load_document({file}, {}, false);
  if (!model) return parts.board.refuse(model.error());
  fit_from(parts, {model->loaded.model});
}

void toggle_penetration(const Parts& parts) {
  parts.opened.penetration.toggle();
  parts.opened.penetration.update(parts.stage);
  say_on_or_off(parts.board, ui_strings::penetration, parts.opened.penetration.is_on());
}

}  // namespace

void take_landmarks(const Parts& parts, const std::string& file) {
  constexpr std::uint64_t largest = 16 << 20;  // bytes
  if (parts.stage.figure() == nullptr) return parts.board.say(ui_messages::needs_model);
  const auto bytes = read_file(path_from_utf8(file), largest);
  if (!bytes) return parts.board.refuse(bytes.error());
  const auto landmarks = in_file(parse_landmarks(as_text(*bytes)), file);
  if (!landmarks) return parts.board.refuse(landmarks.error());
  const auto made =
      in_file(pose_from_landmarks(*landmarks, parts.stage.figure()->loaded->loaded.model), file);
  if (!made) return parts.board.refuse(made.error());
  edit::TakeParts taken{made->pose, {}, file_name(file)};
  for (std::size_t i = 0; i < made->pose.rotation.size(); ++i)
    taken.parts.bones.push_back(static_cast<std::int32_t>(i));
  edit_pose(parts, std::move(taken));
  if (!made->left_at_rest.empty()) parts.board.add(in_file(missing_landmarks(made->left_at_rest), file));
}

void end_fit_offer(OpenedScene& opened) {
  const auto offer = std::exchange(opened.fit_offer, std::nullopt);
  if (!offer) return;
  opened.panes.set_compared(offer->compared);
  opened.panes.set_mode(offer->mode);
}

std::span<const ActionRow> fit_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::fit_to_model, ctrl(SDLK_f, "Ctrl+F"), Needs::model, ui_strings::fit_to_model,
                 {"Put a pose of another figure onto this one; again: keep it",
                  "他の体型用のポーズをこのモデルに合わせる、もう一度押すと確定"},
                 call<fit_to_model>),
      action_row(Id::toggle_penetration, {}, Needs::model, ui_strings::penetration, call<toggle_penetration>,
                 [](const Parts& parts) { return parts.opened.penetration.is_on(); }),
      with_value(Id::fit_made_for, Needs::model, {"Fit pose of a model", "モデルのポーズを合わせる"},
                 call<fit_made_for>, "a file from the dialog"),
      with_value(Id::keep_fit, Needs::model, {"Keep fitted pose", "合わせたポーズを確定"}, call<keep_fit>),
  };
  return rows;
}

}  // namespace mmd::handlers
