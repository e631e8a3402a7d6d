#include "tests/export/glb_reader.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>

namespace mmd::test {
namespace {

using nlohmann::json;

constexpr std::uint32_t magic = 0x46546c67, json_chunk = 0x4e4f534a, binary_chunk = 0x004e4942;

std::uint32_t word_at(const Bytes& file, std::size_t at) {
  std::uint32_t out = 0;
  if (at + 4 <= file.size()) std::memcpy(&out, file.data() + at, 4);
  return out;
}

std::size_t components_of(const std::string& type) {
  if (type == "SCALAR") return 1;
  return type == "MAT4" ? 16 : static_cast<std::size_t>(type.back() - '0');
}

template <class T>
double number_at(const unsigned char* at) {
  T out;
  std::memcpy(&out, at, sizeof(T));
  return static_cast<double>(out);
}

std::size_t size_of(int component) {
  return component == 5121 ? 1 : component == 5123 ? 2 : 4;
}

double read_number(const unsigned char* at, int component) {
  if (component == 5126) return number_at<float>(at);
  if (component == 5125) return number_at<std::uint32_t>(at);
  return component == 5123 ? number_at<std::uint16_t>(at) : number_at<std::uint8_t>(at);
}

glm::dquat turn_of(const std::vector<double>& v) {
  return glm::dquat(v[3], v[0], v[1], v[2]);
}

std::vector<double> between(const std::vector<double>& a, const std::vector<double>& b, double part,
                            bool turns) {
  if (turns) {
    const glm::dquat q = glm::slerp(turn_of(a), turn_of(b), part);
    return {q.x, q.y, q.z, q.w};
  }
  std::vector<double> out;
  for (std::size_t i = 0; i < a.size(); ++i) out.push_back(a[i] + (b[i] - a[i]) * part);
  return out;
}

}  // namespace

std::vector<double> numbers_of(const json& array) {
  return array.get<std::vector<double>>();
}

Glb::Glb(const Bytes& file) {
  EXPECT_EQ(word_at(file, 0), magic);
  EXPECT_EQ(word_at(file, 4), 2u);
  EXPECT_EQ(word_at(file, 8), file.size());
  const std::size_t length = word_at(file, 12);
  EXPECT_EQ(word_at(file, 16), json_chunk);
  EXPECT_EQ(length % 4, 0u);
  const auto* text = reinterpret_cast<const char*>(file.data()) + 20;
  json = nlohmann::json::parse(text, text + length);
  const std::size_t second = 20 + length;
  if (second < file.size()) {
    EXPECT_EQ(word_at(file, second + 4), binary_chunk);
    const auto* data = reinterpret_cast<const unsigned char*>(file.data()) + second + 8;
    buffer_.assign(data, data + word_at(file, second));
    EXPECT_EQ(second + 8 + buffer_.size(), file.size());
  }
  const auto& nodes = json["nodes"];
  parents_.assign(nodes.size(), -1);
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (const auto& child : nodes[n].value("children", nlohmann::json::array()))
      parents_[child.get<std::size_t>()] = static_cast<int>(n);
}

std::vector<std::vector<double>> Glb::dense(const nlohmann::json& view, std::size_t offset, int component,
                                            std::size_t components, std::size_t count) const {
  const auto& v = json["bufferViews"][view.get<std::size_t>()];
  const std::size_t size = size_of(component), stride = v.value("byteStride", size * components);
  const std::size_t begin = v.value("byteOffset", std::size_t{0}) + offset;
  EXPECT_EQ(begin % size, 0u);
  EXPECT_LE(count == 0 ? 0 : begin + (count - 1) * stride + size * components, buffer_.size());
  std::vector<std::vector<double>> out(count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < components; ++k)
      out[i].push_back(read_number(&buffer_[begin + i * stride + k * size], component));
  return out;
}

std::vector<std::vector<double>> Glb::values(std::size_t index) const {
  const auto& accessor = json["accessors"][index];
  const std::size_t components = components_of(accessor["type"]), count = accessor["count"];
  const int component = accessor["componentType"];
  std::vector<std::vector<double>> out(count, std::vector<double>(components, 0.0));
  if (accessor.contains("bufferView"))
    out = dense(accessor["bufferView"], accessor.value("byteOffset", std::size_t{0}), component, components,
                count);
  if (!accessor.contains("sparse")) return out;
  const auto& sparse = accessor["sparse"];
  const std::size_t some = sparse["count"];
  const auto which =
      dense(sparse["indices"]["bufferView"], sparse["indices"].value("byteOffset", std::size_t{0}),
            sparse["indices"]["componentType"], 1, some);
  const auto what = dense(sparse["values"]["bufferView"],
                          sparse["values"].value("byteOffset", std::size_t{0}), component, components, some);
  for (std::size_t i = 0; i < some; ++i) out[static_cast<std::size_t>(which[i][0])] = what[i];
  return out;
}

Bytes Glb::image(std::size_t index) const {
  const auto& view = json["bufferViews"][json["images"][index]["bufferView"].get<std::size_t>()];
  const auto* first =
      reinterpret_cast<const std::byte*>(buffer_.data()) + view.value("byteOffset", std::size_t{0});
  return Bytes(first, first + view["byteLength"].get<std::size_t>());
}

void Glb::play(double seconds) {
  const auto& animation = json["animations"][0];
  for (const auto& channel : animation["channels"]) {
    const auto& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
    const auto times = values(sampler["input"]), keys = values(sampler["output"]);
    const std::string path = channel["target"]["path"];
    const std::size_t each = keys.size() / times.size();
    std::size_t next = 0;
    while (next + 1 < times.size() && times[next][0] < seconds) ++next;
    const std::size_t before = next == 0 ? 0 : next - 1;
    const double span = times[next][0] - times[before][0];
    const double part = span > 0.0 ? std::clamp((seconds - times[before][0]) / span, 0.0, 1.0) : 0.0;
    auto& node = json["nodes"][channel["target"]["node"].get<std::size_t>()];
    if (path == "weights") {
      std::vector<double> weights;
      for (std::size_t i = 0; i < each; ++i)
        weights.push_back(between(keys[before * each + i], keys[next * each + i], part, false)[0]);
      json["meshes"][node["mesh"].get<std::size_t>()]["weights"] = weights;
    } else {
      node[path] = between(keys[before], keys[next], part, path == "rotation");
    }
  }
}

glm::dmat4 Glb::local(std::size_t node) const {
  const auto& n = json["nodes"][node];
  glm::dmat4 out(1.0);
  if (n.contains("rotation")) out = glm::mat4_cast(turn_of(numbers_of(n["rotation"])));
  if (n.contains("scale")) {
    const auto size = numbers_of(n["scale"]);
    for (int c = 0; c < 3; ++c) out[c] *= size[static_cast<std::size_t>(c)];
  }
  if (n.contains("translation")) {
    const auto t = numbers_of(n["translation"]);
    out[3] = glm::dvec4(t[0], t[1], t[2], 1.0);
  }
  return out;
}

glm::dmat4 Glb::global(std::size_t node) const {
  glm::dmat4 out = local(node);
  for (int parent = parents_[node]; parent >= 0; parent = parents_[static_cast<std::size_t>(parent)])
    out = local(static_cast<std::size_t>(parent)) * out;
  return out;
}

std::size_t Glb::node_called(const std::string& name) const {
  for (std::size_t n = 0; n < json["nodes"].size(); ++n)
    if (json["nodes"][n].value("name", std::string()) == name) return n;
  ADD_FAILURE() << "no node " << name;
  return 0;
}

std::vector<std::size_t> Glb::mesh_nodes() const {
  std::vector<std::size_t> out;
  for (std::size_t n = 0; n < json["nodes"].size(); ++n)
    if (json["nodes"][n].contains("mesh")) out.push_back(n);
  return out;
}

std::vector<glm::dvec3> Glb::vertices(std::size_t node, std::size_t primitive) const {
  const auto& n = json["nodes"][node];
  const auto& mesh = json["meshes"][n["mesh"].get<std::size_t>()];
  const auto& p = mesh["primitives"][primitive];
  std::vector<glm::dvec3> out;
  for (const auto& v : values(p["attributes"]["POSITION"])) out.emplace_back(v[0], v[1], v[2]);
  for (std::size_t t = 0; p.contains("targets") && t < p["targets"].size(); ++t) {
    const double weight = mesh["weights"][t];
    if (weight == 0.0) continue;
    const auto offsets = values(p["targets"][t]["POSITION"]);
    for (std::size_t v = 0; v < out.size(); ++v)
      out[v] += weight * glm::dvec3(offsets[v][0], offsets[v][1], offsets[v][2]);
  }
  if (!n.contains("skin")) return out;
  const auto& skin = json["skins"][n["skin"].get<std::size_t>()];
  const auto back = values(skin["inverseBindMatrices"]);
  std::vector<glm::dmat4> palette;
  for (std::size_t j = 0; j < back.size(); ++j) {
    glm::dmat4 matrix;
    for (int c = 0; c < 4; ++c)
      for (int r = 0; r < 4; ++r) matrix[c][r] = back[j][static_cast<std::size_t>(4 * c + r)];
    palette.push_back(global(skin["joints"][j]) * matrix);
  }
  const auto joints = values(p["attributes"]["JOINTS_0"]), weights = values(p["attributes"]["WEIGHTS_0"]);
  for (std::size_t v = 0; v < out.size(); ++v) {
    glm::dvec4 sum(0.0);
    for (std::size_t i = 0; i < 4; ++i)
      sum += weights[v][i] * (palette[static_cast<std::size_t>(joints[v][i])] * glm::dvec4(out[v], 1.0));
    out[v] = glm::dvec3(sum);
  }
  return out;
}

}  // namespace mmd::test
