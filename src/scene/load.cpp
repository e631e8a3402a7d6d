#include "scene/load.h"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/image_size.h"
#include "base/errors.h"
#include "base/text.h"
#include "formats/pmd.h"
#include "formats/pmx.h"
#include "formats/vac.h"
#include "formats/x.h"
#include "model/model.h"
#include "model/pmd_to_pmx.h"
#include "model/repairs.h"
#include "model/x_to_pmx.h"
#include "scene/input.h"
#include "scene/texture_files.h"

namespace mmd {
namespace {

/// A model's bytes and the source of its textures.
struct Source {
  Bytes owned;  // bytes of a model in an archive; otherwise empty
  ByteSpan bytes;
  ModelOrigin origin;
};

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

Diagnostic no_model_in(const FileSet& archive) {
  std::string what = "the archive contains no .pmx or .pmd model";
  if (const Diagnostics odd = archive.warnings(); !odd.empty()) what += "; " + odd.front().what;
  return make_error(std::move(what), "unpack it to see its files");
}

Result<Source> source_in_archive(const std::shared_ptr<const FileSet>& archive, const std::string& name) {
  const std::vector<std::string> models = models_in(*archive);
  if (models.empty()) return fail(in_file(no_model_in(*archive), name));
  if (models.size() > 1) {
    return fail(in_file(with_advice(make_error(fmt::format("the archive contains {} models", models.size())),
                                    Advice::name_one, models),
                        name));
  }
  MMD_TRY(Bytes model, archive->read(models.front()));
  Source source;
  source.owned = std::move(model);
  source.bytes = source.owned;
  source.origin.files = archive;
  source.origin.base = folder_of(models.front());
  source.origin.member = models.front();
  source.origin.name = name + "/" + source.origin.member;
  return source;
}

Source source_in_folder(ByteSpan bytes, const std::filesystem::path& path, const std::string& name) {
  Source source;
  source.bytes = bytes;
  source.origin.name = name;
  // Some models name "..\tex\…", so the set's root is the parent of the model's folder.
  std::error_code ignored;
  const auto absolute =
      std::filesystem::absolute(name == "-" ? std::filesystem::path("model") : path, ignored);
  const auto folder = absolute.lexically_normal().parent_path();
  if (load_limits().allow_outside) {
    source.origin.base = with_slashes(folder.relative_path());
    source.origin.files = open_folder(folder.root_path(), {source.origin.base, true});
  } else if (folder.has_filename()) {
    source.origin.base = to_utf8(folder.filename());
    source.origin.files = open_folder(folder.parent_path(), {source.origin.base});
  } else {
    source.origin.files = open_folder(folder);
  }
  return source;
}

Source source_of_member(const InputFile& input) {
  Source source;
  source.bytes = input.bytes;
  source.origin = {input.archive, folder_of(input.member), input.archive->name() + "/" + input.member,
                   input.member};
  return source;
}

Result<Source> source_of(ByteSpan bytes, const std::filesystem::path& path) {
  const std::string name = to_utf8(path);
  if (recognise(bytes) != FileKind::archive) return source_in_folder(bytes, path, name);
  MMD_TRY(const auto archive, open_archive({bytes.begin(), bytes.end()}, name));
  return source_in_archive(archive, name);
}

Result<Source> source_of(const InputFile& input) {
  // An archive in an archive is opened like an archive on disk.
  if (input.archive && input.kind != FileKind::archive) return source_of_member(input);
  if (input.opened) return source_in_archive(input.opened, input.name);
  return source_of(input.bytes, path_from_utf8(input.name));
}

/// Gives materials that name one of MikuMikuDance's toons the shared ramp, unless the model has that file.
void use_shared_toons(pmx::File& file, const ModelOrigin& origin) {
  for (pmx::Material& m : file.materials) {
    if (m.toon_flag != 0 || !is_index(m.toon, file.textures.size())) continue;
    const std::string name = file.utf8(file.textures[static_cast<std::size_t>(m.toon)]);
    const int number = shared_toon_number(name);
    if (number == 0 || find_texture(origin, name)) continue;
    m.toon_flag = 1;
    m.toon = number - 1;
  }
}

/// Byte offsets of the elements of `file`, which was read from `bytes`.
Places locate(ByteSpan bytes, const pmx::File& file) {
  if (x::looks_like(bytes)) return {};
  if (!pmd::looks_like(bytes)) return pmx::locate(bytes);
  Places places = pmd::locate(bytes);
  // PMD has no list of textures: a texture's offset is that of the first material that uses it.
  std::vector<std::optional<std::uint64_t>> at(file.textures.size());
  for (std::size_t m = 0; m < file.materials.size(); ++m) {
    const auto material = places.find("materials", m);
    const auto use = [&](std::int32_t texture, std::uint64_t field) {
      if (!material || texture < 0 || static_cast<std::size_t>(texture) >= at.size()) return;
      auto& first = at[static_cast<std::size_t>(texture)];
      if (!first) first = *material + field;
    };
    use(file.materials[m].texture, pmd::material_texture_field);
    use(file.materials[m].sphere_texture, pmd::material_texture_field);
    if (file.materials[m].toon_flag == 0) use(file.materials[m].toon, pmd::material_toon_field);
  }
  for (const auto& offset : at) places.add("textures", offset.value_or(0));
  return places;
}

Result<pmx::File> read_accessory(ByteSpan bytes, const std::string& name, Diagnostics& diagnostics) {
  MMD_TRY(auto read, x::read(bytes));
  for (Diagnostic& d : read.diagnostics) diagnostics.push_back(std::move(d));
  return pmx_from_x(x::flatten(read.file), to_utf8(path_from_utf8(name).stem()));
}

/// Reads a PMX, PMD or X file. `name`: the file's.
Result<pmx::File> read_model(ByteSpan bytes, const std::string& name, Diagnostics& diagnostics) {
  if (x::looks_like(bytes)) return read_accessory(bytes, name, diagnostics);
  if (!pmd::looks_like(bytes)) {
    MMD_TRY(auto file, pmx::read(bytes));
    if (file.lacks_soft_bodies) {
      Diagnostic cut = make_warning("the file ends before its soft bodies", "open and save it in PMXEditor");
      cut.offset = bytes.size();
      diagnostics.push_back(std::move(cut));
    }
    return file;
  }
  MMD_TRY(auto read, pmd::read(bytes));
  for (Diagnostic& d : read.diagnostics) diagnostics.push_back(std::move(d));
  return pmx_from_pmd(std::move(read.file), diagnostics);
}

/// Reads the file again for byte offsets, because the builder has consumed its elements.
Places locate_again(ByteSpan bytes) {
  if (!pmd::looks_like(bytes)) return x::looks_like(bytes) ? Places{} : pmx::locate(bytes);
  Diagnostics ignored_warnings;
  const auto file = read_model(bytes, {}, ignored_warnings);
  return file ? locate(bytes, *file) : Places{};
}

/// Goes on from a VAC file to its X file, which it names relative to its own folder.
Result<VacPlace> follow_vac(Source& source, Diagnostics& diagnostics) {
  MMD_TRY(const vac::File file, in_file(vac::read(source.bytes), source.origin.name));
  ModelOrigin& origin = source.origin;
  const auto path = find_texture(origin, file.model);
  if (!path)
    return fail(
        in_file(make_error(fmt::format("there is no file \"{}\" (X file of the accessory)", file.model),
                           "put it into the folder of the .vac file"),
                origin.name));
  if (auto elsewhere = found_elsewhere(origin, file.model, "X file")) diagnostics.push_back(*elsewhere);
  MMD_TRY(source.owned, origin.files->read(*path));
  source.bytes = source.owned;
  origin.base = folder_of(*path);
  if (!x::looks_like(source.bytes))
    return fail(in_file(make_error(fmt::format("\"{}\" is not an X file", file.model)), origin.name));
  return VacPlace{file.position, glm::degrees(file.rotation), file.scale, file.has_shadow};
}

bool is_vac(const Source& source) {
  return is_vac_name(source.origin.name) && recognise(source.bytes) == FileKind::unknown;
}

Result<LoadedModel> load_from(Source source, bool with_textures, const Progress& progress,
                              std::span<const std::string> rules = {}) {
  const auto cancelled = [&](float share, const char* what) { return progress && !progress(share, what); };
  if (cancelled(0.05f, "model")) return fail(cancellation(source.origin));
  LoadedModel out;
  if (is_vac(source)) {
    MMD_TRY(out.place, follow_vac(source, out.diagnostics));
  }
  MMD_TRY(auto file,
          in_file(read_model(source.bytes, source.origin.name, out.diagnostics), source.origin.name));
  for (Diagnostic& d : out.diagnostics) d = in_file(std::move(d), source.origin.name);
  if (cancelled(0.2f, "model")) return fail(cancellation(source.origin));
  out.hash = content_hash(source.bytes);
  use_shared_toons(file, source.origin);
  out.repairs.assign(rules.begin(), rules.end());
  if (!rules.empty()) out.mended = mend(file, {false, out.repairs});
  Repairs repairs;
  {
    pmx::File taken = std::move(file);
    out.model = build_model(std::move(taken), repairs);
  }
  out.origin = std::move(source.origin);
  for (Diagnostic& d : out.origin.files->warnings()) out.diagnostics.push_back(std::move(d));
  // Only repairs need byte offsets.
  for (Diagnostic& d : repairs.diagnostics(repairs.entries().empty() ? Places{} : locate_again(source.bytes)))
    out.diagnostics.push_back(in_file(std::move(d), out.origin.name));
  source.owned = {};
  if (cancelled(textures_start, "textures")) return fail(cancellation(out.origin));
  out.textures = std::make_shared<const TextureSet>(out.model->textures.size());
  if (!with_textures) return out;
  MMD_TRY(auto decoded, decode_textures(out, progress));
  out.textures = std::move(decoded.textures);
  out.textures_hash = decoded.hash;
  for (Diagnostic& d : decoded.diagnostics) out.diagnostics.push_back(std::move(d));
  return out;
}

/// Adds the file's name to all messages of a read result.
template <class Read>
Result<Read> named(Result<Read> result, const std::string& name) {
  MMD_TRY(auto read, in_file(std::move(result), name));
  for (Diagnostic& d : read.diagnostics) d = in_file(std::move(d), name);
  return read;
}

}  // namespace

int shared_toon_number(const std::string& texture) {
  const std::string name = fold_name(texture.substr(texture.find_last_of("\\/") + 1));
  for (int n = 1; n <= 10; ++n) {
    if (name == fmt::format("toon{:02}.bmp", n)) return n;
  }
  return 0;
}

Result<LoadedModel> load_model(const std::filesystem::path& path, bool with_textures,
                               const Progress& progress) {
  MMD_TRY(const auto input, read_input(to_utf8(path)));
  return load_model(input, with_textures, progress);
}

Result<LoadedModel> load_model(const InputFile& input, bool with_textures, const Progress& progress,
                               std::span<const std::string> repairs) try {
  MMD_TRY(auto source, source_of(input));
  return load_from(std::move(source), with_textures, progress, repairs);
} catch (...) {
  return fail(in_file(error_caught("load the model", "the model cannot be loaded"), input.name));
}

Result<LoadedModel> load_model(ByteSpan bytes, const std::filesystem::path& path, bool with_textures,
                               const Progress& progress) try {
  MMD_TRY(auto source, source_of(bytes, path));
  return load_from(std::move(source), with_textures, progress);
} catch (...) {
  return fail(in_file(error_caught("load the model", "the model cannot be loaded"), to_utf8(path)));
}

Result<RawModel> read_raw_model(const InputFile& input, const std::function<bool()>& wanted) try {
  MMD_TRY(auto source, source_of(input));
  RawModel out;
  if (is_vac(source)) MMD_TRY(follow_vac(source, out.diagnostics));
  MMD_TRY(out.file,
          in_file(read_model(source.bytes, source.origin.name, out.diagnostics), source.origin.name));
  out.is_pmx = pmx::looks_like(source.bytes);
  out.places = locate(source.bytes, out.file);
  out.origin = std::move(source.origin);
  for (Diagnostic& d : out.origin.files->warnings()) out.diagnostics.push_back(std::move(d));
  std::vector<std::string> textures;
  const std::vector<TextureUse> uses = texture_uses(out.file);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i].count > 0) textures.push_back(out.file.utf8(out.file.textures[i]));
    if (uses[i].is_base) out.base_textures.insert(textures.back());
  }
  out.texture_faults = texture_faults(out.origin, textures, wanted);
  return out;
} catch (...) {
  return fail(in_file(error_caught("load the model", "the model cannot be loaded"), input.name));
}

