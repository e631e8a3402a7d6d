#pragma once

// VPD (Vocaloid Pose Data) as the file says it: raw values in MMD's left-handed space.
// Grammar and tolerance: docs/dev/semantics.md, "Files".

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
  vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};  ///< x, y, z, w as stored, not normalised
  std::uint32_t line = 0;                 ///< line of the block, from 1; 0 when not read from a file
  /// What the text has beyond a float's digits, to be added to the above in double precision.
  vec3 translation_beyond{0.0f};
  vec4 rotation_beyond{0.0f};
  /// The name's bytes where MMD cut it inside a character, so that `name` ends in U+FFFD. Otherwise empty.
  std::string cut_name = {};
};

/// MMD keeps so many CP932 bytes of a bone's name.
inline constexpr std::size_t name_bytes = 19;

struct Morph {
  std::string name;  ///< UTF-8
  float weight = 0.0f;
  std::uint32_t line = 0;
};

struct File {
  Encoding encoding = Encoding::cp932;
  std::string model_name;                  ///< as in the file, with its ".osm"
  std::optional<std::int64_t> bone_count;  ///< the declared number of blocks
  std::vector<Bone> bones;                 ///< in file order, duplicates kept
  std::vector<Morph> morphs;
};

/// A file and what was tolerated while reading it (wrong count, zero rotation, unterminated last block,
/// characters that are not in the encoding …), each with its line.
struct ReadResult {
  File file;
  Diagnostics diagnostics;
};

/// Whether the bytes start like a VPD file, in any of the encodings.
bool looks_like(ByteSpan bytes);

/// Reads a VPD. Pure and safe on any bytes; numbers do not depend on the locale. A block with a number that
/// is not finite is left out with a warning. Errors (no header, text where a number belongs) carry the line.
Result<ReadResult> read(ByteSpan bytes);

/// What a reader gets of a name that is written to a file: without a comment and blanks behind it. A name
/// with a line break cannot be written at all.
std::string_view name_as_read(std::string_view name);

/// How numbers are written.
enum class Digits : std::uint8_t {
  six,   ///< decimals, as MMD does
  exact  ///< more, where reading six would not give the same float
};

/// Writes a VPD as MMD does: CRLF, six decimals, MMD's comments; in `file.encoding`. For a file that MMD
/// wrote, writing what was read gives the same bytes. A name that CP932 cannot hold is an error that names
/// it.
Result<std::string> write(const File& file, Digits digits = Digits::six);

/// A file for MMD, which reads CP932 only.
struct ForMmd {
  std::string bytes;
  /// A warning that names what CP932 cannot hold: the file is in another encoding, which MMD does not read.
  std::optional<Diagnostic> lacks;
};
/// write() in CP932, with '_' for what that lacks of the model's name (MMD does not look a model up by it),
/// or as `otherwise`, UTF-8 with or without its mark, where a bone's or morph's name has no place in that.
Result<ForMmd> write_for_mmd(File file, Encoding otherwise, Digits digits = Digits::six);

}  // namespace mmd::vpd
