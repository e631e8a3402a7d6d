#include "model/model_changes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/math.h"
#include "base/number_text.h"
#include "formats/pmx_records.h"

namespace mmd {
namespace {

/// The fields of an element as texts, in their order; names stand for indices.
using Fields = std::vector<std::pair<std::string, std::string>>;

std::string yes_or_no(bool v) {
  return v ? "yes" : "no";
}

/// A version of a model: its elements as fields.
class Version {
 public:
  explicit Version(const pmx::File& file) : file_(file) {}

  const pmx::File& file() const { return file_; }
  std::string name(const pmx::Text& text) const { return file_.utf8(text); }

  template <class Elements>
  std::string name_at(const Elements& elements, std::int32_t index) const {
    if (index == -1) return "none";
    if (!is_index(index, elements.size())) return fmt::format("{}", index);
    if constexpr (std::is_same_v<Elements, std::vector<pmx::Text>>)
      return name(elements[static_cast<std::size_t>(index)]);
    else
      return name(elements[static_cast<std::size_t>(index)].name);
  }
  std::string bone(std::int32_t index) const { return name_at(file_.bones, index); }

  Fields fields(const pmx::Bone& b) const {
    const auto has = [&](int flags) { return (b.flags & flags) != 0; };
    const bool appends = has(pmx::bone_append_rotation | pmx::bone_append_translation);
    return {{"English name", name(b.name_english)},
            {"position", value_text(b.position)},
            {"parent", bone(b.parent)},
            {"layer", value_text(b.layer)},
            {"tail", has(pmx::bone_tail_is_bone) ? bone(b.tail_bone) : value_text(b.tail_offset)},
            {"rotates", yes_or_no(has(pmx::bone_rotatable))},
            {"moves", yes_or_no(has(pmx::bone_movable))},
            {"visible", yes_or_no(has(pmx::bone_visible))},
            {"operable", yes_or_no(has(pmx::bone_operable))},
            {"after physics", yes_or_no(has(pmx::bone_after_physics))},
            {"append", appends ? fmt::format("{} x {}{}{}{}", bone(b.append_source), b.append_ratio,
                                             has(pmx::bone_append_rotation) ? ", rotation" : "",
                                             has(pmx::bone_append_translation) ? ", translation" : "",
                                             has(pmx::bone_append_local) ? ", local" : "")
                               : "none"},
            {"fixed axis", has(pmx::bone_fixed_axis) ? value_text(b.fixed_axis) : "none"},
            {"local axes",
             has(pmx::bone_local_axes) ? value_text(b.local_x) + " " + value_text(b.local_z) : "none"},
            {"external parent", has(pmx::bone_external_parent) ? value_text(b.external_parent_key) : "none"},
            {"IK", has(pmx::bone_ik) ? ik_text(b.ik) : "none"}};
  }

  Fields fields(const pmx::Material& m) const {
    return {{"English name", name(m.name_english)},
            {"diffuse", value_text(m.diffuse)},
            {"specular", value_text(m.specular)},
            {"specular power", value_text(m.specular_power)},
            {"ambient", value_text(m.ambient)},
            {"flags", value_text(m.flags)},
            {"edge colour", value_text(m.edge_colour)},
            {"edge size", value_text(m.edge_size)},
            {"texture", name_at(file_.textures, m.texture)},
            {"sphere map", name_at(file_.textures, m.sphere_texture)},
            {"sphere mode", value_text(m.sphere_mode)},
            {"toon", m.toon_flag == 1 ? fmt::format("shared {}", m.toon) : name_at(file_.textures, m.toon)},
            {"memo", name(m.memo)},
            {"faces", value_text(m.index_count / 3)}};
  }

