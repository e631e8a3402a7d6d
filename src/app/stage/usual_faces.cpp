#include "app/stage/usual_faces.h"

#include <algorithm>
#include <variant>
#include <vector>

namespace mmd {
namespace {

// The values are this project's own, set by eye on the sample figure (CC0).
constexpr UsualFace faces[] = {
    {{"Smile", "笑顔"},
     {{{"笑い"}, 1.0f}, {{"にこり"}, 0.8f}, {{"にっこり", "口角上げ", "にやり"}, 0.7f}, {}}},
    {{"Gentle", "微笑み"},
     {{{"にこり"}, 0.6f}, {{"笑い"}, 0.4f}, {{"口角上げ", "にっこり", "にやり"}, 0.8f}, {}}},
    {{"Laugh", "大笑い"}, {{{"笑い"}, 1.0f}, {{"にこり"}, 0.8f}, {{"ワ", "あ"}, 1.0f}, {}}},
    {{"Wink", "ウィンク"},
     {{{"ウィンク２", "ウィンク"}, 1.0f},
      {{"にこり"}, 0.4f},
      {{"にっこり", "口角上げ", "にやり"}, 0.8f},
      {}}},
    {{"Surprised", "びっくり"}, {{{"びっくり"}, 0.9f}, {{"上"}, 0.9f}, {{"瞳小"}, 0.3f}, {{"お"}, 0.6f}}},
    {{"Angry", "怒り"}, {{{"怒り"}, 1.0f}, {{"ｷﾘｯ", "キリッ"}, 0.7f}, {{"∧", "口角下げ"}, 0.7f}, {}}},
    {{"Troubled", "困り顔"}, {{{"困る"}, 1.0f}, {{"たれ目"}, 0.4f}, {{"口角下げ", "∧"}, 0.7f}, {}}},
    {{"Serious", "真面目"}, {{{"真面目"}, 0.9f}, {{"ｷﾘｯ", "キリッ"}, 0.5f}, {}, {}}},
    {{"Flat look", "じと目"}, {{{"じと目", "ジト目"}, 1.0f}, {{"真面目"}, 0.6f}, {{"□"}, 0.2f}, {}}},
    {{"Shy", "照れ"}, {{{"照れ", "頬染め"}, 1.0f}, {{"困る"}, 0.7f}, {{"笑い"}, 0.2f}, {{"う"}, 0.3f}}},
};

std::int32_t morph_of(const UsualFace::Part& part, const Model& model) {
  for (const std::string_view name : part.morphs)
    if (const std::int32_t morph = name.empty() ? none : model.find_morph(std::string(name)); morph != none)
      return morph;
  return none;
}

/// Adds the group morphs that move one of the morphs: a laugh that is a group would stay over another face.
void add_groups_of(const Model& model, std::vector<std::int32_t>& morphs) {
  const auto is_among = [&](std::int32_t morph) {
    return std::find(morphs.begin(), morphs.end(), morph) != morphs.end();
  };
  std::vector<std::int32_t> groups;
  for (std::size_t i = 0; i < model.morphs.size(); ++i) {
    const auto* group = std::get_if<GroupMorph>(&model.morphs[i].data);
    const auto index = static_cast<std::int32_t>(i);
    if (group != nullptr && !is_among(index) &&
        std::any_of(group->children.begin(), group->children.end(),
                    [&](const GroupMorph::Child& child) { return is_among(child.morph); }))
      groups.push_back(index);
  }
  morphs.insert(morphs.end(), groups.begin(), groups.end());
}

}  // namespace

std::span<const UsualFace> usual_faces() {
  return faces;
}

std::optional<edit::TakeParts> command_for(const UsualFace& face, const Model& model, Language language) {
  if (morph_of(face.parts[0], model) == none) return std::nullopt;
  edit::TakeParts out{Pose(model), {}, std::string(face.name.in(language))};
  std::vector<std::int32_t>& morphs = out.parts.morphs;
  constexpr std::uint8_t last_of_face = 3;  // brows, eyes and mouth
  for (std::size_t i = 0; i < model.morphs.size(); ++i)
    if (const std::uint8_t panel = model.morphs[i].panel; panel >= 1 && panel <= last_of_face)
      morphs.push_back(static_cast<std::int32_t>(i));
  add_groups_of(model, morphs);
  for (const UsualFace::Part& part : face.parts) {
    const std::int32_t morph = morph_of(part, model);
    if (morph == none) continue;
    out.other.morph_weights[static_cast<std::size_t>(morph)] = part.weight;
    if (std::find(morphs.begin(), morphs.end(), morph) == morphs.end()) morphs.push_back(morph);
  }
  // The blush of another face.
  if (const std::int32_t blush = morph_of(faces[std::size(faces) - 1].parts[0], model);
      blush != none && std::find(morphs.begin(), morphs.end(), blush) == morphs.end())
    morphs.push_back(blush);
  return out;
}

}  // namespace mmd
