#include <fmt/format.h>

#include "app/panels/panels.h"
#include "app/text/said.h"

namespace mmd {
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
  if (!body.name_english.empty()) out.push_back(body.name_english);
  const auto word = [&](const Words& words) { return std::string(words.in(language)); };
  out.push_back(filled(word(said::body_number),
                       {std::to_string(index), word(said::body_modes[static_cast<std::size_t>(body.mode)])}));
  out.push_back(
      filled(word(said::shape_and_group), {word(said::body_shapes[static_cast<std::size_t>(body.shape)]),
                                           std::to_string(body.group + 1)}));  // as editors count
  if (body.bone != none)
    out.push_back(
        filled(word(said::bone_of_body), {model.skeleton.bones[static_cast<std::size_t>(body.bone)].name}));
  return out;
}

}  // namespace

void draw_body_details(Ui& ui, const Model& model, std::span<const std::int32_t> bodies,
                       const vec2& pointer) {
  std::vector<std::string> others;
  for (const std::int32_t body : bodies.subspan(1)) others.push_back(body_name(model, body));
  draw_details(ui, body_name(model, bodies.front()), body_details(model, bodies.front(), ui.language()),
               others, pointer);
}

}  // namespace mmd
