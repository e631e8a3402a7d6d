#include "options/pose_tools.h"

#include <iterator>

namespace mmd {
namespace {

constexpr PoseToolRow tool_rows[] = {
    {"mirror", PoseTool::mirror, "POSE|MOTION", "swap left and right"},
    {"blend", PoseTool::blend, "POSE…",
     "average the poses by --weights; a bone that a pose does not list is at rest"},
    {"diff", PoseTool::diff, "A B", "the pose that gives A when it is applied over B"},
    {"merge", PoseTool::merge, "POSE…|MOTION…",
     "apply each pose over the one before (only --bones), or join motions"},
    {"extract", PoseTool::extract, "POSE", "keep only the bones and morphs of --bones"},
    {"fit", PoseTool::fit, "MODEL POSE", "put a pose of another figure onto this model (--made-for)"},
    {"from", PoseTool::from, "LANDMARKS.json", "the pose of a person's landmarks (MediaPipe)"},
    {"reset", PoseTool::reset, "POSE", "reset the bones and morphs of --bones"},
    {"cut", PoseTool::cut, "MOTION", "keep the frames of --range"},
    {"shift", PoseTool::shift, "MOTION", "move the motion by --by frames"},
    {"retime", PoseTool::retime, "MOTION", "play the motion at --speed"},
    {"sequence", PoseTool::sequence, "POSE…", "a motion from pose to pose, one --every so many frames"}};

}  // namespace

std::span<const PoseToolRow> pose_tools() {
  return tool_rows;
}

std::string pose_tool_names(std::string_view between, std::string_view last) {
  std::string out;
  for (const PoseToolRow& row : tool_rows) {
    if (!out.empty()) out += &row + 1 == std::end(tool_rows) ? last : between;
    out += row.name;
  }
  return out;
}

}  // namespace mmd
