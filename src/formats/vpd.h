#pragma once

// A VPD (Vocaloid Pose Data) file: raw values in MMD's left-handed space. Grammar and tolerance:
// docs/dev/layouts.md, "VPD".

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_io.h"
#include "base/math.h"
#include "base/result.h"

namespace mmd::vpd {

enum class Encoding : std::uint8_t { cp932, utf8, utf8_bom, utf16le, utf16be };

struct Bone {
  std::string name;                       ///< UTF-8
  vec3 translation{0.0f};                 ///< MMD units, left-handed, relative to rest
  vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};  ///< x, y, z, w, not normalised
  std::uint32_t line = 0;                 ///< line of the block, from 1; 0: not read from a file
  /// Rounding errors of the above: added in double precision, they give the text's numbers.
  vec3 translation_beyond{0.0f};
  vec4 rotation_beyond{0.0f};
  /// CP932 bytes of a name that MMD cut inside a character (`name` then ends in U+FFFD); else empty.
  std::string cut_name = {};
};

/// MMD cuts bone names after so many CP932 bytes.
inline constexpr std::size_t name_bytes = 19;

struct Morph {
  std::string name;  ///< UTF-8
  float weight = 0.0f;
  std::uint32_t line = 0;
};

/// Whether they pose the same bone or morph alike, whatever their lines.
inline bool is_same(const Bone& a, const Bone& b) {
  return a.name == b.name && a.translation == b.translation && a.rotation == b.rotation;
}
inline bool is_same(const Morph& a, const Morph& b) {
  return a.name == b.name && a.weight == b.weight;
}

struct File {
  Encoding encoding = Encoding::cp932;
  std::string model_name;                  ///< UTF-8, with its ".osm"
  std::optional<std::int64_t> bone_count;  ///< the declared number of blocks
  std::vector<Bone> bones;                 ///< in file order, duplicates kept
  std::vector<Morph> morphs;

  /// Whether both pose the same bones and morphs alike, in the same order.
  bool is_same_pose(const File& other) const {
    // No std::ranges::equal: Debian 12's emscripten has none.
    const auto same = [](const auto& a, const auto& b) { return is_same(a, b); };
    return std::equal(bones.begin(), bones.end(), other.bones.begin(), other.bones.end(), same) &&
           std::equal(morphs.begin(), morphs.end(), other.morphs.begin(), other.morphs.end(), same);
  }
};

/// A file and warnings with their lines (wrong count, zero rotation, unterminated last block, characters
/// invalid in the encoding …).
struct ReadResult {
  File file;
  Diagnostics diagnostics;
};

/// Whether the bytes start like a VPD file, in any of the encodings.
bool looks_like(ByteSpan bytes);

/// Reads a VPD. Safe on any bytes and thread-safe, independent of the locale. Skips a block with a number
/// that is not finite, with a warning. Errors (no header, text in place of a number) give the line.
Result<ReadResult> read(ByteSpan bytes);

/// The name that a reader gets after `name` was written: without a comment and trailing blanks. Precondition:
/// no line break, which no file can hold.
std::string_view name_as_read(std::string_view name);

enum class Digits : std::uint8_t {
  six,   ///< six decimals, as MMD writes
  exact  ///< more where six would not give the same float
};

/// Writes a VPD as MMD does (CRLF, MMD's comments), in `file.encoding`. A file that MMD wrote, read and
/// written, keeps its bytes. Errors give the name: one with a line break, or one that CP932 lacks.
Result<std::string> write(const File& file, Digits digits = Digits::six);

/// A file for MMD, which reads CP932 only.
struct ForMmd {
  std::string bytes;
  /// A warning with the first name that CP932 lacks: the file then has an encoding that MMD does not read.
  std::optional<Diagnostic> lacks;
};
/// Writes in CP932, with '_' for characters of the model's name that CP932 lacks (MMD ignores that name). If
/// a bone's or morph's name has such characters, writes in `otherwise`: `utf8` or `utf8_bom`.
Result<ForMmd> write_for_mmd(File file, Encoding otherwise, Digits digits = Digits::six);

}  // namespace mmd::vpd
