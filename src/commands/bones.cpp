#include <cmath>
#include <cstdio>
#include <iterator>

#include <fmt/format.h>

#include "commands/commands.h"
#include "commands/messages.h"
#include "commands/session.h"
#include "commands/text_table.h"

namespace mmd {
namespace {

/// A bone's model-space transform in the space that was asked for; the rotation with w >= 0.
struct Placed {
  vec3 position;
  quat rotation;
};
Placed placed(const Actor& actor, std::size_t bone, Space space) {
  Affine m = actor.bones().mconv(static_cast<std::int32_t>(bone));
  if (space == Space::mmd) m = mirror(m);
  quat q = rotation_of(m);
  if (q.w < 0.0f) q = -q;
  return {translation_of(m), q};
}

std::string json_names(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back(json_string(name));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string bones_json(const Actor& actor, const Session& session, Space space) {
  const auto& bones = actor.model().skeleton.bones;
  std::string out = fmt::format("{{\"model\": {}, \"poses\": {}, \"space\": \"{}\",\n \"bones\": [",
                                json_string(session.inputs.model), json_names(session.inputs.poses),
                                space == Space::mmd ? "mmd" : "gl");
  auto to = std::back_inserter(out);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Placed p = placed(actor, i, space);
    fmt::format_to(to, "{}\n  {{\"index\": {}, \"name\": {}, \"parent\": {}", i ? "," : "", i,
                   json_string(bones[i].name), bones[i].parent);
    fmt::format_to(to, ", \"position\": [{}, {}, {}], \"rotation\": [{}, {}, {}, {}]", p.position.x,
                   p.position.y, p.position.z, p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w);
    if (bones[i].append.source != none) {
      fmt::format_to(to, ", \"append\": {{\"source\": {}, \"ratio\": {}}}", bones[i].append.source,
                     bones[i].append.ratio);
    }
    out += '}';
  }
  out += "],\n \"ik\": [";
  const auto& chains = actor.model().skeleton.ik_chains;
  for (std::size_t c = 0; c < chains.size(); ++c) {
    const IkResult& r = actor.bones().ik_results()[c];
    fmt::format_to(to, "{}\n  {{\"bone\": {}, \"enabled\": {}, \"iterations\": {}, \"residual\": {}}}",
                   c ? "," : "", chains[c].bone, r.enabled, r.iterations, r.residual);
  }
  return out + fmt::format("],\n \"unmatched\": {}}}\n", json_names(session.unmatched.bones));
}

std::vector<std::string> bone_row(const Actor& actor, std::size_t i, Space space, bool exact) {
  const Bone& bone = actor.model().skeleton.bones[i];
  const Placed p = placed(actor, i, space);
  std::vector<std::string> row{fmt::format("{}", i), bone.name, fmt::format("{}", bone.parent)};
  for (const float v :
       {p.position.x, p.position.y, p.position.z, p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w}) {
    // Adding zero after rounding turns -0.0000 into 0.0000.
    row.push_back(exact ? fmt::format("{}", v) : fmt::format("{:.4f}", std::round(v * 1e4f) / 1e4f + 0.0f));
  }
  return row;
}

const std::vector<std::string> column_names{"index", "name", "parent", "x", "y", "z", "qx", "qy", "qz", "qw"};

std::string bones_csv(const Actor& actor, Space space) {
  std::string out;
  const auto add = [&](const std::vector<std::string>& row) {
    std::vector<std::string> fields;
    for (const std::string& field : row) fields.push_back(csv_field(field));
    out += fmt::format("{}\r\n", fmt::join(fields, ","));
  };
  add(column_names);
  for (std::size_t i = 0; i < actor.model().bone_count(); ++i) add(bone_row(actor, i, space, true));
  return out;
}

std::string bones_table(const Actor& actor, Space space) {
  std::vector<std::vector<std::string>> rows{column_names};
  for (std::size_t i = 0; i < actor.model().bone_count(); ++i)
    rows.push_back(bone_row(actor, i, space, false));
  return aligned(rows);
}

}  // namespace

int run_bones(const Options& options) {
  auto session = load_session(options, false);
  if (!session) {
    print(session.error(), options);
    return exit_bad_input;
  }
  print(session->diagnostics, options);
  Actor actor(session->loaded.model, session->loaded.textures);
  actor.pose = std::move(session->pose);
  apply_evaluation_options(options, actor);
  actor.evaluate();
  std::string text;
  switch (options.format) {
    case OutputFormat::json:
      text = bones_json(actor, *session, options.space);
      break;
    case OutputFormat::csv:
      text = bones_csv(actor, options.space);
      break;
    case OutputFormat::table:
      text = bones_table(actor, options.space);
      break;
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return exit_done;
}

}  // namespace mmd
