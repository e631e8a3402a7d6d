#pragma once

// VMD (Vocaloid Motion Data) as the file says it: raw values in MMD's left-handed space, keys in file order.
// Writing what was read gives the same bytes. Layout: docs/dev/semantics.md, "Files".

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

/// A name field: CP932, NUL-terminated unless it fills the field, cut even inside a character; what stands
/// after the NUL is kept too.
template <std::size_t N>
using Name = std::array<char, N>;

/// The bytes of a name up to its NUL.
template <std::size_t N>
std::string_view bytes_of(const Name<N>& name) {
  const std::string_view all(name.data(), N);
  return all.substr(0, all.find('\0'));
}

/// A bone key is always used as a whole, so keys stay together (unlike a model's vertices).
struct BoneKey {
  Name<15> name{};
  std::uint32_t frame = 0;
  vec3 translation{0.0f};                        ///< MMD units, relative to rest
  vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};         ///< x, y, z, w as stored, not normalised
  std::array<std::uint8_t, 64> interpolation{};  ///< of the way that leads to this key
};

struct MorphKey {
  Name<15> name{};
  std::uint32_t frame = 0;
  float weight = 0.0f;
};

struct CameraKey {
  std::uint32_t frame = 0;
  float distance = 0.0f;  ///< negative in front of the target
  vec3 target{0.0f};
  vec3 angles{0.0f};                             ///< radians as stored; signs: pose/motion.h
  std::array<std::uint8_t, 24> interpolation{};  ///< of the way that leads to this key
  std::uint32_t fov_degrees = 0;
  std::uint8_t no_perspective = 0;  ///< 0 = perspective
};

struct LightKey {
  std::uint32_t frame = 0;
  vec3 colour{0.0f};
  vec3 direction{0.0f};
};

struct SelfShadowKey {
  std::uint32_t frame = 0;
  std::uint8_t mode = 0;  ///< 0 off, 1, 2
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

/// In the order of the file.
enum class Section : std::uint8_t { bone, morph, camera, light, self_shadow, property };
inline constexpr std::size_t section_count = 6;

struct File {
  Name<30> signature{};      ///< "Vocaloid Motion Data 0002", or "… file" in the old form
  Name<20> model_name{};     ///< the old form stores the first 10 bytes only
  std::size_t sections = 0;  ///< how many the file has; trailing ones may be missing
  RawVector<BoneKey> bones;
  RawVector<MorphKey> morphs;
  std::vector<CameraKey> cameras;
  std::vector<LightKey> lights;
  std::vector<SelfShadowKey> self_shadows;
  std::vector<PropertyKey> properties;
  Bytes trailing;  ///< bytes after the last section, or from the first one that is damaged; kept for writing

  bool has(Section section) const { return static_cast<std::size_t>(section) < sections; }
};

/// A file and what was tolerated: a section that is cut off or claims more than there is, after at least one
/// key was read, is left out together with what follows it.
struct ReadResult {
  File file;
  Diagnostics diagnostics;
};

/// An empty file in the present form with all sections, for writers.
File empty_file(std::string_view cp932_model_name);

/// A name field filled with `cp932`, cut at its end.
template <std::size_t N>
Name<N> name_from(std::string_view cp932) {
  Name<N> out{};
  for (std::size_t i = 0; i < N && i < cp932.size(); ++i) out[i] = cp932[i];
  return out;
}

/// Whether the bytes start like a VMD file.
bool looks_like(ByteSpan bytes);

/// Reads a VMD. Pure: safe on any bytes, allocates no more than a small multiple of their number (every count
/// is held against the bytes that are left). Errors say section, element and byte offset. Thread-safe.
Result<ReadResult> read(ByteSpan bytes);

/// Where the keys of a file that was read stand: sections "bone keys", "morph keys", "camera keys", "light
/// keys", "self-shadow keys", "property keys".
Places locate(const File& file);

/// Writes a VMD: the exact inverse of `read`. A section that holds keys but lies beyond `sections` is an
/// error.
Result<Bytes> write(const File& file);

}  // namespace mmd::vmd
