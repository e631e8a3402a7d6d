
#include "model/builders.h"

namespace mmd {
namespace {

constexpr std::string_view morphs_section = "morphs";
constexpr std::string_view bad_number = repair_kind::morph_number;

struct MorphContext {
  const pmx::File& file;
  std::size_t body_count, index;
  Repairs& repairs;

  /// Reports a number that is not.
  bool checked(bool is_good) {
    if (!is_good) repairs.add(morphs_section, bad_number, index);
    return is_good;
  }
  template <class T>
  bool finite(const T& value) {
    return checked(is_finite(value));
  }
  bool finite(float value) { return checked(std::isfinite(value)); }
  template <class T>
  bool usable(const T& offset) {
    return checked(usable_position(offset));
  }
  bool in_range(std::int64_t value, std::size_t size, std::string_view kind) {
    if (is_index(value, size)) return true;
    repairs.add(morphs_section, kind, index);
    return false;
  }
};

GroupMorph convert(const std::vector<pmx::GroupOffset>& raw, const pmx::Morph& morph, MorphContext& context) {
  GroupMorph out;
  out.flip = morph.type == pmx::MorphType::flip;
  for (const pmx::GroupOffset& o : raw) {
    if (!context.in_range(o.morph, context.file.morphs.size(), repair_kind::morph_index)) continue;
    if (context.finite(o.ratio)) out.children.push_back({o.morph, o.ratio});
  }
  return out;
}

VertexMorph convert(const std::vector<pmx::VertexOffset>& raw, const pmx::Morph&, MorphContext& context) {
  VertexMorph out;
  out.vertices.reserve(raw.size());
  out.offsets.reserve(raw.size());
  for (const pmx::VertexOffset& o : raw) {
    if (!context.in_range(o.vertex, context.file.vertices.size(), repair_kind::vertex_index)) continue;
    if (!context.usable(o.offset)) continue;
    out.vertices.push_back(o.vertex);
    out.offsets.push_back(mirror(o.offset));
  }
  return out;
}

BoneMorph convert(const std::vector<pmx::BoneOffset>& raw, const pmx::Morph&, MorphContext& context) {
  BoneMorph out;
  for (const pmx::BoneOffset& o : raw) {
    if (!context.in_range(o.bone, context.file.bones.size(), repair_kind::bone_index)) continue;
    if (!context.usable(o.translation) || !context.finite(o.rotation)) continue;
    const float length = glm::length(o.rotation);
    const vec4 q = length > 1e-12f ? o.rotation / length : vec4(0.0f, 0.0f, 0.0f, 1.0f);
    out.offsets.push_back({o.bone, mirror(o.translation), mirror(quat(q.w, q.x, q.y, q.z))});
  }
  return out;
}

UvMorph convert(const std::vector<pmx::UvOffset>& raw, const pmx::Morph& morph, MorphContext& context) {
  UvMorph out;
  out.set = static_cast<int>(morph.type) - static_cast<int>(pmx::MorphType::uv);
  for (const pmx::UvOffset& o : raw) {
    if (!context.in_range(o.vertex, context.file.vertices.size(), repair_kind::vertex_index)) continue;
    if (!context.usable(o.offset)) continue;
    out.vertices.push_back(o.vertex);
    out.offsets.push_back(o.offset);
  }
  return out;
}

MaterialMorph convert(const std::vector<pmx::MaterialOffset>& raw, const pmx::Morph&, MorphContext& context) {
  MaterialMorph out;
  for (const pmx::MaterialOffset& o : raw) {
    if (o.material != none &&
        !context.in_range(o.material, context.file.materials.size(), repair_kind::material_index)) {
      continue;
    }
    const bool finite = context.finite(o.diffuse) && context.finite(o.specular) &&
                        context.finite(o.specular_power) && context.finite(o.ambient) &&
                        context.finite(o.edge_colour) && context.finite(o.edge_size) &&
                        context.finite(o.texture) && context.finite(o.sphere) && context.finite(o.toon);
    if (finite) out.offsets.push_back(o);
  }
  return out;
}

/// Velocities and torques stay in MMD's space, like bodies.
ImpulseMorph convert(const std::vector<pmx::ImpulseOffset>& raw, const pmx::Morph&, MorphContext& context) {
  ImpulseMorph out;
  for (const pmx::ImpulseOffset& o : raw) {
    if (!context.in_range(o.rigid_body, context.file.rigid_bodies.size(), repair_kind::rigid_body_index))
      continue;
    if (!context.usable(o.velocity) || !context.usable(o.torque)) continue;
    if (static_cast<std::size_t>(o.rigid_body) >= context.body_count) continue;  // physics is off
    out.pushes.push_back({o.rigid_body, o.local != 0, o.velocity, o.torque});
  }
  return out;
}

/// Walks the tree of groups without recursion.
class GroupCycles {
 public:
  GroupCycles(std::size_t count, const GroupChild& child, const GroupCloses& closes)
      : child_(child), closes_(closes), state_(count, State::unknown) {}

