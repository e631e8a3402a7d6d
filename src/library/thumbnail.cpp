#include "library/thumbnail.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "assets/file_set.h"
#include "assets/mips.h"
#include "base/errors.h"
#include "document/inputs.h"
#include "library/library_store.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// Must be raised with each change of the appearance of thumbnails.
constexpr std::int64_t thumbnail_format = 2;
constexpr std::size_t max_missing = 6;
constexpr std::uint64_t max_picture_bytes = 4u << 20;

EntryReport report_on(const LoadedFigure& document) {
  EntryReport out;
  const UnmatchedNames& unmatched = document.unmatched;
  const std::size_t missing = unmatched.bone_count() + unmatched.morph_count();
  out.named = document.motions.empty() ? 0 : missing;
  for (const PoseLayer& layer : document.poses) {
    const vpd::File& file = layer.source->file;
    out.named += file.bones.size() + file.morphs.size();
    out.made_for = file.model_name;
  }
  for (const MotionLayer& layer : document.motions)
    out.named += layer.motion->bones().size() + layer.motion->morphs().size();
  if (out.named > 0)
    out.coverage = static_cast<int>(100 * (out.named - std::min(missing, out.named)) / out.named);
  for (const auto* names : {&unmatched.bones, &unmatched.morphs})
    for (const std::string& name : *names)
      if (out.missing.size() < max_missing) out.missing.push_back(name);
  return out;
}

/// Whether a pose leaves all bones at rest, but sets a morph.
bool is_expression(const LoadedFigure& document) {
  const Pose& pose = document.pose;
  const auto still = [](const vec3& t) { return t == vec3(0.0f); };
  const auto unturned = [](const quat& q) { return q == identity_rotation(); };
  return document.motions.empty() && std::all_of(pose.translation.begin(), pose.translation.end(), still) &&
         std::all_of(pose.rotation.begin(), pose.rotation.end(), unturned) &&
         std::any_of(pose.morph_weights.begin(), pose.morph_weights.end(), [](float w) { return w != 0.0f; });
}

/// The first mip level with sides of at most `side` pixels; the image itself if it is small enough.
std::shared_ptr<const Image> shrunk(const std::shared_ptr<const Image>& image, int side) {
  if (image == nullptr || std::max(image->width, image->height) <= side) return image;
  std::vector<MipLevel> levels;
  if (image->spare_mips != nullptr) levels = image->spare_mips->take();
  if (levels.empty()) levels = build_mips(*image);
  for (MipLevel& level : levels) {
    if (std::max(level.width, level.height) > side) continue;
    auto out = std::make_shared<Image>();
    out->width = level.width;
    out->height = level.height;
    out->rgba = std::move(level.rgba);
    out->has_alpha = image->has_alpha;
    return out;
  }
  return image;
}

struct Kept {
  fs::file_time_type used;
  fs::path path;
  std::uint64_t bytes = 0;
};

/// The pictures in a folder and their total size in bytes.
std::pair<std::vector<Kept>, std::uint64_t> pictures_in(const fs::path& folder) {
  std::pair<std::vector<Kept>, std::uint64_t> out{{}, 0};
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code gone;
    if (entry->path().extension() != ".png") continue;
    Kept kept{entry->last_write_time(gone), entry->path(), gone ? 0 : entry->file_size(gone)};
    if (gone) continue;
    out.second += kept.bytes;
    out.first.push_back(std::move(kept));
  }
  return out;
}

}  // namespace

ContentHash identity_of(const ContentHash& model_hash, const LoadedModel& loaded) {
  if (model_hash == ContentHash()) return {};
  HashOfParts out;
  out.add(model_hash);
  const ModelOrigin& origin = loaded.origin;
  if (origin.files == nullptr) return out.take();
  const bool on_disk = origin.member.empty();
  if (!on_disk) out.add(change_time(path_from_utf8(origin.files->name())));
  for (const std::string& texture : loaded.model->textures) {
    const auto found = find_texture(origin, texture);
    out.add(texture);
    if (!found) continue;
    out.add(static_cast<std::int64_t>(origin.files->size(*found)));
    if (on_disk) out.add(change_time(path_from_utf8(origin.files->name() + "/" + *found)));
  }
  return out.take();
}

