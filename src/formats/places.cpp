#include "formats/places.h"

#include <utility>

namespace mmd {

Places::Section& Places::section_of(std::string_view name) {
  const auto known = sections_.find(name);
  if (known != sections_.end()) return known->second;
  return sections_.emplace(std::string(name), Section{}).first->second;
}

void Places::set_fixed(std::string_view section, std::uint64_t first, std::uint64_t size, std::size_t count) {
  Section& s = section_of(section);
  s.first = first;
  s.size = size;
  s.count = count;
}

void Places::set_kinds(std::string_view section, std::uint64_t first, std::vector<std::uint8_t> kinds,
                       const std::array<std::uint32_t, 8>& sizes) {
  Section& s = section_of(section);
  s.first = first;
  s.kinds = std::move(kinds);
  s.sizes = sizes;
}

void Places::add(std::string_view section, std::uint64_t offset) {
  section_of(section).offsets.push_back(offset);
}

void Places::erase(std::string_view section, std::size_t element) {
  auto& offsets = section_of(section).offsets;
  if (element < offsets.size()) offsets.erase(offsets.begin() + static_cast<std::ptrdiff_t>(element));
}

std::optional<std::uint64_t> Places::find(std::string_view section, std::size_t element) const {
  const auto found = sections_.find(section);
  if (found == sections_.end()) return std::nullopt;
  const Section& s = found->second;
  if (element < s.offsets.size()) {
    const std::uint64_t offset = s.offsets[element];
    return offset == 0 ? std::nullopt : std::optional(offset);
  }
  if (element < s.count) return s.first + s.size * element;
  if (element >= s.kinds.size()) return std::nullopt;
  std::uint64_t at = s.first;
  for (std::size_t i = 0; i < element; ++i) at += s.sizes[s.kinds[i] % s.sizes.size()];
  return at;
}

}  // namespace mmd
