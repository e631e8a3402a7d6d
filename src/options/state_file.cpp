#include "options/state_file.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "base/words.h"
#include "document/attach_option.h"
#include "document/state_pose.h"
#include "options/option_values.h"
#include "scene/input.h"

namespace mmd {
namespace {

using StateJson = nlohmann::json;
namespace fs = std::filesystem;

/// Largest file, bytes; a state with a pose of a thousand bones has a tenth of it.
constexpr std::uint64_t largest_state = 16 << 20;
constexpr const char* version_member = state_version_member;
constexpr int version = 1;

using Values = std::vector<std::string>;

Values flag(bool given) {
  return given ? Values{""} : Values{};
}
Values as_values(double value) {
  return {fmt::format("{}", value)};
}
template <class T>
Values as_values(const std::optional<T>& value) {
  return value ? Values{fmt::format("{}", *value)} : Values{};
}
template <class Range>
Values joined_values(const Range& values) {
  return {fmt::format("{}", fmt::join(values, ","))};
}
Values joined_values(const vec3& v) {
  return {fmt::format("{},{},{}", v.x, v.y, v.z)};
}

std::string hex(const vec4& colour) {
  const auto byte = [](float v) { return std::lround(std::clamp(v, 0.0f, 1.0f) * 255.0f); };
  return fmt::format("{:02x}{:02x}{:02x}{:02x}", byte(colour.r), byte(colour.g), byte(colour.b),
                     byte(colour.a));
}

template <class T>
Values word_for(std::span<const Named<T>> names, const T& value) {
  for (const Named<T>& row : names)
    if (row.value == value) return {std::string(row.name)};
  return {};
}

Values morphs_of(const Options& o) {
  Values out;
  for (const auto& [name, weight] : o.evaluation.morph_weights)
    out.push_back(fmt::format("{}={}", name, weight));
  return out;
}

Values attachments_of(const Options& o) {
  Values out;
  for (const AttachOption& a : o.attachments)
    out.push_back(fmt::format("{}:{},{},{},{},{},{},{}", a.what, a.position.x, a.position.y, a.position.z,
                              a.degrees.x, a.degrees.y, a.degrees.z, a.scale));
  return out;
}

Values places_of(const Options& o) {
  Values out;
  for (const vec3& at : o.places) out.push_back(fmt::format("{},{},{}", at.x, at.y, at.z));
  return out;
}

Values view_of(const Options& o) {
  if (!o.camera.view || o.camera.eye_and_target) return {};
  return {name_of(*o.camera.view)};
}

Values gravity_of(const Options& o) {
  const vec3& g = o.physics.settings.gravity;
  return g == PhysicsSettings().gravity ? Values{} : joined_values(g);
}

template <class T>
Values unless_usual(const T& value, const T& usual) {
  return value == usual ? Values{} : as_values(static_cast<double>(value));
}

/// Converts a part of the choices to options; none for defaults.
struct StateRow {
  std::string_view name;
  Values (*values)(const Options& o);
};

const PhysicsChoice usual_physics;

constexpr auto size_of = [](const Options& o) {
  return o.size ? Values{fmt::format("{}x{}", o.size->width, o.size->height)} : Values{};
};
/// The value is a path, relative to the state's folder in the file; see with_path().
constexpr std::string_view background_picture_row = "background-picture";
constexpr auto background_picture_of = [](const Options& o) {
  return o.look.background_picture ? Values{o.look.background_picture->file} : Values{};
};
constexpr auto light_colour_of = [](const Options& o) {
  return o.light.colour ? Values{hex(vec4(*o.light.colour, 1.0f)).substr(0, 6)} : Values{};
};
constexpr auto skinning_of = [](const Options& o) {
  return word_for<SkinningChoice>(skinning_names(), {o.look.skinning, o.evaluation.skin_level});
};

/// The option shows bones. A bone selected while bones are hidden only chooses the shown weights.
constexpr auto highlight_of = [](const Options& o) {
  const bool is_seen = o.look.skeleton || o.look.shading == Shading::weights;
  return o.highlight.empty() || !is_seen ? Values{} : Values{o.highlight};
};

const StateRow state_rows[] = {
    {"no-append", [](const Options& o) { return flag(!o.evaluation.append); }},
    {"no-ik", [](const Options& o) { return flag(!o.evaluation.ik); }},
    {"no-morphs", [](const Options& o) { return flag(!o.evaluation.morphs); }},
    {"morph", [](const Options& o) { return o.evaluation.morphs ? morphs_of(o) : Values{}; }},
    {"frame", [](const Options& o) { return as_values(o.frame); }},
    {"physics-warmup",
     [](const Options& o) { return unless_usual(o.physics.warm_up_steps, usual_physics.warm_up_steps); }},
    {"settle",
     [](const Options& o) {
       return o.physics.steps ? Values{}
                              : unless_usual(o.physics.settle_seconds, usual_physics.settle_seconds);
     }},
    {"physics-steps", [](const Options& o) { return as_values(o.physics.steps); }},
    {"physics-from", [](const Options& o) { return as_values(o.physics.first_frame); }},
    {"physics-rate",
     [](const Options& o) { return unless_usual(o.physics.settings.rate, usual_physics.settings.rate); }},
    {"gravity", gravity_of},
    {"ground", [](const Options& o) { return flag(o.physics.settings.ground); }},
    {"shared-physics", [](const Options& o) { return flag(o.physics.shared); }},
    {"no-physics", [](const Options& o) { return flag(o.physics.on == false); }},
    {"size", size_of},
    {"samples", [](const Options& o) { return unless_usual(o.samples, Options().samples); }},
    {"background", [](const Options& o) { return Values{hex(o.look.background)}; }},
    {background_picture_row, background_picture_of},
    {"view", view_of},
    {"camera",
     [](const Options& o) {
       return o.camera.eye_and_target ? joined_values(*o.camera.eye_and_target) : Values{};
     }},
    {"fov", [](const Options& o) { return as_values(o.camera.fov_degrees); }},
    {"ortho", [](const Options& o) { return flag(o.camera.orthographic); }},
    {"roll", [](const Options& o) { return as_values(o.camera.roll_degrees); }},
    {"attach", attachments_of},
    {"place", places_of},
    {"hide", [](const Options& o) { return o.hidden; }},
    {"compare", [](const Options& o) { return o.compare.empty() ? Values{} : Values{o.compare}; }},
    {"no-edge", [](const Options& o) { return flag(!o.look.edge); }},
    {"no-toon", [](const Options& o) { return flag(!o.look.toon); }},
    {"no-sphere", [](const Options& o) { return flag(!o.look.sphere); }},
    {"no-self-shadow", [](const Options& o) { return flag(!o.look.self_shadow); }},
    {"self-shadow-mode",
     [](const Options& o) {
       return o.look.self_shadow && o.look.self_shadow_mode == 2 ? Values{"2"} : Values{};
     }},
    {"no-ground-shadow", [](const Options& o) { return flag(!o.look.ground_shadow); }},
    {"light-direction",
     [](const Options& o) { return o.light.direction ? joined_values(*o.light.direction) : Values{}; }},
    {"light-colour", light_colour_of},
    {"shading",
     [](const Options& o) {
       return o.look.shading == Shading::mmd ? Values{} : word_for(shading_names(), o.look.shading);
     }},
    {"skinning", skinning_of},
    {"skeleton", [](const Options& o) { return flag(o.look.skeleton); }},
    {"operable-bones", [](const Options& o) { return flag(o.look.operable_bones); }},
    {"grid", [](const Options& o) { return flag(o.look.grid); }},
    {"axes", [](const Options& o) { return flag(o.look.axes); }},
    {"bodies", [](const Options& o) { return flag(o.look.bodies); }},
    {"highlight", highlight_of},
};

const StateRow* state_row(std::string_view name) {
  const auto* row = std::find_if(std::begin(state_rows), std::end(state_rows),
                                 [&](const StateRow& r) { return r.name == name; });
  return row == std::end(state_rows) ? nullptr : row;
}

const OptionRow* option_called(std::string_view name) {
  for (const OptionRow& row : option_table())
    if (row.name.substr(2) == name && (row.commands & on_shot) != 0) return &row;
  return nullptr;
}

/// An option's value with its file name, if it has one, replaced by path(file name). `is_there` tells whether
/// a file exists.
std::string with_path(const std::string& name, const std::string& value,
                      const std::function<std::string(const std::string&)>& path,
                      const std::function<bool(const std::string&)>& is_there) {
  if (name == background_picture_row) return path(value);
  if (name == "compare")
    return value == "append" || value == "ik" || value == "physics" ? value : path(value);
  AttachOption attached;
  if (name != "attach" || !parse_attachment(value, attached).empty()) return value;
  const std::string model = split_attachment(attached.what, is_there).model;
  return path(model) + value.substr(model.size());
}

/// The path as written in a state in `folder`.
std::string path_from(const fs::path& folder, const std::string& file) {
  std::error_code error;
  const fs::path whole = fs::absolute(path_from_utf8(file), error);
  if (error || file == "-") return file;
  const fs::path relative = whole.lexically_normal().lexically_relative(folder.lexically_normal());
  const bool below = !relative.empty() && *relative.begin() != "..";
  return below ? with_slashes(relative) : to_utf8(whole);
}

Diagnostic no_state(std::string what, const std::string& file) {
  return in_file(
      make_error(std::move(what),
                 "the window writes such files (File menu); docs/user/state.schema.json describes them"),
      file);
}

Result<std::vector<std::string>> strings(const StateJson& from, const char* member, const std::string& file) {
  std::vector<std::string> out;
  const auto list = from.find(member);
  if (list == from.end()) return out;
  if (!list->is_array()) return fail(no_state(fmt::format("{}: expected a list", member), file));
  for (const StateJson& one : *list) {
    if (!one.is_string()) return fail(no_state(fmt::format("{}: expected a list of strings", member), file));
    out.push_back(one.get<std::string>());
  }
  return out;
}

/// Values of an option: a string, true for an option without a value, or a list of strings.
Result<Values> values_of(const std::string& name, const StateJson& value, const std::string& file) {
  if (value.is_string()) return Values{value.get<std::string>()};
  if (value.is_boolean()) return flag(value.get<bool>());
  if (value.is_number()) return Values{value.dump()};
  Values out;
  if (value.is_array())
    for (const StateJson& one : value)
      if (one.is_string()) out.push_back(one.get<std::string>());
  if (!value.is_array() || out.size() != value.size())
    return fail(no_state(
        fmt::format("options: {}: expected a string, a number, true or a list of strings", name), file));
  return out;
}

/// The path of a file named by a state in `folder`.
std::string path_in(const fs::path& folder, const std::string& name) {
  return to_utf8((folder / path_from_utf8(name)).lexically_normal());
}

Result<void> parse_options(const StateJson& from, const std::string& file, StateFile& out) {
  const auto options = from.find("options");
  if (options == from.end()) return {};
  if (!options->is_object()) return fail(no_state("options: expected names with values", file));
  for (const auto& [name, value] : options->items()) {
    MMD_TRY(const Values values, values_of(name, value, file));
    const fs::path folder = path_from_utf8(file).parent_path();
    const auto path = [&](const std::string& one) { return path_in(folder, one); };
    for (const std::string& one : values)
      out.options.emplace_back(
          name, with_path(name, one, path, [&](const std::string& model) { return is_input(path(model)); }));
  }
  return {};
}

Result<void> parse_figure(const StateJson& from, const std::string& file, StateFigure& out) {
  MMD_TRY(out.files, strings(from, "files", file));
  const fs::path folder = path_from_utf8(file).parent_path();
  for (std::string& name : out.files)
    if (name != "-") name = path_in(folder, name);
  if (const auto pose = from.find("pose"); pose != from.end() && pose->is_string())
    out.pose = pose->get<std::string>();
  MMD_TRY(out.ik_off, strings(from, "ik-off", file));
  const auto shows = from.find("shows");
  if (shows == from.end()) return {};
  const auto said = shows->is_string() ? shows_called(shows->get_ref<const std::string&>()) : std::nullopt;
  if (!said) return fail(no_state("shows: expected pose or rest", file));
  out.shows = *said;
  return {};
}

/// Reads the number of the active figure; `count` is the number of figures.
Result<std::size_t> parse_active(const StateJson& from, std::size_t count, const std::string& file) {
  const auto active = from.find("active");
  if (active == from.end()) return std::size_t{1};
  if (active->is_number_unsigned() && active->get<std::uint64_t>() >= 1 &&
      active->get<std::uint64_t>() <= count)
    return static_cast<std::size_t>(active->get<std::uint64_t>());
  return fail(no_state(fmt::format("active: expected the number of a figure, 1 to {}", count), file));
}

Result<StateFile> parse_object(const StateJson& from, const std::string& file) {
  const auto number = from.find(version_member);
  if (number == from.end() || !number->is_number_integer())
    return fail(no_state(fmt::format("not scene settings: \"{}\" is missing", version_member), file));
  if (number->get<std::int64_t>() != version)
    return fail(no_state(fmt::format("these scene settings have version {}; this program reads version {}",
                                     number->dump(), version),
                         file));
  StateFile out;
  MMD_TRY(parse_figure(from, file, out));
  auto figures = from.find("figures");
  if (figures == from.end()) figures = from.find("beside");  // the key's name in older files
  if (figures != from.end()) {
    if (!figures->is_array()) return fail(no_state("figures: expected a list", file));
    for (const StateJson& one : *figures) {
      if (!one.is_object()) return fail(no_state("figures: expected a list of objects", file));
      MMD_TRY(parse_figure(one, file, out.figures.emplace_back()));
    }
  }
  MMD_TRY(out.active, parse_active(from, 1 + out.figures.size(), file));
  MMD_TRY(parse_options(from, file, out));
  return out;
}

/// The files to load for the figure of that number.
void add_files(const StateFigure& figure, std::size_t number, const std::string& state,
               std::vector<std::string>& out) {
  out.insert(out.end(), figure.files.begin(), figure.files.end());
  if (!figure.pose.empty()) out.push_back(name_of_pose(state, number));
}

void put_figure(const StateFigure& figure, const fs::path& folder, nlohmann::ordered_json& out) {
  out["files"] = StateJson::array();
  for (const std::string& file : figure.files) out["files"].push_back(path_from(folder, file));
  if (figure.pose.empty()) return;
  out["pose"] = figure.pose;
  if (figure.shows != Shows::motion) out["shows"] = word_of(figure.shows);
  if (!figure.ik_off.empty()) out["ik-off"] = figure.ik_off;
}

}  // namespace

std::vector<StateOption> state_options(const Options& options) {
  std::vector<StateOption> out;
  for (const StateRow& row : state_rows)
    for (std::string& value : row.values(options)) out.emplace_back(row.name, std::move(value));
  return out;
}

std::string state_text(const StateFile& state, const fs::path& folder) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  out[version_member] = version;
  put_figure(state, folder, out);
  for (const StateFigure& figure : state.figures) put_figure(figure, folder, out["figures"].emplace_back());
  if (state.active > 1) out["active"] = state.active;
  nlohmann::ordered_json options = nlohmann::ordered_json::object();
  const auto path = [&](const std::string& file) { return path_from(folder, file); };
  for (const StateOption& option : state.options) {
    const std::string& name = option.first;
    const std::string value = with_path(name, option.second, path, is_input);
    const OptionRow* row = option_called(name);
    if (row != nullptr && row->repeats) {
      options[name].push_back(value);
    } else if (row != nullptr && row->value.empty()) {
      options[name] = true;
    } else {
      options[name] = value;
    }
  }
  out["options"] = std::move(options);
  return escaped_json(out.dump(1, ' ', false, StateJson::error_handler_t::replace)) + "\n";
}

