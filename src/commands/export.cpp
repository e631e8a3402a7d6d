#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/messages.h"
#include "commands/output_file.h"
#include "commands/session.h"
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
std::optional<Diagnostic> lost_switches(const Session& session) {
  const Skeleton& skeleton = session.loaded.model->skeleton;
  std::vector<std::string_view> names;
  for (std::size_t c = 0; c < session.ik_chains.size(); ++c) {
    if (session.ik_chains[c] != 0) continue;
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
  const auto session = load_session(options, false);
  if (!session) return stop(session.error(), exit_bad_input);
  print(session->diagnostics, options);
  Diagnostics diagnostics;
  if (auto lost = lost_switches(*session)) diagnostics.push_back(std::move(*lost));
  const auto text = vpd_text(session->pose, *session->loaded.model, diagnostics);
  if (!text) return stop(in_file(text.error(), options.output), exit_bad_input);
  for (const Diagnostic& d : diagnostics) print(in_file(d, options.output), options);
  const auto written = write_file_atomically(path_from_utf8(options.output), as_byte_span(*text));
  if (!written) return stop(written.error(), exit_bad_input);
  return exit_done;
}

}  // namespace mmd
