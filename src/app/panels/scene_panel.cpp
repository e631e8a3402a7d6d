#include "app/panels/scene_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/text/effect_strings.h"
#include "app/text/picture_strings.h"
#include "app/text/ui_strings.h"
#include "assets/file_set.h"
#include "base/handedness.h"
#include "document/framing.h"

namespace mmd {
namespace {

/// Right, up and towards the camera.
struct Axes {
  vec3 right, up, back;
};

Axes axes_of(const Camera& camera) {
  const mat4 view = view_matrix(camera);
  const auto row = [&](int i) { return vec3(view[0][i], view[1][i], view[2][i]); };
  return {row(0), row(1), row(2)};
}

}  // namespace

vec2 place_on_ball(const Camera& camera, const vec3& to_light) {
  const Axes axes = axes_of(camera);
  const vec3 light = glm::normalize(to_light);
  const vec2 across(glm::dot(light, axes.right), glm::dot(light, axes.up));
  const float sine = glm::length(across), angle = std::atan2(sine, glm::dot(light, axes.back));
  if (sine < 1e-6f) return angle < 1.0f ? vec2(0.0f) : vec2(0.0f, 1.0f);
  return across / sine * (angle / pi);
}

vec3 light_on_ball(const Camera& camera, const vec2& place) {
  const Axes axes = axes_of(camera);
  const float length = glm::length(place), angle = pi * std::min(length, 1.0f);
  const vec2 way = length > 1e-6f ? place / length : vec2(0.0f);
  return glm::normalize(std::sin(angle) * (way.x * axes.right + way.y * axes.up) +
                        std::cos(angle) * axes.back);
}

namespace {

/// Scaled as MikuMikuDance writes its own: -0.5, -1, 0.5.
vec3 scaled(const vec3& direction) {
  return direction / std::max({std::abs(direction.x), std::abs(direction.y), std::abs(direction.z), 1e-6f});
}

/// The light ball as the camera sees it; dragging moves the light source.
bool draw_ball(Ui& ui, const Camera& camera, vec3& direction) {
  const float radius = 3.0f * ui.unit();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const vec2 middle(corner.x + radius, corner.y + radius);
  ImGui::InvisibleButton("##ball", ImVec2(2.0f * radius, 2.0f * radius));
  const bool held = ImGui::IsItemActive();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (held)
    direction = scaled(-mirror(light_on_ball(camera, vec2(mouse.x - middle.x, middle.y - mouse.y) / radius)));
  ui.tooltip(ui_strings::light_ball);
  const vec2 place = place_on_ball(camera, -mirror(direction));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 centre(middle.x, middle.y);
  const ImU32 line = colour_of(Tone::quiet, ui.theme());
  list.AddCircleFilled(centre, radius, ImGui::GetColorU32(ImGuiCol_FrameBg));
  list.AddCircle(centre, radius, line);
  list.AddCircle(centre, 0.5f * radius, line);
  list.AddCircleFilled(ImVec2(middle.x + radius * place.x, middle.y - radius * place.y), 0.4f * ui.unit(),
                       colour_of(Tone::accent, ui.theme()));
  return held;
}

}  // namespace

namespace {

/// By the order of named_lights().
constexpr LocalizedText light_names[] = {ui_strings::light_mmd,          ui_strings::view_front,
                                         ui_strings::view_three_quarter, ui_strings::light_side,
                                         ui_strings::view_back,          ui_strings::view_top};

/// The usual directions as pictures. Returns whether one was chosen.
bool draw_light_presets(Ui& ui, LightPictures& pictures, const vec3& direction, LightChoice& light) {
  bool changed = false;
  const PictureGrid grid(ui, 6);
  std::size_t number = 0;
  for (const NamedLight& preset : named_lights()) {
    const bool chosen = glm::distance(scaled(preset.direction), direction) < 1e-3f;
    const std::string name(ui.word(light_names[number]));
    if (!grid.draw(ui, number++, pictures.of(preset.name, preset.direction), name, chosen)) continue;
    light.direction = preset.direction;
    changed = true;
  }
  return changed;
}

// MikuMikuDance's light has a direction and a colour; ambient colours belong to the materials.
void draw_light(Ui& ui, const Parts& parts, Actions& actions) {
  LightChoice light = parts.stage.arrangement().light;
  bool changed = false;
  // The direction of a light that follows the camera is for a camera that looks along +Z.
  const Camera& camera = parts.stage.scene().camera;
  const float turn = light.follows_camera ? light_turn(camera) : 0.0f;
  const vec3 shone = mirror(turned(parts.stage.scene().light.direction, -turn));
  vec3 direction = light.direction.value_or(scaled(shone));
  if (draw_ball(ui, turned(camera, -turn), direction)) {
    light.direction = direction;
    changed = true;
  }
  changed |= draw_light_presets(ui, parts.run.light_pictures, scaled(direction), light);
  changed |= tick(ui, ui_strings::light_follows, light.follows_camera);
  if (slide_three(ui, ui_strings::light_direction, direction, -1.0f, 1.0f, "%.2f") &&
      glm::length(direction) > 1e-3f) {
    light.direction = direction;
    changed = true;
  }
  vec3 colour = light.colour.value_or(parts.stage.scene().light.colour);
  if (edit_colour(ui, ui_strings::light_colour, colour)) {
    light.colour = colour;
    changed = true;
  }
  ImGui::BeginDisabled(!light.direction && !light.colour);
  if (ImGui::Button(ui.label(ui_strings::light_reset))) {
    light = {{}, {}, light.follows_camera};
    changed = true;
  }
  ImGui::EndDisabled();
  RenderSettings look = parts.stage.arrangement().look;
  bool shadows = tick(ui, ui_strings::self_shadow, look.self_shadow);
  shadows |= tick(ui, ui_strings::ground_shadow, look.ground_shadow);
  if (shadows) actions.push_back({ActionId::set_look, look});
  if (changed) actions.push_back({ActionId::set_light, light});
}

void draw_views(Ui& ui, Actions& actions) {
  bool first = true;
  for (const ViewWords& row : view_words) {
    if (!std::exchange(first, false)) flow_button(ui, row.name);
    if (ImGui::Button(ui.label(row.name))) actions.push_back({ActionId::set_view, row.view});
    ui.tooltip(ui_strings::view);
  }
}

/// Camera bookmarks as buttons, and a field to add one.
void draw_kept(Ui& ui, const LibraryStore& library, PanelState& panels, Actions& actions) {
  const ImGuiStyle& style = ImGui::GetStyle();
  bool first = true;
  for (const CameraBookmark& kept : library.cameras()) {
    const float width = ImGui::CalcTextSize(ui.name_label(kept.name)).x + 2.0f * style.FramePadding.x;
    if (!first) flow(width);
    first = false;
    ImGui::PushID(kept.name.c_str());
    if (ImGui::Button(ui.name_label(kept.name))) actions.push_back({ActionId::go_to_camera, kept.name});
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) actions.push_back({ActionId::forget_camera, kept.name});
    ui.tooltip(ui_strings::kept_camera);
    ImGui::PopID();
  }
  const bool entered = text_field(ui, "##camera", ui.word(ui_strings::camera_name), panels.tools.camera_name,
                                  ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  if (ImGui::Button(ui.label(ui_strings::keep_camera)) || entered)
    actions.push_back({ActionId::keep_camera_as, panels.tools.camera_name});
}

void draw_camera(Ui& ui, const Parts& parts, Actions& actions) {
  draw_views(ui, actions);
  MmdCamera camera = mmd_camera_from(parts.stage.scene().camera);
  camera.target += vec3(0.0f);  // no -0
  const float step = camera.distance * 0.004f;
  const float distance = camera.distance;
  const char* label = ui.label(ui_strings::distance.name);
  const bool dragged =
      ImGui::DragFloat(label, &camera.distance, step, 0.05f, 1e6f, "%.2f", ImGuiSliderFlags_AlwaysClamp);
  bool moved = ui.counts(ImGui::GetID(label), {&camera.distance, 1}, {&distance, 1}, dragged);
  ui.tooltip(ui_strings::distance);
  moved |= drag_three(ui, ui_strings::target, camera.target, step, "%.2f");
  moved |= slide(ui, ui_strings::pitch, camera.angles.x, -89.0f, 89.0f, "%.1f °");
  moved |= slide(ui, ui_strings::yaw, camera.angles.y, -180.0f, 180.0f, "%.1f °");
  moved |= slide(ui, ui_strings::roll, camera.angles.z, -180.0f, 180.0f, "%.1f °");
  moved |= slide(ui, ui_strings::field_of_view, camera.fov_degrees, 1.0f, 125.0f, "%.0f °");
  bool orthographic = !camera.perspective;
  moved |= tick(ui, ui_strings::orthographic, orthographic);
  camera.perspective = !orthographic;
  if (moved) actions.push_back({ActionId::set_camera, camera});
  bool follows = parts.opened.followed_bone.on;
  if (tick(ui, ui_strings::follow_bone, follows)) actions.push_back({ActionId::toggle_follow_bone});
  flow_button(ui, ui_strings::camera_start);
  if (ImGui::Button(ui.label(ui_strings::camera_start))) actions.push_back({ActionId::start_camera});
  draw_kept(ui, parts.files.library, parts.panels, actions);
}

}  // namespace

void draw_physics_section(Ui& ui, const Parts& parts, Actions& actions) {
  PhysicsControls controls = parts.stage.physics_controls();
  bool changed = tick(ui, ui_strings::physics_on, controls.on);
  ImGui::SameLine(0.5f * ImGui::GetContentRegionAvail().x);
  changed |= tick(ui, ui_strings::ground, controls.ground);
  changed |= slide(ui, ui_strings::gravity, controls.acceleration, 0.0f, 30.0f, "%.1f");
  changed |= slide_three(ui, ui_strings::gravity_direction, controls.direction, -1.0f, 1.0f, "%.2f");
  changed |= slide_three(ui, ui_strings::wind, controls.wind, -10.0f, 10.0f, "%.1f");
  if (changed) actions.push_back({ActionId::set_physics, controls});
  if (ImGui::Button(ui.label(ui_strings::physics_reset))) actions.push_back({ActionId::reset_physics});
  PhysicsControls usual;
  usual.on = controls.on;
  usual.ground = controls.ground;
  if (usual == controls) return;
  flow_button(ui, ui_strings::physics_usual);
  if (ImGui::Button(ui.label(ui_strings::physics_usual))) actions.push_back({ActionId::set_physics, usual});
}

void draw_compare_section(Ui& ui, const Parts& parts, Actions& actions) {
  std::vector<std::string> modes;
  for (const CompareModeName& row : compare_modes()) modes.emplace_back(ui.word(row.name));
  auto mode = static_cast<std::size_t>(parts.opened.panes.mode());
  if (draw_choice(ui, ui_strings::compare_mode, modes, mode))
    actions.push_back({ActionId::set_compare_mode, compare_modes()[mode].mode});

  // Files are shown by name; a file of the command line may be missing in the list of poses.
  std::vector<std::string> values{"append", "ik", "physics"}, names;
  for (const LocalizedText& name :
       {ui_strings::compare_append, ui_strings::compare_ik, ui_strings::compare_physics})
    names.emplace_back(ui.word(name));
  const std::vector<std::string>& poses = parts.opened.pose_steps.listed();
  values.insert(values.end(), poses.begin(), poses.end());
  const std::string& compared = parts.opened.panes.compared();
  if (!compared.empty() && std::find(values.begin(), values.end(), compared) == values.end())
    values.push_back(compared);
  for (std::size_t i = names.size(); i < values.size(); ++i)
    names.push_back(to_utf8(path_from_utf8(values[i]).filename()));
  auto chosen =
      compared.empty()
          ? std::size_t{0}
          : static_cast<std::size_t>(std::find(values.begin(), values.end(), compared) - values.begin());
  if (draw_choice(ui, ui_strings::compared, names, chosen))
    actions.push_back({ActionId::set_compared, values[chosen]});
}

namespace {

using DrawSection = void (*)(Ui&, const Parts&, Actions&);

/// Names are beside the numbers; in a narrow panel the numbers get most of the width.
void draw_controls(Ui& ui, DrawSection section, const Parts& parts, Actions& actions) {
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::PushItemWidth(std::max(room - 7.3f * ImGui::GetFontSize(), 0.44f * room));
  section(ui, parts, actions);
  ImGui::PopItemWidth();
}

void draw_section(Ui& ui, const LocalizedText& title, bool open, DrawSection section, const Parts& parts,
                  Actions& actions) {
  if (!ImGui::CollapsingHeader(ui.label(title), open ? ImGuiTreeNodeFlags_DefaultOpen : 0)) return;
  ImGui::PushID(title.english.data());
  draw_controls(ui, section, parts, actions);
  ImGui::PopID();
}

}  // namespace

bool draw_choice(Ui& ui, const ui_strings::Control& control, std::span<const std::string> names,
                 std::size_t& chosen) {
  const std::string shown = chosen < names.size() ? names[chosen] : std::string();
  float widest = 0.0f;
  for (const std::string& name : names) widest = std::max(widest, ImGui::CalcTextSize(ui.known(name)).x);
  const float needed = widest + 2.0f * ImGui::GetStyle().FramePadding.x + ImGui::GetFrameHeight();
  const bool name_beside = needed <= ImGui::CalcItemWidth();
  if (!name_beside) ui.text(control.name);
  if (!name_beside) ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const std::string label = name_beside ? ui.label(control.name) : "###" + std::string(control.name.english);
  const bool open = ImGui::BeginCombo(label.c_str(), ui.name_label(shown));
  if (!open) ui.tooltip(control);
  if (!open) return false;
  bool changed = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(ui.name_label(names[i]), i == chosen) && i != chosen) {
      chosen = i;
      changed = true;
    }
    ImGui::PopID();
  }
  ImGui::EndCombo();
  return changed;
}

void draw_camera_panel(Ui& ui, const Parts& parts, Actions& actions) {
  draw_controls(ui, draw_camera, parts, actions);
}

void draw_light_panel(Ui& ui, const Parts& parts, Actions& actions) {
  draw_controls(ui, draw_light, parts, actions);
}

void draw_look_panel(Ui& ui, const Parts& parts, Actions& actions) {
  draw_section(ui, ui_strings::picture, true, draw_picture_section, parts, actions);
  draw_section(ui, ui_strings::effects, false, draw_effects_section, parts, actions);
  draw_section(ui, ui_strings::physics, true, draw_physics_section, parts, actions);
  draw_section(ui, ui_strings::comparison, false, draw_compare_section, parts, actions);
  draw_section(ui, ui_strings::picture_file, false, draw_file_section, parts, actions);
  if (parts.panels.tools.wants_reference) ImGui::SetNextItemOpen(true);
  draw_section(ui, ui_strings::reference, false, draw_reference_section, parts, actions);
}

}  // namespace mmd
