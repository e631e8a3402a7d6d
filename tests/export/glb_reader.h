#pragma once

// Reads a binary glTF back as any viewer would: nodes, skin, morph targets, animation. Only what tests need.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/byte_io.h"
#include "base/math.h"

namespace mmd::test {

class Glb {
 public:
  /// Fails the test where the container is not as the specification has it.
  explicit Glb(const Bytes& file);

  nlohmann::json json;

  /// An accessor's elements, each with its components; sparse values applied.
  std::vector<std::vector<double>> values(std::size_t accessor) const;
  /// The bytes of an image.
  Bytes image(std::size_t index) const;

  /// What the animation has at a time becomes the nodes' transforms and the meshes' weights.
  void play(double seconds);

  /// A primitive's vertices as they are seen: morph targets, skin, nodes.
  std::vector<glm::dvec3> vertices(std::size_t node, std::size_t primitive) const;
  /// The nodes that show a mesh.
  std::vector<std::size_t> mesh_nodes() const;
  glm::dmat4 global(std::size_t node) const;
  /// The node of that name; fails the test if there is none.
  std::size_t node_called(const std::string& name) const;

 private:
  std::vector<std::vector<double>> dense(const nlohmann::json& view, std::size_t offset, int component,
                                         std::size_t components, std::size_t count) const;
  glm::dmat4 local(std::size_t node) const;

  std::vector<unsigned char> buffer_;
  std::vector<int> parents_;
};

/// The numbers of a JSON array.
std::vector<double> numbers_of(const nlohmann::json& array);

}  // namespace mmd::test
