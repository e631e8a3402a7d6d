#include "library/library_store.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/json.h"
#include "library/held_file.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t max_bytes = 16u << 20;

std::string absolute(const std::string& file) {
  std::error_code error;
  const auto path = fs::absolute(path_from_utf8(file), error);
  return error ? file : to_utf8(path.lexically_normal());
}

std::string morph_key(const std::string& model, const std::string& morph) {
  std::string out = model + '\t' + morph;
  for (char& c : out)
    if (c == '\n' || c == '\r') c = ' ';
  return out;
}

bool is_missing(const fs::path& file) {
  std::error_code error;
  return file.empty() || fs::status(file, error).type() == fs::file_type::not_found;
}

/// Locks the file, after at most half a second. Null: no lock, so changes of another window may be lost.
std::unique_ptr<HeldFile> lock(fs::path file) {
  file += ".lock";
  for (int tries = 0; tries < 100; ++tries) {
    if (auto held = HeldFile::take(file)) return held;
    if (is_missing(file)) return nullptr;  // the lock file cannot be created
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return nullptr;
}

Result<void> put_aside(const fs::path& file) {
  for (int number = 1;; ++number) {
    fs::path aside = file;
    aside += number == 1 ? std::string(".damaged") : fmt::format(".damaged-{}", number);
    if (!is_missing(aside)) continue;
    std::error_code error;
    fs::rename(file, aside, error);
    if (error) return fail(to_utf8(file) + " is damaged and cannot be renamed", error.message());
    return fail(to_utf8(file) + " is damaged", "it was renamed to " + to_utf8(aside.filename()));
  }
}

template <class List>
void take_strings(const json& from, const char* key, List& to) {
  to.clear();
  const auto list = from.find(key);
  if (list == from.end() || !list->is_array()) return;
  for (const json& item : *list)
    if (item.is_string()) to.insert(to.end(), item.get<std::string>());
}

/// "numbers": distance and target in MMD units, angles and field of view in degrees, 1 for perspective.
std::optional<CameraBookmark> camera_from(const json& item) {
  if (!item.is_object()) return std::nullopt;
  const auto name = item.find("name"), numbers = item.find("numbers");
  if (name == item.end() || !name->is_string() || numbers == item.end() || !numbers->is_array())
    return std::nullopt;
  std::vector<float> n;
  for (const json& number : *numbers) n.push_back(number.is_number() ? number.get<float>() : NAN);
  const auto is_finite = [](float value) { return std::isfinite(value); };
  if (n.size() != 9 || !std::all_of(n.begin(), n.end(), is_finite) || n[0] <= 0.0f || n[7] <= 0.0f ||
      n[7] >= 180.0f || name->get<std::string>().empty())
    return std::nullopt;
  return CameraBookmark{name->get<std::string>(),
                        {vec3(n[1], n[2], n[3]), vec3(n[4], n[5], n[6]), n[0], n[7], n[8] != 0.0f}};
}

json to_json(const CameraBookmark& bookmark) {
  const MmdCamera& c = bookmark.camera;
  return {{"name", bookmark.name},
          {"numbers",
           {c.distance, c.target.x, c.target.y, c.target.z, c.angles.x, c.angles.y, c.angles.z, c.fov_degrees,
            c.perspective ? 1 : 0}}};
}

void set_member(std::set<std::string>& set, const std::string& item, bool is_member) {
  if (is_member) {
    set.insert(item);
  } else {
    set.erase(item);
  }
}

template <class Cameras>
auto camera_named(Cameras& list, const std::string& name) {
  return std::find_if(list.begin(), list.end(), [&](const CameraBookmark& b) { return b.name == name; });
}

}  // namespace

struct LibraryStore::File {
  json root = json::object();
  json unknown_cameras = json::array();
};

LibraryStore::LibraryStore(fs::path file, bool remembers_models)
    : file_(std::move(file)), remembers_models_(remembers_models && !file_.empty()) {
  if (auto done = read(); !done) problem_ = done.error();
}

Result<void> LibraryStore::load(File& into) {
  if (!is_missing(file_)) {
    MMD_TRY(const auto bytes, read_file(file_, max_bytes));
    const std::string_view text = as_text(bytes);
    auto root = parse_json<json>(text);
    if (!root || !root->is_object()) return put_aside(file_);
    into.root = std::move(*root);
  }
  take_strings(into.root, "favourites", data_.favourites);
  take_strings(into.root, "favourite_morphs", data_.favourite_morphs);
  if (remembers_models_) {
    take_strings(into.root, "recent", data_.recent);
    take_strings(into.root, "seen_models", data_.seen);
    data_.recent.resize(std::min(data_.recent.size(), max_recent));
  }
  data_.cameras.clear();
  for (const json& item : into.root.value("cameras", json::array())) {
    auto camera = camera_from(item);
    if (camera && data_.cameras.size() < max_cameras) {
      data_.cameras.push_back(std::move(*camera));
    } else {
      into.unknown_cameras.push_back(item);
    }
  }
  return {};
}

