#include "app/title_bar.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/parts.h"
#include "app/shown_names.h"

namespace mmd {
namespace {

std::string title_of(const Stage& stage) {
  if (!stage.document()) return "mmdview";
  const Document& shown = *stage.document();
  const std::string& name = shown.model().name;
  std::string pose = stage.rest_pose() ? "rest pose" : shown_pose_name(stage);
  if (stage.shows() == Shows::motion && stage.has_motion() && !stage.playback().playing())
    pose += fmt::format(", frame {:.0f}", std::floor(stage.playback().frame()));
  const bool unsaved = !stage.figure()->editor().is_saved();
  return (unsaved ? "● " : "") + (name.empty() ? file_name(shown.model_file) : name) +
         (pose.empty() ? "" : " — " + pose) + " — mmdview";
}

}  // namespace

void TitleBar::show(const Stage& stage) {
  std::string text = title_of(stage);
  if (text == text_) return;
  text_ = std::move(text);
  window_.set_title(text_);
}

}  // namespace mmd