Result<LaidEntry> lay_entry(const InputFile& input, const ThumbnailModel& model) {
  if (input.kind != FileKind::pose && input.kind != FileKind::motion) return fail(unknown_file(input));
  Inputs inputs;
  (input.kind == FileKind::pose ? inputs.poses : inputs.motions).push_back(input);
  MMD_TRY(auto layers, parse_layers(inputs));
  LaidEntry out;
  out.document.model_file = model.document->model_file;
  out.document.loaded = model.document->loaded;
  MMD_TRY(lay(std::move(layers), out.document));
  out.report = report_on(out.document);
  return out;
}

Result<LaidEntry> load_entry(const InputFile& input) {
  if (input.kind != FileKind::model && input.kind != FileKind::archive) return fail(unknown_file(input));
  LaidEntry out;
  out.document.model_file = input.name;
  MMD_TRY(out.document.loaded, in_file(load_model(input, false), input.name));
  out.document.pose = Pose(out.document.model());
  return out;
}

Result<void> add_textures(const ThumbnailChoice& choice, LoadedModel& loaded) {
  MMD_TRY(const auto decoded, decode_textures(loaded));
  auto small = std::make_shared<TextureSet>(*decoded.textures);
  for (auto& texture : *small) texture = shrunk(texture, 4 * choice.side);
  loaded.textures = std::move(small);
  return {};
}

ContentHash thumbnail_key(std::string_view program, const ContentHash& identity, const ContentHash& content,
                          const ThumbnailChoice& choice) {
  return HashOfParts()
      .add("thumbnail")
      .add(thumbnail_format)
      .add(program)
      .add(identity)
      .add(content)
      .add(choice.side)
      .add(choice.view ? static_cast<int>(*choice.view) : -1)
      .take();
}

Arrangement thumbnail_of(std::shared_ptr<const LoadedFigure> figure, const ThumbnailChoice& choice) {
  Arrangement out;
  out.frame = 0.5 * figure->last_frame();
  out.camera.view = choice.view.value_or(is_expression(*figure) ? View::face : View::fit);
  out.look.ground_shadow = false;  // it takes room, and the ground is invisible
  out.look.self_shadow = false;    // it takes a third of the time, and is hardly visible in a small picture
  Figure& only = out.figures.emplace_back();
  only.number = 1;
  only.loaded = std::move(figure);
  return out;
}

void show_thumbnail(Session& session) {
  session.show(session.arrangement().frame);
  session.scene().actors.front()->visible = true;
  session.aim(1.0f);
  session.scene().light = {};
}

ThumbnailCache::ThumbnailCache(fs::path folder, std::uint64_t max_bytes)
    : folder_(std::move(folder)), max_bytes_(max_bytes), works_(!folder_.empty()) {}

fs::path ThumbnailCache::path_of(const ContentHash& key) const {
  return folder_ / (to_hex(key) + ".png");
}

std::optional<Image> ThumbnailCache::find(const ContentHash& key) {
  if (folder_.empty()) return std::nullopt;
  const fs::path path = path_of(key);
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  const auto bytes = read_file(path, max_picture_bytes);
  auto image = bytes ? decode_image(*bytes) : Result<Image>(fail(bytes.error()));
  if (!image) {
    fs::remove(path, error);
    return std::nullopt;
  }
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);
  return std::move(*image);
}

/// Creates the folder for the owner only, as the XDG specification requires.
bool ThumbnailCache::make_folder() {
  std::error_code error;
  if (fs::is_directory(folder_, error)) return true;
  if (!fs::create_directories(folder_, error)) return fs::is_directory(folder_, error);
  fs::permissions(folder_, fs::perms::owner_all, error);
  return true;
}

void ThumbnailCache::put(const ContentHash& key, const Image& image) {
  if (folder_.empty()) return;
  const auto png = encode_png(image);
  works_ = png && make_folder() && write_file_atomically(path_of(key), *png, Lasting::no).has_value();
  if (!works_) return;
  bytes_ = bytes_ ? *bytes_ + png->size() : pictures_in(folder_).second;
  if (*bytes_ > max_bytes_) trim();
}

/// Removes pictures down to three quarters of the limit, so that not every put() trims.
void ThumbnailCache::trim() {
  auto [pictures, bytes] = pictures_in(folder_);
  std::sort(pictures.begin(), pictures.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& picture : pictures) {
    if (bytes <= max_bytes_ / 4 * 3) break;
    std::error_code error;
    if (fs::remove(picture.path, error)) bytes -= picture.bytes;
  }
  bytes_ = bytes;
}

fs::path default_thumbnail_folder() {
  const fs::path folder = user_folder(UserFolder::cache);
  return folder.empty() ? folder : folder / "thumbnails";
}

}  // namespace mmd
