#pragma once

// Byte offsets of a model file's elements, for messages. Reading does not keep them; pmx::locate and
// pmd::locate walk the bytes once more.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

class Places {
 public:
  /// A section of `count` elements of `size` bytes each, from byte `first` on. Names: "vertices", "faces"
  /// (triangles), "textures", "materials", "bones", "morphs", "display frames" …
  void set_fixed(std::string_view section, std::uint64_t first, std::uint64_t size, std::size_t count);
  /// A section of elements of several sizes: element i has `sizes[kinds[i]]` bytes.
  void set_kinds(std::string_view section, std::uint64_t first, std::vector<std::uint8_t> kinds,
                 const std::array<std::uint32_t, 8>& sizes);
  /// Adds one element at a byte offset (0: unknown).
  void add(std::string_view section, std::uint64_t offset);
  /// Removes one element; later ones move up by one.
  void erase(std::string_view section, std::size_t element);

  /// The byte offset of an element's record; nullopt if it is unknown or does not exist.
  std::optional<std::uint64_t> find(std::string_view section, std::size_t element) const;

 private:
  struct Section {
    std::uint64_t first = 0, size = 0;
    std::size_t count = 0;
    std::vector<std::uint64_t> offsets;
    std::vector<std::uint8_t> kinds;
    std::array<std::uint32_t, 8> sizes{};
  };
  Section& section_of(std::string_view name);

  std::map<std::string, Section, std::less<>> sections_;
};

}  // namespace mmd
