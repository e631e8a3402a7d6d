#pragma once

// Within scene/: which files the textures of a model are, how large they are decoded, what is wrong with
// them.

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

/// Headers stand at the beginning; of JPEG behind what cameras and editors write there.
inline constexpr std::size_t header_bytes = std::size_t{64} << 10;

/// A file that is decoded once, whatever of the model names it.
struct TextureFile {
  std::string path;                   ///< in the model's set of files
  std::vector<std::size_t> textures;  ///< of the model, in their order
  std::uint64_t bytes = 0;
  std::optional<ImageSize> size;  ///< as its header says; unknown: it is small, or cannot be decoded
  bool scales_while_decoding = false;
  int halvings = 0;                    ///< of each side
  std::optional<Diagnostic> left_out;  ///< why nothing of it is read
};

/// Bytes that the pictures need at most while they are drawn: all mip levels, in memory and at the driver.
std::uint64_t memory_of(const std::vector<TextureFile>& files);

/// Has the largest pictures halved until they fit together, as the smallest that makes sense if need be.
/// Returns how many are.
std::size_t fit_into(std::uint64_t memory, std::vector<TextureFile>& files);

/// An error if the picture must be made smaller but would have to be decoded at full size first, which does
/// not fit.
std::optional<Diagnostic> too_large_to_decode(const TextureFile& file, std::uint64_t memory);

/// Looks for the files of these textures of the model, in the order in which they are named first.
/// `missing`: textures that have none.
std::vector<TextureFile> find_texture_files(const ModelOrigin& origin, const Model& model,
                                            const std::vector<std::size_t>& textures,
                                            std::vector<std::size_t>& missing);

/// Whether the file takes far more than what `memory_of` counts for its picture. Such ones are read one at a
/// time.
bool is_beyond_its_picture(const TextureFile& file);

/// Marks files that are not to be read because they are larger than all textures may be in the memory (but
/// than 32 MiB), or, unpacked from an archive, together more than twice that. Those that do not tell their
/// sizes are unpacked so far.
void leave_out_too_large(const ModelOrigin& origin, std::uint64_t memory, std::vector<TextureFile>& files);

/// Reads how large the pictures are. Marks files that are far larger than their pixels can be.
void read_sizes(const ModelOrigin& origin, std::vector<TextureFile>& files);

/// Makes one of files that hold the same. Without `uncompressed_too` only of those that take longer to decode
/// than to compare.
void join_same_contents(const ModelOrigin& origin, bool uncompressed_too, std::vector<TextureFile>& files);

/// Where decoding begins, as a share of loading.
inline constexpr float textures_start = 0.4f;

Diagnostic cancellation(const ModelOrigin& origin);

/// Looks through the files of these textures, one at a time while they are `wanted`. By path: what is wrong
/// or, as a note, that a file is packed so well that it was not looked into.
std::map<std::string, Diagnostic> texture_faults(const ModelOrigin& origin,
                                                 const std::vector<std::string>& textures,
                                                 const std::function<bool()>& wanted);

/// Decodes the picture at a path in the model's set of files, each side halved that often. `hash`, if there
/// is one, becomes that of the file's bytes. Errors: without the name of the texture.
Result<std::shared_ptr<Image>> load_picture(const ModelOrigin& origin, const std::string& path,
                                            int halvings = 0, ContentHash* hash = nullptr);

/// What is wrong with a texture, in a line that names it. `is_base`: whether a material shows it as base;
/// white is drawn then, and no sphere map or toon otherwise.
Diagnostic unusable_texture(const std::string& name, const Diagnostic& why, bool is_base);
/// A note about one that can be used.
Diagnostic about_texture(const std::string& name, const Diagnostic& note);
Diagnostic missing_texture(const ModelOrigin& origin, const std::string& name, bool is_base);

}  // namespace mmd
