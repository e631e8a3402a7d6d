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

/// By part and vertex, metres.
using Offsets = std::vector<std::vector<vec3>>;

Offsets offsets_of_expression(const ExchangeModel& model, const VrmExpression& expression) {
  Offsets out;
  for (const ExchangePart& part : model.parts) out.emplace_back(part.positions.size(), vec3(0.0f));
  for (const VrmExpression::Bind& bind : expression.binds)
    for (std::size_t p = 0; p < model.parts.size(); ++p)
      for (const ExchangeMorph::Offset& moved : model.morphs[bind.morph].parts[p])
        out[p][moved.vertex] += bind.weight * moved.offset;
  return out;
}

/// The share of an expression's movement that another one repeats, 0-1: 1 if it moves all vertices as far in
/// the same direction, so that both together move them twice as far.
double repeated_share(const Offsets& moved, const Offsets& by_other) {
  constexpr float same_direction = 0.5f;  // cosine
  double repeated = 0.0, all = 0.0;
  for (std::size_t p = 0; p < moved.size(); ++p)
    for (std::size_t v = 0; v < moved[p].size(); ++v) {
      const float length = glm::length(moved[p][v]), other = glm::length(by_other[p][v]);
      all += static_cast<double>(length * length);
      const float along = glm::dot(moved[p][v], by_other[p][v]);
      if (along > same_direction * length * other)
        repeated += static_cast<double>(std::min(along, length * length));
    }
  return all > 0.0 ? repeated / all : 0.0;
}

bool repeats_one(const Offsets& own, const std::vector<Offsets>& basic) {
  constexpr double seen = 0.2;
  return std::any_of(basic.begin(), basic.end(),
                     [&](const Offsets& moved) { return repeated_share(moved, own) >= seen; });
}

std::vector<Offsets> offsets_of_group(const ExchangeModel& model, std::span<const std::string_view> names,
                                      const std::vector<VrmExpression>& expressions) {
  std::vector<Offsets> out;
  for (const VrmExpression& expression : expressions)
    if (is_one_of(names, expression)) out.push_back(offsets_of_expression(model, expression));
  return out;
}

/// Whether an expression moves vertices of the bones, at least a twentieth as far as any others: sculpted
/// morphs move the whole face a little.
bool moves_bones(const ExchangeModel& model, const Offsets& own, std::span<const std::int32_t> bones) {
  float farthest = 0.0f, of_bones = 0.0f;
  for (std::size_t p = 0; p < own.size(); ++p) {
    const ExchangePart& part = model.parts[p];
    for (std::size_t v = 0; v < part.joints.size(); ++v) {
      const float length = glm::length(own[p][v]);
      farthest = std::max(farthest, length);
      for (std::size_t i = 0; i < 4; ++i)
        if (part.weights[v][i] > 0.0f &&
            std::find(bones.begin(), bones.end(), std::int32_t{part.joints[v][i]}) != bones.end())
          of_bones = std::max(of_bones, length);
    }
  }
  return of_bones > 0.0f && of_bones >= 0.05f * farthest;
}

}  // namespace

void set_overrides(const ExchangeModel& model, std::span<const std::int32_t> eyes,
                   std::vector<VrmExpression>& expressions) {
  const std::vector<Offsets> blink = offsets_of_group(model, blinks, expressions),
                             mouth = offsets_of_group(model, mouths, expressions);
  constexpr std::uint8_t brows = 1;
  for (VrmExpression& expression : expressions) {
    if (is_one_of(blinks, expression) || is_one_of(mouths, expression) || expression.panel == brows) continue;
    const Offsets own = offsets_of_expression(model, expression);
    expression.lessens_blink = repeats_one(own, blink);
    expression.lessens_mouth = repeats_one(own, mouth);
    expression.lessens_look = moves_bones(model, own, eyes);
  }
}

}  // namespace mmd