Result<StateFile> parse_state(std::string_view text, const std::string& file) try {
  return parse_object(StateJson::parse(text.begin(), text.end()), file);
} catch (const StateJson::parse_error& error) {
  Diagnostic out = no_state("this is not JSON", file);
  out.offset = error.byte > 0 ? error.byte - 1 : 0;
  return fail(std::move(out));
} catch (const StateJson::exception& error) {
  return fail(no_state(error.what(), file));
}

Result<StateFile> read_state(const std::string& file) {
  auto bytes = read_file(path_from_utf8(file), largest_state);
  if (!bytes) return fail(in_file(std::move(bytes.error()), file));
  return parse_state({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file);
}

std::vector<std::string> files_of_state(const StateFile& state, const std::string& file) {
  std::vector<std::string> out;
  add_files(state, 1, file, out);
  for (std::string& name : files_beside(state, file)) out.push_back(std::move(name));
  return out;
}

std::vector<std::string> files_beside(const StateFile& state, const std::string& file) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < state.figures.size(); ++i) add_files(state.figures[i], i + 2, file, out);
  return out;
}

Result<std::vector<std::string>> files_beside_in_state(const Options& options, const std::string& file) {
  if (options.state.empty()) return {};
  MMD_TRY(const StateFile state, read_state(options.state));
  const auto& own = state.files;
  if (std::find(own.begin(), own.end(), file) == own.end()) return {};
  return files_beside(state, options.state);
}

Result<void> apply_state(const StateFile& state, const std::string& file, Options& options) {
  // Apply in the table's order, as on a command line; JSON objects have no order.
  std::vector<StateOption> in_order = state.options;
  std::stable_sort(in_order.begin(), in_order.end(), [](const StateOption& a, const StateOption& b) {
    return option_called(a.first) < option_called(b.first);
  });
  for (const auto& [name, value] : in_order) {
    const OptionRow* row = option_called(name);
    if (row == nullptr || state_row(name) == nullptr) {
      std::vector<std::string> known;
      for (const StateRow& r : state_rows) known.emplace_back(r.name);
      const auto meant = nearest_word(name, known);
      Diagnostic error = no_state(fmt::format("options: unknown option \"{}\"", name), file);
      if (meant) error.hint = fmt::format("did you mean {}?", *meant);
      return fail(std::move(error));
    }
    if (const std::string problem = row->apply(options, value); !problem.empty())
      return fail(no_state(fmt::format("options: {} \"{}\": {}", name, value, problem), file));
  }
  return {};
}

}  // namespace mmd
