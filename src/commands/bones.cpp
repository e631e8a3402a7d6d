#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "base/handedness.h"
#include "commands/commands.h"
#include "model/nearest_name.h"
#include "options/messages.h"
#include "options/opened.h"
#include "physics/model_physics.h"

namespace mmd {
namespace {

/// A bone's model-space transform in the requested space; the rotation has w >= 0.
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

/// A number with enough digits to read the float back; null for NaN and infinity.
std::string json_number(float value) {
  // Adding zero turns -0 into 0.
  return std::isfinite(value) ? fmt::format("{}", value + 0.0f) : "null";
}

std::string json_numbers(std::initializer_list<float> values) {
  std::vector<std::string> out;
  for (const float v : values) out.push_back(json_number(v));
  return fmt::format("[{}]", fmt::join(out, ", "));
}

std::string json_names(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  quoted.reserve(names.size());
  for (const std::string& name : names) quoted.push_back(json_string(name));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

/// Similar names for names that the model lacks; only for the first hundred, because the search is slow.
std::string json_nearest(const std::vector<std::string>& names, const NearestNames& nearest) {
  constexpr std::size_t most = 100;
  std::set<std::string> told;
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    const auto meant = nearest.find(names[i]);
    if (meant && told.insert(names[i]).second)
      pairs.push_back(fmt::format("{}: {}", json_string(names[i]), json_string(*meant)));
  }
  return fmt::format("{{{}}}", fmt::join(pairs, ", "));
}

/// Adds the list of simulated bodies.
std::string bodies_json(const ModelPhysics& physics, Space space) {
  std::string out = ",\n \"bodies\": [";
  for (std::size_t i = 0; i < physics.model().bodies.size(); ++i) {
    Placed p{physics.body(i).position, physics.body(i).rotation};
    if (space == Space::gl) p = {mirror(p.position), mirror(p.rotation)};
    if (p.rotation.w < 0.0f) p.rotation = -p.rotation;
    out += fmt::format("{}\n  {{\"index\": {}, \"name\": {}, \"position\": {}, \"rotation\": {}}}",
                       i ? "," : "", i, json_string(physics.model().bodies[i].name),
                       json_numbers({p.position.x, p.position.y, p.position.z}),
                       json_numbers({p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w}));
  }
  return out + "]";
}

std::vector<std::string> bone_row(const Actor& actor, std::size_t i, Space space, bool exact) {
  const Bone& bone = actor.model().skeleton.bones[i];
  const Placed p = placed(actor, i, space);
  std::vector<std::string> row{fmt::format("{}", i), bone.name, fmt::format("{}", bone.parent)};
  for (const float v :
       {p.position.x, p.position.y, p.position.z, p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w}) {
    row.push_back(exact ? fmt::format("{}", v + 0.0f) : fixed(static_cast<double>(v), 4));
  }
  return row;
}

const std::vector<std::string> column_names{"index", "name", "parent", "x", "y", "z", "qx", "qy", "qz", "qw"};

std::string csv_line(const std::vector<std::string>& row) {
  std::vector<std::string> fields;
  fields.reserve(row.size());
  for (const std::string& field : row) fields.push_back(csv_field(field));
  return fmt::format("{}\r\n", fmt::join(fields, ","));
}

/// `before`: the first field of each line.
std::string bones_csv(const Actor& actor, Space space, const std::string& before) {
  std::string out;
  for (std::size_t i = 0; i < actor.model().bone_count(); ++i)
    out += before + csv_line(bone_row(actor, i, space, true));
  return out;
}

std::string bones_table(const Actor& actor, Space space) {
  std::vector<std::vector<std::string>> rows{column_names};
  for (std::size_t i = 0; i < actor.model().bone_count(); ++i)
    rows.push_back(bone_row(actor, i, space, false));
  return aligned(std::move(rows));
}

/// A line per IK chain below the bones; nothing if there are none.
std::string ik_table(const Actor& actor) {
  const Skeleton& skeleton = actor.model().skeleton;
  if (skeleton.ik_chains.empty()) return {};
  std::vector<std::vector<std::string>> rows{{"chain", "name", "enabled", "iterations", "residual"}};
  for (std::size_t c = 0; c < skeleton.ik_chains.size(); ++c) {
    const std::int32_t bone = skeleton.ik_chains[c].bone;
    const IkResult& r = actor.bones().ik_results()[c];
    rows.push_back({fmt::format("{}", bone), skeleton.bones[static_cast<std::size_t>(bone)].name,
                    r.enabled ? "yes" : "no", fmt::format("{}", r.iterations),
                    fmt::format("{:.6f}", r.residual)});
  }
  return fmt::format("\n{}", aligned(std::move(rows)));
}

}  // namespace

std::string bones_json(const Actor& actor, const ModelPhysics* physics, const LoadedFigure& document,
                       Space space) {
  const auto& bones = actor.model().skeleton.bones;
  std::vector<std::string> poses;
  for (const PoseLayer& layer : document.poses) poses.push_back(layer.file);
  std::string out =
      fmt::format("{{\"model\": {}, \"poses\": {}, \"space\": \"{}\",\n \"bones\": [",
                  json_string(document.model_file), json_names(poses), space == Space::mmd ? "mmd" : "gl");
  auto to = std::back_inserter(out);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Placed p = placed(actor, i, space);
    fmt::format_to(to, "{}\n  {{\"index\": {}, \"name\": {}, \"parent\": {}", i ? "," : "", i,
                   json_string(bones[i].name), bones[i].parent);
    fmt::format_to(to, ", \"position\": {}, \"rotation\": {}",
                   json_numbers({p.position.x, p.position.y, p.position.z}),
                   json_numbers({p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w}));
    if (bones[i].append.source != none) {
      fmt::format_to(to, ", \"append\": {{\"source\": {}, \"ratio\": {}}}", bones[i].append.source,
                     json_number(bones[i].append.ratio));
    }
    out += '}';
  }
  out += ']';
  if (physics != nullptr) out += bodies_json(*physics, space);
  out += ",\n \"ik\": [";
  const auto& chains = actor.model().skeleton.ik_chains;
  for (std::size_t c = 0; c < chains.size(); ++c) {
    const IkResult& r = actor.bones().ik_results()[c];
    fmt::format_to(to, "{}\n  {{\"bone\": {}, \"enabled\": {}, \"iterations\": {}, \"residual\": {}}}",
                   c ? "," : "", chains[c].bone, r.enabled, r.iterations, json_number(r.residual));
  }
  const UnmatchedNames& lacking = document.unmatched;
  return out + fmt::format(
                   "],\n \"unmatched\": {},\n \"nearest\": {},\n \"unmatched_morphs\": {},\n "
                   "\"nearest_morphs\": {}}}\n",
                   json_names(lacking.bones), json_nearest(lacking.bones, nearest_bone_names(actor.model())),
                   json_names(lacking.morphs),
                   json_nearest(lacking.morphs, nearest_morph_names(actor.model())));
}

