#include "scene/texture_files.h"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "assets/name_lookup.h"
#include "base/content_hash.h"
#include "base/errors.h"

namespace mmd {
namespace {

/// The smallest longer side of a halved picture, pixels.
constexpr int min_side = 64;

int longer_side(const TextureFile& file) {
  return std::max(file.size->width, file.size->height) >> file.halvings;
}

std::uint64_t memory_of(const TextureFile& file) {
  constexpr std::uint64_t bytes_per_pixel = 4, copies = 2;
  if (!file.size) return 0;
  std::uint64_t pixels = 0;
  for (int level = file.halvings;; ++level) {
    const int width = file.size->width >> level, height = file.size->height >> level;
    if (width == 0 && height == 0) return pixels * bytes_per_pixel * copies;
    pixels +=
        static_cast<std::uint64_t>(std::max(width, 1)) * static_cast<std::uint64_t>(std::max(height, 1));
  }
}

/// Whether the file is larger than any picture needs: four channels of 16 bits, and editors' data.
bool is_padded(const TextureFile& file) {
  constexpr std::uint64_t at_any_size = std::uint64_t{64} << 20, bytes_per_pixel = 8;
  return file.bytes > at_any_size + (file.size ? file.size->pixels() * bytes_per_pixel : 0);
}

Diagnostic padded_file_error(const TextureFile& file) {
  const std::uint64_t mib = file.bytes >> 20;
  return make_error(file.size ? fmt::format("the file has {} MiB, far more than its {}x{} pixels need", mib,
                                            file.size->width, file.size->height)
                              : fmt::format("the file has {} MiB and an unknown number of pixels", mib),
                    "open the picture in an editor and save it again");
}

/// The size of an archive's entry without a declared size, unpacked up to the limit.
std::uint64_t unpacked_size(const ModelOrigin& origin, const std::string& path, std::uint64_t memory) {
  const auto enough = static_cast<std::size_t>(std::min<std::uint64_t>(memory, SIZE_MAX - 1)) + 1;
  const auto beginning = origin.files->read_start(path, enough);
  return beginning ? beginning->size() : 0;  // reading it later reports errors
}

bool is_compressed(const TextureFile& file) {
  return file.size && file.bytes < file.size->pixels();
}

}  // namespace

bool is_beyond_its_picture(const TextureFile& file) {
  constexpr std::uint64_t read_at_once = std::uint64_t{4} << 20;
  return file.bytes > memory_of(file) + read_at_once;
}

std::uint64_t memory_of(const std::vector<TextureFile>& files) {
  std::uint64_t out = 0;
  for (const TextureFile& file : files) out += memory_of(file);
  return out;
}

std::size_t fit_into(std::uint64_t memory, std::vector<TextureFile>& files) {
  std::uint64_t all = memory_of(files);
  std::priority_queue<std::pair<std::uint64_t, std::size_t>> by_memory;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i].size) by_memory.emplace(memory_of(files[i]), i);
  while (all > memory && !by_memory.empty()) {
    const auto [largest, i] = by_memory.top();
    by_memory.pop();
    if (longer_side(files[i]) / 2 < min_side) continue;
    ++files[i].halvings;
    all -= largest - memory_of(files[i]);
    by_memory.emplace(memory_of(files[i]), i);
  }
  return static_cast<std::size_t>(
      std::count_if(files.begin(), files.end(), [](const TextureFile& file) { return file.halvings > 0; }));
}

std::optional<Diagnostic> too_large_to_decode(const TextureFile& file, std::uint64_t memory) {
  constexpr std::uint64_t bytes_per_pixel = 4;
  const bool is_decoded_whole = file.halvings > 0 && !file.scales_while_decoding;
  if (!is_decoded_whole || file.size->pixels() * bytes_per_pixel <= memory) return std::nullopt;
  return make_error(
      fmt::format("{}x{} pixels exceed the memory limit of textures", file.size->width, file.size->height),
      "make the picture smaller, or raise --texture-memory");
}

std::optional<std::string> find_texture(const ModelOrigin& origin, std::string_view name) {
  if (auto path = origin.files->resolve(origin.base, name)) return path;
  for (const std::string& other : names_beside(name))
    if (auto path = origin.files->resolve(origin.base, other)) return path;
  return std::nullopt;
}

