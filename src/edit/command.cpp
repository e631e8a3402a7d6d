#include "edit/command.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mmd::edit {
namespace {

static_assert(std::variant_size_v<Command> == static_cast<std::size_t>(CommandKind::count));

constexpr std::array<std::string_view, static_cast<std::size_t>(CommandKind::count)> words{
    "Rotate", "Move",   "Rotate and move", "Set morph", "Switch IK",
    "Reset",  "Mirror", "Blend",           "Apply",     "Paste"};

/// The name of an element; empty for an index out of range.
template <class Entry>
std::string name_of(const std::vector<Entry>& entries, std::int32_t index) {
  const auto i = static_cast<std::size_t>(index);
  return index >= 0 && i < entries.size() ? entries[i].name : std::string();
}

template <class Entry>
std::string names_of(const std::vector<Entry>& entries, const std::vector<std::int32_t>& indices,
                     std::string_view many) {
  if (indices.empty()) return {};
  return indices.size() == 1 ? name_of(entries, indices[0]) : fmt::format("{} {}", indices.size(), many);
}

struct Subject {
  const Model& model;

  std::string bone(std::int32_t index) const { return name_of(model.skeleton.bones, index); }
  std::string parts(const Parts& p) const {
    if (p.all) return {};
    return with(names_of(model.skeleton.bones, p.bones, "bones"), names_of(model.morphs, p.morphs, "morphs"));
  }
  static std::string with(const std::string& source, const std::string& rest) {
    return source + (source.empty() || rest.empty() ? "" : ", ") + rest;
  }

  std::string operator()(const RotateBone& c) const { return bone(c.bone); }
  std::string operator()(const MoveBone& c) const { return bone(c.bone); }
  std::string operator()(const SetBones& c) const {
    return c.bones.size() == 1 ? bone(c.bones[0].bone) : fmt::format("{} bones", c.bones.size());
  }
  std::string operator()(const SetMorph& c) const { return name_of(model.morphs, c.morph); }
  std::string operator()(const SetIk& c) const {
    const auto& chains = model.skeleton.ik_chains;
    const auto i = static_cast<std::size_t>(c.chain);
    const bool known = c.chain >= 0 && i < chains.size();
    return fmt::format("{} {}", known ? bone(chains[i].bone) : "", c.on ? "on" : "off");
  }
  std::string operator()(const Reset& c) const { return parts(c.parts); }
  std::string operator()(const Mirror& c) const { return parts(c.parts); }
  std::string operator()(const Blend& c) const {
    return with(c.source, with(parts(c.parts), fmt::format("{:.0f} %", c.weight * 100.0f)));
  }
  std::string operator()(const TakeParts& c) const { return with(c.source, parts(c.parts)); }
  std::string operator()(const Paste& c) const { return c.source; }
};

}  // namespace

CommandKind kind_of(const Command& command) {
  return static_cast<CommandKind>(command.index());
}

CommandKind deed_of(const Command& command) {
  const auto* set = std::get_if<SetBones>(&command);
  if (set == nullptr || set->bones.empty()) return kind_of(command);
  const auto turns = [](const SetBones::Entry& e) { return e.rotation && !e.translation; };
  const auto moves = [](const SetBones::Entry& e) { return e.translation && !e.rotation; };
  if (std::all_of(set->bones.begin(), set->bones.end(), turns)) return CommandKind::rotate_bone;
  if (std::all_of(set->bones.begin(), set->bones.end(), moves)) return CommandKind::move_bone;
  return kind_of(command);
}

std::string_view words_of(CommandKind kind) {
  return words.at(static_cast<std::size_t>(kind));
}

std::string subject_of(const Command& command, const Model& model) {
  return std::visit(Subject{model}, command);
}

}  // namespace mmd::edit
