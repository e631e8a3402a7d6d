#pragma once

// A VMD (Vocaloid Motion Data) file: raw values in MMD's left-handed space, keys in file order, frames of
// 1/30 second. Writing a file that was read gives the same bytes. Layout: docs/dev/layouts.md, "VMD".

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_io.h"
#include "base/math.h"
#include "base/raw_vector.h"
#include "base/result.h"
#include "formats/places.h"

namespace mmd::vmd {

/// A name field: CP932 up to the first NUL, cut at N bytes even inside a character. Bytes behind the NUL are
/// kept.
template <std::size_t N>
using Name = std::array<char, N>;

/// The bytes of a name up to its first NUL.
template <std::size_t N>
std::string_view bytes_of(const Name<N>& name) {
  const std::string_view all(name.data(), N);
  return all.substr(0, all.find('\0'));
}

struct BoneKey {
  Name<15> name{};
  std::uint32_t frame = 0;
  vec3 translation{0.0f};                        ///< MMD units, relative to rest
  vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};         ///< x, y, z, w, not normalised
  std::array<std::uint8_t, 64> interpolation{};  ///< curves from the key before to this one
};

struct MorphKey {
  Name<15> name{};
  std::uint32_t frame = 0;
  float weight = 0.0f;
};

struct CameraKey {
  std::uint32_t frame = 0;
  float distance = 0.0f;  ///< MMD units, negative: the eye is in front of the target
  vec3 target{0.0f};
  vec3 angles{0.0f};                             ///< radians; signs: layouts, "VMD"
  std::array<std::uint8_t, 24> interpolation{};  ///< curves from the key before to this one
  std::uint32_t fov_degrees = 0;
  std::uint8_t no_perspective = 0;  ///< 0 = perspective
};

struct LightKey {
  std::uint32_t frame = 0;
  vec3 colour{0.0f};     ///< 0-1
  vec3 direction{0.0f};  ///< in which the light shines
};

struct SelfShadowKey {
  std::uint32_t frame = 0;
  std::uint8_t mode = 0;  ///< 0 off, 1 or 2
  float value = 0.0f;     ///< distance = 10000 - 100000 * value
};

struct IkState {
  Name<20> name{};  ///< the first 15 bytes count
  std::uint8_t enabled = 1;
};

struct PropertyKey {
  std::uint32_t frame = 0;
  std::uint8_t visible = 1;
  std::vector<IkState> ik;
};

/// In file order.
enum class Section : std::uint8_t { bone, morph, camera, light, self_shadow, property };
inline constexpr std::size_t section_count = 6;

struct File {
  Name<30> signature{};      ///< "Vocaloid Motion Data 0002", or "… file" in the old form
  Name<20> model_name{};     ///< the old form stores the first 10 bytes only
  std::size_t sections = 0;  ///< number of sections in the file, 0-6
  RawVector<BoneKey> bones;
  RawVector<MorphKey> morphs;
  std::vector<CameraKey> cameras;
  std::vector<LightKey> lights;
  std::vector<SelfShadowKey> self_shadows;
  std::vector<PropertyKey> properties;
  Bytes trailing;  ///< bytes after the last section, or from the first damaged one; kept for writing

  /// Whether the file has a section, even an empty one.
  bool has(Section section) const { return static_cast<std::size_t>(section) < sections; }
};

/// The end of the warning about a damaged section.
inline constexpr std::string_view skipped_behind_damage = "; this section and the following ones are skipped";

/// A file and warnings: a damaged section behind at least one key is skipped, with everything behind it.
struct ReadResult {
  File file;
  Diagnostics diagnostics;
};

/// A file of the current form with all sections, all empty.
File empty_file(std::string_view cp932_model_name);

/// A name field with the text `cp932`, cut at N bytes, padded with NUL.
template <std::size_t N>
Name<N> name_from(std::string_view cp932) {
  Name<N> out{};
  for (std::size_t i = 0; i < N && i < cp932.size(); ++i) out[i] = cp932[i];
  return out;
}

/// The last frame that has a key of any kind; 0 without keys.
std::uint32_t last_frame(const File& file);

/// Whether the bytes start like a VMD file.
bool looks_like(ByteSpan bytes);

/// Reads a VMD. Safe on any bytes and thread-safe; allocates at most a small multiple of their number. Errors
/// give section, element and byte offset.
Result<ReadResult> read(ByteSpan bytes);

/// Byte offsets of a file's keys: sections "bone keys", "morph keys", "camera keys", "light keys",
/// "self-shadow keys", "property keys".
Places locate(const File& file);

/// Writes a VMD: the exact inverse of `read`. Error: keys in a section beyond `sections`.
Result<Bytes> write(const File& file);

}  // namespace mmd::vmd