std::optional<Diagnostic> found_elsewhere(const ModelOrigin& origin, const std::string& name,
                                          std::string_view what) {
  if (origin.files->resolve(origin.base, name)) return std::nullopt;
  const auto path = find_texture(origin, name);
  if (!path) return std::nullopt;
  return make_warning(fmt::format("{} \"{}\": an absolute name; {} is used", what, name, *path),
                      fmt::format("name the {} relative to the model's folder", what));
}

std::vector<TextureFile> find_texture_files(const ModelOrigin& origin, const Model& model,
                                            const std::vector<std::size_t>& textures,
                                            std::vector<std::size_t>& missing) {
  std::vector<TextureFile> out;
  std::map<std::string, std::size_t> by_path;
  for (const std::size_t texture : textures) {
    const auto path = find_texture(origin, model.textures[texture]);
    if (!path) {
      missing.push_back(texture);
      continue;
    }
    const auto [found, is_new] = by_path.try_emplace(*path, out.size());
    if (is_new) {
      out.emplace_back();
      out.back().path = *path;
      out.back().bytes = origin.files->size(*path);
    }
    out[found->second].textures.push_back(texture);
  }
  return out;
}

void leave_out_too_large(const ModelOrigin& origin, std::uint64_t memory, std::vector<TextureFile>& files) {
  constexpr std::uint64_t at_least = std::uint64_t{32} << 20;
  memory = std::max(memory, at_least);
  const bool is_unpacked = !origin.member.empty();
  std::uint64_t unpacked = 0;
  for (TextureFile& file : files) {
    const bool tells_size = !is_unpacked || file.bytes > 0;
    if (!tells_size) file.bytes = unpacked_size(origin, file.path, memory);
    if (file.bytes > memory || (is_unpacked && unpacked + file.bytes > 2 * memory)) {
      file.left_out = make_error(fmt::format("a file of {}{} MiB exceeds the memory limit of textures",
                                             tells_size ? "" : "at least ", file.bytes >> 20),
                                 "make the picture smaller, or raise --texture-memory");
    } else {
      unpacked += file.bytes;
    }
  }
}

void read_sizes(const ModelOrigin& origin, std::vector<TextureFile>& files) {
  for (TextureFile& file : files) {
    if (file.left_out) continue;
    auto beginning = origin.files->read_start(file.path, header_bytes);
    if (!beginning) continue;  // reading it later reports the error
    file.size = image_size(*beginning);
    if (!file.size && beginning->size() == header_bytes && !is_padded(file)) {  // a longer header
      beginning = origin.files->read_start(file.path, SIZE_MAX);
      if (beginning) file.size = image_size(*beginning);
      if (!beginning) continue;
    }
    file.scales_while_decoding = scales_while_decoding(*beginning);
    if (is_padded(file)) {
      file.left_out = padded_file_error(file);
      file.size.reset();  // leaves its memory to the others
    }
  }
}

void join_same_contents(const ModelOrigin& origin, bool uncompressed_too, std::vector<TextureFile>& files) {
  using Measures = std::tuple<std::uint64_t, int, int>;
  std::map<Measures, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i].size && (uncompressed_too || is_compressed(files[i])))
      alike[{files[i].bytes, files[i].size->width, files[i].size->height}].push_back(i);
  for (const auto& group : alike) {
    if (group.second.size() < 2) continue;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> first;
    for (const std::size_t i : group.second) {
      const auto bytes = origin.files->read_start(files[i].path, SIZE_MAX);
      if (!bytes) continue;
      const ContentHash hash = content_hash(*bytes);
      const auto [same, is_new] = first.try_emplace({hash.high, hash.low}, i);
      if (is_new) continue;
      auto& textures = files[same->second].textures;
      textures.insert(textures.end(), files[i].textures.begin(), files[i].textures.end());
      files[i].textures.clear();
    }
  }
  files.erase(std::remove_if(files.begin(), files.end(),
                             [](const TextureFile& file) { return file.textures.empty(); }),
              files.end());
}

}  // namespace mmd
