#include <glm/geometric.hpp>

#include "make_sample/palette.h"
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
  petticoat,
  toon_face,
  blouse,
  collar,
  ribbon,
  shoe,
  skin
};
constexpr const char* texture_paths[] = {
    R"(tex\face.png)",       R"(tex\face_parts.png)", R"(tex\hair.png)",      R"(tex\plaid.png)",
    R"(tex\sock.png)",       R"(tex\hair_gloss.png)", R"(tex\toon_skin.png)", R"(tex\leather.png)",
    R"(tex\toon_cloth.png)", R"(tex\petticoat.png)",  R"(tex\toon_face.png)", R"(tex\blouse.png)",
    R"(tex\collar.png)",     R"(tex\ribbon.png)",     R"(tex\shoe.png)",      R"(tex\skin.png)"};

constexpr std::uint8_t solid = pmx::material_ground_shadow | pmx::material_casts_self_shadow |
                               pmx::material_receives_self_shadow | pmx::material_edge;
/// Shadows on a face look like dirt: the fringe's is painted instead.
constexpr std::uint8_t face_flags = pmx::material_ground_shadow | pmx::material_edge;
/// A sleeve, a hand or the skirt leaves ragged patches of light on a round limb, and hair on the collar.
constexpr std::uint8_t limb_flags = solid & ~pmx::material_receives_self_shadow;
constexpr std::uint8_t drawn = 0;
/// MMD's light is 154/255; with this ambient value a lit surface has the colour of its texture.
constexpr float ambient_share = 1.0f - 154.0f / 255.0f;

/// The toon ramp of a surface: MMD's first ramp, one of this sample, or none.
enum class Toon { shared, skin, cloth, face, off };

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
    {"肌", "skin", 0xffffff, 1.0f, skin, Toon::skin, limb_flags, palette::skin_edge, 0.0f, make_legs},
    {"腕", "arms", 0xffffff, 1.0f, skin, Toon::skin, limb_flags, palette::skin_edge, 0.0f, make_arms},
    {"爪", "nails", palette::nail, 1.0f, none, Toon::skin, solid & ~pmx::material_edge, 0, 0.15f, make_nails},
    {"顔", "face", 0xffffff, 1.0f, face, Toon::face, face_flags, palette::skin_edge, 0.0f, make_head},
    {"口内", "mouth", 0xffffff, 1.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_mouth},
    {"白目", "eye whites", 0xffffff, 1.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_eye_whites},
    {"瞳", "irises", 0xffffff, 1.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_irises},
    {"ハイライト", "highlights", 0xffffff, 1.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_highlights},
    {"頬", "blush", 0xffffff, 0.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_blush},
    {"青ざめ", "pallor", 0xffffff, 0.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_pallor},
    {"口", "lips", 0xffffff, 1.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_lips},
    {"まつげ", "lashes", 0xffffff, 1.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_lashes},
    {"眉", "brows", 0xffffff, 1.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_brows},
    {"涙", "tears", 0xffffff, 0.0f, face_parts, Toon::off, drawn, 0, 0.0f, make_tears},
    {"後髪", "back hair", 0xffffff, 1.0f, hair, Toon::shared, solid, palette::hair_edge, 0.0f,
     make_back_hair},
    {"髪束", "tails", 0xffffff, 1.0f, hair, Toon::shared, solid, palette::hair_edge, 0.0f, make_tails},
    {"シャツ", "shirt", 0xffffff, 1.0f, blouse, Toon::cloth, solid, palette::seam, 0.0f, make_shirt},
    {"襟", "collar and cuffs", 0xffffff, 1.0f, collar, Toon::cloth, limb_flags, palette::seam, 0.0f,
     make_collar},
    {"飾り", "trim", 0xffffff, 1.0f, ribbon, Toon::cloth, solid, palette::accent_edge, 0.0f, make_trim},
    {"ボタン", "buttons", palette::gold, 1.0f, none, Toon::shared, solid & ~pmx::material_edge, 0, 0.5f,
     make_buttons},
    {"ショーツ", "shorts", palette::shorts, 1.0f, none, Toon::cloth, solid, palette::dark_edge, 0.0f,
     make_shorts},
    {"靴下", "socks", 0xffffff, 1.0f, sock, Toon::cloth, solid, palette::seam, 0.0f, make_socks},
    {"靴", "shoes", 0xffffff, 1.0f, shoe, Toon::shared, solid, palette::leather_edge, 0.35f, make_shoes},
    {"靴底", "soles", palette::sole, 1.0f, none, Toon::shared, solid, palette::leather_edge, 0.0f,
     make_soles},
    {"スカート", "skirt", 0xffffff, 1.0f, plaid, Toon::cloth, solid, palette::dark_edge, 0.0f, make_skirt},
    {"ペチコート", "petticoat", 0xffffff, 1.0f, petticoat, Toon::cloth, solid, palette::seam, 0.0f,
     make_petticoat},
    {"前髪", "bangs", 0xffffff, 1.0f, hair, Toon::shared, solid, palette::hair_edge, 0.0f, make_bangs},
    {"眉透け", "brows through the hair", 0xffffff, 0.7f, face_parts, Toon::off, drawn, 0, 0.0f,
     make_brows_in_front},
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
           : s.toon == Toon::face ? toon_face
                                  : toon_cloth;
  m.index_count = static_cast<std::int32_t>(index_count);
  return m;
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
  file.morphs = make_morphs(whole, file, rig);
  file.display_frames = display_frames(rig, file.morphs.size());
  add_physics(file, rig);
  file.header.index_sizes = pmx::smallest_index_sizes(file);
  return file;
}

}  // namespace mmd::sample