  Fields fields(const pmx::Morph& m) const {
    static constexpr std::array<const char*, 11> types = {
        "group", "vertex", "bone", "UV", "UV 1", "UV 2", "UV 3", "UV 4", "material", "flip", "impulse"};
    Fields out = {{"English name", name(m.name_english)},
                  {"panel", value_text(m.panel)},
                  {"type", types[static_cast<std::size_t>(m.type) % types.size()]}};
    std::visit([&](const auto& offsets) { out.emplace_back("offsets", offsets_text(offsets)); }, m.offsets);
    return out;
  }

  Fields fields(const pmx::RigidBody& r) const {
    return {{"English name", name(r.name_english)},
            {"bone", bone(r.bone)},
            {"group", value_text(r.group)},
            {"collides with", fmt::format("{:016b}", r.collision_mask)},
            {"shape", value_text(r.shape)},
            {"size", value_text(r.size)},
            {"position", value_text(r.position)},
            {"rotation", value_text(r.rotation)},
            {"mass", value_text(r.mass)},
            {"linear damping", value_text(r.linear_damping)},
            {"angular damping", value_text(r.angular_damping)},
            {"restitution", value_text(r.restitution)},
            {"friction", value_text(r.friction)},
            {"mode", value_text(r.mode)}};
  }

  Fields fields(const pmx::Joint& j) const {
    return {{"English name", name(j.name_english)},
            {"type", value_text(j.type)},
            {"body A", name_at(file_.rigid_bodies, j.body_a)},
            {"body B", name_at(file_.rigid_bodies, j.body_b)},
            {"position", value_text(j.position)},
            {"rotation", value_text(j.rotation)},
            {"lowest translation", value_text(j.translation_lower)},
            {"highest translation", value_text(j.translation_upper)},
            {"lowest rotation", value_text(j.rotation_lower)},
            {"highest rotation", value_text(j.rotation_upper)},
            {"translation spring", value_text(j.spring_translation)},
            {"rotation spring", value_text(j.spring_rotation)}};
  }

  Fields fields(const pmx::DisplayFrame& f) const {
    std::string items;
    for (const pmx::DisplayItem& item : f.items)
      items += fmt::format("{}{}", items.empty() ? "" : ", ",
                           item.kind == 1 ? name_at(file_.morphs, item.index) : bone(item.index));
    return {{"English name", name(f.name_english)}, {"items", items}};
  }

  Fields fields(const pmx::Text&) const { return {}; }

  Fields head() const {
    return {{"name", name(file_.name)},
            {"English name", name(file_.name_english)},
            {"comment", name(file_.comment)},
            {"English comment", name(file_.comment_english)},
            {"version", value_text(file_.header.version)},
            {"text encoding", file_.header.encoding == pmx::TextEncoding::utf8 ? "UTF-8" : "UTF-16"},
            {"additional UVs", value_text(file_.header.additional_uv_count)},
            {"vertices", value_text(file_.vertices.size())},
            {"faces", value_text(file_.indices.size() / 3)},
            {"soft bodies", value_text(file_.soft_bodies.size())}};
  }

 private:
  std::string ik_text(const pmx::Ik& ik) const {
    std::string out = fmt::format("{}, {} loops, {} rad", bone(ik.target), ik.loop_count, ik.unit_angle);
    for (const pmx::IkLink& link : ik.links) {
      out += fmt::format(", {}", bone(link.bone));
      if (link.has_limits == 1)
        out += fmt::format(" ({} to {})", value_text(link.lower), value_text(link.upper));
    }
    return out;
  }

