#include "app/panels/title_bar.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/text/shown_names.h"

namespace mmd {
namespace {

/// The pose that is edited, with a mark while it is not saved, and what is shown over it.
std::string pose_words(const Stage& stage) {
  const Figure& figure = *stage.figure();
  std::string out = figure.pose_name();
  if (!figure.is_saved()) out = (out.empty() ? "new pose" : out) + "*";
  const auto add = [&out](const std::string& word, const char* between) {
    if (!word.empty()) out += (out.empty() ? "" : between) + word;
  };
  if (stage.rest_pose()) add("rest pose shown", ", ");
  if (stage.shows() != Shows::motion) return out;
  add(names_of_motions(*figure.document()), " + ");
  if (stage.has_motion() && !stage.playback().playing())
    add(fmt::format("frame {:.0f}", std::floor(stage.playback().frame())), ", ");
  return out;
}

std::string title_of(const Stage& stage) {
  if (!stage.document()) return "mmdview";
  const std::string pose = pose_words(stage);
  return figure_name(*stage.figure()) + (pose.empty() ? "" : " — " + pose) + " — mmdview";
}

}  // namespace

void TitleBar::show(const Stage& stage) {
  std::string text = title_of(stage);
  if (text == text_) return;
  text_ = std::move(text);
  window_.set_title(text_);
}

}  // namespace mmd
