// The options that a scene file can have.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "options/option_values.h"
#include "options/scene_file.h"

namespace mmd {
namespace {

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
  for (const auto& [name, weight] : o.morphs) out.push_back(fmt::format("{}={}", name, weight));
  return out;
}

Values attachments_of(const Options& o) {
  Values out;
  for (const AttachOption& a : o.attachments) out.push_back(attachment_text(a));
  return out;
}

Values places_of(const Options& o) {
  Values out;
  for (const ScenePlace& place : o.places) out.push_back(place_text(place));
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
struct SceneRow {
  std::string_view name;
  Values (*values)(const Options& o);
};

const PhysicsChoice usual_physics;

constexpr auto size_of = [](const Options& o) {
  return o.size ? Values{fmt::format("{}x{}", o.size->width, o.size->height)} : Values{};
};
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

const SceneRow scene_rows[] = {
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
    {"background-picture", background_picture_of},
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
    {"ground-shadow-brightness",
     [](const Options& o) { return unless_usual(o.look.ground_shadow_brightness, 1.0f); }},
    {"opaque-ground-shadow", [](const Options& o) { return flag(o.look.opaque_ground_shadow); }},
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

}  // namespace

std::vector<SceneOption> scene_options(const Options& options) {
  std::vector<SceneOption> out;
  for (const SceneRow& row : scene_rows)
    for (std::string& value : row.values(options)) out.emplace_back(row.name, std::move(value));
  return out;
}

std::vector<std::string> scene_option_names() {
  std::vector<std::string> out;
  for (const SceneRow& row : scene_rows) out.emplace_back(row.name);
  return out;
}

}  // namespace mmd