  /// The number of offsets and their sums: enough to tell that two lists differ.
  template <class Offset>
  std::string offsets_text(const std::vector<Offset>& offsets) const {
    std::string members;
    double sum = 0.0;
    const auto add = [&](const auto& v) {
      for (glm::length_t i = 0; i < v.length(); ++i) sum += std::abs(static_cast<double>(v[i]));
    };
    for (const Offset& o : offsets) {
      if constexpr (std::is_same_v<Offset, pmx::GroupOffset>) {
        members += fmt::format(", {} x {}", name_at(file_.morphs, o.morph), o.ratio);
      } else if constexpr (std::is_same_v<Offset, pmx::BoneOffset>) {
        members += fmt::format(", {}", bone(o.bone));
        add(o.translation);
        add(o.rotation);
      } else if constexpr (std::is_same_v<Offset, pmx::MaterialOffset>) {
        members += fmt::format(", {} {}", o.material == -1 ? "all" : name_at(file_.materials, o.material),
                               o.operation == 0 ? "x" : "+");
        for (const vec4& v : {o.diffuse, o.edge_colour, o.texture, o.sphere, o.toon}) add(v);
        add(o.specular);
        add(o.ambient);
        sum += std::abs(static_cast<double>(o.specular_power)) + std::abs(static_cast<double>(o.edge_size));
      } else if constexpr (std::is_same_v<Offset, pmx::ImpulseOffset>) {
        members += fmt::format(", {}", name_at(file_.rigid_bodies, o.rigid_body));
        add(o.velocity);
        add(o.torque);
      } else {
        add(o.offset);
      }
    }
    return fmt::format("{}, {:.4f} in all{}", offsets.size(), sum, members);
  }

  const pmx::File& file_;
};

std::vector<ModelChange::Field> differing(const Fields& before, const Fields& after) {
  std::vector<ModelChange::Field> out;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].second != after[i].second)
      out.push_back({before[i].first, before[i].second, after[i].second});
  return out;
}

/// A name and the number of earlier elements with it.
using Key = std::pair<std::string, std::size_t>;

template <class Elements>
std::vector<Key> keys_of(const Version& version, const Elements& elements) {
  std::vector<Key> out;
  std::map<std::string, std::size_t> met;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    std::string name = version.name_at(elements, static_cast<std::int32_t>(i));
    const std::size_t number = met[name]++;
    out.emplace_back(std::move(name), number);
  }
  return out;
}

std::map<Key, std::size_t> places_of(const std::vector<Key>& keys) {
  std::map<Key, std::size_t> out;
  for (std::size_t i = 0; i < keys.size(); ++i) out.emplace(keys[i], i);
  return out;
}

class Comparison {
 public:
  Comparison(const pmx::File& before, const pmx::File& after) : before_(before), after_(after) {}

  std::vector<ModelChange> run() {
    add_changed("model", before_.name(before_.file().name), differing(before_.head(), after_.head()));
    vertices();
    section("textures", &pmx::File::textures);
    section("materials", &pmx::File::materials);
    section("bones", &pmx::File::bones);
    section("morphs", &pmx::File::morphs);
    section("display frames", &pmx::File::display_frames);
    section("rigid bodies", &pmx::File::rigid_bodies);
    section("joints", &pmx::File::joints);
    return std::move(changes_);
  }

 private:
  void add_changed(std::string_view section, std::string name, std::vector<ModelChange::Field> fields) {
    if (!fields.empty())
      changes_.push_back({section, std::move(name), ModelChange::Kind::changed, std::move(fields)});
  }

  template <class Elements>
  void section(std::string_view title, Elements pmx::File::*member) {
    const Elements &old = before_.file().*member, &now = after_.file().*member;
    const std::vector<Key> old_keys = keys_of(before_, old), now_keys = keys_of(after_, now);
    const auto old_places = places_of(old_keys), now_places = places_of(now_keys);
    std::vector<std::size_t> order;  // the new places of the elements that stay, in the old order
    for (std::size_t i = 0; i < old.size(); ++i) {
      const auto same = now_places.find(old_keys[i]);
      if (same == now_places.end()) {
        changes_.push_back({title, old_keys[i].first, ModelChange::Kind::removed, {}});
        continue;
      }
      add_changed(title, old_keys[i].first,
                  differing(before_.fields(old[i]), after_.fields(now[same->second])));
      order.push_back(same->second);
    }
    for (const Key& key : now_keys)
      if (!old_places.contains(key)) changes_.push_back({title, key.first, ModelChange::Kind::added, {}});
    if (!std::is_sorted(order.begin(), order.end())) add_changed(title, "", {{"order", "", "changed"}});
  }

