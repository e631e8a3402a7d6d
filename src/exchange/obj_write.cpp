#include "exchange/obj_write.h"

#include <iterator>

#include <fmt/format.h>

namespace mmd {
namespace {

/// Names end at white space there, and # begins a comment.
std::string one_word(const std::string& name) {
  std::string out;
  for (const char c : name) out += static_cast<unsigned char>(c) <= ' ' || c == '#' || c == '/' ? '_' : c;
  return out;
}

std::string material_word(const ExchangeModel& model, std::size_t m) {
  return fmt::format("{}_{}", m + 1, one_word(model.materials[m].name));
}

void add_vertices(const ExchangePart& part, std::string& to) {
  auto out = std::back_inserter(to);
  for (const vec3& p : part.positions) fmt::format_to(out, "v {} {} {}\n", p.x, p.y, p.z);
  for (const vec2& uv : part.uv) fmt::format_to(out, "vt {} {}\n", uv.x, 1.0f - uv.y);
  for (const vec3& n : part.normals) fmt::format_to(out, "vn {} {} {}\n", n.x, n.y, n.z);
}

/// How many vertices and texture coordinates stand before a part.
struct ObjBase {
  std::size_t vertices = 0, uv = 0;
};

/// A corner or an end: vertex, texture coordinate and normal.
void add_corner(const ExchangePart& part, const ObjBase& base, std::uint32_t index, std::string& to) {
  auto out = std::back_inserter(to);
  const std::size_t v = base.vertices + index + 1;
  if (part.kind != FaceKind::triangles) {
    fmt::format_to(out, " {}", v);
  } else if (part.uv.empty()) {
    fmt::format_to(out, " {}//{}", v, v);
  } else {
    fmt::format_to(out, " {}/{}/{}", v, base.uv + index + 1, v);
  }
}

void add_faces(const ExchangePart& part, const ObjBase& base, std::string& to) {
  static constexpr std::size_t corners[] = {3, 2, 1};  // by FaceKind
  static constexpr const char* words[] = {"f", "l", "p"};
  const auto kind = static_cast<std::size_t>(part.kind);
  for (std::size_t i = 0; i + corners[kind] <= part.indices.size(); i += corners[kind]) {
    to += words[kind];
    for (std::size_t k = 0; k < corners[kind]; ++k) add_corner(part, base, part.indices[i + k], to);
    to += '\n';
  }
}

void add_material(const ExchangeModel& model, std::size_t m, const ObjFiles& files, std::string& to) {
  const ExchangeMaterial& material = model.materials[m];
  auto out = std::back_inserter(to);
  fmt::format_to(out, "newmtl {}\nillum 1\nKa 0 0 0\nKs 0 0 0\nKd {} {} {}\nd {}\n", material_word(model, m),
                 material.lit.r, material.lit.g, material.lit.b, material.lit.a);
  if (material.image == none) return;
  const std::string& name = files.pictures[static_cast<std::size_t>(material.image)].name;
  fmt::format_to(out, "map_Kd {}\n", name);
  if (material.alpha != AlphaMode::opaque) fmt::format_to(out, "map_d -imfchan m {}\n", name);
}

}  // namespace

ObjFiles write_obj(const ExchangeModel& model, const std::string& stem) {
  ObjFiles out;
  for (std::size_t i = 0; i < model.images.size(); ++i)
    out.pictures.push_back({fmt::format("{}_{}{}", one_word(stem), i + 1,
                                        model.images[i].mime == "image/jpeg" ? ".jpg" : ".png"),
                            i});
  out.mtl_name = one_word(stem) + ".mtl";
  out.obj = fmt::format("# mmdview; metres, Y up, facing +Z\nmtllib {}\n", out.mtl_name);
  ObjBase base;
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    add_vertices(model.parts[p], out.obj);
    out.obj += fmt::format("g {0}\nusemtl {0}\n", material_word(model, p));
    add_faces(model.parts[p], base, out.obj);
    base.vertices += model.parts[p].positions.size();
    base.uv += model.parts[p].uv.size();
    add_material(model, p, out, out.mtl);
  }
  return out;
}

}  // namespace mmd
