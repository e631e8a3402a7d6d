#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/panels.h"
#include "app/stage/element_names.h"
#include "app/text/ui_messages.h"

namespace mmd {
namespace {

constexpr std::uint32_t name_colour = IM_COL32(245, 245, 245, 255), selected_box = IM_COL32(200, 35, 25, 255),
                        other_box = IM_COL32(15, 15, 15, 190);

struct Box {
  vec2 low, high;
};

bool overlap(const Box& a, const Box& b) {
  return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

const Bone& bone_of(const Model& model, std::int32_t index) {
  return model.skeleton.bones[static_cast<std::size_t>(index)];
}

std::string bone_or_number(const Model& model, std::int32_t index) {
  const std::string& name = bone_of(model, index).name;
  return name.empty() ? fmt::format("#{}", index) : name;
}

std::string append_text(const Model& model, const Append& append, Language language) {
  const LocalizedText& what = append.rotation && append.translation ? ui_messages::append_both
                              : append.rotation                     ? ui_messages::append_rotation
                                                                    : ui_messages::append_move;
  std::string out =
      filled(what.in(language), {fmt::format("{:g}", append.ratio), bone_or_number(model, append.source)});
  return append.local ? filled(ui_messages::local.in(language), {out}) : out;
}

std::string chain_text(const Model& model, const IkChain& chain, Language language) {
  if (chain.effector == none || chain.links.empty())
    return std::string(ui_messages::ik_without_links.in(language));
  return filled(ui_messages::ik_chain.in(language),
                {bone_or_number(model, chain.effector), std::to_string(chain.links.size())});
}

std::string layer_text(const Bone& bone, Language language) {
  std::string out = filled(ui_messages::layer.in(language), {std::to_string(bone.layer)});
  return bone.after_physics ? filled(ui_messages::after_physics.in(language), {out}) : out;
}

/// Details of a bone below its name.
std::vector<std::string> details_of(const Model& model, std::int32_t index, Language language) {
  const Bone& bone = bone_of(model, index);
  std::vector<std::string> out;
  const std::string_view english = english_name(model.skeleton.bones, static_cast<std::size_t>(index));
  if (!english.empty()) out.emplace_back(english);
  out.push_back(fmt::format("#{}, {}", index,
                            ui_messages::bone_kinds[static_cast<std::size_t>(kind_of(bone))].in(language)));
  if (bone.parent != none)
    out.push_back(filled(ui_messages::parent.in(language), {bone_or_number(model, bone.parent)}));
  if (bone.append.source != none) out.push_back(append_text(model, bone.append, language));
  if (bone.ik != none)
    out.push_back(chain_text(model, model.skeleton.ik_chains[static_cast<std::size_t>(bone.ik)], language));
  if (bone.layer != 0 || bone.after_physics) out.push_back(layer_text(bone, language));
  return out;
}

}  // namespace

void draw_bone_names(Ui& ui, const Model& model, std::span<const BonePlace> places, std::int32_t selected,
                     bool all) {
  std::vector<Box> taken;
  const auto write = [&](const BonePlace& place) {
    const std::string name = bone_or_number(model, place.bone);
    const vec2 size = ui.tag_size(name);
    const vec2 corner = place.at + vec2(0.6f * ui.unit(), -0.5f * size.y);
    const Box box{corner, corner + size};
    if (std::any_of(taken.begin(), taken.end(), [&](const Box& other) { return overlap(box, other); }))
      return;
    taken.push_back(box);
    ui.tag(name, corner, vec2(0.0f), name_colour, place.bone == selected ? selected_box : other_box);
  };
  for (const BonePlace& place : places)
    if (place.bone == selected) write(place);
  if (!all) return;
  for (const BonePlace& place : places)
    if (place.bone != selected) write(place);
}

namespace {

std::uint64_t item_number(std::int32_t index, bool body) {
  return 2 * static_cast<std::uint64_t>(index) + (body ? 2 : 1);
}

/// A tooltip in the picture: a name, details, and other names at the same place.
void draw_details(Ui& ui, std::uint64_t item, const std::string& name, std::vector<std::string> details,
                  const std::vector<std::string>& others, const vec2& pointer, const Room& handles) {
  if (!ui.rests_on(item)) return;
  details.insert(details.begin(), name);
  if (!others.empty())
    details.push_back(fmt::format("{}: {}", ui.word(ui_strings::also_here), fmt::join(others, ", ")));
  const float reach = 0.6f * ui.unit();
  const Room at{pointer.x - reach, pointer.y - reach, pointer.x + reach, pointer.y + reach};
  ui.picture_tip({std::move(details), at, handles});
}

}  // namespace

void draw_bone_details(Ui& ui, const Model& model, std::span<const std::int32_t> bones, const vec2& pointer,
                       const Room& handles) {
  std::vector<std::string> others;
  for (const std::int32_t bone : bones.subspan(1)) others.push_back(bone_or_number(model, bone));
  draw_details(ui, item_number(bones.front(), false), bone_or_number(model, bones.front()),
               details_of(model, bones.front(), ui.language()), others, pointer, handles);
}

namespace {

const RigidBody& body_of(const Model& model, std::int32_t index) {
  return model.bodies[static_cast<std::size_t>(index)];
}

std::string body_name(const Model& model, std::int32_t index) {
  const std::string& name = body_of(model, index).name;
  return name.empty() ? fmt::format("#{}", index) : name;
}

std::vector<std::string> body_details(const Model& model, std::int32_t index, Language language) {
  const RigidBody& body = body_of(model, index);
  std::vector<std::string> out;
  const std::string_view english = english_name(model.bodies, static_cast<std::size_t>(index));
  if (!english.empty()) out.emplace_back(english);
  const auto word = [&](const LocalizedText& words) { return std::string(words.in(language)); };
  out.push_back(
      filled(word(ui_messages::body_number),
             {std::to_string(index), word(ui_messages::body_modes[static_cast<std::size_t>(body.mode)])}));
  out.push_back(filled(word(ui_messages::shape_and_group),
                       {word(ui_messages::body_shapes[static_cast<std::size_t>(body.shape)]),
                        std::to_string(body.group + 1)}));  // as editors count
  if (body.bone != none)
    out.push_back(filled(word(ui_messages::bone_of_body),
                         {model.skeleton.bones[static_cast<std::size_t>(body.bone)].name}));
  return out;
}

}  // namespace

void draw_body_details(Ui& ui, const Model& model, std::span<const std::int32_t> bodies, const vec2& pointer,
                       const Room& handles) {
  std::vector<std::string> others;
  for (const std::int32_t body : bodies.subspan(1)) others.push_back(body_name(model, body));
  draw_details(ui, item_number(bodies.front(), true), body_name(model, bodies.front()),
               body_details(model, bodies.front(), ui.language()), others, pointer, handles);
}

}  // namespace mmd
