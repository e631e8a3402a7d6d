#include "export/vrm_meta.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json.h"
#include "base/words.h"

namespace mmd {
namespace {

enum class MetaKind : std::uint8_t { text, texts, flag, choice };
struct MetaRow {
  std::string_view name;
  MetaKind kind = MetaKind::text;
  std::vector<std::string_view> choices = {};  ///< strictest first
};

/// VRMC_vrm 1.0, `meta`.
const std::vector<MetaRow>& meta_rows() {
  static const std::vector<MetaRow> rows{
      {"name"},
      {"version"},
      {"authors", MetaKind::texts},
      {"copyrightInformation"},
      {"contactInformation"},
      {"references", MetaKind::texts},
      {"thirdPartyLicenses"},
      {"licenseUrl"},
      {"avatarPermission", MetaKind::choice, {"onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"}},
      {"allowExcessivelyViolentUsage", MetaKind::flag},
      {"allowExcessivelySexualUsage", MetaKind::flag},
      {"commercialUsage", MetaKind::choice, {"personalNonProfit", "personalProfit", "corporation"}},
      {"allowPoliticalOrReligiousUsage", MetaKind::flag},
      {"allowAntisocialOrHateUsage", MetaKind::flag},
      {"creditNotation", MetaKind::choice, {"required", "unnecessary"}},
      {"allowRedistribution", MetaKind::flag},
      {"modification",
       MetaKind::choice,
       {"prohibited", "allowModification", "allowModificationRedistribution"}},
      {"otherLicenseUrl"},
      {vrm_thumbnail},
  };
  return rows;
}

std::string expected(const MetaRow& row) {
  switch (row.kind) {
    case MetaKind::flag:
      return "true or false";
    case MetaKind::texts:
      return "a list of texts that are not empty";
    case MetaKind::choice:
      return fmt::format("one of {}", fmt::join(row.choices, ", "));
    default:
      return row.name == "name" ? "a text that is not empty" : "a text";
  }
}

/// Whether a text has more than spaces.
bool says_something(const nlohmann::json& value) {
  return value.is_string() &&
         value.get_ref<const std::string&>().find_first_not_of(" \t\r\n") != std::string::npos;
}

bool is_texts(const nlohmann::json& value) {
  return value.is_array() && !value.empty() &&
         std::all_of(value.begin(), value.end(), [](const auto& one) { return says_something(one); });
}

bool fits(const MetaRow& row, const nlohmann::json& value) {
  if (row.kind == MetaKind::flag) return value.is_boolean();
  if (row.kind == MetaKind::texts) return is_texts(value);
  if (row.name == "name") return says_something(value);
  if (!value.is_string()) return false;
  return row.kind == MetaKind::text || std::find(row.choices.begin(), row.choices.end(),
                                                 value.get_ref<const std::string&>()) != row.choices.end();
}

constexpr const char* vrm_license = "https://vrm.dev/licenses/1.0/";

/// The row of a term. Error: VRM has no such term.
Result<const MetaRow*> row_of(const std::string& name) {
  const auto& rows = meta_rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const MetaRow& r) { return r.name == name; });
  if (row != rows.end()) return &*row;
  std::vector<std::string> names;
  names.reserve(rows.size());
  for (const MetaRow& one : rows) names.emplace_back(one.name);
  const auto near = nearest_word(name, names);
  return fail(fmt::format("\"{}\" is not a term of a VRM", name),
              near ? did_you_mean({*near}, "") : fmt::format("there are {}", fmt::join(names, ", ")));
}

Result<void> take(const std::string& name, const nlohmann::json& value, VrmMeta& out) {
  MMD_TRY(const MetaRow* row, row_of(name));
  if (!fits(*row, value)) return fail(fmt::format("\"{}\" must be {}", name, expected(*row)));
  if (name == "licenseUrl" && value.get_ref<const std::string&>() != vrm_license)
    return fail(fmt::format("\"licenseUrl\" must be {}, the licence of VRM 1.0", vrm_license),
                "leave it out, and give the address of other terms as \"otherLicenseUrl\"");
  if (row->kind == MetaKind::flag) {
    out[name] = value.get<bool>();
  } else if (row->kind == MetaKind::texts) {
    out[name] = value.get<std::vector<std::string>>();
  } else {
    out[name] = value.get<std::string>();
  }
  return {};
}

}  // namespace

VrmMeta strictest_meta() {
  VrmMeta out{{"authors", std::vector<std::string>{"unknown"}}, {"licenseUrl", std::string(vrm_license)}};
  for (const MetaRow& row : meta_rows()) {
    if (row.kind == MetaKind::flag) out[std::string(row.name)] = false;
    if (row.kind == MetaKind::choice) out[std::string(row.name)] = std::string(row.choices.front());
  }
  return out;
}

Result<VrmMeta> parse_vrm_meta(std::string_view json) {
  MMD_TRY(const auto root, parse_json<nlohmann::json>(json));
  if (!root.is_object()) return fail("this is not a JSON object", "write {\"authors\": [\"…\"], …}");
  for (const auto& [name, value] : root.items()) MMD_TRY(row_of(name));
  if (!root.contains("authors")) return fail("\"authors\" is missing", "a VRM must name its authors");
  VrmMeta out = strictest_meta();
  for (const auto& [name, value] : root.items()) MMD_TRY(take(name, value, out));
  return out;
}

}  // namespace mmd
