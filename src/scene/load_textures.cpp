#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "assets/image.h"
#include "assets/image_size.h"
#include "assets/name_lookup.h"
#include "base/content_hash.h"
#include "base/errors.h"
#include "base/parallel_for.h"
#include "base/words.h"
#include "model/model.h"
#include "scene/input.h"
#include "scene/load.h"
#include "scene/texture_files.h"

namespace mmd {
namespace {

/// Bytes; only the header of a larger file is checked.
constexpr std::uint64_t largest_checked = std::uint64_t{32} << 20;

/// Adds the first problems as warnings, then a warning that counts the others, which become notes.
void add_problems(Diagnostics&& problems, const std::string& file, Diagnostics& out) {
  constexpr std::size_t max_warnings = 8;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const bool few = problems.size() <= max_warnings + 1;  // a warning that counts one would save nothing
    if (!few && i == max_warnings) {
      Diagnostic count = make_warning(fmt::format("{} more textures that cannot be used, {} in all",
                                                  problems.size() - max_warnings, problems.size()));
      out.push_back(in_file(with_advice(std::move(count), Advice::see_notes), file));
    }
    problems[i].severity = few || i < max_warnings ? Severity::warning : Severity::note;
    out.push_back(in_file(std::move(problems[i]), file));
  }
}

/// A note about a file that is too large to be checked.
std::optional<Diagnostic> note_on_large_file(const ModelOrigin& origin, const std::string& path) {
  const std::uint64_t mib = origin.files->size(path) >> 20;
  if (origin.member.empty()) {
    const auto beginning = origin.files->read_start(path, header_bytes);
    if (!beginning) return beginning.error();
    if (const auto fits = check_picture_header(*beginning, origin.files->size(path)); !fits)
      return fits.error();
  }
  return make_note(origin.member.empty() ? fmt::format("{} MiB; only the header was checked", mib)
                                         : fmt::format("{} MiB in an archive; not checked", mib));
}

/// The hint for a picture that cannot be used.
std::string hint_without_texture(bool is_base, const std::string& advice) {
  const std::string drawn = is_base ? "it is drawn as white" : "the sphere map or toon is not drawn";
  return advice.empty() ? drawn : drawn + "; " + advice;
}

/// Decodes the files of a model's textures, on all processors.
class TextureWork {
 public:
  TextureWork(const ModelOrigin& origin, const OnPicture& on_picture, std::vector<TextureFile> files)
      : origin_(origin),
        on_picture_(on_picture),
        files_(std::move(files)),
        outcomes_(files_.size(), Outcome(fail("not enough memory for a texture"))),
        hashes_(files_.size()) {}

  /// Returns false if `progress` cancelled.
  bool run(const Progress& progress) {
    const auto caller = std::this_thread::get_id();
    parallel_for(files_.size(), [&](std::size_t k) {
      if (progress && std::this_thread::get_id() == caller) {
        const float share = static_cast<float>(finished_) / static_cast<float>(files_.size());
        if (!progress(textures_start + (1.0f - textures_start) * share, "textures")) cancelled_ = true;
      }
      if (!cancelled_) load_file(k);
    });
    return !cancelled_;
  }

  /// Sets every texture's picture or problem.
  void assign(TextureSet& textures, std::vector<std::optional<Diagnostic>>& problems) {
    for (std::size_t k = 0; k < files_.size(); ++k)
      for (const std::size_t texture : files_[k].textures) {
        if (outcomes_[k]) {
          textures[texture] = *outcomes_[k];
        } else {
          problems[texture] = outcomes_[k].error();
        }
      }
  }

  /// Hashes of the files' bytes, by texture; zero for textures without a file or use.
  std::vector<ContentHash> hashes(std::size_t textures) const {
    std::vector<ContentHash> out(textures);
    for (std::size_t k = 0; k < files_.size(); ++k)
      for (const std::size_t texture : files_[k].textures) {
        out[texture] = hashes_[k];
        out[texture].low += static_cast<std::uint64_t>(files_[k].halvings);  // halved pictures differ
      }
    return out;
  }

