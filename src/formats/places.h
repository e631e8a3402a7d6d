#pragma once

// Where the elements of a model's file stand, for messages. Reading does not keep it: whoever has something
// to say about an element has the bytes walked once more (pmx::locate, pmd::locate).

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
  /// Elements of one size, one behind the other. `section` as the checks name it: "vertices", "faces"
  /// (triangles), "textures", "materials", "bones", "morphs", "display frames" …
  void set_fixed(std::string_view section, std::uint64_t first, std::uint64_t size, std::size_t count);
  /// Elements of a few sizes, chosen by a byte each.
  void set_kinds(std::string_view section, std::uint64_t first, std::vector<std::uint8_t> kinds,
                 const std::array<std::uint32_t, 8>& sizes);
  /// The element after those added before; 0 where its place is not known.
  void add(std::string_view section, std::uint64_t offset);
  /// Forgets one element: those after it move up.
  void erase(std::string_view section, std::size_t element);

  /// The byte offset of an element's record; nullopt if the file has no such element.
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
