#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mmd {

/// The kind of a file by its name. The order is that of lists. Opening a file looks at its content
/// (recognise()).
enum class NamedKind : std::uint8_t { scene, model, archive, pose, motion };

struct FileExtension {
  std::string_view extension;  ///< ".pmx"
  NamedKind kind;
};
/// Every extension of a file that can be opened. Of "a.tar.gz" only the last counts.
std::span<const FileExtension> file_extensions();

/// The kind by the name's extension, in any case. nullopt: another extension.
std::optional<NamedKind> kind_by_name(std::string_view name);

}  // namespace mmd
