#pragma once

#include "assets/image.h"
#include "base/content_hash.h"
#include "commands/picture/posed_document.h"
#include "document/document.h"
#include "options/options.h"
#include "options/output_file.h"

namespace mmd {

/// What a picture says about itself: the program, the model's name, its poses and the options. No dates and
/// no folders: the same inputs give the same bytes on any machine. Empty with --no-metadata.
ImageMetadata picture_metadata(const Options& options, const Document& document);

/// Options::given as it is with `--name value` given: in the table's order, once.
std::vector<std::string> given_with(const std::vector<std::string>& given, std::string_view name,
                                    const std::string& value);

/// What the choices about a picture are known by: evaluation, camera, light, look, size; not files. `turn`:
/// about the vertical, radians.
ContentHash choice_key(const Options& options, float turn);

/// What a picture is known by that is made of a document: the bytes of the model, its textures and what is
/// attached, of poses and motions and of what is compared with (null: nothing), the choices, the frame, and
/// what it says about itself, the program's version among it. Two pictures of one key are the same, given the
/// same graphics driver.
ContentHash picture_key(const Document& document, const Document* other, double frame,
                        const ContentHash& choices, const ImageMetadata& metadata);

/// Metadata with the key; none stays none.
ImageMetadata with_key(ImageMetadata metadata, const ContentHash& key);

/// What further models add to the choices; as they are, if there are none.
ContentHash beside_key(const std::vector<PosedDocument>& beside, const ContentHash& choices);

}  // namespace mmd
