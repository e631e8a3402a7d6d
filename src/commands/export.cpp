#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/messages.h"
#include "commands/output_file.h"
#include "commands/posed_document.h"
#include "pose/pose_to_vpd.h"

namespace mmd {
namespace {

/// The pose as the bytes of a file: in MMD's own encoding, or in UTF-8 if a name has no place there.
Result<std::string> vpd_text(const Pose& pose, const Model& model, Diagnostics& diagnostics) {
  vpd::File file = vpd_from_pose(pose, model);
  file.model_name = only_cp932(file.model_name, '_');  // MMD does not look a pose's model up by it
  auto text = vpd::write(file);
  if (text) return text;
  file.encoding = vpd::Encoding::utf8_bom;
  auto unicode = vpd::write(file);
  if (unicode) {
    diagnostics.push_back(
        make_warning(fmt::format("{}; the pose is written as UTF-8", text.error().what),
                     "MikuMikuDance reads Shift-JIS only: rename the bone or morph for it"));
  }
  return unicode;
}

/// What of the state at the frame has no place in a pose: IK that a motion switches off.
std::optional<Diagnostic> lost_switches(const PosedDocument& posed) {
  const Skeleton& skeleton = posed.document.model().skeleton;
  std::vector<std::string_view> names;
  for (std::size_t c = 0; c < posed.state.ik_chains.size(); ++c) {
    if (posed.state.ik_chains[c] != 0) continue;
    names.push_back(skeleton.bones[static_cast<std::size_t>(skeleton.ik_chains[c].bone)].name);
  }
  if (names.empty()) return std::nullopt;
  return make_warning(
      fmt::format("the motion switches IK off here, which a pose cannot say: {}", fmt::join(names, ", ")),
      "switch it off where the pose is loaded (here with --no-ik)");
}

}  // namespace

int run_export(const Options& options) {
  const auto stop = [&](const Diagnostic& error, int status) {
    print(error, options);
    return status;
  };
  if (!has_extension(options.output, ".vpd")) {
    return stop(
        in_file(make_error("only poses can be exported", "give a name that ends in .vpd"), options.output),
        exit_wrong_usage);
  }
  if (const auto problem = output_problem(options.output)) return stop(*problem, exit_bad_input);
  const auto posed = load_posed_document(options, false);
  if (!posed) return stop(posed.error(), exit_bad_input);
  print(posed->document.diagnostics, options);
  Diagnostics diagnostics;
  if (auto lost = lost_switches(*posed)) diagnostics.push_back(std::move(*lost));
  const auto text = vpd_text(posed->state.pose, posed->document.model(), diagnostics);
  if (!text) return stop(in_file(text.error(), options.output), exit_bad_input);
  for (const Diagnostic& d : diagnostics) print(in_file(d, options.output), options);
  const auto written = write_file_atomically(path_from_utf8(options.output), as_byte_span(*text));
  if (!written) return stop(written.error(), exit_bad_input);
  return exit_done;
}

}  // namespace mmd
