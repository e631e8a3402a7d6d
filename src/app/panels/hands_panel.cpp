// Hand poses, and sliders that bend all fingers.
#include <algorithm>
#include <array>
#include <cctype>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/own_hands.h"
#include "app/stage/pose_pictures.h"
#include "pose/hand_poses.h"

namespace mmd {
namespace {

/// "Thumb up", "サムズアップ".
std::string shown_name(const HandPose& pose, Language language) {
  if (language == Language::japanese) return std::string(pose.name_japanese);
  std::string out(pose.name);
  if (out == "ok") return "OK";
  std::replace(out.begin(), out.end(), '-', ' ');
  if (!out.empty()) out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  return out;
}

/// A hand from its palm's side, fingers up.
std::optional<Camera> camera_on_hand(const Model& model, bool left) {
  const auto hand = hand_axes(model, left);
  if (!hand) return std::nullopt;
  Camera out;
  out.target = hand->wrist + 1.05f * hand->length * hand->ahead;
  const vec3 from = glm::normalize(hand->palm - 0.45f * hand->aside - 0.1f * hand->ahead);
  out.eye = out.target + 4.7f * hand->length * from;
  out.up = hand->ahead;
  return out;
}

/// The rotations of a hand pose, from fingers at rest.
std::vector<BoneRotation> rotations_of(const Model& model, const HandPose& pose, Hands hands, float weight) {
  std::vector<BoneRotation> out = hand_rotations(model, pose, hands);
  for (BoneRotation& r : out) r.rotation = glm::slerp(identity_rotation(), r.rotation, weight);
  return out;
}

/// Arguments shared by all parts of the panel.
struct HandsPanel {
  Ui& ui;
  const Parts& parts;
  Actions& actions;
  const Model& model;
  HandsPanelState& state;
};

/// A drag of a slider: bodies swing on.
void ask_while_dragged(const HandsPanel& d, const std::vector<BoneRotation>& rotations) {
  edit::SetBones set;
  for (const BoneRotation& r : rotations)
    if (d.model.skeleton.bones[static_cast<std::size_t>(r.bone)].rotatable)
      set.bones.push_back({r.bone, std::nullopt, r.rotation});
  d.actions.push_back({ActionId::edit_pose, edit::Command(std::move(set))});
}

void ask_pose(const HandsPanel& d, const HandPose& pose) {
  d.state.chosen = pose.name;
  edit::TakeParts taken{Pose(d.model), {}, shown_name(pose, d.ui.language())};
  for (const BoneRotation& r : rotations_of(d.model, pose, d.state.hands, d.state.weight)) {
    taken.other.rotation[static_cast<std::size_t>(r.bone)] = r.rotation;
    taken.parts.bones.push_back(r.bone);
  }
  d.actions.push_back({ActionId::edit_pose, edit::Command(std::move(taken))});
}

void draw_sides(const HandsPanel& d) {
  constexpr std::array names{&ui_strings::both_hands, &ui_strings::view_left, &ui_strings::view_right};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) flow(with_name(d.ui, ImGui::GetFrameHeight(), *names[i]));
    const auto hands = static_cast<Hands>(i);
    if (ImGui::RadioButton(d.ui.label(*names[i]), d.state.hands == hands)) d.state.hands = hands;
  }
  ImGui::AlignTextToFramePadding();
  d.ui.text(ui_strings::camera, Tone::quiet, Ui::Wrap::never);
  constexpr std::pair<const LocalizedText*, ActionId> views[] = {
      {&ui_strings::view_left_hand, ActionId::view_left_hand},
      {&ui_strings::view_right_hand, ActionId::view_right_hand},
      {&ui_strings::view_fit, ActionId::view_fit}};
  for (const auto& [name, action] : views) {
    flow_button(d.ui, *name);
    if (ImGui::Button(d.ui.label(*name))) d.actions.push_back({action});
  }
}

void draw_weight(const HandsPanel& d) {
  if (!slide(d.ui, ui_strings::hand_weight, d.state.weight, 0.0f, 1.0f, "%.2f")) return;
  const HandPose* pose = hand_pose_called(d.state.chosen);
  if (pose != nullptr) ask_while_dragged(d, rotations_of(d.model, *pose, d.state.hands, d.state.weight));
}

