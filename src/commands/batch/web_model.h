#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// A name without folder and extension for a file on a web server: without dots, which may choose what a
/// server does with the file, and without characters that servers and systems forbid.
std::string web_stem(std::string_view name);

/// A picture for a web server.
struct WebPicture {
  Bytes bytes;
  const char* extension;
};
/// Writes the pixels again, as JPEG if they were one, else as PNG: nothing else of the file remains. Error:
/// not a picture, damaged.
Result<WebPicture> web_picture(Bytes bytes);

/// Writes a model, also one in an archive, as a PMX into `folder` with its textures beside it. All of them
/// get new names; what does not decode as a picture is left out. Returns the PMX's file name. Errors: as
/// read_raw_model(); a file cannot be written.
Result<std::string> publish_model(const std::string& file, const std::filesystem::path& folder);

}  // namespace mmd
