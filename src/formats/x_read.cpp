#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/text.h"
#include "formats/x.h"
#include "formats/x_tokens.h"

namespace mmd::x {
namespace {

constexpr std::string_view signature = "xof ";

/// Frames, meshes and materials of a file, each: an empty one takes much more memory than bytes.
constexpr std::size_t max_elements = std::size_t{1} << 17;
/// Materials in the lists of all meshes together: each becomes a material of the accessory.
constexpr std::size_t max_material_uses = std::size_t{1} << 14;
/// Frames within frames.
constexpr std::size_t max_depth = 1000;

/// Whether `type` is `expected`, in any case: exporters write `TextureFileName`, too.
bool is_type(std::string_view type, std::string_view expected) {
  return small_letters(type) == small_letters(expected);
}

/// A name for a message.
std::string short_name(const std::string& name) {
  constexpr std::size_t max_shown = 60;
  return name.size() <= max_shown ? name : utf8_lossy(std::string_view(name).substr(0, max_shown)) + "…";
}

class Parser {
 public:
  Parser(Tokens& in, File& out) : in_(in), out_(out) {}

  Result<void> run() {
    read_objects();
    resolve_references();
    return in_.status();
  }

 private:
  /// The vertices that the corners of faces refer to.
  struct PointKind {
    const char *faces, *point, *consequence;
  };

  /// A place in a mesh's material list that names a material of the file.
  struct Reference {
    std::size_t mesh = 0, entry = 0;
    std::string name;
  };

  void read_objects();
  void read_frame(const Head& head, std::int32_t parent, std::size_t depth);
  void read_transform(Frame& frame);
  void read_mesh(const Head& head, std::int32_t frame);
  void read_part_of_mesh(const Head& head, Mesh& mesh);
  void read_faces(const PointKind& kind, std::size_t point_count, Faces& out);
  void read_normals(Mesh& mesh);
  void read_uvs(Mesh& mesh);
  void read_colours(Mesh& mesh);
  void read_material_list(Mesh& mesh);
  std::int32_t read_material(const Head& head);
  void add_use(Mesh& mesh, std::int32_t material);
  void resolve_references();

  /// Hands the objects in the open object to `child`, which reads up to their `}`, and the names of
  /// references to `reference`, up to the `}` of the open one. Numbers and strings between them are skipped.
  template <class Child, class OnReference>
  void read_children(const Child& child, const OnReference& reference);
  template <class Child>
  void read_children(const Child& child) {
    read_children(child, [&](const std::string&) {});
  }

  void enter(const char* type, const std::string& name) {
    enter_place(name.empty() ? type : fmt::format("{} '{}'", type, short_name(name)));
  }
  void enter_place(const std::string& place) {
    place_ = place;
    in_.enter(place);
  }
  void enter_part(const char* part) { in_.enter(fmt::format("{}: {}", place_, part)); }

  std::size_t take_count(std::size_t numbers_each) { return in_.take_count(numbers_each); }
  /// Whether one more element has a place.
  bool has_place(std::size_t count, std::size_t limit, const char* what) {
    if (count < limit) return in_.ok();
    in_.fail(fmt::format("more than {} {}", limit, what), hostile_file_hint);
    return false;
  }

  vec3 take_vec3() {
    vec3 v;
    for (int i = 0; i < 3; ++i) v[i] = in_.take_real();
    return v;
  }
  vec4 take_vec4() {
    vec4 v;
    for (int i = 0; i < 4; ++i) v[i] = in_.take_real();
    return v;
  }
  template <class List, class Take>
  void take_list(List& out, std::size_t count, const Take& take) {
    out.resize(count);
    for (std::size_t i = 0; i < count && in_.ok(); ++i) {
      in_.at_element(i);
      out[i] = take();
    }
    in_.leave_elements();
  }

