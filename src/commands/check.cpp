#include <atomic>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json.h"
#include "base/text.h"
#include "base/words.h"
#include "commands/commands.h"
#include "document/bone_names.h"
#include "document/inputs.h"
#include "export/check_vrm.h"
#include "model/body_parts.h"
#include "model/check_model.h"
#include "model/model_changes.h"
#include "options/messages.h"
#include "options/scene_file.h"
#include "pose/check_pose.h"
#include "scene/input.h"
#include "scene/load.h"
#include "scene/penetration.h"
#include "scene/scene.h"

namespace mmd {
namespace {

/// A file and its findings.
struct CheckedFile {
  std::string file, kind = "unknown";
  std::string member;  ///< the checked file in an archive
  InputFile input;
  Findings findings;
};

constexpr std::string_view word(Severity severity) {
  constexpr std::string_view words[] = {"note", "warning", "error"};
  return words[static_cast<std::size_t>(severity)];
}

/// The problems of a scene or a project of MMD: damage, missing files, unknown options and wrong values.
CheckedFile check_scene(const std::string& file) {
  CheckedFile out;
  out.file = file;
  out.kind = "scene";
  auto scene = read_scene(file);
  if (!scene) {
    out.findings.add(in_words(scene.error()));
    return out;
  }
  for (const Diagnostic& d : scene->warnings) out.findings.add(d);
  Diagnostics missing = drop_missing(*scene, file);
  for (Diagnostic& d : missing) {
    d.severity = Severity::error;
    d.what = d.what.substr(0, d.what.find(" and is left out"));
    out.findings.add(d);
  }
  if (missing.empty() && files_of_scene(*scene, file).empty())
    out.findings.add(in_words(scene_without_models(file, {})));
  Options shown(Command::view);
  if (const auto taken = apply_scene(*scene, file, shown); !taken) out.findings.add(in_words(taken.error()));
  return out;
}

CheckedFile open(const std::string& file) {
  if (is_scene(file)) return check_scene(file);
  CheckedFile out;
  out.file = file;
  auto input = read_input(file);
  if (input) input = unwrap_pose(std::move(*input));
  if (!input) {
    out.findings.add(in_words(input.error()));
    return out;
  }
  out.input = std::move(*input);
  if (out.input.archive) {
    out.file = out.input.archive->name();
    out.member = out.input.member;
  }
  constexpr std::string_view kinds[] = {"unknown", "model", "model", "pose", "motion"};
  out.kind = kinds[static_cast<std::size_t>(out.input.kind)];
  if (out.input.kind == FileKind::unknown) out.findings.add(unknown_file(out.input));
  return out;
}

bool is_model(const CheckedFile& file) {
  return file.input.kind == FileKind::model || file.input.kind == FileKind::archive;
}

/// The finding about trailing bytes. `at_end`: at the end of the input's own bytes.
void check_end(const Bytes& trailing, bool at_end, CheckedFile& out) {
  if (trailing.empty()) return;
  Finding f;
  f.severity = Severity::warning;
  f.rule = "trailing";
  if (at_end) f.offset = out.input.bytes.size() - trailing.size();
  f.what = fmt::format("{} after the end of the file's content", counted(trailing.size(), "byte"));
  if (recognise(trailing) != FileKind::unknown) f.what += "; they look like a second file";
  f.hint = "other programs may refuse it; open and save it in an editor";
  out.findings.add(std::move(f));
}

/// Checks the model and returns it with repairs; nothing if it cannot be read.
/// `vrm_names`: checks it as a VRM, too, with these names of its bones.
std::shared_ptr<const Model> check_model_file(CheckedFile& out, const std::optional<BoneNames>& vrm_names) {
  auto raw = read_raw_model(out.input);
  if (!raw) {
    out.findings.add(in_words(raw.error()));
    return nullptr;
  }
  const Bytes trailing = raw->file.trailing;
  CheckedModel checked = check_model(
      std::move(raw->file), [&](const std::string& texture) { return texture_problem(*raw, texture); });
  out.findings = std::move(checked.findings);
  for (const Diagnostic& d : raw->diagnostics) out.findings.add(d);
  if (vrm_names && checked.model) {
    check_for_vrm(with_bone_names(checked.model, *vrm_names), out.findings,
                  [&](const std::string& texture) { return texture_size(raw->origin, texture); });
    if (const auto unknown = unknown_names(*vrm_names, {checked.model})) out.findings.add(*unknown);
  }
  out.findings.locate(raw->places);
  check_end(trailing, out.input.kind == FileKind::model, out);
  if (out.member.empty()) out.member = raw->origin.member;
  return checked.model;
}

void check_pose_file(CheckedFile& out, const Model* model) {
  const auto pose = vpd::read(out.input.bytes);
  if (pose) {
    out.findings = check_pose(*pose, model);
  } else {
    out.findings.add(pose.error());
  }
}

void check_motion_file(CheckedFile& out, const Model* model) {
  const auto motion = vmd::read(out.input.bytes);
  if (motion) {
    out.findings = check_motion(*motion, model);
    if (motion->diagnostics.empty()) check_end(motion->file.trailing, true, out);
  } else {
    out.findings.add(motion.error());
  }
}

/// The parts of the body that lie inside others in a pose, without physics.
void check_penetration(CheckedFile& out, const std::shared_ptr<const Model>& model) {
  const auto pose = vpd::read(out.input.bytes);
  if (!pose) return;
  if (model == nullptr)
    return out.findings.add(make_finding(Severity::error, "penetration", "", std::nullopt, "",
                                         "--pose needs exactly one model to check"));
  Actor actor(model, std::make_shared<const TextureSet>());
  apply_vpd(pose->file, *model, actor.pose);
  actor.evaluate();
  const std::atomic<bool> wanted = true;
  for (const Penetration& p :
       find_penetrations(*model, actor.posed_positions(), PenetrationOf::skin, wanted).parts)
    out.findings.add(make_finding(Severity::warning, "penetration", "", std::nullopt, "",
                                  fmt::format("{} inside {}: {} {}, up to {:.2f} units deep",
                                              body_parts()[p.part].name, body_parts()[p.inside].name,
                                              p.vertices, p.vertices == 1 ? "vertex" : "vertices", p.depth)));
}

/// Checks all files, models first: names in poses and motions are compared with the model if there is exactly
/// one. `in_pose`: a pose in which parts of its body are compared; may be empty. `vrm_names`: as above.
std::vector<CheckedFile> check_files(std::vector<std::string> names, const std::string& in_pose,
                                     const std::optional<BoneNames>& vrm_names) {
  std::vector<CheckedFile> files;
  if (!in_pose.empty()) names.push_back(in_pose);
  files.reserve(names.size());
  for (const std::string& name : names) files.push_back(open(name));
  std::size_t models = 0;
  std::shared_ptr<const Model> model;
  for (CheckedFile& file : files) {
    if (!is_model(file)) continue;
    auto built = check_model_file(file, vrm_names);
    model = ++models == 1 ? std::move(built) : nullptr;
  }
  for (CheckedFile& file : files) {
    if (file.input.kind == FileKind::pose) check_pose_file(file, model.get());
    if (file.input.kind == FileKind::motion) check_motion_file(file, model.get());
  }
  if (!in_pose.empty()) check_penetration(files.back(), model);
  return files;
}

using Report = nlohmann::ordered_json;

Report as_value(const Finding& f) {
  Report out = {{"severity", word(f.severity)}, {"rule", f.rule}};
  if (!f.section.empty()) out["section"] = f.section;
  if (f.element) out["element"] = *f.element;
  if (!f.name.empty()) out["name"] = f.name;
  if (f.offset) out["offset"] = *f.offset;
  if (f.line) out["line"] = *f.line;
  out["what"] = f.what;
  if (!f.hint.empty()) out["hint"] = f.hint;
  out["count"] = f.count;
  return out;
}

Report as_value(const CheckedFile& file) {
  Report out = {{"file", file.file}};
  if (!file.member.empty()) out["member"] = file.member;
  out["kind"] = file.kind;
  out["findings"] = Report::array();
  for (const Finding& f : file.findings.list()) out["findings"].push_back(as_value(f));
  return out;
}

std::string as_json(const std::vector<CheckedFile>& files) {
  Report out;
  out["files"] = Report::array();
  for (const CheckedFile& file : files) out["files"].push_back(as_value(file));
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    std::size_t count = 0;
    for (const CheckedFile& file : files) count += file.findings.count(severity);
    out[std::string(word(severity)) + "s"] = count;
  }
  return indented_json(out);
}

/// "line 12: bones 3 (左ひざ): has no …; 4 more like this".
std::string one_line(const Finding& f) {
  std::string out;
  if (f.offset) out += fmt::format("offset 0x{:x}: ", *f.offset);
  if (f.line) out += fmt::format("line {}: ", *f.line);
  if (!f.section.empty()) out += f.section;
  if (f.element) out += fmt::format(" {}", *f.element);
  if (!f.name.empty()) out += fmt::format("{}({})", out.empty() ? "" : " ", f.name);
  if (!f.section.empty()) out += ": ";
  out += f.what;
  if (f.count > 1) out += fmt::format("; {} more like this", f.count - 1);
  return on_one_line(std::move(out));
}

/// The file; for an archive with the checked file in it.
std::string title(const CheckedFile& file) {
  return file.member.empty() ? file.file : file.file + "/" + file.member;
}

/// Sorts by severity, errors first.
std::string as_table(const std::vector<CheckedFile>& files, int verbosity) {
  std::string out;
  for (const CheckedFile& file : files) {
    out += fmt::format("{}: {}, {}, {}, {}\n", on_one_line(title(file)), file.kind,
                       counted(file.findings.count(Severity::error), "error"),
                       counted(file.findings.count(Severity::warning), "warning"),
                       counted(file.findings.count(Severity::note), "note"));
    for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
      if (verbosity < 0 && severity != Severity::error) continue;
      for (const Finding& f : file.findings.list()) {
        if (f.severity != severity) continue;
        out += fmt::format("  {:<8} {} [{}]\n", word(severity), one_line(f), f.rule);
        if (!f.hint.empty()) out += fmt::format("           fix: {}\n", on_one_line(f.hint));
      }
    }
  }
  return out;
}

