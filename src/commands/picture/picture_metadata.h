#pragma once

#include "assets/image.h"
#include "base/content_hash.h"
#include "commands/picture/posed_document.h"
#include "document/document.h"
#include "options/options.h"
#include "options/output_file.h"

namespace mmd {

/// The metadata of a picture: program, model name, poses and options. Without dates and folders, so that the
/// same inputs give the same bytes on any machine. Empty with --no-metadata.
ImageMetadata picture_metadata(const Options& options, const Document& document);

/// Options::given with `--name value` added or replaced, in the table's order.
std::vector<std::string> given_with(const std::vector<std::string>& given, std::string_view name,
                                    const std::string& value);

/// Hash of the choices for a picture: evaluation, camera, light, look, size; not files. `turn`: rotation
/// about the vertical axis, radians.
ContentHash choice_key(const Options& options, float turn);

/// The key of a picture: a hash of the bytes of model, textures, attachments, poses, motions and compared
/// files (null: no comparison), of the choices, the frame and the metadata including the program's version.
/// Pictures with the same key are equal if the graphics driver is the same.
ContentHash picture_key(const Document& document, const Document* other, double frame,
                        const ContentHash& choices, const ImageMetadata& metadata);

/// Adds the key to metadata; empty metadata stay empty.
ImageMetadata with_key(ImageMetadata metadata, const ContentHash& key);

/// Adds further models to the hash of the choices.
ContentHash beside_key(const std::vector<PosedDocument>& beside, const ContentHash& choices);

}  // namespace mmd
