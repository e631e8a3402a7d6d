#include <fmt/format.h>

#include "app/panels.h"
#include "scene/body_marks.h"

namespace mmd {
namespace {

const RigidBody& body_of(const Model& model, std::int32_t index) {
  return model.bodies[static_cast<std::size_t>(index)];
}

std::string name_or_number(const Model& model, std::int32_t index) {
  const std::string& name = body_of(model, index).name;
  return name.empty() ? fmt::format("#{}", index) : name;
}

std::vector<std::string> details_of(const Model& model, std::int32_t index) {
  const RigidBody& body = body_of(model, index);
  std::vector<std::string> out;
  if (!body.name_english.empty()) out.push_back(body.name_english);
  out.push_back(fmt::format("Body #{}, {}", index, mode_text(body.mode)));
  out.push_back(fmt::format("{}, group {}", shape_text(body.shape), body.group + 1));  // as editors count
  if (body.bone != none)
    out.push_back("Bone: " + model.skeleton.bones[static_cast<std::size_t>(body.bone)].name);
  return out;
}

}  // namespace

void draw_body_details(Ui& ui, const Model& model, std::span<const std::int32_t> bodies,
                       const vec2& pointer) {
  std::vector<std::string> others;
  for (const std::int32_t body : bodies.subspan(1)) others.push_back(name_or_number(model, body));
  draw_details(ui, name_or_number(model, bodies.front()), details_of(model, bodies.front()), others, pointer);
}

}  // namespace mmd