Result<pmx::File> read_version(const std::string& name, const Options& options) {
  auto input = read_input(name);
  if (!input) return fail(suggest_file(std::move(input.error()), name));
  if (input->kind != FileKind::model && input->kind != FileKind::archive)
    return fail(in_file(make_error("not a model", "--after compares two models"), name));
  MMD_TRY(auto model, read_raw_model(*input, [] { return false; }));
  print(model.diagnostics, options);
  return std::move(model.file);
}

constexpr std::string_view kind_word(ModelChange::Kind kind) {
  constexpr std::string_view words[] = {"added", "removed", "changed"};
  return words[static_cast<std::size_t>(kind)];
}

std::string changes_json(const std::vector<ModelChange>& changes, const Options& options) {
  Report out = {{"before", options.files.front()}, {"after", options.after}};
  out["differences"] = Report::array();
  for (const ModelChange& change : changes) {
    Report value = {{"section", change.section}, {"name", change.name}, {"change", kind_word(change.kind)}};
    for (const ModelChange::Field& field : change.fields)
      value["fields"].push_back({{"field", field.name}, {"before", field.before}, {"after", field.after}});
    out["differences"].push_back(std::move(value));
  }
  return indented_json(out);
}

std::string field_text(const ModelChange::Field& field) {
  const bool is_count = field.before.empty() && !field.after.empty();
  return is_count ? fmt::format("{} {}", field.name, field.after)
                  : fmt::format("{} {} → {}", field.name, field.before.empty() ? "(empty)" : field.before,
                                field.after.empty() ? "(empty)" : field.after);
}

