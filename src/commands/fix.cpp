#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/text.h"
#include "base/words.h"
#include "commands/collected_files.h"
#include "commands/commands.h"
#include "document/inputs.h"
#include "model/add_bones.h"
#include "model/check_model.h"
#include "model/mend.h"
#include "model/usual_names.h"
#include "options/messages.h"
#include "options/output_file.h"
#include "pose/pose.h"
#include "scene/input.h"
#include "scene/load.h"
#include "scene/rest_pose.h"
#include "scene/scene.h"

namespace mmd {
namespace {

struct FixedModel {
  std::vector<Mended> mended;
  CollectedFiles collected;              ///< to write beside it
  Bytes bytes;                           ///< of the repaired model
  std::size_t errors = 0, warnings = 0;  ///< that remain, without those of textures
};

Result<RawModel> read_model_to_fix(const Options& options) {
  const std::string& name = options.files.front();
  auto input = read_input(name);
  if (!input) return fail(suggest_file(std::move(input.error()), name));
  if (input->kind != FileKind::model && input->kind != FileKind::archive && !is_vac_name(name))
    return fail(in_file(make_error("not a model", "fix repairs .pmx and .pmd models"), name));
  return read_raw_model(*input, [] { return false; });
}

/// Large enough for added elements; those of a PMX as far as possible as they are.
void set_index_sizes(RawModel& model) {
  const pmx::IndexSizes least = pmx::smallest_index_sizes(model.file);
  pmx::IndexSizes& sizes = model.file.header.index_sizes;
  if (!model.is_pmx) {
    sizes = least;
    return;
  }
  for (auto size : {&pmx::IndexSizes::vertex, &pmx::IndexSizes::texture, &pmx::IndexSizes::material,
                    &pmx::IndexSizes::bone, &pmx::IndexSizes::morph, &pmx::IndexSizes::rigid_body})
    sizes.*size = std::max(sizes.*size, least.*size);
}

Result<std::unique_ptr<Actor>> actor_in_pose(const pmx::File& file, const Options& options) {
  const std::string& name = options.fix.in_pose;
  auto read = read_input(name);
  if (!read) return fail(suggest_file(std::move(read.error()), name));
  MMD_TRY(const auto input, unwrap_pose(std::move(*read)));
  if (input.kind != FileKind::pose) return fail(in_file(make_error("not a VPD pose"), name));
  MMD_TRY(auto pose, load_pose(input.bytes, path_from_utf8(name)));
  print(pose.diagnostics, options);
  auto actor =
      std::make_unique<Actor>(build_model(pmx::File(file)).model, std::make_shared<const TextureSet>());
  const UnmatchedNames unmatched = apply_vpd(pose.file, actor->model(), actor->pose);
  if (unmatched.bone_count() > 0)
    print(in_file(make_warning(fmt::format("the model lacks {} of the pose, first {}",
                                           counted(unmatched.bone_count(), "bone"), unmatched.bones.front())),
                  name),
          options);
  actor->evaluate();
  return actor;
}

Result<void> set_rest_pose(pmx::File& file, const Options& options, std::vector<Mended>& changes) {
  MMD_TRY(const auto actor, actor_in_pose(file, options));
  const RestPoseReport report = take_rest_pose(file, *actor);
  const std::pair<std::string_view, std::size_t> counts[] = {{"vertices", report.vertices},
                                                             {"bones", report.bones},
                                                             {"morphs", report.morphs},
                                                             {"rigid bodies", report.bodies},
                                                             {"joints", report.joints}};
  for (const auto& [section, count] : counts)
    if (count > 0)
      changes.push_back({"rest-pose", section, std::nullopt, "", "the pose becomes the rest pose", "at rest",
                         fmt::format("{} moved", count)});
  if (!report.turned_limits.empty())
    print(make_warning(fmt::format("IK limits about axes that the pose has turned keep their axes: {}",
                                   fmt::join(report.turned_limits, ", ")),
                       "check that knees still bend forwards"),
          options);
  if (report.material_morphs > 0)
    print(make_warning("material morphs of the pose were left out: a shape cannot hold them"), options);
  return {};
}

void append(std::vector<Mended>& to, std::vector<Mended> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Result<FixedModel> fixed_model(const Options& options) {
  MMD_TRY(auto model, read_model_to_fix(options));
  print(model.diagnostics, options);
  FixedModel out;
  out.mended = mend(model.file, {options.fix.warnings, options.fix.rules});
  if (!options.fix.in_pose.empty()) MMD_TRY(set_rest_pose(model.file, options, out.mended));
  AddedBones added = add_bones(model.file, options.fix.add_bones);
  print(added.warnings, options);
  append(out.mended, std::move(added.changes));
  if (options.fix.fill_english) append(out.mended, fill_english_names(model.file));
  if (!options.fix.collect.empty()) {
    MMD_TRY(out.collected, collect_files(model, options.fix.collect));
    print(out.collected.warnings, options);
    append(out.mended, std::move(out.collected.renamed));
  }
  set_index_sizes(model);
  MMD_TRY(out.bytes, in_file(pmx::write(model.file), options.output));
  const CheckedModel left =
      check_model(std::move(model.file), [](const std::string&) { return std::nullopt; });
  out.errors = left.findings.count(Severity::error);
  out.warnings = left.findings.count(Severity::warning);
  return out;
}

std::string as_json(const FixedModel& fixed, const Options& options) {
  nlohmann::ordered_json out = {{"file", options.files.front()}};
  if (!options.fix.dry_run) out["output"] = options.output;
  out["repairs"] = nlohmann::ordered_json::array();
  for (const Mended& m : fixed.mended) {
    nlohmann::ordered_json repair = {{"rule", m.rule}};
    if (!m.section.empty()) repair["section"] = m.section;
    if (m.element) repair["element"] = *m.element;
    if (!m.name.empty()) repair["name"] = m.name;
    repair["what"] = m.what;
    repair["before"] = m.before;
    repair["after"] = m.after;
    out["repairs"].push_back(std::move(repair));
  }
  out["errors_left"] = fixed.errors;
  out["warnings_left"] = fixed.warnings;
  return indented_json(out);
}

/// "bones 3 (左ひざ): parent out of range: 99 → none [damage]".
std::string one_line(const Mended& m) {
  std::string out(m.section);
  if (m.element) out += fmt::format(" {}", *m.element);
  if (!m.name.empty()) out += fmt::format(" ({})", m.name);
  out += fmt::format("{}{}: {} → {} [{}]", out.empty() ? "" : ": ", m.what, m.before, m.after, m.rule);
  return on_one_line(std::move(out));
}

std::string as_table(const FixedModel& fixed, const Options& options) {
  std::string out = fmt::format("{}: {}, {} and {} left\n", on_one_line(options.files.front()),
                                counted(fixed.mended.size(), "change"), counted(fixed.errors, "error"),
                                counted(fixed.warnings, "warning"));
  for (const Mended& m : fixed.mended) out += fmt::format("  {}\n", one_line(m));
  return out;
}

/// Where the model goes: with --collect into that folder, by default under its own name.
Result<std::string> output_of(const Options& options) {
  std::string name = options.output;
  if (!options.fix.collect.empty()) {
    if (name.empty()) name = to_utf8(path_from_utf8(options.files.front()).stem()) + ".pmx";
    if (path_from_utf8(name).has_parent_path())
      return fail(in_file(make_error("with --collect, the model is written into that folder",
                                     "give -o a name without a folder"),
                          name));
    name = fmt::format("{}/{}", options.fix.collect, name);
  }
  if (!has_extension(name, ".pmx"))
    return fail(in_file(make_error("fix writes .pmx files", "give a name that ends in .pmx"), name));
  return name;
}

/// Writes the model and the files that it is collected with.
Result<void> write_fixed(FixedModel& fixed, const Options& options) {
  std::vector<WrittenFile> files = std::move(fixed.collected.files);
  files.push_back({options.output, std::move(fixed.bytes)});
  MMD_TRY(const auto outputs, CheckedOutputs::check(options, Written::model));
  if (files.size() == 1) return outputs.write(options.output, files.front().bytes);
  std::error_code error;
  for (const WrittenFile& file : files)
    std::filesystem::create_directories(path_from_utf8(file.name).parent_path(), error);
  return write_all(files, options, fixed.collected.read, outputs);
}

Result<FixedModel> fix_and_write(const Options& options) {
  std::error_code error;
  if (!options.fix.dry_run) {
    if (!options.fix.collect.empty())
      std::filesystem::create_directories(path_from_utf8(options.fix.collect), error);
    MMD_TRY(CheckedOutputs::check(options, Written::model));  // before any work
  }
  MMD_TRY(auto fixed, fixed_model(options));
  if (!options.fix.dry_run) MMD_TRY(write_fixed(fixed, options));
  return fixed;
}

}  // namespace

int run_fix(const Options& given) {
  Options options = given;
  if (!options.fix.dry_run) {
    auto output = output_of(options);
    if (!output) return stop_with(output.error(), options, exit_wrong_usage);
    options.output = std::move(*output);
  }
  const auto fixed = fix_and_write(options);
  if (!fixed) return stop_with(fixed.error(), options);
  const std::string text =
      options.format == OutputFormat::json ? as_json(*fixed, options) : as_table(*fixed, options);
  if (options.output != "-") return print_result(text, options);
  if (options.verbosity >= 0) std::fputs(text.c_str(), stderr);  // standard output carries the model
  return exit_done;
}

}  // namespace mmd
