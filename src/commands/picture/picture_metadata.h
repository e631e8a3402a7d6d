#pragma once

#include "assets/image.h"
#include "base/content_hash.h"
#include "document/loaded_figure.h"
#include "options/options.h"
#include "options/output_file.h"
#include "session/session.h"

namespace mmd {

/// The metadata of a picture: program, model name, poses, options and credits. Without dates and folders, so
/// that the same inputs give the same bytes on any machine. Empty with --no-metadata.
ImageMetadata picture_metadata(const Options& options, const Arrangement& arrangement);

/// Options::given with `--name value` added or replaced, in the table's order.
std::vector<std::string> given_with(const std::vector<std::string>& given, std::string_view name,
                                    const std::string& value);

/// Hash of the choices for a picture: evaluation, camera, light, look, size; not files. `turn`: rotation
/// about the vertical axis, radians.
ContentHash choice_key(const Options& options, float turn);

/// The key of a picture: a hash of the bytes of models, textures, poses, motions and compared files, of the
/// choices, the frames and the metadata including the program's version. Pictures with the same key are equal
/// if the graphics driver is the same. `other`: the session compared with, or null. `attached`: how many of
/// the figures behind the subject were given with --attach. `frame`: of the subject; `frame_beside`: of
/// others.
ContentHash picture_key(const Session& session, const Session* other, std::size_t attached, double frame,
                        double frame_beside, const ContentHash& choices, const ImageMetadata& metadata);

/// Adds the key to metadata; empty metadata stay empty.
ImageMetadata with_key(ImageMetadata metadata, const ContentHash& key);

}  // namespace mmd
