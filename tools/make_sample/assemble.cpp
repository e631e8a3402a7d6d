#include <glm/geometric.hpp>

#include "make_sample/parts.h"
#include "make_sample/samples.h"

namespace mmd::sample {
namespace {

enum Texture : std::int32_t {
  none = -1,
  face,
  face_parts,
  hair,
  plaid,
  sock,
  hair_gloss,
  toon_skin,
  leather,
  toon_cloth,
  tulle
};
constexpr const char* texture_paths[] = {
    R"(tex\face.png)",       R"(tex\face_parts.png)", R"(tex\hair.png)",      R"(tex\plaid.png)",
    R"(tex\sock.png)",       R"(tex\hair_gloss.png)", R"(tex\toon_skin.png)", R"(tex\leather.png)",
    R"(tex\toon_cloth.png)", R"(tex\tulle.png)"};

constexpr std::uint8_t solid = pmx::material_ground_shadow | pmx::material_casts_self_shadow |
                               pmx::material_receives_self_shadow | pmx::material_edge;
constexpr std::uint8_t drawn = pmx::material_receives_self_shadow;
/// MMD's light is 154/255; with this ambient value a lit surface has the colour of its texture.
constexpr float ambient_share = 1.0f - 154.0f / 255.0f;

/// The toon ramp of a surface: MMD's first ramp, one of this sample, or none.
enum class Toon { shared, skin, cloth, off };

/// One material: colour by `colour` (times the texture), its look and its mesh.
struct Surface {
  const char *name, *english;
  std::uint32_t colour;
  float alpha;
  Texture texture;
  Toon toon;
  std::uint8_t flags;
  std::uint32_t edge_colour;
  float gloss;  ///< specular strength
  Mesh (*make)(const Rig&);
};

/// In drawing order: translucent materials come after those behind them.
constexpr Surface surfaces[] = {
    {"肌", "skin", 0xffe3d2, 1.0f, none, Toon::skin, solid, 0x7a4038, 0.0f, make_limbs},
    {"顔", "face", 0xffffff, 1.0f, face, Toon::skin, solid, 0x7a4038, 0.0f, make_head},
    {"白目", "eye whites", 0xffffff, 1.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_eye_whites},
    {"瞳", "irises", 0xffffff, 1.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_irises},
    {"頬", "blush", 0xffffff, 0.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_blush},
    {"まつげ眉口", "lashes, brows, mouth", 0xffffff, 1.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_lines},
    {"後髪", "back hair", 0xffffff, 1.0f, hair, Toon::shared, solid, 0x2a1f45, 0.0f, make_back_hair},
    {"髪束", "tails", 0xffffff, 1.0f, hair, Toon::shared, solid, 0x2a1f45, 0.0f, make_tails},
    {"シャツ", "shirt", 0xfaf4e8, 1.0f, none, Toon::cloth, solid, 0x6b5a5a, 0.0f, make_shirt},
    {"飾り", "trim", 0xe0736a, 1.0f, none, Toon::cloth, solid, 0x6a2a2a, 0.0f, make_trim},
    {"ボタン", "buttons", 0xe8c15a, 1.0f, none, Toon::shared, solid & ~pmx::material_edge, 0x6a4a1a, 0.5f,
     make_buttons},
    {"ショーツ", "shorts", 0x27345a, 1.0f, none, Toon::cloth, solid, 0x141a30, 0.0f, make_shorts},
    {"靴下", "socks", 0xffffff, 1.0f, sock, Toon::cloth, solid, 0x6b5a5a, 0.0f, make_socks},
    {"靴", "shoes", 0x7a4a36, 1.0f, none, Toon::shared, solid, 0x35201a, 0.35f, make_shoes},
    {"靴底", "soles", 0xf0e2cc, 1.0f, none, Toon::shared, solid, 0x5a4636, 0.0f, make_soles},
    {"スカート", "skirt", 0xffffff, 1.0f, plaid, Toon::cloth, solid, 0x141a30, 0.0f, make_skirt},
    {"チュール", "tulle", 0xf3eaff, 0.75f, tulle, Toon::cloth, solid & ~pmx::material_casts_self_shadow,
     0x8a80a8, 0.0f, make_tulle},
    {"前髪", "bangs", 0xffffff, 1.0f, hair, Toon::shared, solid, 0x2a1f45, 0.0f, make_bangs},
};

pmx::Material material_of(const Surface& s, std::size_t index_count) {
  pmx::Material m;
  m.name = text(s.name);
  m.name_english = text(s.english);
  m.diffuse = rgb(s.colour, s.alpha);
  m.ambient = vec3(m.diffuse) * ambient_share;
  m.specular = vec3(s.gloss);
  m.specular_power = s.gloss > 0.0f ? 24.0f : 0.0f;
  m.flags = s.flags;
  m.edge_colour = rgb(s.edge_colour, s.alpha);
  m.edge_size = 1.0f;
  m.texture = s.texture;
  if (s.texture == hair) {
    m.sphere_texture = hair_gloss;
    m.sphere_mode = 2;
  }
  if (s.make == make_shoes) {
    m.sphere_texture = leather;
    m.sphere_mode = 1;
  }
  m.toon_flag = s.toon == Toon::shared ? 1 : 0;
  m.toon = s.toon == Toon::shared ? 0
           : s.toon == Toon::off  ? none
           : s.toon == Toon::skin ? toon_skin
                                  : toon_cloth;
  m.index_count = static_cast<std::int32_t>(index_count);
  return m;
}

struct NamedMorph {
  const char *name, *english;
  std::uint8_t panel;
};
enum : std::uint8_t { brows = 1, eyes = 2, lips = 3, other = 4 };
constexpr NamedMorph vertex_morphs[] = {{"上", "brows up", brows},
                                        {"下", "brows down", brows},
                                        {"困る", "troubled", brows},
                                        {"怒り", "angry", brows},
                                        {"まばたき", "blink", eyes},
                                        {"笑い", "smile", eyes},
                                        {"ウィンク", "wink", eyes},
                                        {"ウィンク右", "wink right", eyes},
                                        {"びっくり", "surprised", eyes},
                                        {"あ", "a", lips},
                                        {"い", "i", lips},
                                        {"う", "u", lips},
                                        {"え", "e", lips},
                                        {"お", "o", lips},
                                        {"にっこり", "grin", lips}};

std::int32_t morph_index(const std::vector<pmx::Morph>& morphs, std::string_view name) {
  const pmx::Text wanted = text(name);
  for (std::size_t i = 0; i < morphs.size(); ++i)
    if (morphs[i].name.bytes == wanted.bytes) return static_cast<std::int32_t>(i);
  return -1;
}

std::vector<pmx::Morph> make_morphs(const Mesh& whole, const Rig& rig) {
  std::vector<pmx::Morph> out;
  for (const NamedMorph& m : vertex_morphs) {
    std::vector<pmx::VertexOffset> offsets;
    const std::vector<vec3>& all = whole.morphs.at(m.name);
    for (std::uint32_t v = 0; v < all.size(); ++v)
      if (glm::dot(all[v], all[v]) > 1e-10f) offsets.push_back({v, all[v]});
    out.push_back({text(m.name), text(m.english), m.panel, pmx::MorphType::vertex, std::move(offsets)});
  }
  std::vector<pmx::UvOffset> stars;
  const std::vector<vec2>& all = whole.uv_morphs.at("きらきら");
  for (std::uint32_t v = 0; v < all.size(); ++v)
    if (all[v] != vec2(0.0f)) stars.push_back({v, vec4(all[v], 0.0f, 0.0f)});
  out.push_back({text("きらきら"), text("starry eyes"), eyes, pmx::MorphType::uv, std::move(stars)});

  pmx::MaterialOffset blush;
  for (std::size_t i = 0; i < std::size(surfaces); ++i)
    if (surfaces[i].make == make_blush) blush.material = static_cast<std::int32_t>(i);
  blush.operation = 1;
  blush.diffuse.w = 1.0f;
  out.push_back({text("照れ"), text("blush"), other, pmx::MorphType::material, std::vector{blush}});

  const float half = 0.5f * 14.0f * pi / 180.0f;
  const pmx::BoneOffset tilt{rig.find("頭"), vec3(0.0f), vec4(0, 0, std::sin(half), std::cos(half))};
  out.push_back({text("頭を傾ける"), text("tilt head"), other, pmx::MorphType::bone, std::vector{tilt}});

  const auto part = [&out](const char* name, float ratio) {
    return pmx::GroupOffset{morph_index(out, name), ratio};
  };
  std::vector<pmx::GroupOffset> happy{part("笑い", 1.0f), part("あ", 0.8f), part("照れ", 1.0f),
                                      part("上", 0.6f)};
  out.push_back({text("ごきげん"), text("happy"), other, pmx::MorphType::group, std::move(happy)});
  return out;
}

}  // namespace

void add_vertices(pmx::Vertices& out, const Mesh& mesh) {
  for (std::size_t v = 0; v < mesh.size(); ++v) {
    const Weights& w = mesh.weights[v];
    out.position.push_back(mesh.position[v]);
    out.normal.push_back(mesh.normal[v]);
    out.uv.push_back(mesh.uv[v]);
    out.bones.push_back(w.bone);
    out.edge_scale.push_back(mesh.edge_scale[v]);
    if (w.sdef) {
      out.type.push_back(pmx::WeightType::sdef);
      out.weights.push_back({w.weight[0], 0, 0, 0});
      out.sdef.push_back({w.c, w.r0, w.r1});
    } else if (w.count <= 2) {
      out.type.push_back(w.count == 1 ? pmx::WeightType::bdef1 : pmx::WeightType::bdef2);
      out.weights.push_back({w.weight[0], 0, 0, 0});
    } else {
      out.type.push_back(pmx::WeightType::bdef4);
      out.weights.push_back(w.weight);
      if (w.count == 3) out.bones.back()[3] = 0;  // weight 0; editors do not write -1 here
    }
  }
}

Result<pmx::File> make_model(const Rig& rig) {
  pmx::File file;
  file.header.encoding = text_encoding;
  file.name = text("mmdview figure");
  file.name_english = text("mmdview figure");
  const char* terms =
      "The sample figure of mmdview. Own work of the project, made by tools/make_sample.\r\n"
      "CC0 1.0: no rights reserved.";
  file.comment = file.comment_english = text(terms);
  for (const char* path : texture_paths) file.textures.push_back(text(path));
  Mesh whole;
  for (const Surface& s : surfaces) {
    const Mesh mesh = s.make(rig);
    if (mesh.closed && !is_closed(mesh)) return fail(std::string(s.english) + ": the mesh has open edges");
    file.materials.push_back(material_of(s, mesh.indices.size()));
    append(whole, mesh);
  }
  add_vertices(file.vertices, whole);
  file.indices.assign(whole.indices.begin(), whole.indices.end());
  file.bones = rig.bones;
  file.morphs = make_morphs(whole, rig);
  file.display_frames = display_frames(rig, file.morphs.size());
  add_physics(file, rig);
  file.header.index_sizes = pmx::smallest_index_sizes(file);
  return file;
}

}  // namespace mmd::sample
