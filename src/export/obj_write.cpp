#include "export/obj_write.h"

#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "assets/image.h"
#include "base/errors.h"

namespace mmd {
namespace {

/// Replaces special characters: white space ends a name, # starts a comment, \ continues a line.
std::string one_word(const std::string& name) {
  std::string out;
  constexpr std::string_view others = "#/\\";
  for (const char c : name)
    out += static_cast<unsigned char>(c) <= ' ' || others.find(c) != std::string_view::npos ? '_' : c;
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

/// The numbers of vertices and texture coordinates before a part.
struct ObjBase {
  std::size_t vertices = 0, uv = 0;
};

/// Writes a corner or line end: indices of vertex, texture coordinate and normal.
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

/// The file names of a model's pictures by image; empty if there is no such picture.
struct PictureNames {
  std::vector<std::string> colour, alpha;
};

Result<Bytes> alpha_in_grey(const ExchangeImage& picture) {
  MMD_TRY(auto image, decode_image(picture.bytes));
  for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
    const std::uint8_t alpha = image.rgba[i + 3];
    image.rgba[i] = image.rgba[i + 1] = image.rgba[i + 2] = alpha;
    image.rgba[i + 3] = 255;
  }
  image.has_alpha = false;
  return encode_png(image);
}

Result<PictureNames> add_pictures(const ExchangeModel& model, const std::string& stem, ObjFiles& out) {
  PictureNames names;
  names.alpha.resize(model.images.size());
  for (std::size_t i = 0; i < model.images.size(); ++i) {
    const ExchangeImage& image = model.images[i];
    names.colour.push_back(fmt::format("{}_{}{}", stem, i + 1, image.mime == "image/jpeg" ? ".jpg" : ".png"));
    out.pictures.push_back({names.colour.back(), image.bytes});
  }
  for (const ExchangeMaterial& material : model.materials) {
    const auto i = static_cast<std::size_t>(material.image);
    if (material.image == none || material.alpha == AlphaMode::opaque || !names.alpha[i].empty()) continue;
    names.alpha[i] = fmt::format("{}_{}_alpha.png", stem, i + 1);
    MMD_TRY(auto grey, alpha_in_grey(model.images[i]));
    out.pictures.push_back({names.alpha[i], std::move(grey)});
  }
  return names;
}

void add_material(const ExchangeModel& model, std::size_t m, const PictureNames& names, std::string& to) {
  const ExchangeMaterial& material = model.materials[m];
  auto out = std::back_inserter(to);
  fmt::format_to(out, "newmtl {}\nillum 1\nKa 0 0 0\nKs 0 0 0\nKd {} {} {}\nd {}\n", material_word(model, m),
                 material.lit.r, material.lit.g, material.lit.b, material.lit.a);
  if (material.image == none) return;
  const auto image = static_cast<std::size_t>(material.image);
  fmt::format_to(out, "map_Kd {}\n", names.colour[image]);
  if (material.alpha != AlphaMode::opaque) fmt::format_to(out, "map_d {}\n", names.alpha[image]);
}

}  // namespace

Result<ObjFiles> write_obj(const ExchangeModel& model, const std::string& stem) {
  ObjFiles out;
  const std::string word = one_word(stem);
  MMD_TRY(const PictureNames names, add_pictures(model, word, out));
  out.mtl_name = word + ".mtl";
  out.obj = fmt::format("# mmdview; metres, Y up, facing +Z\nmtllib {}\n", out.mtl_name);
  ObjBase base;
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    add_vertices(model.parts[p], out.obj);
    out.obj += fmt::format("g {0}\nusemtl {0}\n", material_word(model, p));
    add_faces(model.parts[p], base, out.obj);
    base.vertices += model.parts[p].positions.size();
    base.uv += model.parts[p].uv.size();
    add_material(model, p, names, out.mtl);
  }
  return out;
}

}  // namespace mmd
