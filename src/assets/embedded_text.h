#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_io.h"

namespace mmd {

/// A JPEG with a comment at its beginning; ASCII, up to 65533 bytes.
Bytes jpeg_with_comment(const Bytes& jpeg, std::string_view text);
/// A WebP, simple or extended, with a chunk of metadata (`XMP `) at its end.
Bytes webp_with_metadata(const Bytes& webp, std::string_view text, int width, int height, bool has_alpha);

/// What a picture on disk says about itself under a keyword: a text chunk of a PNG, "keyword: text" as a
/// comment of a JPEG or as metadata of a WebP. nullopt: nothing, or the picture is not there or not whole.
/// The pixels are not read.
std::optional<std::string> embedded_text(const std::filesystem::path& picture, std::string_view keyword);
/// The same of its bytes.
std::optional<std::string> embedded_text(ByteSpan picture, std::string_view keyword);

}  // namespace mmd
