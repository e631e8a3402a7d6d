#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "assets/image.h"
#include "base/diagnostic.h"
#include "base/math.h"
#include "commands/options.h"
#include "document/document.h"
#include "scene/input.h"

namespace mmd {

/// Why the options' output cannot be written there, before any work is done: its folder is missing, it is a
/// folder itself, one of the inputs, or a model, pose, motion or archive and not of the kind that is written
/// (`unknown`: a picture), which --force allows.
std::optional<Diagnostic> output_problem(const Options& options, FileKind kind);
/// Where the textures of the document's models lie on disk; none of archives.
std::set<std::string> texture_paths(const Document& document);
/// The files of a picture: itself and its labels.
std::vector<std::string> with_labels(const std::string& picture, const LabelChoice& labels);
/// Whether there is a model, archive, pose or motion of that name, and that is not the kind which is to be
/// written there (`unknown`: a picture or label).
std::optional<Diagnostic> replaced_kind(const std::string& output, FileKind kind);
/// Whether a file of that name would replace one of them.
std::optional<Diagnostic> replaced_texture(const std::set<std::string>& textures, const std::string& output);
/// Whether one of the pictures, or a label of it, would replace a texture of the document's models.
std::optional<Diagnostic> replaced_texture(const Options& options, const Document& document);
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

/// Encodes a picture. `metadata` goes into a PNG, of it the key into the others. JPEG has no alpha: what of
/// `background` (straight alpha) shows through is laid over its colour, or over white where it is
/// transparent. `threads`: as for encode_png().
Result<Bytes> encode_picture(const Image& image, PictureFormat format, const ImageMetadata& metadata,
                             const vec4& background, std::size_t threads = 1);

/// What transparent pictures are laid over where there is no alpha: the background's colour, or white where
/// it is transparent.
std::array<std::uint8_t, 3> matte_for(const vec4& background);

/// "out.png" as the picture number `index` of a series: "out_007.png".
std::string numbered(const std::string& output, int index);

}  // namespace mmd
