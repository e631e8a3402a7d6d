#pragma once

// Tables of the morphs that the user chose for a VRM's expressions.

#include <filesystem>
#include <string>
#include <string_view>

#include "base/content_hash.h"
#include "base/result.h"
#include "export/vrm_expressions.h"

namespace mmd {

/// Whether VRM 1.0 has an expression of that name.
Result<void> check_expression_name(std::string_view name);
/// Reads a table: one expression a line, VRM's name, a tab, the model's morph; without a morph the VRM lacks
/// the expression. Lines that begin with # do not count. Error: a name that VRM 1.0 does not have.
Result<ExpressionMorphs> parse_expression_morphs(std::string_view text);
/// The same from a file.
Result<ExpressionMorphs> read_expression_morphs(const std::string& file);

/// The file of the choices for a model; the folder may be empty (nothing is kept).
std::filesystem::path expression_morphs_file(const std::filesystem::path& folder, const ContentHash& model);
/// Reads it; empty if there is none.
ExpressionMorphs kept_expression_morphs(const std::filesystem::path& file);
Result<void> keep_expression_morphs(const ExpressionMorphs& morphs, const std::filesystem::path& file);

}  // namespace mmd