namespace {

/// A model's place in the scene, as the first member of its JSON.
std::string with_place(const Actor& actor, Space space, const std::string& json) {
  const Similarity& place = actor.placement();
  const bool to_mmd = space == Space::mmd;
  const vec3 p = to_mmd ? mirror(place.translation) : place.translation;
  const quat q = to_mmd ? mirror(place.rotation) : place.rotation;
  return fmt::format("{{\"place\": {{\"position\": {}, \"rotation\": {}, \"scale\": {}}},\n {}",
                     json_numbers({p.x, p.y, p.z}), json_numbers({q.x, q.y, q.z, q.w}),
                     json_number(place.scale), std::string_view(json).substr(1));
}

/// The first `models` actors of a session, each as one model alone, behind its number or file.
std::string text_of(const Session& session, std::size_t models, const Options& options) {
  const bool several = models > 1;
  std::string out;
  if (options.format == OutputFormat::csv) out = (several ? "figure," : "") + csv_line(column_names);
  for (std::size_t i = 0; i < session.scene().actors.size(); ++i) {
    const Actor& actor = *session.scene().actors[i];
    const Figure& figure = session.arrangement().figures[i];
    if (figure.number > models) continue;  // attached
    const ScenePhysics* physics = session.physics();
    if (options.format == OutputFormat::csv) {
      out += bones_csv(actor, options.space, several ? fmt::format("{},", figure.number) : "");
    } else if (options.format == OutputFormat::table) {
      if (several)
        out += fmt::format("{}{}: {}\n", out.empty() ? "" : "\n", figure.number, figure.loaded->model_file);
      out += bones_table(actor, options.space) + ik_table(actor);
    } else {
      std::string json =
          bones_json(actor, physics != nullptr ? physics->of(i) : nullptr, *figure.loaded, options.space);
      if (several)
        json = (out.empty() ? "{\"figures\": [\n" : ",\n") + with_place(actor, options.space, json);
      out += several ? json.substr(0, json.size() - 1) : json;
    }
  }
  return several && options.format == OutputFormat::json ? out + "\n]}\n" : out;
}

}  // namespace

int run_bones(const Options& options) {
  const bool is_scene = !options.state.empty();
  auto opened = open_files(options, is_scene ? Models::all : Models::one, false);
  if (!opened) return stop_with(opened.error(), options);
  print(opened->diagnostics(), options);
  const std::size_t models = opened->said.size();
  Session session(std::move(opened->arrangement));
  session.show(session.arrangement().frame);
  if (options.look_at) session.aim(1.0f);  // at the camera that `shot` would have for a square picture
  const ScenePhysics* physics = session.physics();
  if (physics != nullptr) {
    print(physics->warnings(), options);
    if (const std::string text = restless_text(*physics); !text.empty()) print_verbose(text, options);
  }
  return print_result(text_of(session, models, options), options);
}

}  // namespace mmd
