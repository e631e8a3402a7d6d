#pragma once

// For scene/: the files of a model's textures, their decoded sizes and their problems.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assets/image_size.h"
#include "base/diagnostic.h"
#include "scene/load.h"

namespace mmd {

/// Bytes that contain a picture's header; a JPEG's comes after data of cameras and editors.
inline constexpr std::size_t header_bytes = std::size_t{64} << 10;

/// A file that is decoded once, for all textures that name it.
struct TextureFile {
  std::string path;                   ///< in the model's set of files
  std::vector<std::size_t> textures;  ///< indices of the model's textures, ascending
  std::uint64_t bytes = 0;
  std::optional<ImageSize> size;  ///< from the header; unset: small, or cannot be decoded
  bool scales_while_decoding = false;
  int halvings = 0;                    ///< of each side
  std::optional<Diagnostic> left_out;  ///< the reason not to read it
};

/// The largest number of bytes of the pictures while they are drawn: all mip levels, in memory and in the
/// driver.
std::uint64_t memory_of(const std::vector<TextureFile>& files);

/// Sets halvings of the largest pictures until all fit into `memory` bytes, or down to a smallest size.
/// Returns the number of halved pictures.
std::size_t fit_into(std::uint64_t memory, std::vector<TextureFile>& files);

/// An error if the picture must be halved, but decoding it at full size first needs too much memory.
std::optional<Diagnostic> too_large_to_decode(const TextureFile& file, std::uint64_t memory);

/// Finds the files of `textures` (indices), in the order of their first texture. `missing` gets the textures
/// without a file.
std::vector<TextureFile> find_texture_files(const ModelOrigin& origin, const Model& model,
                                            const std::vector<std::size_t>& textures,
                                            std::vector<std::size_t>& missing);

/// Whether the file is far larger than memory_of() for its picture. Such files are read one at a time.
bool is_beyond_its_picture(const TextureFile& file);

/// Sets `left_out` of files larger than `memory` (at least 32 MiB), and of files in an archive that together
/// exceed twice that. Files of unknown size are unpacked up to the limit.
void leave_out_too_large(const ModelOrigin& origin, std::uint64_t memory, std::vector<TextureFile>& files);

/// Reads the pictures' sizes. Sets `left_out` of files far larger than their pixels can be.
void read_sizes(const ModelOrigin& origin, std::vector<TextureFile>& files);

/// Merges files with equal contents. Without `uncompressed_too` only those that take longer to decode than to
/// compare.
void join_same_contents(const ModelOrigin& origin, bool uncompressed_too, std::vector<TextureFile>& files);

/// The share of loading's progress at which decoding begins.
inline constexpr float textures_start = 0.4f;

Diagnostic cancellation(const ModelOrigin& origin);

/// Checks the files of these textures, one at a time while `wanted` returns true. Returns, by path, the
/// problem, or a note that a file is compressed too well to be checked.
std::map<std::string, Diagnostic> texture_faults(const ModelOrigin& origin,
                                                 const std::vector<std::string>& textures,
                                                 const std::function<bool()>& wanted);

/// Decodes the picture at a path in the model's set of files, each side halved `halvings` times. `hash`, if
/// not null, receives the hash of the file's bytes. Errors do not contain the texture's name.
Result<std::shared_ptr<Image>> load_picture(const ModelOrigin& origin, const std::string& path,
                                            int halvings = 0, ContentHash* hash = nullptr);

/// A message about an unusable texture, with its name. `is_base`: a material uses it as base and is drawn
/// white; otherwise the sphere map or toon is not drawn.
Diagnostic unusable_texture(const std::string& name, const Diagnostic& why, bool is_base);
/// A warning if the texture has an absolute name and a file beside the model stands for it. `what`: what is
/// named, if no texture.
std::optional<Diagnostic> found_elsewhere(const ModelOrigin& origin, const std::string& name,
                                          std::string_view what = "texture");
/// A note about a usable texture.
Diagnostic about_texture(const std::string& name, const Diagnostic& note);
Diagnostic missing_texture(const ModelOrigin& origin, const std::string& name, bool is_base);

}  // namespace mmd
