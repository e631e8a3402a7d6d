#include "scene/file_extensions.h"

#include <algorithm>
#include <iterator>

#include "assets/file_set.h"
#include "base/text.h"

namespace mmd {
namespace {

constexpr FileExtension extension_rows[] = {
    {".pmx", NamedKind::model},   {".pmd", NamedKind::model},      {".x", NamedKind::model},
    {".vac", NamedKind::model},   {".vpd", NamedKind::pose},       {".vmd", NamedKind::motion},
    {".zip", NamedKind::archive}, {".7z", NamedKind::archive},     {".rar", NamedKind::archive},
    {".lzh", NamedKind::archive}, {".lha", NamedKind::archive},    {".tar", NamedKind::archive},
    {".gz", NamedKind::archive},  {".tgz", NamedKind::archive},    {".xz", NamedKind::archive},
    {".txz", NamedKind::archive}, {".mmdscene", NamedKind::scene}, {".pmm", NamedKind::scene}};

}  // namespace

std::span<const FileExtension> file_extensions() {
  return extension_rows;
}

std::optional<NamedKind> kind_by_name(std::string_view name) {
  const std::string extension = fold_name(to_utf8(path_from_utf8(name).extension()));
  const auto row = std::find_if(std::begin(extension_rows), std::end(extension_rows),
                                [&](const FileExtension& one) { return one.extension == extension; });
  return row == std::end(extension_rows) ? std::nullopt : std::optional(row->kind);
}

}  // namespace mmd