  Tokens& in_;
  File& out_;
  std::string place_;  ///< the current element: "Mesh 'Box'"
  std::vector<Reference> references_;
  std::size_t uses_ = 0;
};

template <class Child, class OnReference>
void Parser::read_children(const Child& child, const OnReference& reference) {
  while (in_.ok()) {
    switch (in_.next()) {
      case Token::end:
        in_.fail("'}' is missing");
        break;
      case Token::close:
        return;
      case Token::open:
        reference(in_.take_reference());
        break;
      case Token::name:
        child(in_.take_head());
        break;
      default:
        break;
    }
  }
}

// ---- Objects of the file and of frames

void Parser::read_objects() {
  while (in_.ok()) {
    in_.enter("");
    const Token token = in_.next();
    if (token == Token::end) return;
    if (token == Token::close) return in_.fail("'}' without an open object");
    if (token == Token::open) in_.take_reference();
    if (token != Token::name) continue;
    const Head head = in_.take_head();
    if (is_type(head.type, "Frame")) {
      read_frame(head, -1, 1);
    } else if (is_type(head.type, "Mesh")) {
      read_mesh(head, -1);
    } else if (is_type(head.type, "Material")) {
      read_material(head);
    } else {
      in_.enter(std::string(is_type(head.type, "template") ? "template" : "object"));
      in_.skip_object();
    }
  }
}

void Parser::read_frame(const Head& head, std::int32_t parent, std::size_t depth) {
  enter("Frame", head.name);
  if (!has_place(out_.frames.size(), max_elements, "frames")) return;
  if (depth > max_depth) return in_.fail(fmt::format("more than {} frames in one another", max_depth));
  const auto index = static_cast<std::int32_t>(out_.frames.size());
  Frame& frame = out_.frames.emplace_back();
  frame.name = head.name;
  frame.parent = parent;
  const std::string place = place_;
  const auto read_child = [&](const Head& child) {
    if (is_type(child.type, "FrameTransformMatrix")) {
      read_transform(out_.frames[at(index)]);
    } else if (is_type(child.type, "Frame")) {
      read_frame(child, index, depth + 1);
    } else if (is_type(child.type, "Mesh")) {
      read_mesh(child, index);
    } else {
      in_.skip_object();
    }
    enter_place(place);
  };
  read_children(read_child, [&](const std::string& name) {
    in_.warn_with([&] { return fmt::format("the reference to '{}' is skipped", short_name(name)); });
  });
}

void Parser::read_transform(Frame& frame) {
  enter_part("transform");
  for (float& value : frame.transform) value = in_.take_real();
  in_.skip_object();
}

// ---- Meshes

void Parser::read_mesh(const Head& head, std::int32_t frame) {
  enter("Mesh", head.name);
  const std::string place = place_;
  if (!has_place(out_.meshes.size(), max_elements, "meshes")) return;
  Mesh& mesh = out_.meshes.emplace_back();
  mesh.name = head.name;
  mesh.frame = frame;
  enter_part("vertices");
  take_list(mesh.positions, take_count(3), [&] { return take_vec3(); });
  read_faces({"faces", "vertex", "the face is skipped"}, mesh.positions.size(), mesh.faces);
  enter_place(place);
  read_children([&](const Head& child) {
    read_part_of_mesh(child, mesh);
    enter_place(place);
  });
  if (!mesh.has_material_list && !mesh.faces.sizes.empty()) in_.warn("no materials; white is used");
}

void Parser::read_part_of_mesh(const Head& head, Mesh& mesh) {
  if (is_type(head.type, "MeshNormals")) {
    read_normals(mesh);
  } else if (is_type(head.type, "MeshTextureCoords")) {
    read_uvs(mesh);
  } else if (is_type(head.type, "MeshVertexColors")) {
    read_colours(mesh);
  } else if (is_type(head.type, "MeshMaterialList")) {
    read_material_list(mesh);
  } else if (is_type(head.type, "DeclData")) {
    enter_part("DeclData");
    read_decl_data(in_, mesh);
  } else {
    in_.skip_object();
  }
}

void Parser::read_faces(const PointKind& kind, std::size_t point_count, Faces& out) {
  enter_part(kind.faces);
  out.corners.clear();
  take_list(out.sizes, take_count(1), [&] {
    const std::size_t size = take_count(1);
    if (in_.ok() && size < 3)
      in_.warn_with([&] { return fmt::format("{} corners; the face is skipped", size); });
    for (std::size_t i = 0; i < size && in_.ok(); ++i) {
      const std::uint32_t index = in_.take_whole();
      if (index >= point_count)
        in_.warn_with(
            [&] { return fmt::format("{} {} of {}; {}", kind.point, index, point_count, kind.consequence); });
      out.corners.push_back(index);
    }
    return static_cast<std::uint32_t>(size);
  });
}

void Parser::read_normals(Mesh& mesh) {
  enter_part("normals");
  take_list(mesh.normals, take_count(3), [&] { return take_vec3(); });
  constexpr const char* consequence = "computed normals are used";
  read_faces({"faces of normals", "normal", consequence}, mesh.normals.size(), mesh.normal_faces);
  if (mesh.normal_faces.sizes != mesh.faces.sizes)
    in_.warn(fmt::format("they do not match the faces of the mesh; {}", consequence));
  in_.skip_object();
}

void Parser::read_uvs(Mesh& mesh) {
  enter_part("texture coordinates");
  take_list(mesh.uvs, take_count(2), [&] {
    const float u = in_.take_real();
    return vec2(u, in_.take_real());
  });
  if (mesh.uvs.size() != mesh.positions.size())
    in_.warn(fmt::format("{} for {} vertices; missing ones are 0", mesh.uvs.size(), mesh.positions.size()));
  in_.skip_object();
}

void Parser::read_colours(Mesh& mesh) {
  enter_part("vertex colours");
  take_list(mesh.colours, take_count(5), [&] {
    const std::uint32_t vertex = in_.take_whole();
    return VertexColour{vertex, take_vec4()};
  });
  in_.skip_object();
}

// ---- Materials

void Parser::add_use(Mesh& mesh, std::int32_t material) {
  if (!has_place(uses_, max_material_uses, "materials of meshes")) return;
  ++uses_;
  mesh.materials.push_back(material);
}

void Parser::read_material_list(Mesh& mesh) {
  enter_part("materials");
  mesh.has_material_list = true;
  const std::uint32_t declared = in_.take_whole();
  take_list(mesh.face_materials, take_count(1), [&] {
    const std::uint32_t index = in_.take_whole();
    if (index >= declared)
      in_.warn_with([&] { return fmt::format("material {} of {}; the last one is used", index, declared); });
    return index;
  });
  const std::string place = place_;
  read_children(
      [&](const Head& head) {
        if (is_type(head.type, "Material")) {
          add_use(mesh, read_material(head));
        } else {
          in_.skip_object();
        }
        enter_place(place);
        enter_part("materials");
      },
      [&](const std::string& name) {
        references_.push_back({out_.meshes.size() - 1, mesh.materials.size(), name});
        add_use(mesh, -1);
      });
  if (mesh.materials.size() != declared)
    in_.warn(fmt::format("{} declared, {} found", declared, mesh.materials.size()));
}

std::int32_t Parser::read_material(const Head& head) {
  enter("Material", head.name);
  if (!has_place(out_.materials.size(), max_elements, "materials")) return -1;
  const auto index = static_cast<std::int32_t>(out_.materials.size());
  Material& material = out_.materials.emplace_back();
  material.name = head.name;
  material.diffuse = take_vec4();
  material.power = in_.take_real();
  material.specular = take_vec3();
  material.emissive = take_vec3();
  read_children([&](const Head& child) {
    if (is_type(child.type, "TextureFilename")) material.texture = in_.take_string();
    in_.skip_object();
  });
  return index;
}

/// A reference may come before its material. Of several materials with one name, the first counts.
void Parser::resolve_references() {
  if (references_.empty() || !in_.ok()) return;
  std::map<std::string_view, std::size_t> by_name;
  for (std::size_t i = 0; i < out_.materials.size(); ++i)
    if (!out_.materials[i].name.empty()) by_name.emplace(out_.materials[i].name, i);
  for (const Reference& reference : references_) {
    Mesh& mesh = out_.meshes[reference.mesh];
    const auto found = by_name.find(reference.name);
    if (found != by_name.end()) {
      mesh.materials[reference.entry] = static_cast<std::int32_t>(found->second);
    } else {
      enter("Mesh", mesh.name);
      in_.warn(fmt::format("material '{}' is not in the file; white is used", short_name(reference.name)));
    }
  }
}

// ---- The file

tl::unexpected<Diagnostic> fail_in_header(std::size_t offset, std::string what, std::string hint = {}) {
  Diagnostic error = make_error("header: " + std::move(what), std::move(hint));
  error.offset = offset;
  return fail(std::move(error));
}

Result<Header> read_header(std::string_view bytes) {
  if (!bytes.starts_with(signature)) return fail_in_header(0, "not an X file");
  if (bytes.size() < header_size) return fail_in_header(bytes.size(), "truncated", damaged_file_hint);
  Header header;
  std::copy_n(bytes.data() + 4, header.version.size(), header.version.begin());
  const std::string_view form = bytes.substr(8, 4), bits = bytes.substr(12, 4);
  header.is_compressed = form == "tzip" || form == "bzip";
  if (form == "bin " || form == "bzip") {
    header.form = Form::binary;
  } else if (form != "txt " && form != "tzip") {
    return fail_in_header(8, fmt::format("unknown kind of X file '{}'", form),
                          "expected txt, bin, tzip or bzip");
  }
  if (bits == "0064") {
    header.float_bits = 64;
  } else if (bits != "0032" && header.form == Form::binary) {
    return fail_in_header(12, fmt::format("numbers of '{}' bits", bits), "expected 0032 or 0064");
  }
  return header;
}

}  // namespace

bool looks_like(ByteSpan bytes) {
  const std::string_view text = as_text(bytes);
  const std::string_view form = text.substr(0, header_size).substr(std::min(text.size(), std::size_t{8}));
  return text.starts_with(signature) && (form.starts_with("txt ") || form.starts_with("bin ") ||
                                         form.starts_with("tzip") || form.starts_with("bzip"));
}

Result<ReadResult> read(ByteSpan bytes) {
  ReadResult out;
  MMD_TRY(out.file.header, read_header(as_text(bytes)));
  const Header& header = out.file.header;
  Bytes unpacked;
  if (header.is_compressed) {
    MMD_TRY(unpacked, unpack(bytes));
    bytes = unpacked;
  }
  const auto in = header.form == Form::text ? text_tokens(bytes) : binary_tokens(bytes, header.float_bits);
  MMD_TRY(Parser(*in, out.file).run());
  out.diagnostics = in->take_warnings();
  return out;
}

}  // namespace mmd::x
