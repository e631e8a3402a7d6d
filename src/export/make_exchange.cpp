#include "export/make_exchange.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/words.h"
#include "export/exchange_bones.h"
#include "export/unique_names.h"

namespace mmd {
namespace {

constexpr std::size_t max_joints = 65535;  // two-byte indices, one of them for vertices without a bone

/// Limit for morphs times parts: the file has an entry for each.
constexpr std::size_t max_targets = 500'000;
/// Limit for offsets of morphs times parts: make_morphs() scans all offsets for each part.
constexpr std::size_t max_target_work = std::size_t{2} << 30;

/// Error if the file would be disproportionately large.
Result<void> check_morphs(const Model& model, std::size_t parts) {
  std::size_t morphs = 0, offsets = 0;
  for (const Morph& morph : model.morphs)
    if (const auto* moving = std::get_if<VertexMorph>(&morph.data)) {
      ++morphs;
      offsets += moving->vertices.size();
    }
  if (parts == 0 || (morphs <= max_targets / parts && offsets <= max_target_work / parts)) return {};
  return fail(fmt::format("{} materials times {} morphs are too many for one file", parts, morphs),
              "use --no-skin to write the posed vertices without morphs, or hide materials with --hide");
}

bool is_whole(const ExchangeModel& model) {
  const auto finite = [](const auto& value) { return is_finite(value); };
  for (const ExchangePart& part : model.parts)
    if (!std::all_of(part.positions.begin(), part.positions.end(), finite) ||
        !std::all_of(part.normals.begin(), part.normals.end(), finite) ||
        !std::all_of(part.uv.begin(), part.uv.end(), finite))
      return false;
  return std::all_of(model.bones.begin(), model.bones.end(), [](const ExchangeBone& bone) {
    return is_finite(bone.rest) && is_finite(bone.translation) && is_finite(bone.rotation);
  });
}

void tell_hidden(const Actor& actor, Diagnostics& out) {
  std::vector<std::string_view> names;
  for (std::size_t m = 0; m < actor.materials().size(); ++m)
    if (is_hidden(actor.materials()[m])) names.push_back(actor.model().materials[m].name);
  if (names.empty()) return;
  out.push_back(make_warning(fmt::format("invisible materials are not written: {}", join_truncated(names)),
                             "show them with --morph, or remove --hide"));
}

void make_names_unique(ExchangeModel& model) {
  std::vector<std::string*> bones, morphs;
  for (ExchangeBone& bone : model.bones) bones.push_back(&bone.name);
  for (ExchangeMorph& morph : model.morphs) morphs.push_back(&morph.name);
  make_unique(bones, "bone");
  make_unique(morphs, "morph");
}

/// Notes morphs that the file contains only in their current state.
void tell_frozen(const Model& model, Diagnostics& out) {
  const auto names_of = [&](auto&& wanted) {
    std::vector<std::string_view> names;
    for (const Morph& morph : model.morphs)
      if (wanted(morph)) names.push_back(morph.name);
    return names;
  };
  const auto names = names_of([](const Morph& morph) {
    return !std::holds_alternative<VertexMorph>(morph.data) &&
           !std::holds_alternative<ImpulseMorph>(morph.data);
  });
  if (names.empty()) return;
  out.push_back(make_note(
      fmt::format("group, bone, UV and material morphs are not written as morphs: {}", join_truncated(names)),
      "the file stores vertex morphs only; the others keep the weight of the pose"));
}

}  // namespace

Result<ExchangeModel> make_exchange(const LoadedModel& loaded, const Actor& actor, ExchangeShape shape,
                                    MaterialTerms terms, Diagnostics& diagnostics) {
  const Model& model = actor.model();
  if (model.bone_count() == 0) shape = ExchangeShape::posed;
  if (shape == ExchangeShape::skinned && model.bone_count() > max_joints)
    return fail(fmt::format("the model has {} bones; glTF has room for {}", model.bone_count(), max_joints),
                "--no-skin writes the posed vertices without bones");
  ExchangeModel out;
  out.name = model.name.empty() ? model.name_english : model.name;
  std::vector<std::size_t> materials;
  out.parts = make_parts(actor, shape, materials);
  drop_clear_parts(actor, out.parts, materials, diagnostics);
  EmbeddedPictures pictures(loaded);
  MMD_TRY(out.materials, make_materials(actor, out.parts, materials, terms, pictures, diagnostics));
  out.images = pictures.take();
  for (std::size_t p = 0; p < out.parts.size(); ++p) {
    if (out.materials[p].image == none) out.parts[p].uv.clear();
    if (terms != MaterialTerms::vertex_coloured) out.parts[p].colours.clear();
  }
  if (shape == ExchangeShape::skinned) {
    MMD_TRY(check_morphs(model, out.parts.size()));
    out.bones = make_bones(actor.bones());
    MMD_TRY(out.morphs, make_morphs(actor, out.parts));
    make_names_unique(out);
    tell_frozen(model, diagnostics);
  }
  tell_hidden(actor, diagnostics);
  if (!is_whole(out))
    return fail("positions are too large to be written",
                "`mmdview check` lists bones that are moved too far");
  return out;
}

void use_english_names(const Model& model, ExchangeModel& exchange) {
  const auto use = [](const std::string& english, std::string& name) {
    if (!english.empty()) name = english;
  };
  use(model.name_english, exchange.name);
  for (std::size_t b = 0; b < exchange.bones.size(); ++b)
    use(model.skeleton.bones[b].name_english, exchange.bones[b].name);
  for (ExchangeMorph& morph : exchange.morphs) use(model.morphs[morph.morph].name_english, morph.name);
  for (ExchangeMaterial& material : exchange.materials) {
    const auto found = std::find_if(model.materials.begin(), model.materials.end(),
                                    [&](const Material& m) { return m.name == material.name; });
    if (found != model.materials.end()) use(found->name_english, material.name);
  }
  make_names_unique(exchange);
}

void suit_univrm(ExchangeModel& exchange, Diagnostics& diagnostics) {
  std::vector<std::string> lost;
  std::size_t kept = 0;
  for (std::size_t p = 0; p < exchange.parts.size(); ++p) {
    if (exchange.parts[p].kind != FaceKind::triangles) {
      lost.push_back(exchange.materials[p].name);
      continue;
    }
    if (kept != p) {
      exchange.parts[kept] = std::move(exchange.parts[p]);
      exchange.materials[kept] = std::move(exchange.materials[p]);
      for (ExchangeMorph& morph : exchange.morphs) morph.parts[kept] = std::move(morph.parts[p]);
    }
    ++kept;
  }
  exchange.parts.resize(kept);
  exchange.materials.resize(kept);
  for (ExchangeMorph& morph : exchange.morphs) morph.parts.resize(kept);
  if (!lost.empty())
    diagnostics.push_back(
        make_warning(fmt::format("lines and points are not written: {}",
                                 join_truncated(std::vector<std::string_view>(lost.begin(), lost.end()))),
                     "a VRM has triangles only; .glb stores them"));
  std::vector<std::string*> materials, images;
  for (ExchangeMaterial& material : exchange.materials) materials.push_back(&material.name);
  for (ExchangeImage& image : exchange.images) images.push_back(&image.name);
  make_unique(materials, "material", UniqueNames::Compare::folded);
  make_unique(images, "image", UniqueNames::Compare::folded);
}

}  // namespace mmd
