#include "app/stage/export_choice.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/text/export_strings.h"
#include "assets/file_set.h"
#include "base/json.h"
#include "base/text.h"

namespace mmd {
namespace {

constexpr std::array<ExportFormatRow, static_cast<std::size_t>(ExportFormat::count)> formats{
    {{{"VRM 1.0", "VRM 1.0"}, ".vrm"},
     {{"VRM 0.x", "VRM 0.x"}, ".vrm"},
     {{"VRM animation", "VRMアニメーション"}, ".vrma"},
     {{"glTF (Blender, Unity, Godot)", "glTF（Blender、Unity、Godot）"}, ".glb"},
     {{"OBJ", "OBJ"}, ".obj"},
     {{"Baked motion", "焼き込みモーション"}, ".vmd"},
     {{"Pose", "ポーズ"}, ".vpd"},
     {{"MMD model", "MMDモデル"}, ".pmx"}}};

constexpr std::string_view avatar_values[] = {"onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"};
constexpr std::string_view commercial_values[] = {"personalNonProfit", "personalProfit", "corporation"};
constexpr std::string_view modification_values[] = {"prohibited", "allowModification",
                                                    "allowModificationRedistribution"};
constexpr TermRow vrm_terms[] = {
    {"avatarPermission", ui_strings::may_wear, avatar_values, ui_strings::who_may_wear},
    {"commercialUsage", ui_strings::commercial_use, commercial_values, ui_strings::commercial_uses},
    {"modification", ui_strings::modification, modification_values, ui_strings::modifications},
    {"allowRedistribution", ui_strings::redistribution, {}, {}},
    {"allowExcessivelyViolentUsage", ui_strings::violent_use, {}, {}},
    {"allowExcessivelySexualUsage", ui_strings::sexual_use, {}, {}},
    {"allowPoliticalOrReligiousUsage", ui_strings::political_use, {}, {}},
    {"allowAntisocialOrHateUsage", ui_strings::antisocial_use, {}, {}},
};
static_assert(std::size(vrm_terms) == term_count);

}  // namespace

std::span<const TermRow> term_rows() {
  return vrm_terms;
}

const ExportFormatRow& row_of(ExportFormat format) {
  return formats[static_cast<std::size_t>(format)];
}

bool is_vrm(ExportFormat format) {
  return format == ExportFormat::vrm || format == ExportFormat::vrm_zero;
}

std::vector<std::string> export_options(const ExportChoice& choice) {
  std::vector<std::string> out;
  const ExportFormat format = choice.format;
  const bool is_motion = format == ExportFormat::motion, glb = format == ExportFormat::glb;
  if (format == ExportFormat::vrm_zero) out.insert(out.end(), {"--vrm", "0"});
  if (choice.english && !is_motion && format != ExportFormat::pose) out.insert(out.end(), {"--names", "en"});
  if (is_motion || (choice.bake && (glb || format == ExportFormat::pose || format == ExportFormat::vrma)))
    out.emplace_back("--bake");
  if (!choice.bone_names.empty() && (is_vrm(format) || format == ExportFormat::vrma))
    out.insert(out.end(), {"--names-of", choice.bone_names});
  if (!choice.expressions.empty() && (is_vrm(format) || format == ExportFormat::vrma))
    out.insert(out.end(), {"--vrm-expressions", choice.expressions});
  if (choice.arkit && is_vrm(format)) out.emplace_back("--arkit");
  if (glb && choice.lit) out.emplace_back("--lit");
  if (glb && choice.posed) out.emplace_back("--no-skin");
  return out;
}

std::vector<std::string> fix_command(const LoadedFigure& figure, const std::filesystem::path& file,
                                     const std::string& pose) {
  const LoadedModel& loaded = figure.loaded;
  std::vector<std::string> out{
      "fix", figure.model_file, "--only",
      loaded.repairs.empty() ? "none" : fmt::format("{}", fmt::join(loaded.repairs, ","))};
  if (!pose.empty()) out.insert(out.end(), {"--in-pose", pose});
  std::error_code error;
  const std::filesystem::path model = std::filesystem::absolute(path_from_utf8(figure.model_file), error),
                              folder = file.parent_path();
  const bool is_beside =
      loaded.origin.member.empty() && std::filesystem::equivalent(model.parent_path(), folder, error);
  if (is_beside) {
    out.insert(out.end(), {"-o", to_utf8(file)});
  } else {
    out.insert(out.end(), {"--collect", to_utf8(folder), "-o", to_utf8(file.filename())});
  }
  return out;
}

std::string terms_file(const ExportTerms& chosen, const std::string& thumbnail) {
  nlohmann::json out;
  out["authors"] = {chosen.author};
  if (!chosen.contact.empty()) out["contactInformation"] = chosen.contact;
  if (!chosen.other_license.empty()) out["otherLicenseUrl"] = chosen.other_license;
  if (!thumbnail.empty()) out["thumbnailImage"] = thumbnail;
  for (std::size_t i = 0; i < term_count; ++i) {
    const std::string name(vrm_terms[i].name);
    if (vrm_terms[i].values.empty())
      out[name] = chosen.chosen[i] > 0;
    else
      out[name] = std::string(vrm_terms[i].values[chosen.chosen[i]]);
  }
  return indented_json(out);
}

}  // namespace mmd
