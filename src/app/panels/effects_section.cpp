#include <algorithm>
#include <string>
#include <utility>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/scene_panel.h"
#include "app/stage/own_effects.h"
#include "app/text/effect_strings.h"

namespace mmd {
namespace {

/// By the order of effect_presets().
constexpr LocalizedText preset_names[] = {ui_strings::preset_portrait, ui_strings::preset_stage,
                                          ui_strings::preset_soft, ui_strings::preset_line_art};

/// A button of a preset, lit while its effects are chosen, at any strength.
bool preset_button(const char* label, bool chosen) {
  push_switch_colours(chosen, ImGui::GetColorU32(ImGuiCol_Button));
  const bool clicked = ImGui::Button(label);
  ImGui::PopStyleColor(switch_colours);
  return clicked;
}

/// The presets of the program. Returns whether `effects` changed.
bool draw_presets(Ui& ui, const Effects& whole, Effects& effects) {
  bool changed = false;
  const auto choose = [&](const Effects& chosen) {
    effects = chosen;
    changed = true;
  };
  for (std::size_t i = 0; i < effect_presets().size(); ++i) {
    const Effects& preset = effect_presets()[i].effects;
    if (i > 0) flow_button(ui, preset_names[i]);
    if (preset_button(ui.label(preset_names[i]), whole == preset)) choose(preset);
  }
  flow_button(ui, ui_strings::no_effects);
  ImGui::BeginDisabled(!whole.any());
  if (ImGui::Button(ui.label(ui_strings::no_effects))) choose({});
  ImGui::EndDisabled();
  return changed;
}

/// Own presets, and a field to save one.
bool draw_own_effects(Ui& ui, const ViewerSetup& setup, PanelState& panels, Effects& effects,
                      Actions& actions) {
  EffectsPanelState& state = panels.effects;
  const bool was_listed = std::exchange(state.is_listed, true);
  if (!was_listed) state.own = own_effects_in(setup.effects);
  bool changed = false, first = true;
  for (const OwnEffects& own : state.own) {
    const char* name = ui.name_label(own.name);
    if (!std::exchange(first, false))
      flow(ImGui::CalcTextSize(name).x + 2.0f * ImGui::GetStyle().FramePadding.x);
    ImGui::PushID(own.file.c_str());
    if (preset_button(name, state.whole == own.effects)) {
      effects = own.effects;
      changed = true;
    }
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) actions.push_back({ActionId::remove_effects, own.file});
    ui.tooltip(ui_strings::own_effects);
    ImGui::PopID();
  }
  ImGui::BeginDisabled(!effects.any());
  const bool entered = text_field(ui, "##effects", ui.word(ui_strings::effects_name), state.name,
                                  ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  const bool saves = ImGui::Button(ui.label(ui_strings::save_effects)) || entered;
  ImGui::EndDisabled();
  if (saves && !state.name.empty()) actions.push_back({ActionId::save_effects, state.name});
  return changed;
}

/// The strength of all effects together.
bool draw_whole_strength(Ui& ui, EffectsPanelState& state, Effects& effects) {
  ImGui::BeginDisabled(!state.whole.any());
  float percent = 100.0f * state.strength;
  const bool changed = slide(ui, ui_strings::whole_strength, percent, 0.0f, 100.0f, "%.0f %%");
  ImGui::EndDisabled();
  if (!changed) return false;
  state.strength = std::clamp(0.01f * percent, 0.0f, 1.0f);
  effects = scaled(state.whole, state.strength);
  return true;
}

/// A check box for a strength, which is `usual` at first, and its slider.
bool draw_strength(Ui& ui, const ui_strings::Control& control, float& strength, float usual, float most) {
  bool on = strength > 0.0f;
  bool changed = tick(ui, control, on);
  if (changed) strength = on ? usual : 0.0f;
  if (!on) return changed;
  ImGui::PushID(control.name.english.data());
  changed |= slide(ui, ui_strings::strength, strength, 0.01f, most, "%.2f");
  ImGui::PopID();
  return changed;
}

bool draw_focus(Ui& ui, const std::string& selected, Effects::DepthOfField& focus) {
  bool changed = tick(ui, ui_strings::depth_of_field, focus.on);
  if (changed && focus.on && focus.bone.empty() && focus.distance <= 0.0f) focus.bone = "face";
  if (!focus.on) return changed;
  changed |= slide(ui, ui_strings::f_number, focus.f_number, 0.2f, 16.0f, "F %.1f");
  if (ImGui::Button(ui.label(ui_strings::focus_on_face))) {
    focus.bone = "face";
    changed = true;
  }
  flow_button(ui, ui_strings::focus_on_bone);
  ImGui::BeginDisabled(selected.empty());
  if (ImGui::Button(ui.label(ui_strings::focus_on_bone))) {
    focus.bone = selected;
    changed = true;
  }
  ImGui::EndDisabled();
  return changed;
}

bool draw_fog_controls(Ui& ui, float distance, Effects::Fog& fog) {
  bool changed = tick(ui, ui_strings::fog, fog.on);
  if (changed && fog.on && fog.end <= 0.0f) {
    fog.begin = distance;
    fog.end = 4.0f * distance;
  }
  if (!fog.on) return changed;
  changed |= edit_colour(ui, ui_strings::fog_colour, fog.colour);
  changed |= slide(ui, ui_strings::fog_near, fog.begin, 0.0f, 400.0f, "%.0f");
  changed |= slide(ui, ui_strings::fog_far, fog.end, 1.0f, 1000.0f, "%.0f");
  fog.end = std::max(fog.end, fog.begin + 1.0f);
  return changed;
}

bool draw_grade_controls(Ui& ui, Effects::Grade& grade) {
  bool changed = slide(ui, ui_strings::exposure, grade.exposure, -3.0f, 3.0f, "%.2f");
  changed |= slide(ui, ui_strings::contrast, grade.contrast, 0.5f, 2.0f, "%.2f");
  changed |= slide(ui, ui_strings::saturation, grade.saturation, 0.0f, 2.0f, "%.2f");
  return slide(ui, ui_strings::temperature, grade.temperature, -1.0f, 1.0f, "%.2f") || changed;
}

}  // namespace

void draw_effects_section(Ui& ui, const Parts& parts, Actions& actions) {
  RenderSettings look = parts.stage.arrangement().look;
  Effects& effects = look.effects;
  EffectsPanelState& state = parts.panels.effects;
  // Effects that were changed one by one are whole as they are.
  if (effects != scaled(state.whole, state.strength)) {
    state.whole = effects;
    state.strength = 1.0f;
  }
  bool changed = draw_presets(ui, state.whole, effects);
  changed |= draw_own_effects(ui, parts.setup, parts.panels, effects, actions);
  changed |= draw_whole_strength(ui, state, effects);
  changed |= draw_focus(ui, parts.stage.arrangement().highlight, effects.depth_of_field);
  changed |= draw_strength(ui, ui_strings::glow, effects.glow.strength, 0.5f, 2.0f);
  if (effects.glow.strength > 0.0f) {
    changed |= slide(ui, ui_strings::glow_threshold, effects.glow.threshold, 0.0f, 1.0f, "%.2f");
    changed |= slide(ui, ui_strings::glow_radius, effects.glow.radius, 0.5f, 10.0f, "%.1f %%");
  }
  changed |= draw_strength(ui, ui_strings::occlusion, effects.occlusion.strength, 0.7f, 2.0f);
  if (effects.occlusion.strength > 0.0f)
    changed |= slide(ui, ui_strings::occlusion_radius, effects.occlusion.radius, 0.2f, 5.0f, "%.1f");
  changed |= draw_strength(ui, ui_strings::rim_light, effects.rim.strength, 0.6f, 2.0f);
  if (effects.rim.strength > 0.0f) changed |= edit_colour(ui, ui_strings::rim_colour, effects.rim.colour);
  changed |= draw_fog_controls(ui, parts.stage.scene().camera.distance(), effects.fog);
  changed |= draw_strength(ui, ui_strings::lines, effects.lines, 1.0f, 1.0f);
  changed |= draw_grade_controls(ui, effects.grade);
  if (changed) actions.push_back({ActionId::set_look, look});
}

}  // namespace mmd
