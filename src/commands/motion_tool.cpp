#include "commands/motion_tool.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/image.h"
#include "base/errors.h"
#include "base/text.h"
#include "base/words.h"
#include "commands/commands.h"
#include "document/inputs.h"
#include "options/messages.h"
#include "options/output_file.h"
#include "pose/motion_tools.h"
#include "pose/usable_keys.h"
#include "scene/input.h"
#include "scene/load.h"

namespace mmd {
namespace {

/// A tool for motions, and the option that it needs.
struct MotionTool {
  PoseTool tool;
  const char* name;
  const char* missing;  ///< what to say without its option; null: it needs none
  bool takes_several, takes_poses;
};
constexpr MotionTool motion_tools[] = {
    {PoseTool::cut, "cut", "pose cut needs --range FIRST:LAST", false, false},
    {PoseTool::shift, "shift", "pose shift needs --by FRAMES", false, false},
    {PoseTool::retime, "retime", "pose retime needs --speed FACTOR", false, false},
    {PoseTool::sequence, "sequence", nullptr, true, true},
    {PoseTool::mirror, "mirror", nullptr, false, false},
    {PoseTool::merge, "merge", nullptr, true, false}};

const MotionTool* tool_of(const Options& options) {
  const auto found = std::find_if(std::begin(motion_tools), std::end(motion_tools),
                                  [&](const MotionTool& row) { return row.tool == options.pose_tool; });
  return found != std::end(motion_tools) ? found : nullptr;
}

bool has_own_option(const Options& options) {
  switch (options.pose_tool) {
    case PoseTool::cut:
      return options.cut_range.has_value();
    case PoseTool::shift:
      return options.shift_by.has_value();
    case PoseTool::retime:
      return options.motion_speed.has_value();
    default:
      return true;
  }
}

/// An error for wrong usage, else an empty text.
std::string wrong_use_of(const Options& options) {
  const MotionTool* tool = tool_of(options);
  if (tool == nullptr) return "only mirror, merge, cut, shift, retime and sequence write motions";
  const auto given = [&](PoseTool own, bool is_given, const char* option) {
    return is_given && options.pose_tool != own ? fmt::format("{} is not for pose {}", option, tool->name)
                                                : std::string();
  };
  for (std::string wrong : {given(PoseTool::cut, options.cut_range.has_value(), "--range"),
                            given(PoseTool::shift, options.shift_by.has_value(), "--by"),
                            given(PoseTool::retime, options.motion_speed.has_value(), "--speed"),
                            given(PoseTool::sequence, options.sequence_step.has_value(), "--every"),
                            given(PoseTool::reset, !options.names.empty(), "--bones"),
                            given(PoseTool::blend, !options.weights.empty(), "--weights")})
    if (!wrong.empty()) return wrong;
  if (!has_own_option(options)) return tool->missing;
  if (options.files.empty() || (options.files.size() > 1 && !tool->takes_several))
    return fmt::format("pose {} takes {}", tool->name,
                       tool->takes_poses     ? "one or more poses"
                       : tool->takes_several ? "one or more motions"
                                             : "one motion");
  return {};
}

Result<InputFile> read_of_kind(const std::string& file, FileKind kind) {
  auto read = read_input(file);
  if (!read) return fail(suggest_file(std::move(read.error()), file));
  MMD_TRY(auto input, unwrap_pose(std::move(*read)));
  if (input.kind != kind)
    return fail(in_file(kind == FileKind::pose
                            ? make_error("not a VPD pose", "pose sequence makes a motion of poses")
                            : make_error("not a VMD motion", "pose sequence makes one of poses"),
                        file));
  return input;
}

/// Whether all numbers of all keys are usable; motions skip others.
bool all_usable(const vmd::File& motion) {
  const auto are_usable = [](const auto& keys) {
    return std::all_of(keys.begin(), keys.end(), [](const auto& key) { return usable(key); });
  };
  return are_usable(motion.bones) && are_usable(motion.morphs) && are_usable(motion.cameras) &&
         are_usable(motion.lights) && are_usable(motion.self_shadows);
}

Result<std::vector<vmd::File>> read_motions(const Options& options) {
  std::vector<vmd::File> out;
  for (const std::string& file : options.files) {
    MMD_TRY(const auto input, read_of_kind(file, FileKind::motion));
    MMD_TRY(auto motion, load_motion(input.bytes, path_from_utf8(file)));
    // What is behind the damage would be missing in the new file, which would look whole.
    if (!motion.diagnostics.empty()) {
      Diagnostic damage = std::move(motion.diagnostics.front());
      damage.severity = Severity::error;
      if (damage.what.ends_with(vmd::skipped_behind_damage))  // nothing is: the file is refused
        damage.what.resize(damage.what.size() - vmd::skipped_behind_damage.size());
      return fail(std::move(damage));
    }
    if (!all_usable(motion.file))
      return fail(
          in_file(make_error("keys are not numbers, or too large", "`mmdview check` lists them"), file));
    out.push_back(std::move(motion.file));
  }
  return out;
}

Result<vmd::File> sequence(const Options& options) {
  std::vector<vpd::File> poses;
  for (const std::string& file : options.files) {
    MMD_TRY(const auto input, read_of_kind(file, FileKind::pose));
    MMD_TRY(auto pose, load_pose(input.bytes, path_from_utf8(file)));
    print(pose.diagnostics, options);
    poses.push_back(std::move(pose.file));
  }
  constexpr std::uint32_t usual_step = 30;
  return sequence_of(poses, options.sequence_step.value_or(usual_step));
}

/// Says how many keys went, as a mistaken order of files would not show otherwise.
vmd::File merged_motions(const std::vector<vmd::File>& motions, const Options& options) {
  std::size_t replaced = 0;
  vmd::File out = merged(motions, replaced);
  if (replaced > 0)
    print(make_warning(
              fmt::format("{} replaced by keys of later files at the same frames", counted(replaced, "key"))),
          options);
  return out;
}

Result<vmd::File> made_motion(const Options& options) {
  if (options.pose_tool == PoseTool::sequence) return sequence(options);
  MMD_TRY(const auto motions, read_motions(options));
  const vmd::File& motion = motions.front();
  std::size_t dropped = 0;
  switch (options.pose_tool) {
    case PoseTool::cut:
      return in_file(cut(motion, options.cut_range->first, options.cut_range->second), options.files.front());
    case PoseTool::shift:
      return in_file(shifted(motion, *options.shift_by), options.files.front());
    case PoseTool::retime: {
      MMD_TRY(auto out, in_file(retimed(motion, *options.motion_speed, dropped), options.files.front()));
      if (dropped > 0)
        print(make_warning(fmt::format("{} dropped: at this speed they fall on the frame of another key",
                                       counted(dropped, "key"))),
              options);
      return out;
    }
    case PoseTool::mirror:
      return mirrored(motion);
    default:
      return merged_motions(motions, options);
  }
}

}  // namespace

bool is_for_motions(const Options& options) {
  switch (options.pose_tool) {
    case PoseTool::cut:
    case PoseTool::shift:
    case PoseTool::retime:
    case PoseTool::sequence:
      return true;
    default:
      if (options.output != "-") return has_extension(options.output, ".vmd");
      return !options.files.empty() && options.files.front() != "-" &&
             has_extension(options.files.front(), ".vmd");
  }
}

int run_motion_tool(const Options& options) {
  if (const std::string wrong = wrong_use_of(options); !wrong.empty())
    return stop_with(make_error(wrong, "`mmdview pose --help` shows the usage"), options, exit_wrong_usage);
  if (!has_extension(options.output, ".vmd"))
    return stop_with(
        in_file(make_error("motions are .vmd files", "give a name that ends in .vmd"), options.output),
        options, exit_wrong_usage);
  const auto outputs = CheckedOutputs::check(options, Written::motion);
  if (!outputs) return stop_with(outputs.error(), options);
  const auto motion = made_motion(options);
  if (!motion) return stop_with(motion.error(), options);
  const auto bytes = vmd::write(*motion);
  if (!bytes) return stop_with(bytes.error(), options);
  const auto written = outputs->write(options.output, *bytes);
  return written ? exit_done : stop_with(written.error(), options);
}

}  // namespace mmd
