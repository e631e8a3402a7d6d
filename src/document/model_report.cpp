#include "document/model_report.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "assets/name_lookup.h"
#include "base/errors.h"
#include "model/check_model.h"

namespace mmd {
namespace {

/// Finds the files of the textures; check_again() fills in the faults of their content.
std::vector<TextureReport> look_up_textures(const LoadedModel& loaded) {
  const ModelOrigin& origin = loaded.origin;
  const std::vector<TextureUse> uses = texture_uses(*loaded.model);
  std::vector<TextureReport> out;
  for (std::size_t i = 0; i < loaded.model->textures.size(); ++i) {
    TextureReport report;
    report.name = loaded.model->textures[i];
    report.use = uses[i];
    if (const auto path = find_texture(origin, report.name)) {
      const auto exact = path_components(origin.base, report.name);
      report.path = *path;
      report.bytes = origin.files->size(*path);
      report.other_name = !exact || join_components(*exact) != *path;
    }
    out.push_back(std::move(report));
  }
  return out;
}

/// Checks the model's file; sets TextureReport::fault and brought_by_mmd in `textures`.
Result<std::vector<Finding>> check_again(const LoadedFigure& document, const std::atomic<bool>& wanted,
                                         std::vector<TextureReport>& textures) {
  if (document.model_file == "-") return fail("a model from standard input cannot be read again");
  MMD_TRY(const InputFile input, read_input(document.model_file));
  MMD_TRY(RawModel raw, read_raw_model(input, [&] { return wanted.load(); }));
  std::multimap<std::string_view, TextureReport*> by_name;
  for (TextureReport& texture : textures) by_name.emplace(texture.name, &texture);
  const auto problem_of = [&](const std::string& name) -> std::optional<Diagnostic> {
    if (!wanted) return std::nullopt;
    auto problem = texture_problem(raw, name);
    const auto named = by_name.equal_range(name);
    for (auto it = named.first; it != named.second; ++it) {
      TextureReport& texture = *it->second;
      texture.brought_by_mmd = !problem && texture.path.empty();
      if (problem && problem->severity != Severity::note) texture.fault = problem->what;
    }
    return problem;
  };
  const std::vector<std::string>& repairs = document.loaded.repairs;
  if (!repairs.empty()) mend(raw.file, {false, repairs});
  CheckedModel checked = check_model(std::move(raw.file), problem_of);
  for (const Diagnostic& d : raw.diagnostics) checked.findings.add(d);
  checked.findings.locate(raw.places);
  std::vector<Finding> out = checked.findings.list();
  std::stable_sort(out.begin(), out.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return out;
}

}  // namespace

ModelReport report_on(const LoadedFigure& document, const std::atomic<bool>& wanted) noexcept {
  ModelReport out;
  try {
    out.textures = look_up_textures(document.loaded);
    auto findings = check_again(document, wanted, out.textures);
    if (findings) {
      out.findings = std::move(*findings);
    } else {
      out.problem = std::move(findings.error());
    }
  } catch (...) {
    out.problem = error_caught("check the model", "the model cannot be checked");
  }
  return out;
}

}  // namespace mmd
