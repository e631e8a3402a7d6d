#include "commands/picture/posed_document.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/words.h"
#include "document/compared.h"
#include "document/named_parts.h"
#include "options/command_line.h"
#include "options/messages.h"
#include "pose/tools.h"

namespace mmd {
namespace {

/// The poses as arguments of a shell's `for`: as FOLDER/*.vpd if they are many and in one folder.
std::string shell_list(const std::vector<std::string>& poses) {
  constexpr std::size_t max_names = 3;
  const auto folder_of = [](const std::string& pose) { return path_from_utf8(pose).parent_path(); };
  const bool one_folder = std::all_of(poses.begin(), poses.end(), [&](const std::string& pose) {
    std::error_code error;  // a name in an archive can be too long for the disk
    return folder_of(pose) == folder_of(poses.front()) && path_from_utf8(pose).extension() == ".vpd" &&
           std::filesystem::exists(path_from_utf8(pose), error);
  });
  if (one_folder && poses.size() > max_names) {
    const std::string folder = to_utf8(folder_of(poses.front()));
    return folder.empty() ? "*.vpd" : fmt::format("{}/*.vpd", shell_word(folder));
  }
  std::string out;
  for (const std::string& pose : poses) out += fmt::format("{}{}", out.empty() ? "" : " ", shell_word(pose));
  return out;
}

/// A shell command that makes one picture, or other file, per pose.
std::string loop_over(const Options& options, const Document& document) {
  const std::string extension = to_utf8(path_from_utf8(options.output).extension());
  std::vector<std::string> poses;
  for (const PoseLayer& layer : document.poses) poses.push_back(layer.file);
  return fmt::format(
      "for one picture per pose: for p in {}; do mmdview {} {} \"$p\" -o \"$(basename \"$p\" .vpd){}\"; done",
      shell_list(poses), command_name(options.command), shell_word(document.model_file), extension);
}

/// The warning that later poses override most bones of earlier ones; its hint makes one result per pose.
/// nullopt if no pose is mostly overridden.
std::optional<Diagnostic> overlay_warning(const Options& options, const Document& document) {
  std::vector<vpd::File> files;
  for (const PoseLayer& layer : document.poses) files.push_back(layer.source->file);
  const std::size_t replaced = mostly_replaced(files);
  if (replaced == 0) return std::nullopt;
  const bool writes = options.command == Command::shot || options.command == Command::export_;
  return make_warning(
      fmt::format("{} poses are combined, and later ones override most bones of {} of them", files.size(),
                  replaced),
      writes && options.output != "-" ? loop_over(options, document) : "give one pose at a time");
}

std::optional<Diagnostic> frame_warning(const Document& document, double frame) {
  if (document.motions.empty())
    return make_warning("--frame and --time have no effect without a motion (.vmd)");
  if (frame <= document.last_frame()) return std::nullopt;
  return make_warning(
      fmt::format("frame {:.10g} is past the end; the last frame, {}, is used", frame, document.last_frame()),
      "a motion has 30 frames per second");
}

Result<PosedDocument> posed(Document document, const Options& options) {
  // A command has one model, so the motions' files are not needed again.
  for (MotionLayer& layer : document.motions) layer.source.reset();
  MMD_TRY(auto morphs, find_morphs(options.evaluation, document.model(), "--morph"));
  PoseSampler sampler(document);
  sampler.set_morphs(std::move(morphs));
  const double frame = options.frame.value_or(0.0);
  PosedState state = sampler.sample(frame);
  if (options.frame) {
    if (auto warning = frame_warning(document, *options.frame))
      document.diagnostics.push_back(std::move(*warning));
  }
  return PosedDocument{std::move(document), std::move(state), std::move(sampler), frame, options.evaluation};
}

}  // namespace

std::optional<Diagnostic> late_bodies(const Document& document, const Options& options) {
  const double from = options.physics.first_frame.value_or(0.0);
  if (from <= document.last_frame()) return std::nullopt;
  return make_warning(
      fmt::format("--physics-from {:.10g} is past the end; physics starts at the last frame, {}", from,
                  document.last_frame()),
      "a motion has 30 frames per second");
}

Result<PosedDocument> pose_document(Document document, const Options& options, std::size_t number) {
  if (!options.highlight.empty()) MMD_TRY(bone_called(document.model(), options.highlight, "--highlight"));
  if (auto overlay = overlay_warning(options, document)) document.diagnostics.push_back(std::move(*overlay));
  for (const std::string& pattern : without_materials(options.hidden, document.model(), number))
    document.diagnostics.push_back(
        in_file(make_warning(fmt::format("--hide {}: the model has no such material", pattern),
                             "`mmdview info MODEL` lists them"),
                document.model_file));
  MMD_TRY(auto out, posed(std::move(document), options));
  out.evaluation.hidden_materials = materials_named(options.hidden, out.document.model(), number);
  return out;
}

Options options_beside(Options options) {
  options.highlight.clear();
  options.evaluation.morph_weights.clear();
  return options;
}

namespace {

/// Checks that the models and bones exist on which others hang.
Result<void> check_carriers(const std::vector<ScenePlace>& places, const std::vector<Document>& documents) {
  for (std::size_t i = 0; i < places.size() && i < documents.size(); ++i) {
    const std::size_t carrier = places[i].carrier;
    if (carrier == 0) continue;
    if (carrier > documents.size() || carrier == i + 1)
      return fail(
          in_file(make_error(fmt::format("place of model {}: it cannot hang on model {}", i + 1, carrier),
                             fmt::format("there are {} models", documents.size())),
                  documents[i].model_file));
    MMD_TRY(in_file(
        bone_called(documents[carrier - 1].model(), places[i].bone, fmt::format("place of model {}", i + 1)),
        documents[carrier - 1].model_file));
  }
  return {};
}

}  // namespace

Result<std::vector<PosedDocument>> load_posed_documents(const Options& options, bool want_textures) {
  MMD_TRY(auto documents, load_documents(options.files, options.attachments, want_textures));
  MMD_TRY(check_carriers(options.places, documents));
  if (options.places.size() > documents.size())
    documents.front().diagnostics.push_back(
        make_warning(fmt::format("{} are given for {}; the last ones have no effect",
                                 counted(options.places.size(), "place"), counted(documents.size(), "model")),
                     "each model has one --place, in order"));
  const bool moves = std::any_of(documents.begin(), documents.end(),
                                 [](const Document& document) { return !document.motions.empty(); });
  std::vector<PosedDocument> out;
  for (Document& document : documents) {
    const bool is_first = out.empty();
    Options asked = is_first ? options : options_beside(options);
    if (moves && document.motions.empty()) asked.frame.reset();  // the frame is for another model
    MMD_TRY(auto one, pose_document(std::move(document), asked, out.size() + 1));
    one.frame = options.frame.value_or(0.0);  // all models are at the same frame
    out.push_back(std::move(one));
  }
  return out;
}

Result<PosedDocument> load_posed_document(const Options& options, bool want_textures) {
  MMD_TRY(auto document, load_document(options.files, options.attachments, want_textures));
  return pose_document(std::move(document), options);
}

Result<std::optional<PosedDocument>> load_compared_document(const Options& options,
                                                            const Document& document) {
  MMD_TRY(auto other, load_compared(options.compare, document, "--compare"));
  if (!other) return std::nullopt;
  Options asked = options;
  if (other->motions.empty()) asked.frame.reset();  // the frame is for the first state's motion
  MMD_TRY(auto out, posed(std::move(*other), asked));
  return out;
}

}  // namespace mmd