Result<void> LibraryStore::read() {
  if (file_.empty()) return {};
  const auto held = lock(file_);
  File file;
  return load(file);
}

Result<void> LibraryStore::change(const std::function<Result<void>(Data&)>& edit) {
  if (file_.empty()) return edit(data_);
  std::error_code ignored;  // writing the file reports the error
  fs::create_directories(file_.parent_path(), ignored);
  const auto held = lock(file_);
  File file;
  auto done = load(file);
  MMD_TRY(edit(data_));
  if (done || is_missing(file_)) {  // a file that could not be read keeps its entries
    json& root = file.root;
    root["favourites"] = data_.favourites;
    root["favourite_morphs"] = data_.favourite_morphs;
    if (remembers_models_) {
      root["recent"] = data_.recent;
      root["seen_models"] = data_.seen;
    }
    json cameras = json::array();
    for (const CameraBookmark& bookmark : data_.cameras) cameras.push_back(to_json(bookmark));
    cameras.insert(cameras.end(), file.unknown_cameras.begin(), file.unknown_cameras.end());
    root["cameras"] = std::move(cameras);
    const std::string text = indented_json(root);
    auto written = text.size() > max_bytes ? Result<void>(fail(to_utf8(file_) + " is full"))
                                           : write_file_atomically(file_, as_byte_span(text));
    if (written) return done;
    done = std::move(written);
  }
  file_.clear();  // a later read must not undo this change
  return done;
}

bool LibraryStore::is_favourite(const std::string& file) const {
  return data_.favourites.count(absolute(file)) > 0;
}

Result<void> LibraryStore::set_favourite(const std::string& file, bool favourite) {
  return change([&](Data& data) -> Result<void> {
    set_member(data.favourites, absolute(file), favourite);
    return {};
  });
}

bool LibraryStore::is_favourite_morph(const std::string& model, const std::string& morph) const {
  return data_.favourite_morphs.count(morph_key(model, morph)) > 0;
}

Result<void> LibraryStore::set_favourite_morph(const std::string& model, const std::string& morph,
                                               bool favourite) {
  return change([&](Data& data) -> Result<void> {
    set_member(data.favourite_morphs, morph_key(model, morph), favourite);
    return {};
  });
}

Result<void> LibraryStore::add_recent(const std::string& file) {
  if (file == "-") return {};
  const auto add = [&](Data& data) -> Result<void> {
    auto& list = data.recent;
    const std::string name = absolute(file);
    list.erase(std::remove(list.begin(), list.end(), name), list.end());
    list.insert(list.begin(), name);
    list.resize(std::min(list.size(), max_recent));
    return {};
  };
  return remembers_models_ ? change(add) : add(data_);
}

bool LibraryStore::has_seen(const ContentHash& model) const {
  if (!remembers_models_ || model == ContentHash()) return true;
  return std::find(data_.seen.begin(), data_.seen.end(), to_hex(model)) != data_.seen.end();
}

Result<void> LibraryStore::add_seen(const ContentHash& model) {
  if (has_seen(model)) return {};
  return change([&](Data& data) -> Result<void> {
    auto& list = data.seen;
    const std::string hash = to_hex(model);
    if (std::find(list.begin(), list.end(), hash) == list.end()) list.push_back(hash);
    if (list.size() > max_seen) list.erase(list.begin(), list.end() - max_seen);
    return {};
  });
}

const CameraBookmark* LibraryStore::find_camera(const std::string& name) const {
  const auto at = camera_named(data_.cameras, name);
  return at == data_.cameras.end() ? nullptr : &*at;
}

std::string LibraryStore::free_camera_name() const {
  for (std::size_t number = 1;; ++number)
    if (std::string name = std::to_string(number); find_camera(name) == nullptr) return name;
}

Result<void> LibraryStore::keep_camera(const std::string& name, const MmdCamera& camera) {
  return change([&](Data& data) -> Result<void> {
    const auto at = camera_named(data.cameras, name);
    if (at != data.cameras.end()) {
      at->camera = camera;
    } else if (data.cameras.size() >= max_cameras) {
      return fail(fmt::format("there are already {} camera bookmarks", max_cameras), "delete some first");
    } else {
      data.cameras.push_back({name, camera});
    }
    return {};
  });
}

Result<void> LibraryStore::forget_camera(const std::string& name) {
  return change([&](Data& data) -> Result<void> {
    const auto at = camera_named(data.cameras, name);
    if (at != data.cameras.end()) data.cameras.erase(at);
    return {};
  });
}

LibraryStore default_library(bool remembers_models) {
  const fs::path folder = user_folder(UserFolder::state);
  return LibraryStore(folder.empty() ? folder : folder / "library.json", remembers_models);
}

}  // namespace mmd
