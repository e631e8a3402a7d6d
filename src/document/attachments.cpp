#include "document/attachments.h"

#include <string_view>

#include "assets/file_set.h"
#include "base/errors.h"
#include "document/named_parts.h"
#include "document/pose_sampler.h"

namespace mmd {
namespace {

/// What was loaded from that file before, for the document or for another attachment; null if nothing was.
const LoadedModel* loaded_before(const Document& document, const std::string& file) {
  if (same_input(document.model_file, file)) return &document.loaded;
  for (const AttachedModel& other : document.attached) {
    if (same_input(other.file, file)) return &other.loaded;
  }
  return nullptr;
}

Result<std::int32_t> find_bone(const Document& document, const std::string& name, std::string_view asked_by) {
  if (name.empty()) return none;
  return in_file(bone_called(document.model(), name, asked_by), document.model_file);
}

/// The model that is attached: what was loaded from that file before, or the file's.
Result<LoadedModel> load_once(const AttachOption& option, const std::string& file, const Document& document,
                              bool want_textures, const Progress& progress) {
  if (const LoadedModel* before = loaded_before(document, file)) {
    LoadedModel again = *before;
    again.diagnostics.clear();  // they were said
    return again;
  }
  const auto input = read_input(file);
  if (!input && is_input(option.what))
    return fail(in_file(make_error(option.asked_by + ": there is no bone to hang it on",
                                   "put @BONE behind the name, or only @ to let it stand by itself"),
                        option.what));
  if (!input) return fail(input.error());
  return in_file(load_model(*input, want_textures, progress), file);
}

}  // namespace

Result<void> load_attachment(const AttachOption& option, Document& document, bool want_textures,
                             const Progress& progress) {
  const AttachmentNames names = split_attachment(option.what);
  if (names.model == "-")
    return fail(option.asked_by + ": an attached model cannot come from standard input",
                "give the name of a file");
  AttachedModel attached;
  attached.file = names.model;
  MMD_TRY(attached.loaded, load_once(option, names.model, document, want_textures, progress));
  MMD_TRY(const auto bone, find_bone(document, names.bone, option.asked_by));
  attached.attachment = {bone, offset_from_mmd(option.position, option.degrees, option.scale)};
  for (Diagnostic& d : attached.loaded.diagnostics) document.diagnostics.push_back(d);
  document.attached.push_back(std::move(attached));
  return {};
}

Result<void> load_attachments(const std::vector<AttachOption>& options, Document& document,
                              bool want_textures, const Progress& progress) {
  for (const AttachOption& option : options) {
    if (auto loaded = load_attachment(option, document, want_textures, progress); !loaded) return loaded;
  }
  return {};
}

void add_attached_actors(const Document& document, Scene& scene) {
  const std::size_t carrier = scene.actors.size() - 1;
  for (const AttachedModel& attached : document.attached) {
    scene.actors.push_back(std::make_unique<Actor>(attached.loaded.model, attached.loaded.textures));
    scene.attachments.push_back(attached.attachment);
    scene.attachments.back().carrier = carrier;
  }
}

void update_attached_actors(const EvaluationChoice& choice, Scene& scene) {
  for (std::size_t i = 1; i < scene.actors.size(); ++i) {
    Actor& actor = *scene.actors[i];
    const bool changes = actor.switches.append != choice.append || actor.switches.ik != choice.ik ||
                         actor.morphs_enabled != choice.morphs || actor.skin_level != choice.skin_level;
    apply_switches(choice, actor);
    if (changes) actor.evaluate();
  }
  place_attachments(scene);
}

}  // namespace mmd