  /// Per material: vertices that differ.
  struct Moved {
    std::size_t position = 0, normal = 0, uv = 0, weights = 0, edge = 0;
    float farthest = 0.0f;
  };

  void vertices() {
    const pmx::Vertices &old = before_.file().vertices, &now = after_.file().vertices;
    if (old.size() != now.size()) return;  // the head says it
    number_bones();
    std::map<std::string, Moved> by_material;
    const std::vector<std::string> materials = materials_of_vertices();
    for (std::size_t v = 0; v < old.size(); ++v) {
      Moved& moved = by_material[materials[v]];
      const float way = glm::length(now.position[v] - old.position[v]);
      moved.position += old.position[v] != now.position[v];
      if (way > moved.farthest) moved.farthest = way;
      moved.normal += old.normal[v] != now.normal[v];
      moved.uv += old.uv[v] != now.uv[v];
      moved.edge += old.edge_scale[v] != now.edge_scale[v];
      moved.weights += weights_differ(v);
    }
    for (const auto& [material, moved] : by_material) {
      std::vector<ModelChange::Field> fields;
      const auto count = [&](const char* what, std::size_t number, std::string more = {}) {
        if (number > 0) fields.push_back({what, "", fmt::format("{} changed{}", number, more)});
      };
      count("position", moved.position, fmt::format(", up to {:.4g} units", moved.farthest));
      count("normal", moved.normal);
      count("UV", moved.uv);
      count("weights", moved.weights);
      count("edge scale", moved.edge);
      add_changed("vertices", material, std::move(fields));
    }
  }

  bool weights_differ(std::size_t v) const {
    const pmx::Vertices &old = before_.file().vertices, &now = after_.file().vertices;
    if (old.type[v] != now.type[v] || old.weights[v] != now.weights[v]) return true;
    return old.bones[v] != bones_in_old_numbers(now.bones[v]);
  }

  /// Indices of the new version as the old one has them, by name.
  std::array<std::int32_t, 4> bones_in_old_numbers(std::array<std::int32_t, 4> bones) const {
    for (std::int32_t& bone : bones)
      if (is_index(bone, old_numbers_.size())) bone = old_numbers_[static_cast<std::size_t>(bone)];
    return bones;
  }
  void number_bones() {
    const auto old_places = places_of(keys_of(before_, before_.file().bones));
    for (const Key& key : keys_of(after_, after_.file().bones)) {
      const auto same = old_places.find(key);
      old_numbers_.push_back(same != old_places.end() ? static_cast<std::int32_t>(same->second) : -2);
    }
  }

  /// The name of the first old material that uses each vertex.
  std::vector<std::string> materials_of_vertices() const {
    const pmx::File& file = before_.file();
    std::vector<std::string> out(file.vertices.size());
    std::vector<bool> known(out.size(), false);
    std::size_t next = 0;
    for (const pmx::Material& m : file.materials) {
      const std::string name = before_.name(m.name);
      const auto count = static_cast<std::size_t>(std::max(m.index_count, 0));
      const std::size_t end = std::min(next + count, file.indices.size());
      for (; next < end; ++next) {
        const std::uint32_t v = file.indices[next];
        if (v >= out.size() || known[v]) continue;
        known[v] = true;
        out[v] = name;
      }
    }
    return out;
  }

  Version before_, after_;
  std::vector<std::int32_t> old_numbers_;  ///< by bone of the new version: the old one's of that name
  std::vector<ModelChange> changes_;
};

}  // namespace

std::vector<ModelChange> model_changes(const pmx::File& before, const pmx::File& after) {
  return Comparison(before, after).run();
}

}  // namespace mmd
