#include "document/inputs.h"

#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "document/state_pose.h"
#include "document/suggest_file.h"
#include "scene/pose_archive.h"

namespace mmd {

Diagnostic unknown_file(const InputFile& input) {
  if (input.bytes.empty())
    return in_file(make_error("the file is empty", "is the download complete?"), input.name);
  return in_file(make_error("neither a PMX or PMD model, an archive, a VPD pose nor a VMD motion",
                            "files are recognised by their content, whatever they are called"),
                 input.name);
}

namespace {

/// Reads it; of an archive of one pose, the pose, and of a state the one in it.
Result<InputFile> read_one(const std::string& file) {
  auto input = read_input(file);
  if (!input) return fail(suggest_file(std::move(input.error()), file));
  if (input->kind == FileKind::unknown) {
    if (auto pose = pose_of_state(input->bytes)) {
      input->bytes = std::move(*pose);
      input->kind = FileKind::pose;
      input->name += "/pose";  // like a member of an archive: nobody is to save into the state
    }
  }
  return unwrap_pose(std::move(*input));
}

Result<void> add(InputFile&& input, Inputs& to) {
  switch (input.kind) {
    case FileKind::pose:
      to.poses.push_back(std::move(input));
      return {};
    case FileKind::motion:
      to.motions.push_back(std::move(input));
      return {};
    case FileKind::model:
    case FileKind::archive:
      if (to.model)
        return fail(
            in_file(make_error(fmt::format("a second model, after {}", to.model->name), "give one model"),
                    input.name));
      to.model = std::move(input);
      return {};
    case FileKind::unknown:
      break;
  }
  return fail(unknown_file(input));
}

}  // namespace

Result<Inputs> read_inputs(const std::vector<std::string>& files) {
  Inputs out;
  for (const std::string& file : files) {
    MMD_TRY(auto input, read_one(file));
    MMD_TRY(add(std::move(input), out));
  }
  return out;
}

Result<Inputs> read_usable_inputs(const std::vector<std::string>& files, Diagnostics& warnings) {
  Inputs out;
  Diagnostics left_out;
  for (const std::string& file : files) {
    auto input = read_one(file);
    if (input && input->kind == FileKind::unknown) input = fail(unknown_file(*input));
    if (!input) {
      left_out.push_back(std::move(input.error()));
    } else if (auto added = add(std::move(*input), out); !added) {
      return fail(std::move(added.error()));
    }
  }
  if (!left_out.empty() && left_out.size() == files.size()) return fail(std::move(left_out.front()));
  for (Diagnostic& d : left_out) {
    d.severity = Severity::warning;
    warnings.push_back(std::move(d));
  }
  return out;
}

}  // namespace mmd
