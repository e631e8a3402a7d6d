#include "edit/clipboard.h"

#include <algorithm>
#include <unordered_map>

#include "base/byte_io.h"
#include "base/errors.h"
#include "pose/pose_to_vpd.h"

namespace mmd::edit {
namespace {

/// `can_name(i)`: whether a VPD can store the name of entry i.
template <class Block, class Entry, class CanName>
Result<std::vector<Block>> chosen(const std::vector<Block>& posed, const std::vector<Entry>& entries,
                                  const Parts& parts, const std::vector<std::int32_t>& indices,
                                  Mentions mentions, CanName can_name) {
  std::vector<bool> wanted(entries.size(), parts.all);
  if (!parts.all) {
    for (const std::int32_t i : indices) {
      if (!is_index(i, entries.size())) return fail("a bone or morph to copy is not in the model");
      wanted[static_cast<std::size_t>(i)] = true;
    }
  }
  std::unordered_map<std::string_view, const Block*> by_name;
  for (const Block& block : posed) by_name.emplace(block.name, &block);
  std::vector<Block> out;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!wanted[i] || !can_name(i)) continue;
    const auto found = by_name.find(entries[i].name);
    if (found != by_name.end()) {
      out.push_back(*found->second);
    } else if (mentions == Mentions::all) {
      out.emplace_back().name = entries[i].name;
    }
  }
  return out;
}

}  // namespace

Result<vpd::File> copied(const Pose& pose, const Model& model, const Parts& parts, Mentions mentions) {
  vpd::File file = vpd_from_pose(pose, model);
  MMD_TRY(auto bones, chosen(file.bones, model.skeleton.bones, parts, parts.bones, mentions,
                             [&](std::size_t i) { return vpd_can_name_bone(model, i); }));
  MMD_TRY(auto morphs, chosen(file.morphs, model.morphs, parts, parts.morphs, mentions,
                              [&](std::size_t i) { return vpd_can_name_morph(model, i); }));
  file.bones = std::move(bones);
  file.morphs = std::move(morphs);
  file.bone_count = static_cast<std::int64_t>(file.bones.size());
  return file;
}

Result<std::string> text_of(vpd::File file) {
  file.encoding = vpd::Encoding::utf8;
  return vpd::write(file, vpd::Digits::exact);
}

Result<PastedText> paste_of(std::string_view text, bool keep_others) {
  if (!vpd::looks_like(as_byte_span(text)))
    return fail("the text is not a pose", "copy a pose, or all of a VPD file opened in a text editor");
  MMD_TRY(auto read, vpd::read(as_byte_span(text)));
  return PastedText{{std::move(read.file), keep_others, {}}, std::move(read.diagnostics)};
}

}  // namespace mmd::edit
