#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assets/image.h"
#include "base/diagnostic.h"
#include "base/math.h"
#include "base/result.h"
#include "options/options.h"

namespace mmd {

/// The kind of file that a command writes. `by_name`: the extension decides.
enum class Written : std::uint8_t { by_name, picture, pose, motion };

/// The files that the options name as inputs. A file in an archive counts as the archive.
std::vector<std::string> files_read(const Options& options);
/// Decides for every command which files it may overwrite. Returns an error if one of `files` is an input
/// (`read`) under any path, symbolic link or hard link, or, without --force, exists and is of another type.
std::optional<Diagnostic> refused_files(const std::vector<std::string>& files, Written kind,
                                        const std::vector<std::string>& read, const Options& options);
/// Returns an error if the options' output cannot be written: its folder is missing, it is a folder, or
/// refused_files() refuses it, a turntable picture or a label. `read`: further inputs, known after loading;
/// commands call this without them first, before any work.
std::optional<Diagnostic> output_problem(const Options& options, Written kind,
                                         std::vector<std::string> read = {});
/// The files of a picture: itself and its labels.
std::vector<std::string> with_labels(const std::string& picture, const LabelChoice& labels);
/// Whether the name ends in `extension` (".png"), in any case. Standard output ("-") takes anything.
bool has_extension(const std::string& output, std::string_view extension);

enum class PictureFormat : std::uint8_t { png, jpeg, webp };
/// What the name's extension asks for; nullopt if that is no picture that can be written. Standard output
/// gets PNG.
std::optional<PictureFormat> picture_format(const std::string& output);
/// The extensions that picture_format() knows: ".png, .jpg, …".
std::string picture_extensions();
/// The error about a name that picture_format() does not know.
Diagnostic unknown_picture_format(const std::string& output);

/// By which a picture's metadata holds its key.
inline constexpr const char* key_keyword = "Key";

/// Encodes a picture. `metadata` goes into a PNG, of it the key into the others. JPEG has no alpha: what of
/// `background` (straight alpha) shows through is laid over its colour, or over white where it is
/// transparent.
Result<Bytes> encode_picture(const Image& image, PictureFormat format, const ImageMetadata& metadata,
                             const vec4& background);

/// What transparent pictures are laid over where there is no alpha: the background's colour, or white where
/// it is transparent.
std::array<std::uint8_t, 3> matte_for(const vec4& background);

/// "out.png" as the picture number `index` of a series: "out_007.png".
std::string numbered(const std::string& output, int index);

/// The error about the first file that the options name and that is not there or is a folder; nullopt if all
/// are there. Reads none, so that it can be asked before anything else is started. `folders`: these will do
/// too.
std::optional<Diagnostic> absent_file(const Options& options, bool folders = false);

}  // namespace mmd
