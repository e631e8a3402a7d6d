#include "tests/support/model_builder.h"

#include <stdexcept>

namespace mmd::test {

FileBuilder::FileBuilder() {
  file.header.encoding = pmx::TextEncoding::utf8;
  file.name = text("builder");
}

std::int32_t FileBuilder::bone(std::string_view name, std::int32_t parent, const vec3& position) {
  pmx::Bone b;
  b.name = text(name);
  b.parent = parent;
  b.position = position;
  b.flags = pmx::bone_rotatable | pmx::bone_movable | pmx::bone_visible | pmx::bone_operable;
  file.bones.push_back(std::move(b));
  return static_cast<std::int32_t>(file.bones.size() - 1);
}

std::uint32_t FileBuilder::weighted(const vec3& position, pmx::WeightType type,
                                    const std::array<std::int32_t, 4>& bones,
                                    const std::array<float, 4>& weights) {
  pmx::Vertices& v = file.vertices;
  v.position.push_back(position);
  v.normal.push_back({0.0f, 0.0f, -1.0f});
  v.uv.push_back({0.0f, 0.0f});
  for (std::uint8_t s = 0; s < file.header.additional_uv_count; ++s) v.additional_uv.push_back(vec4(0.0f));
  v.type.push_back(type);
  v.bones.push_back(bones);
  v.weights.push_back(weights);
  v.edge_scale.push_back(1.0f);
  return static_cast<std::uint32_t>(v.size() - 1);
}

std::uint32_t FileBuilder::vertex(const vec3& position, std::int32_t bone) {
  return weighted(position, pmx::WeightType::bdef1, {bone, -1, -1, -1}, {1.0f, 0.0f, 0.0f, 0.0f});
}

std::uint32_t FileBuilder::sdef(const vec3& position, std::int32_t bone0, std::int32_t bone1, float weight,
                                const pmx::Sdef& constants) {
  file.vertices.sdef.push_back(constants);
  return weighted(position, pmx::WeightType::sdef, {bone0, bone1, -1, -1}, {weight, 0.0f, 0.0f, 0.0f});
}

pmx::Material& FileBuilder::material(std::string_view name) {
  pmx::Material m;
  m.name = text(name);
  m.ambient = vec3(1.0f);
  m.toon_flag = 0;
  m.index_count = static_cast<std::int32_t>(file.indices.size() - owned_indices_);
  owned_indices_ = file.indices.size();
  file.materials.push_back(std::move(m));
  return file.materials.back();
}

void FileBuilder::triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  for (const std::uint32_t i : {a, b, c}) file.indices.push_back(i);
}

void FileBuilder::square(const vec3& centre, float half, std::int32_t bone) {
  const std::uint32_t a = vertex(centre + vec3(-half, half, 0), bone);
  const std::uint32_t b = vertex(centre + vec3(half, half, 0), bone);
  const std::uint32_t c = vertex(centre + vec3(half, -half, 0), bone);
  const std::uint32_t d = vertex(centre + vec3(-half, -half, 0), bone);
  // Clockwise seen from the model's front, looking along +Z with +X to the right.
  triangle(a, b, c);
  triangle(a, c, d);
}

void FileBuilder::append(std::int32_t bone, std::int32_t source, float ratio, std::uint16_t kinds) {
  pmx::Bone& b = file.bones.at(static_cast<std::size_t>(bone));
  b.flags = static_cast<std::uint16_t>(b.flags | kinds);
  b.append_source = source;
  b.append_ratio = ratio;
}

pmx::Ik& FileBuilder::ik(std::int32_t bone, std::int32_t target, const std::vector<std::int32_t>& links) {
  pmx::Bone& b = file.bones.at(static_cast<std::size_t>(bone));
  b.flags = static_cast<std::uint16_t>(b.flags | pmx::bone_ik);
  b.ik.target = target;
  b.ik.loop_count = 20;
  b.ik.unit_angle = 1.0f;
  for (const std::int32_t link : links) {
    pmx::IkLink raw;
    raw.bone = link;
    b.ik.links.push_back(raw);
  }
  return b.ik;
}

std::int32_t FileBuilder::texture(std::string_view name) {
  file.textures.push_back(text(name));
  return static_cast<std::int32_t>(file.textures.size() - 1);
}

BuiltModel FileBuilder::build() const {
  pmx::File copy = file;
  return build_model(std::move(copy));
}

Bytes FileBuilder::bytes() const {
  pmx::File copy = file;
  copy.header.index_sizes = pmx::smallest_index_sizes(copy);
  Result<Bytes> written = pmx::write(copy);
  if (!written) throw std::runtime_error(describe(written.error()));
  return std::move(*written);
}

bool says(const Diagnostics& diagnostics, std::string_view text) {
  for (const Diagnostic& d : diagnostics) {
    if (describe(d).find(text) != std::string::npos) return true;
  }
  return false;
}

std::vector<Finding> of_rule(const std::vector<Finding>& findings, std::string_view rule) {
  std::vector<Finding> out;
  for (const Finding& f : findings)
    if (f.rule == rule) out.push_back(f);
  return out;
}

std::string said(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& f : findings) out += std::string(f.rule) + ": " + f.name + " " + f.what + "\n";
  return out;
}

std::string said(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics) out += describe(d) + "\n";
  return out;
}

pmx::File large_model(std::size_t count) {
  FileBuilder b;
  const std::int32_t root = b.bone("root"), tip = b.bone("tip", root, {0.0f, 5.0f, 0.0f});
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i % 500) * 0.01f, y = static_cast<float>(i / 500) * 0.01f;
    b.weighted({x, y, 0.0f}, pmx::WeightType::bdef2, {root, tip, -1, -1}, {0.5f, 0.0f, 0.0f, 0.0f});
  }
  for (std::uint32_t i = 0; i + 2 < count; i += 3) b.triangle(i, i + 1, i + 2);
  b.material();
  return std::move(b.file);
}

pmx::MaterialOffset neutral_offset(std::uint8_t operation, std::int32_t material) {
  const float n = operation == 0 ? 1.0f : 0.0f;
  pmx::MaterialOffset o;
  o.material = material;
  o.operation = operation;
  o.diffuse = o.edge_colour = o.texture = o.sphere = o.toon = vec4(n);
  o.specular = o.ambient = vec3(n);
  o.specular_power = o.edge_size = n;
  return o;
}

}  // namespace mmd::test