/// A heading per section; "+" for added elements, "-" for removed ones.
std::string changes_table(const std::vector<ModelChange>& changes, const Options& options) {
  std::string out = fmt::format("{} → {}: {}\n", on_one_line(options.files.front()),
                                on_one_line(options.after), counted(changes.size(), "difference"));
  std::string_view section;
  for (const ModelChange& change : changes) {
    if (change.section != section) out += fmt::format("  {}\n", section = change.section);
    constexpr std::string_view signs[] = {"+ ", "- ", "  "};
    std::string line(signs[static_cast<std::size_t>(change.kind)]);
    line += change.name;
    for (std::size_t i = 0; i < change.fields.size(); ++i)
      line += fmt::format("{}{}",
                          i > 0                 ? "; "
                          : change.name.empty() ? ""
                                                : ": ",
                          field_text(change.fields[i]));
    out += fmt::format("    {}\n", on_one_line(std::move(line)));
  }
  return out;
}

/// `check OLD --after NEW`: prints what differs. Returns the exit status.
int run_check_after(const Options& options) {
  if (options.files.size() != 1)
    return stop_with(make_error("--after compares two models: check OLD.pmx --after NEW.pmx"), options,
                     exit_wrong_usage);
  const auto before = read_version(options.files.front(), options);
  if (!before) return stop_with(before.error(), options);
  const auto after = read_version(options.after, options);
  if (!after) return stop_with(after.error(), options);
  const std::vector<ModelChange> changes = model_changes(*before, *after);
  return print_result(
      options.format == OutputFormat::json ? changes_json(changes, options) : changes_table(changes, options),
      options);
}

}  // namespace

int run_check(const Options& options) {
  if (!options.after.empty()) return run_check_after(options);
  std::optional<BoneNames> vrm_names;
  if (options.check_for == "vrm") vrm_names.emplace();
  if (vrm_names && !options.names_of.empty()) {
    auto given = read_bone_names(options.names_of);
    if (!given) return stop_with(given.error(), options);
    vrm_names = std::move(*given);
  }
  const std::vector<CheckedFile> files = check_files(options.files, options.check_pose, vrm_names);
  const std::string text =
      options.format == OutputFormat::json ? as_json(files) : as_table(files, options.verbosity);
  if (const int status = print_result(text, options); status != exit_done) return status;
  for (const CheckedFile& file : files) {
    if (file.findings.count(Severity::error) > 0) return exit_bad_input;
  }
  return exit_done;
}

}  // namespace mmd
