#pragma once

#include "assets/image.h"
#include "document/document.h"
#include "options/options.h"

namespace mmd {

/// What a picture says about itself: the program, the model's name, its poses and the options. No dates and
/// no folders: the same inputs give the same bytes on any machine. Empty with --no-metadata.
ImageMetadata picture_metadata(const Options& options, const Document& document);

/// Options::given as it is with `--name value` given: in the table's order, once.
std::vector<std::string> given_with(const std::vector<std::string>& given, std::string_view name,
                                    const std::string& value);

}  // namespace mmd
