#pragma once

// Accessories of MMD: DirectX X files as the file says it (`File`), and what MMD makes of them (`flatten`).
// Text and binary files are read, plain or compressed (MSZIP).

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_io.h"
#include "base/math.h"
#include "base/raw_vector.h"
#include "base/result.h"

namespace mmd::x {

enum class Form : std::uint8_t { text, binary };

struct Header {
  std::array<char, 4> version{'0', '3', '0', '3'};
  Form form = Form::text;
  bool is_compressed = false;
  std::uint8_t float_bits = 32;  ///< 32 or 64; matters in binary files only
};

struct Frame {
  std::string name;          ///< UTF-8
  std::int32_t parent = -1;  ///< into File::frames, before this frame; -1 none
  std::array<float, 16> transform{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};  ///< rows; point * matrix
};

struct Material {
  std::string name;  ///< UTF-8
  vec4 diffuse{1.0f};
  float power = 0.0f;
  vec3 specular{0.0f}, emissive{0.0f};
  std::string texture;  ///< UTF-8, as the file has it: `\` or `\\` between folders, `main.bmp*sphere.sph`
};

/// Polygons: corner indices of one face after the other.
struct Faces {
  RawVector<std::uint32_t> sizes;  ///< corners of each face
  RawVector<std::uint32_t> corners;
};

struct VertexColour {
  std::uint32_t vertex = 0;
  vec4 colour{1.0f};
};

struct Mesh {
  std::string name;         ///< UTF-8
  std::int32_t frame = -1;  ///< into File::frames; -1 none
  RawVector<vec3> positions;
  Faces faces;
  RawVector<vec3> normals;  ///< `normal_faces` says which corner has which
  Faces normal_faces;
  RawVector<vec2> uvs;  ///< one for each vertex; origin top left
  RawVector<VertexColour> colours;
  bool has_material_list = false;
  std::vector<std::int32_t> materials;      ///< into File::materials; -1 for a name that no material has
  RawVector<std::uint32_t> face_materials;  ///< indices into `materials`; further faces use the last one
};

struct File {
  Header header;
  std::vector<Frame> frames;        ///< parents before children
  std::vector<Mesh> meshes;         ///< in file order
  std::vector<Material> materials;  ///< of meshes and of the file, in file order
};

/// A file and its problems: indices out of range, lists of the wrong length, numbers that are not finite,
/// unknown names. The file keeps these values; `flatten` skips the elements that they affect.
struct ReadResult {
  File file;
  Diagnostics diagnostics;
};

/// Whether the bytes start like an X file.
bool looks_like(ByteSpan bytes);

/// Reads an X file. Pure: safe on any bytes. Every count is held against the bytes that are left; compressed
/// files may unpack to 100 times their size (at least 4 MiB, at most 256 MiB). Errors and warnings have a
/// line (text) or a byte offset (binary); those of a compressed file are places in the unpacked file.
/// Templates, animations and skinning are skipped. Thread-safe.
Result<ReadResult> read(ByteSpan bytes);

enum class SphereMode : std::uint8_t { none, multiply, add };

struct AccessoryMaterial {
  std::string name;
  vec4 diffuse{1.0f};
  float power = 0.0f;   ///< as the file has it; may be 0
  vec3 specular{0.0f};  ///< as the file has it; MMD's lighting takes a tenth
  vec3 emissive{0.0f};
  std::string texture;                        ///< relative to the X file, `/` between folders; empty for none
  std::string sphere;                         ///< the same for the sphere map
  SphereMode sphere_mode = SphereMode::none;  ///< none if and only if `sphere` is empty
  bool is_screen = false;                     ///< the texture is `screen.bmp`: MMD's last picture
  std::uint32_t index_count = 0;              ///< of Accessory::indices, a multiple of 3; may be 0
};

/// One mesh in MMD units and MMD's left-handed space (Y up, clockwise is front), at size factor 1.
/// All numbers are finite, all indices in range.
struct Accessory {
  RawVector<vec3> positions, normals;        ///< normals have length 1
  RawVector<vec2> uvs;                       ///< origin top left
  RawVector<std::uint32_t> indices;          ///< three per triangle, material after material
  std::vector<AccessoryMaterial> materials;  ///< in file order, which is the order in which MMD draws
};

/// MMD units of a unit of the file.
inline constexpr float units_per_file_unit = 10.0f;

/// The accessory as MMD shows it: meshes joined with their frames' transforms, faces cut into triangles,
/// missing normals computed, sphere maps told from textures. Faces with a vertex that is not there or not
/// finite are left out. Pure and total.
Accessory flatten(const File& file);

}  // namespace mmd::x
