#include <fmt/format.h>

#include "base/words.h"
#include "commands/commands.h"
#include "commands/output/report_value.h"
#include "document/inputs.h"
#include "model/check_model.h"
#include "options/messages.h"
#include "options/scene_file.h"
#include "pose/check_pose.h"
#include "scene/input.h"
#include "scene/load.h"

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

/// The problems of a scene or a project of MMD: damage, unknown options, missing files.
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
std::shared_ptr<const Model> check_model_file(CheckedFile& out) {
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

/// Checks all files, models first: names in poses and motions are compared with the model if there is exactly
/// one.
std::vector<CheckedFile> check_files(const std::vector<std::string>& names) {
  std::vector<CheckedFile> files;
  files.reserve(names.size());
  for (const std::string& name : names) files.push_back(open(name));
  std::size_t models = 0;
  std::shared_ptr<const Model> model;
  for (CheckedFile& file : files) {
    if (!is_model(file)) continue;
    auto built = check_model_file(file);
    model = ++models == 1 ? std::move(built) : nullptr;
  }
  for (CheckedFile& file : files) {
    if (file.input.kind == FileKind::pose) check_pose_file(file, model.get());
    if (file.input.kind == FileKind::motion) check_motion_file(file, model.get());
  }
  return files;
}

ReportValue as_value(const Finding& f) {
  ReportValue out = ReportValue::object({{"severity", word(f.severity)}, {"rule", f.rule}});
  if (!f.section.empty()) out.add("section", f.section);
  if (f.element) out.add("element", *f.element);
  if (!f.name.empty()) out.add("name", f.name);
  if (f.offset) out.add("offset", *f.offset);
  if (f.line) out.add("line", *f.line);
  out.add("what", f.what);
  if (!f.hint.empty()) out.add("hint", f.hint);
  out.add("count", f.count);
  return out;
}

ReportValue as_value(const CheckedFile& file) {
  ReportValue out = ReportValue::object({{"file", file.file}});
  if (!file.member.empty()) out.add("member", file.member);
  out.add("kind", file.kind);
  ReportValue findings = ReportValue::list();
  for (const Finding& f : file.findings.list()) findings.add(as_value(f));
  out.add("findings", std::move(findings));
  return out;
}

std::string as_json(const std::vector<CheckedFile>& files) {
  ReportValue checked = ReportValue::list();
  for (const CheckedFile& file : files) checked.add(as_value(file));
  ReportValue out = ReportValue::object();
  out.add("files", std::move(checked));
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    std::size_t count = 0;
    for (const CheckedFile& file : files) count += file.findings.count(severity);
    out.add(std::string(word(severity)) + "s", count);
  }
  return out.json();
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

}  // namespace

int run_check(const Options& options) {
  const std::vector<CheckedFile> files = check_files(options.files);
  const std::string text =
      options.format == OutputFormat::json ? as_json(files) : as_table(files, options.verbosity);
  if (const int status = print_result(text, options); status != exit_done) return status;
  for (const CheckedFile& file : files) {
    if (file.findings.count(Severity::error) > 0) return exit_bad_input;
  }
  return exit_done;
}

}  // namespace mmd
