#pragma once

#include <span>
#include <string>
#include <string_view>

#include "options/options.h"

namespace mmd {

/// A tool of `mmdview pose`.
struct PoseToolRow {
  std::string_view name;
  PoseTool tool;
  std::string_view files;  ///< its files, for the help
  std::string_view help;   ///< one line
};
/// All tools, in the help's order.
std::span<const PoseToolRow> pose_tools();

/// The names of all tools: "mirror, blend … or sequence" with `between` ", " and `last` " or ".
std::string pose_tool_names(std::string_view between, std::string_view last);

}  // namespace mmd
