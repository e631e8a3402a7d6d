#pragma once

// Reads binary glTF like a viewer: nodes, skin, morph targets and animation, as far as tests need them.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/byte_io.h"
#include "base/math.h"

namespace mmd::test {

class Glb {
 public:
  /// Fails the test if the container violates the specification.
  explicit Glb(const Bytes& file);

  nlohmann::json json;

  /// Elements of an accessor with their components; sparse values are applied.
  std::vector<std::vector<double>> values(std::size_t accessor) const;
  /// The bytes of an image.
  Bytes image(std::size_t index) const;

  /// Sets transforms of nodes and weights of meshes to the animation at this time.
  void play(double seconds);

  /// Vertices of a primitive after morph targets, skin and nodes.
  std::vector<glm::dvec3> vertices(std::size_t node, std::size_t primitive) const;
  /// Nodes with a mesh.
  std::vector<std::size_t> mesh_nodes() const;
  glm::dmat4 global(std::size_t node) const;
  /// Node by name; fails the test if it is missing.
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
