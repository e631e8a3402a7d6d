#include "export/vrm_expression_table.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/text.h"
#include "base/words.h"
#include "document/bone_names.h"

namespace mmd {
namespace {

constexpr std::uint64_t largest_expression_table = 1 << 20;  ///< bytes

}  // namespace

Result<void> check_expression_name(std::string_view name) {
  std::vector<std::string> names;
  for (const ExpressionRow& row : expression_rows()) names.emplace_back(row.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  const auto nearest = nearest_word(std::string(name), names);
  return fail(fmt::format("\"{}\" is not an expression of VRM 1.0", name),
              nearest ? did_you_mean({*nearest}, "") : fmt::format("there are {}", fmt::join(names, ", ")));
}

Result<ExpressionMorphs> parse_expression_morphs(std::string_view text) {
  ExpressionMorphs out;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = take_line(text);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string_view name = take_until(line, '\t');
    if (const auto known = check_expression_name(name); !known)
      return fail(fmt::format("line {}: {}", number, known.error().what), known.error().hint);
    out[std::string(name)] = std::string(line);
  }
  return out;
}

Result<ExpressionMorphs> read_expression_morphs(const std::string& file) {
  MMD_TRY(const auto bytes, read_file(path_from_utf8(file), largest_expression_table));
  return in_file(parse_expression_morphs(as_text(bytes)), file);
}

std::filesystem::path expression_morphs_file(const std::filesystem::path& folder, const ContentHash& model) {
  return folder.empty() ? folder : folder / (to_hex(model) + ".expressions.txt");
}

ExpressionMorphs kept_expression_morphs(const std::filesystem::path& file) {
  if (file.empty()) return {};
  auto morphs = read_expression_morphs(to_utf8(file));
  return morphs ? std::move(*morphs) : ExpressionMorphs();
}

Result<void> keep_expression_morphs(const ExpressionMorphs& morphs, const std::filesystem::path& file) {
  return keep_bone_names(morphs, file);  // both tables have the same form
}

}  // namespace mmd
