#include <cmath>
#include <string_view>
#include <utility>

#include <glm/geometric.hpp>

#include "make_sample/samples.h"

namespace mmd::sample {
namespace {

enum Panel : std::uint8_t { brows = 1, eyes = 2, lips = 3, other = 4 };

struct NamedMorph {
  const char *name, *english;
  Panel panel;
};

/// Morphs of vertices, in the order of the lists. Their shapes are in face_shapes.cpp and eyes.cpp.
constexpr NamedMorph vertex_morphs[] = {{"真面目", "serious", brows},
                                        {"困る", "troubled", brows},
                                        {"にこり", "cheerful", brows},
                                        {"怒り", "angry", brows},
                                        {"上", "brows up", brows},
                                        {"下", "brows down", brows},
                                        {"まばたき", "blink", eyes},
                                        {"笑い", "smile", eyes},
                                        {"ウィンク", "wink", eyes},
                                        {"ウィンク２", "wink 2", eyes},
                                        {"ウィンク右", "wink right", eyes},
                                        {"ｳｨﾝｸ２右", "wink 2 right", eyes},
                                        {"はぅ", "pinched", eyes},
                                        {"なごみ", "calm", eyes},
                                        {"びっくり", "surprised", eyes},
                                        {"じと目", "stare", eyes},
                                        {"ｷﾘｯ", "determined", eyes},
                                        {"たれ目", "drooping", eyes},
                                        {"下まぶた上げ", "lower lids up", eyes},
                                        {"瞳小", "small irises", eyes},
                                        {"瞳大", "large irises", eyes},
                                        {"白目", "no irises", eyes},
                                        {"あ", "a", lips},
                                        {"い", "i", lips},
                                        {"う", "u", lips},
                                        {"え", "e", lips},
                                        {"お", "o", lips},
                                        {"ん", "n", lips},
                                        {"▲", "triangle", lips},
                                        {"∧", "wedge", lips},
                                        {"□", "square", lips},
                                        {"ワ", "laugh", lips},
                                        {"ω", "omega", lips},
                                        {"ω□", "omega open", lips},
                                        {"にっこり", "grin", lips},
                                        {"にやり", "smirk", lips},
                                        {"ぺろっ", "tongue out", lips},
                                        {"えー", "displeased", lips},
                                        {"口角上げ", "corners up", lips},
                                        {"口角下げ", "corners down", lips},
                                        {"口横広げ", "wide", lips}};
constexpr NamedMorph uv_morphs[] = {{"きらきら", "starry eyes", eyes}, {"はぁと", "heart eyes", eyes}};

/// A morph that shows (1) or hides (-1) a material.
struct MaterialMorph {
  NamedMorph morph;
  const char* material;
  float alpha;
};
constexpr MaterialMorph material_morphs[] = {{{"ハイライト消し", "no highlights", eyes}, "ハイライト", -1.0f},
                                             {{"照れ", "blush", other}, "頬", 1.0f},
                                             {{"涙", "tears", other}, "涙", 1.0f},
                                             {{"青ざめ", "pale", other}, "青ざめ", 1.0f}};

template <class List>
std::int32_t index_of(const List& list, std::string_view name) {
  const pmx::Text wanted = text(name);
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].name.bytes == wanted.bytes) return static_cast<std::int32_t>(i);
  return -1;
}

pmx::Morph vertex_morph(const NamedMorph& m, const Mesh& whole) {
  std::vector<pmx::VertexOffset> offsets;
  const std::vector<vec3>& all = whole.morphs.at(m.name);
  for (std::uint32_t v = 0; v < all.size(); ++v)
    if (glm::dot(all[v], all[v]) > 1e-9f) offsets.push_back({v, all[v]});
  return {text(m.name), text(m.english), m.panel, pmx::MorphType::vertex, std::move(offsets)};
}

pmx::Morph uv_morph(const NamedMorph& m, const Mesh& whole) {
  std::vector<pmx::UvOffset> offsets;
  const std::vector<vec2>& all = whole.uv_morphs.at(m.name);
  for (std::uint32_t v = 0; v < all.size(); ++v)
    if (all[v] != vec2(0.0f)) offsets.push_back({v, vec4(all[v], 0.0f, 0.0f)});
  return {text(m.name), text(m.english), m.panel, pmx::MorphType::uv, std::move(offsets)};
}

pmx::Morph material_morph(const MaterialMorph& m, const pmx::File& file) {
  pmx::MaterialOffset offset;
  offset.material = index_of(file.materials, m.material);
  offset.operation = 1;
  offset.diffuse.w = m.alpha;
  return {text(m.morph.name), text(m.morph.english), m.morph.panel, pmx::MorphType::material,
          std::vector{offset}};
}

pmx::Morph group_morph(const NamedMorph& m, const std::vector<pmx::Morph>& before,
                       const std::vector<std::pair<const char*, float>>& parts) {
  std::vector<pmx::GroupOffset> offsets;
  for (const auto& [name, ratio] : parts) offsets.push_back({index_of(before, name), ratio});
  return {text(m.name), text(m.english), m.panel, pmx::MorphType::group, std::move(offsets)};
}

}  // namespace

std::vector<pmx::Morph> make_morphs(const Mesh& whole, const pmx::File& file, const Rig& rig) {
  std::vector<pmx::Morph> out;
  for (const NamedMorph& m : vertex_morphs) out.push_back(vertex_morph(m, whole));
  for (const NamedMorph& m : uv_morphs) out.push_back(uv_morph(m, whole));
  for (const MaterialMorph& m : material_morphs) out.push_back(material_morph(m, file));

  const float half = 0.5f * 14.0f * pi / 180.0f;
  const pmx::BoneOffset tilt{rig.find("頭"), vec3(0.0f), vec4(0, 0, std::sin(half), std::cos(half))};
  out.push_back({text("頭を傾ける"), text("tilt head"), other, pmx::MorphType::bone, std::vector{tilt}});

  out.push_back(group_morph({"ごきげん", "happy", other}, out,
                            {{"笑い", 1.0f}, {"ワ", 0.8f}, {"照れ", 1.0f}, {"上", 0.6f}}));
  out.push_back(group_morph({"しょんぼり", "sad", other}, out,
                            {{"困る", 1.0f}, {"たれ目", 0.7f}, {"口角下げ", 1.0f}, {"涙", 0.8f}}));
  return out;
}

}  // namespace mmd::sample
