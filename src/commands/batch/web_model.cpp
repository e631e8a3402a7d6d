#include "commands/batch/web_model.h"

#include <map>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "assets/temporary_file.h"
#include "base/errors.h"
#include "base/text.h"
#include "formats/pmx.h"
#include "scene/load.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

Result<void> write_into(const fs::path& folder, const std::string& name, ByteSpan bytes) {
  const fs::path path = folder / path_from_utf8(name);
  return in_file(replace_file(path, bytes), to_utf8(path));
}

/// The published textures of a model by their path in its files; empty if one is not a picture.
class WebTextures {
 public:
  WebTextures(const ModelOrigin& origin, const fs::path& folder) : origin_(origin), folder_(folder) {}

  /// Writes the texture and returns its new name; a name of no file if it cannot be published. Error: writing
  /// fails.
  Result<std::string> publish(const std::string& texture) {
    // The viewer has these ramps itself.
    if (const int toon = shared_toon_number(texture); toon > 0 && !path_of(texture))
      return fmt::format("toon{:02}.bmp", toon);
    const auto path = path_of(texture);
    const std::string missing = fmt::format("missing{}.png", ++missing_);
    if (!path) return missing;
    const auto [known, is_new] = names_.try_emplace(*path);
    if (is_new) {
      MMD_TRY(known->second, write(*path));
    }
    return known->second.empty() ? missing : known->second;
  }

 private:
  std::optional<std::string> path_of(const std::string& texture) const {
    return find_texture(origin_, texture);
  }
  Result<std::string> write(const std::string& path) {
    auto bytes = origin_.files->read(path);
    auto picture = bytes ? web_picture(std::move(*bytes)) : fail(bytes.error());
    if (!picture) return std::string();  // loading the model has said it
    std::string name = fmt::format("texture{}{}", names_.size(), picture->extension);
    MMD_TRY(write_into(folder_, name, picture->bytes));
    return name;
  }

  const ModelOrigin& origin_;
  const fs::path& folder_;
  std::map<std::string, std::string> names_;
  int missing_ = 0;
};

}  // namespace

std::string web_stem(std::string_view name) {
  constexpr std::string_view forbidden = "/\\:*?\"<>|.%#";
  std::string out;
  for (const char c : utf8_lossy(name))
    out += forbidden.find(c) != std::string_view::npos || (c >= 0 && c < ' ') || c == 0x7f ? '_' : c;
  return out.empty() ? "_" : out;
}

Result<WebPicture> web_picture(Bytes bytes) {
  const bool is_jpeg = as_text(bytes).starts_with("\xff\xd8\xff");
  MMD_TRY(const Image image, decode_image(bytes));
  MMD_TRY(bytes, is_jpeg ? encode_jpeg(image) : encode_png(image));
  return WebPicture{std::move(bytes), is_jpeg ? ".jpg" : ".png"};
}

Result<std::string> publish_model(const std::string& file, const fs::path& folder) try {
  MMD_TRY(const auto input, read_input(file));
  MMD_TRY(auto model, read_raw_model(input, [] { return false; }));
  std::error_code error;
  fs::create_directories(folder, error);
  WebTextures textures(model.origin, folder);
  for (pmx::Text& texture : model.file.textures) {
    MMD_TRY(const std::string name, textures.publish(model.file.utf8(texture)));
    texture = pmx::from_utf8(name, model.file.header.encoding);
  }
  model.file.header.index_sizes = pmx::smallest_index_sizes(model.file);
  MMD_TRY(const Bytes bytes, in_file(pmx::write(model.file), file));
  std::string name = web_stem(to_utf8(path_from_utf8(model.origin.name).stem())) + ".pmx";
  MMD_TRY(write_into(folder, name, bytes));
  return name;
} catch (...) {
  return fail(in_file(error_caught("publish the model", "the model cannot be published"), file));
}

}  // namespace mmd
