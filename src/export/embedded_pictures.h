#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "export/exchange_model.h"
#include "scene/load.h"

namespace mmd {

/// The media type of a PNG or JPEG that all glTF viewers display alike; else empty. Excludes colour profiles,
/// pixels that are not square, animation, CMYK and chunks with a wrong checksum.
std::string plain_picture_type(ByteSpan picture);

/// The textures of a model as embeddable pictures, each file once.
class EmbeddedPictures {
 public:
  explicit EmbeddedPictures(const LoadedModel& loaded) : loaded_(loaded) {}

  /// The index of a texture's picture in take(); none if the texture is missing. Plain PNG and JPEG files are
  /// embedded unchanged, others as PNG. Errors: the file cannot be read; out of memory.
  Result<std::int32_t> add(std::int32_t texture);
  std::vector<ExchangeImage> take() { return std::move(images_); }

 private:
  Result<ExchangeImage> load(std::size_t texture, const std::string& path) const;

  const LoadedModel& loaded_;
  std::vector<ExchangeImage> images_;
  std::map<std::string, std::int32_t> by_path_;
};

}  // namespace mmd
