// Takes any bytes as a model and a pose (as in road_fuzz.cpp), adds textures, and writes glTF, VRM and OBJ:
// the output is valid, finite and refers only to existing elements, or the export fails with a reason.

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "assets/image.h"
#include "export/gltf_write.h"
#include "export/make_exchange.h"
#include "export/obj_write.h"
#include "export/vrm_avatar.h"
#include "model/check_model.h"
#include "pose/pose.h"
#include "tests/fuzz/model_and_pose.h"
#include "tests/support/image_samples.h"

namespace {

using namespace mmd;
using fuzz::hold;

/// An image for every name: opaque, with alpha, a JPEG, none.
class Pictures : public FileSet {
 public:
  std::string name() const override { return "pictures"; }
  Result<Bytes> read(const std::string& path) const override {
    return files_[static_cast<std::size_t>(path.back() - '0')];
  }
  Result<Bytes> read_start(const std::string& path, std::size_t) const override { return read(path); }
  std::uint64_t size(const std::string& path) const override { return read(path)->size(); }
  std::vector<std::string> list(std::string_view) const override { return {}; }
  std::optional<std::string> resolve(const std::string&, std::string_view name) const override {
    const std::size_t kind = name.size() % (files_.size() + 1);
    if (kind == files_.size()) return std::nullopt;
    return std::string(name) + static_cast<char>('0' + kind);
  }

 private:
  std::vector<Bytes> files_ = {test::png_file(test::gradient(4, 4, false)),
                               test::png_file(test::gradient(4, 4, true)), test::grey_jpeg_file(),
                               test::bmp32_file(test::gradient(3, 5, true))};
};

LoadedModel dressed(std::shared_ptr<const Model> model) {
  static const auto files = std::make_shared<const Pictures>();
  LoadedModel loaded;
  auto textures = std::make_shared<TextureSet>();
  for (const std::string& name : model->textures) {
    const auto path = files->resolve("", name);
    auto image = path ? decode_image(*files->read(*path)) : Result<Image>(Image());
    hold(image.has_value());
    textures->push_back(path ? std::make_shared<const Image>(std::move(*image)) : nullptr);
  }
  loaded.model = std::move(model);
  loaded.textures = std::move(textures);
  loaded.origin.files = files;
  return loaded;
}

/// All numbers are finite, and no corner names a missing vertex.
void expect_valid_obj(std::string_view obj) {
  std::size_t vertices = 0;
  while (!obj.empty()) {
    const std::string_view line = obj.substr(0, obj.find('\n'));
    hold(!line.empty() && line.size() < obj.size());
    obj.remove_prefix(line.size() + 1);
    const bool is_number = line.front() == 'v',
               is_face = std::string_view("flp").find(line.front()) != std::string_view::npos;
    if (line.substr(0, 2) == "v ") ++vertices;
    for (std::size_t at = line.find(' '); (is_number || is_face) && at != std::string_view::npos;
         at = line.find(' ', at + 1)) {
      double number = 0.0;
      const auto [end, failed] = std::from_chars(line.data() + at + 1, line.data() + line.size(), number);
      hold(failed == std::errc() && std::isfinite(number));
      hold(is_number || (number >= 1.0 && number <= static_cast<double>(vertices)));
    }
  }
}

void write(const LoadedModel& loaded, const Actor& actor, ExchangeShape shape, MaterialTerms terms) {
  Diagnostics diagnostics;
  const auto made = make_exchange(loaded, actor, shape, terms, diagnostics);
  if (!made) return hold(!made.error().what.empty());
  std::optional<VrmAvatar> avatar;
  if (terms == MaterialTerms::mtoon) {
    auto found = make_avatar(*loaded.model, *made);
    if (!found) return hold(!found.error().what.empty());
    avatar = std::move(*found);
  }
  const auto glb = write_glb({&*made, 1}, avatar ? &*avatar : nullptr);
  hold(glb.has_value());
  fuzz::expect_valid_glb(*glb);
  if (terms != MaterialTerms::plain) return;
  const auto obj = write_obj(*made, "m");
  hold(obj.has_value());
  expect_valid_obj(obj->obj);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto [bytes, pose] = fuzz::split(data, size);
  auto file = fuzz::read_model(bytes);
  if (!file) return 0;
  const CheckedModel checked = check_model(std::move(*file), [](const std::string&) { return std::nullopt; });
  if (checked.model->vertices.size() > 20'000) return 0;  // slow, without covering more
  const LoadedModel loaded = dressed(checked.model);
  Actor actor(loaded.model, loaded.textures);
  if (const auto read = vpd::read(as_byte_span(pose))) apply_vpd(read->file, *loaded.model, actor.pose);
  actor.evaluate();
  write(loaded, actor, ExchangeShape::skinned, MaterialTerms::vertex_coloured);
  write(loaded, actor, ExchangeShape::skinned, MaterialTerms::mtoon);
  write(loaded, actor, ExchangeShape::posed, MaterialTerms::vertex_coloured);
  write(loaded, actor, ExchangeShape::posed, MaterialTerms::plain);
  return 0;
}