  void find() {
    for (std::size_t i = 0; i < state_.size(); ++i) {
      if (state_[i] == State::unknown) enter(i);
      while (!path_.empty()) go_on();
    }
  }

 private:
  enum class State : std::uint8_t { unknown, on_path, done };
  struct Step {
    std::size_t morph, next_child;
  };

  void enter(std::size_t morph) {
    state_[morph] = State::on_path;
    path_.push_back({morph, 0});
  }
  void go_on() {
    const std::size_t morph = path_.back().morph, place = path_.back().next_child++;
    const std::optional<std::int32_t> child = child_(morph, place);
    if (!child) {
      state_[morph] = State::done;
      path_.pop_back();
    } else if (*child < 0 || static_cast<std::size_t>(*child) >= state_.size()) {
      return;
    } else if (State& state = state_[static_cast<std::size_t>(*child)]; state == State::unknown) {
      enter(static_cast<std::size_t>(*child));
    } else if (state == State::on_path) {
      closes_(morph, place);
    }
  }

  const GroupChild& child_;
  const GroupCloses& closes_;
  std::vector<State> state_;
  std::vector<Step> path_;
};

/// Reports groups that contain themselves. The evaluation cuts such cycles.
void report_group_cycles(const std::vector<Morph>& morphs, Repairs& repairs) {
  const auto child = [&](std::size_t morph, std::size_t place) -> std::optional<std::int32_t> {
    const auto* group = std::get_if<GroupMorph>(&morphs[morph].data);
    if (group == nullptr || place == group->children.size()) return std::nullopt;
    return group->children[place].morph;
  };
  find_group_cycles(morphs.size(), child, [&](std::size_t morph, std::size_t place) {
    const auto inner = static_cast<std::size_t>(*child(morph, place));
    repairs.add(morphs_section, repair_kind::group_cycle, inner, morphs[inner].name);
  });
}

}  // namespace

void find_group_cycles(std::size_t count, const GroupChild& child, const GroupCloses& closes) {
  GroupCycles(count, child, closes).find();
}

std::vector<Morph> build_morphs(pmx::File& file, std::size_t body_count, Repairs& repairs) {
  std::vector<Morph> out(file.morphs.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const pmx::Morph& raw = file.morphs[i];
    out[i].name = file.utf8(raw.name);
    out[i].name_english = file.utf8(raw.name_english);
    out[i].panel = raw.panel;
    MorphContext context{file, body_count, i, repairs};
    std::visit([&](const auto& offsets) { out[i].data = convert(offsets, raw, context); }, raw.offsets);
  }
  report_group_cycles(out, repairs);
  // Free the raw offsets early: large vertex morphs use much memory.
  for (pmx::Morph& m : file.morphs) m.offsets = std::vector<pmx::GroupOffset>();
  return out;
}

}  // namespace mmd
