#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "export/exchange_model.h"
#include "scene/load.h"

namespace mmd {

/// Whether every program that reads glTF can show a PNG or JPEG as it is: the media type, or empty.
/// What viewers disagree about (colour profiles, pixels that are not square, animation, CMYK, chunks whose
/// checksum is wrong) is not.
std::string plain_picture_type(ByteSpan picture);

/// The textures of a model as pictures that can be embedded, each file once.
class EmbeddedPictures {
 public:
  explicit EmbeddedPictures(const LoadedModel& loaded) : loaded_(loaded) {}

  /// The number of a texture's picture in `take()`; none: it is missing. PNG and JPEG are taken as they are,
  /// others as PNG. Errors: out of memory.
  Result<std::int32_t> add(std::int32_t texture);
  std::vector<ExchangeImage> take() { return std::move(images_); }

 private:
  Result<ExchangeImage> load(std::size_t texture, const std::string& path) const;

  const LoadedModel& loaded_;
  std::vector<ExchangeImage> images_;
  std::map<std::string, std::int32_t> by_path_;
};

}  // namespace mmd