 private:
  using Outcome = Result<std::shared_ptr<Image>>;
  Result<std::shared_ptr<Image>> decode(const TextureFile& file, ContentHash& hash) {
    if (file.left_out) return fail(*file.left_out);
    if (auto too_large = too_large_to_decode(file, load_limits().texture_memory))
      return fail(std::move(*too_large));
    const bool is_halved_afterwards = file.halvings > 0 && !file.scales_while_decoding;
    std::unique_lock lock(one_large_, std::defer_lock);
    if (is_halved_afterwards || is_beyond_its_picture(file)) lock.lock();
    return load_picture(origin_, file.path, file.halvings, &hash);
  }

  /// Loads a picture with its mips, on any thread. Out of memory, the model is shown without it.
  void load_file(std::size_t k) noexcept {
    try {
      Outcome image = decode(files_[k], hashes_[k]);
      if (image) (*image)->spare_mips = std::make_shared<SpareMips>(build_mips(**image));
      outcomes_[k] = std::move(image);
      if (outcomes_[k] && on_picture_) on_picture_(*outcomes_[k]);
    } catch (const std::exception&) {
      // The outcome is "no memory" already; there may be no memory for a message now.
    }
    ++finished_;
  }

  const ModelOrigin& origin_;
  const OnPicture& on_picture_;
  const std::vector<TextureFile> files_;
  std::vector<Outcome> outcomes_;
  std::vector<ContentHash> hashes_;
  std::atomic<std::size_t> finished_{0};
  std::atomic<bool> cancelled_{false};
  std::mutex one_large_;  ///< held for padded files and for pictures decoded at full size to be halved
};

/// Makes all files fit into the memory; returns a message if some are halved for that.
std::optional<Diagnostic> make_fit(const ModelOrigin& origin, std::uint64_t memory,
                                   std::vector<TextureFile>& files) {
  if (memory_of(files) > memory) join_same_contents(origin, true, files);
  const std::uint64_t wanted = memory_of(files);
  const std::size_t smaller = fit_into(memory, files);
  if (smaller == 0) return std::nullopt;
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  return make_warning(
      fmt::format("its textures need {} MiB, the limit is {} MiB: {} scaled down", wanted / mib, memory / mib,
                  smaller == 1 ? "one is" : fmt::format("{} are", smaller)),
      fmt::format("--texture-memory {} keeps all of them at full size", wanted / mib + 1));
}

std::vector<TextureFile> plan(const ModelOrigin& origin, const Model& model,
                              const std::vector<std::size_t>& used, std::uint64_t memory,
                              std::vector<std::size_t>& missing, Diagnostics& diagnostics) {
  std::vector<TextureFile> files = find_texture_files(origin, model, used, missing);
  leave_out_too_large(origin, memory, files);
  std::vector<std::string> paths;
  for (const TextureFile& file : files)
    if (!file.left_out && origin.files->size(file.path) > 0) paths.push_back(file.path);
  origin.files->prefetch(paths);
  read_sizes(origin, files);
  join_same_contents(origin, false, files);
  if (auto warning = make_fit(origin, memory, files))
    diagnostics.push_back(in_file(std::move(*warning), origin.name));
  // Slow ones first, so that none starts when the others are done.
  std::stable_sort(files.begin(), files.end(),
                   [](const TextureFile& a, const TextureFile& b) { return a.bytes > b.bytes; });
  return files;
}

/// Returns false if `progress` cancelled.
bool load_textures(const LoadedModel& loaded, const OnPicture& on_picture, const Progress& progress,
                   TextureSet& out, Diagnostics& diagnostics, HashOfParts& hash) {
  const Model& model = *loaded.model;
  const std::vector<TextureUse> uses = texture_uses(model);
  std::vector<std::size_t> used, missing;
  for (std::size_t i = 0; i < uses.size(); ++i)
    if (uses[i].count > 0) used.push_back(i);
  TextureWork work(loaded.origin, on_picture,
                   plan(loaded.origin, model, used, load_limits().texture_memory, missing, diagnostics));
  const bool done = work.run(progress);
  out.resize(model.textures.size());
  std::vector<std::optional<Diagnostic>> problems(model.textures.size());
  work.assign(out, problems);
  const std::vector<ContentHash> hashes = work.hashes(model.textures.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) hash.add(model.textures[i]).add(hashes[i]);
  for (std::size_t i = 0; i < problems.size(); ++i)
    if (problems[i]) problems[i] = unusable_texture(model.textures[i], *problems[i], uses[i].is_base);
  for (const std::size_t texture : used)
    if (!problems[texture]) problems[texture] = found_elsewhere(loaded.origin, model.textures[texture]);
  for (const std::size_t texture : missing)
    problems[texture] = missing_texture(loaded.origin, model.textures[texture], uses[texture].is_base);
  Diagnostics messages;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (!problems[i]) continue;
    messages.push_back(std::move(*problems[i]));
    messages.back().what += ", for " + materials_text(model, uses[i]);
  }
  add_problems(std::move(messages), loaded.origin.name, diagnostics);
  return done;
}

}  // namespace

