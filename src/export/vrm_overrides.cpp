#include <algorithm>
#include <string_view>

#include "export/vrm_avatar.h"

namespace mmd {
namespace {

constexpr std::string_view blinks[] = {"blink", "blinkLeft", "blinkRight"};
constexpr std::string_view mouths[] = {"aa", "ih", "ou", "ee", "oh"};

bool is_one_of(std::span<const std::string_view> names, const VrmExpression& expression) {
  return std::find(names.begin(), names.end(), expression.name) != names.end();
}

/// For each part and vertex whether it is in the set.
using VertexSet = std::vector<std::vector<bool>>;

VertexSet no_vertices(const ExchangeModel& model) {
  VertexSet out;
  for (const ExchangePart& part : model.parts) out.emplace_back(part.positions.size(), false);
  return out;
}

/// Adds vertices that move at least a twentieth of the largest offset; sculpted morphs move the whole face.
void add_moved(const ExchangeModel& model, const VrmExpression& expression, VertexSet& to) {
  const auto for_each = [&](auto&& visit) {
    for (const VrmExpression::Bind& bind : expression.binds)
      for (std::size_t p = 0; p < model.parts.size(); ++p)
        for (const ExchangeMorph::Offset& moved : model.morphs[bind.morph].parts[p])
          visit(p, moved.vertex, bind.weight * glm::length(moved.offset));
  };
  float largest = 0.0f;
  for_each([&](std::size_t, std::uint32_t, float length) { largest = std::max(largest, length); });
  for_each([&](std::size_t p, std::uint32_t vertex, float length) {
    if (length > 0.0f && length >= 0.05f * largest) to[p][vertex] = true;
  });
}

VertexSet moved_by(const ExchangeModel& model, std::span<const std::string_view> names,
                   const std::vector<VrmExpression>& expressions) {
  VertexSet out = no_vertices(model);
  for (const VrmExpression& expression : expressions)
    if (is_one_of(names, expression)) add_moved(model, expression, out);
  return out;
}

VertexSet turned_by(const ExchangeModel& model, std::span<const std::int32_t> bones) {
  VertexSet out = no_vertices(model);
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    const ExchangePart& part = model.parts[p];
    for (std::size_t v = 0; v < part.joints.size(); ++v)
      for (std::size_t i = 0; i < 4; ++i)
        if (part.weights[v][i] > 0.0f &&
            std::find(bones.begin(), bones.end(), std::int32_t{part.joints[v][i]}) != bones.end())
          out[p][v] = true;
  }
  return out;
}

bool meet(const VertexSet& a, const VertexSet& b) {
  for (std::size_t p = 0; p < a.size(); ++p)
    for (std::size_t v = 0; v < a[p].size(); ++v)
      if (a[p][v] && b[p][v]) return true;
  return false;
}

}  // namespace

void set_overrides(const ExchangeModel& model, std::span<const std::int32_t> eyes,
                   std::vector<VrmExpression>& expressions) {
  const VertexSet blink = moved_by(model, blinks, expressions), mouth = moved_by(model, mouths, expressions),
                  gaze = turned_by(model, eyes);
  for (VrmExpression& expression : expressions) {
    if (is_one_of(blinks, expression) || is_one_of(mouths, expression)) continue;
    VertexSet own = no_vertices(model);
    add_moved(model, expression, own);
    expression.stops_blink = meet(own, blink);
    expression.stops_mouth = meet(own, mouth);
    expression.stops_look = meet(own, gaze);
  }
}

}  // namespace mmd