std::optional<Diagnostic> texture_problem(const RawModel& model, const std::string& texture) {
  const ModelOrigin& origin = model.origin;
  const auto path = find_texture(origin, texture);
  if (shared_toon_number(texture) != 0 && !path) return std::nullopt;
  const bool is_base = model.base_textures.contains(texture);
  if (!path) return missing_texture(origin, texture, is_base);
  const auto fault = model.texture_faults.find(*path);
  if (fault != model.texture_faults.end())
    return fault->second.severity == Severity::note ? about_texture(texture, fault->second)
                                                    : unusable_texture(texture, fault->second, is_base);
  if (auto elsewhere = found_elsewhere(origin, texture)) return elsewhere;
  if (origin.base.empty() || path->starts_with(origin.base + '/')) return std::nullopt;
  return make_note(fmt::format("texture \"{}\" is next to the model's folder, not in it", texture),
                   "share the parent folder, or copy the texture into the model's folder");
}

std::optional<ImageSize> texture_size(const ModelOrigin& origin, const std::string& texture) {
  const auto path = find_texture(origin, texture);
  if (!path) return std::nullopt;
  const auto bytes = origin.files->read(*path);
  return bytes ? image_size(*bytes) : std::nullopt;
}

Result<LoadedPose> load_pose(const std::filesystem::path& path) {
  MMD_TRY(const auto bytes, read_file(path));
  return load_pose(bytes, path);
}

Result<LoadedPose> load_pose(ByteSpan bytes, const std::filesystem::path& path) try {
  return named(vpd::read(bytes), to_utf8(path));
} catch (...) {
  return fail(in_file(error_caught("load the pose", "the pose cannot be loaded"), to_utf8(path)));
}

Result<LoadedMotion> load_motion(const std::filesystem::path& path) {
  MMD_TRY(const auto bytes, read_file(path));
  return load_motion(bytes, path);
}

Result<LoadedMotion> load_motion(ByteSpan bytes, const std::filesystem::path& path) try {
  return named(vmd::read(bytes), to_utf8(path));
} catch (...) {
  return fail(in_file(error_caught("load the motion", "the motion cannot be loaded"), to_utf8(path)));
}

}  // namespace mmd