Diagnostic cancellation(const ModelOrigin& origin) {
  return in_file(make_error("loading was cancelled"), origin.name);
}

Diagnostic missing_texture(const ModelOrigin& origin, const std::string& name, bool is_base) {
  if (!leads_out(origin.base, name))
    return make_error(fmt::format("texture \"{}\" not found", name),
                      hint_without_texture(is_base, "check that the model's folder is complete"));
  const bool is_archive = !origin.member.empty();
  return make_error(
      fmt::format("texture \"{}\" is outside of {}", name, is_archive ? "the archive" : "the model's folder"),
      hint_without_texture(is_base, is_archive ? "put a copy beside the model" : "--allow-outside reads it"));
}

Diagnostic about_texture(const std::string& name, const Diagnostic& note) {
  Diagnostic out = note;
  out.what = fmt::format("texture \"{}\": {}", name, note.what);
  return out;
}

Diagnostic unusable_texture(const std::string& name, const Diagnostic& why, bool is_base) {
  return make_error(fmt::format("texture \"{}\": {}", name, why.what),
                    hint_without_texture(is_base, why.hint));
}

std::map<std::string, Diagnostic> texture_faults(const ModelOrigin& origin,
                                                 const std::vector<std::string>& textures,
                                                 const std::function<bool()>& wanted) {
  const FileSet& files = *origin.files;
  std::set<std::string> paths;
  for (const std::string& name : textures)
    if (auto path = find_texture(origin, name)) paths.insert(std::move(*path));
  std::map<std::string, Diagnostic> out;
  std::vector<std::string> looked_into;
  for (const std::string& path : paths) {
    if (files.size(path) <= largest_checked) {
      looked_into.push_back(path);
    } else if (auto note = note_on_large_file(origin, path)) {
      out.emplace(path, std::move(*note));
    }
  }
  files.read_each(looked_into, [&](const std::string& path, const auto& bytes) {
    if (wanted && !wanted()) return false;
    const Result<void> checked = bytes ? check_picture(*bytes) : Result<void>(fail(bytes.error()));
    if (!checked) out.emplace(path, checked.error());
    return true;
  });
  return out;
}

Result<std::shared_ptr<Image>> load_picture(const ModelOrigin& origin, const std::string& path, int halvings,
                                            ContentHash* hash) {
  MMD_TRY(const auto bytes, origin.files->read(path));
  if (hash != nullptr) *hash = content_hash(bytes);
  MMD_TRY(auto image, decode_image_halved(bytes, halvings));
  return std::make_shared<Image>(std::move(image));
}

std::uint64_t texture_bytes(const LoadedModel& loaded) {
  const std::vector<TextureUse> uses = texture_uses(*loaded.model);
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i].count == 0) continue;
    const auto path = find_texture(loaded.origin, loaded.model->textures[i]);
    if (path) bytes += loaded.origin.files->size(*path);
  }
  return bytes;
}

Result<DecodedTextures> decode_textures(const LoadedModel& loaded, const Progress& progress,
                                        const OnPicture& on_picture) try {
  TextureSet textures;
  DecodedTextures out;
  HashOfParts hash;
  if (!load_textures(loaded, on_picture, progress, textures, out.diagnostics, hash))
    return fail(cancellation(loaded.origin));
  out.hash = hash.take();
  out.textures = std::make_shared<const TextureSet>(std::move(textures));
  return out;
} catch (const std::bad_alloc&) {
  return fail(in_file(make_error("not enough memory for the textures"), loaded.origin.name));
}

}  // namespace mmd
