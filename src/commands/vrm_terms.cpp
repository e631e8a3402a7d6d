#include "commands/vrm_terms.h"

#include <filesystem>
#include <utility>
#include <variant>

#include "assets/image.h"
#include "base/errors.h"
#include "export/embedded_pictures.h"

namespace mmd {
namespace {

Result<ExchangeImage> read_thumbnail(const std::filesystem::path& path) {
  MMD_TRY(Bytes bytes, read_file(path));
  const std::string mime = plain_picture_type(bytes), name = to_utf8(path);
  if (mime.empty()) return fail(in_file(make_error("the thumbnail must be a PNG or JPEG"), name));
  MMD_TRY(const Image image, in_file(decode_image(bytes), name));
  if (image.width != image.height)
    return fail(
        in_file(make_error("the thumbnail must be square", "`shot --size 1024x1024` draws one"), name));
  return ExchangeImage{to_utf8(path.filename()), mime, std::move(bytes)};
}

}  // namespace

Result<VrmTerms> read_vrm_terms(const std::string& file, Diagnostics& diagnostics) {
  VrmTerms out;
  if (file.empty()) {
    diagnostics.push_back(
        make_warning("the model's author and licence are unknown, so the VRM permits no use",
                     "if you may set its terms, write them to a file for --vrm-meta"));
    return out;
  }
  MMD_TRY(const Bytes bytes, read_file(path_from_utf8(file)));
  auto meta = parse_vrm_meta(as_text(bytes));
  if (!meta) return fail(in_file(meta.error(), file));
  out.meta = std::move(*meta);
  const auto picture = out.meta.find(vrm_thumbnail);
  if (picture == out.meta.end()) return out;
  const std::string name = std::get<std::string>(picture->second);
  if (name.empty()) return fail(in_file(make_error("\"thumbnailImage\" must name a picture"), file));
  const std::filesystem::path beside = path_from_utf8(file).parent_path() / path_from_utf8(name);
  out.meta.erase(picture);
  MMD_TRY(out.thumbnail, read_thumbnail(beside));
  return out;
}

}  // namespace mmd
