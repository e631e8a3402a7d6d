#pragma once

// Which files the textures of a model are, and how large they are decoded.

#include <cstddef>
#include <cstdint>
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

}  // namespace mmd