/// A picture of a hand in that pose.
PictureOfPose picture_of_hand(const Model& model, const std::vector<BoneRotation>& rotations, bool left) {
  PictureOfPose out{Pose(model), left ? View::left_hand : View::right_hand, camera_on_hand(model, left)};
  turn(rotations, out.pose.rotation);
  return out;
}

void draw_poses(const HandsPanel& d) {
  const bool left = d.state.hands != Hands::right;
  const PictureGrid grid(d.ui, 4);
  std::size_t number = 0;
  for (const HandPose& pose : hand_poses()) {
    const std::uintptr_t picture = d.parts.files.pictures.of(
        std::string(left ? "left " : "right ").append(pose.name), [&](const Model& model) {
          return picture_of_hand(model, hand_rotations(model, pose, Hands::both), left);
        });
    if (grid.draw(d.ui, number++, picture, shown_name(pose, d.ui.language()), d.state.chosen == pose.name))
      ask_pose(d, pose);
  }
}

/// Sliders that bend the fingers from where they are, and spring back.
void draw_bends(const HandsPanel& d) {
  constexpr float most_curl = 60.0f, most_spread = 20.0f;
  const Pose& before =
      d.parts.stage.in_gesture() ? d.parts.stage.start_of_gesture() : d.parts.stage.actor()->pose;
  bool changed = slide(d.ui, ui_strings::curl, d.state.curl, -1.0f, 1.0f, "%.2f");
  const bool curl_ends = ImGui::IsItemDeactivated();
  changed |= slide(d.ui, ui_strings::spread, d.state.spread, -1.0f, 1.0f, "%.2f");
  if (changed)
    ask_while_dragged(d, bent_fingers(d.model, d.state.hands, d.state.curl * most_curl,
                                      d.state.spread * most_spread, before.rotation));
  if (curl_ends || ImGui::IsItemDeactivated()) d.state.curl = d.state.spread = 0.0f;
}

void draw_own(const HandsPanel& d) {
  const bool was_listed = std::exchange(d.state.is_listed, true);
  if (!was_listed) d.state.own = own_hands_in(d.parts.setup.hands);
  ImGui::SetNextItemWidth(-5.0f * d.ui.unit());
  bool save = text_field(d.ui, "##hand", d.ui.word(ui_strings::expression_name), d.state.name,
                         ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  save |= ImGui::Button(d.ui.label(ui_strings::save_expression));
  if (save && !d.state.name.empty()) d.actions.push_back({ActionId::save_hands_as, d.state.name});
  if (d.state.own.empty()) return d.ui.text(ui_strings::no_own_hands, Tone::quiet);
  const bool left = d.state.hands != Hands::right;
  const PictureGrid grid(d.ui, 4);
  std::size_t number = 0;
  for (const OwnHand& own : d.state.own) {
    const std::uintptr_t picture =
        d.parts.files.pictures.of((left ? "left " : "right ") + own.file, [&](const Model& model) {
          PictureOfPose out{Pose(model), View::left_hand, camera_on_hand(model, left)};
          apply_vpd(for_hands(own.pose, left ? Hands::left : Hands::right), model, out.pose);
          return out;
        });
    if (!grid.draw(d.ui, number++, picture, own.name, false)) continue;
    d.state.chosen.clear();
    d.actions.push_back({ActionId::edit_pose,
                         edit::Command(edit::Paste{for_hands(own.pose, d.state.hands), true, own.name})});
  }
}

}  // namespace

void draw_hands_panel(Ui& ui, const Parts& parts, Actions& actions) {
  if (parts.stage.actor() == nullptr) return ui.text(ui_strings::no_model);
  const HandsPanel d{ui, parts, actions, *parts.stage.model(), parts.panels.hands};
  if (!hand_axes(d.model, true) && !hand_axes(d.model, false))
    return ui.text(ui_strings::no_fingers, Tone::quiet);
  draw_sides(d);
  draw_poses(d);
  ImGui::PushItemWidth(-6.0f * ui.unit());
  draw_weight(d);
  draw_bends(d);
  ImGui::PopItemWidth();
  if (draw_header(ui, ui_strings::own_hands, {}, false)) draw_own(d);
}

}  // namespace mmd
