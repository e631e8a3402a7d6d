#include "app/stage/expressions.h"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/stage/pose_folder.h"
#include "app/stage/screenshot.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/text.h"
#include "edit/clipboard.h"
#include "library/library_store.h"
#include "scene/input.h"

namespace mmd {
namespace {

constexpr int most_of_a_face = 10000;

/// As MikuMikuDance writes it where Shift-JIS has every name, else in UTF-8.
Result<std::string> text_of(vpd::File file) {
  MMD_TRY(auto written, vpd::write_for_mmd(std::move(file), vpd::Encoding::utf8));
  return std::move(written.bytes);
}

}  // namespace

std::filesystem::path default_expression_folder() {
  const auto folder = user_folder(UserFolder::data);
  return folder.empty() ? folder : folder / "expressions";
}

Result<vpd::File> expression_of(const Pose& pose, const Model& model) {
  edit::Parts morphs;
  for (std::size_t i = 0; i < model.morphs.size(); ++i) morphs.morphs.push_back(static_cast<std::int32_t>(i));
  return edit::copied(pose, model, morphs, edit::Mentions::all);
}

Result<vpd::File> read_expression(const std::string& file, Diagnostics& diagnostics) {
  MMD_TRY(const InputFile input, read_input(file));
  if (input.kind != FileKind::pose)
    return fail(in_file(make_error("not a pose", "expressions are the morphs of a pose (.vpd)"), file));
  MMD_TRY(auto read, in_file(vpd::read(input.bytes), file));
  for (Diagnostic& d : read.diagnostics) diagnostics.push_back(in_file(std::move(d), file));
  if (read.file.morphs.empty())
    return fail(in_file(
        make_error("the pose has no morphs", "an expression saved in the panel of morphs has"), file));
  read.file.bones.clear();
  read.file.bone_count = 0;
  return std::move(read.file);
}

Result<std::filesystem::path> save_expression(vpd::File expression, const std::filesystem::path& folder,
                                              const std::string& name) {
  if (folder.empty()) return fail("there is no folder to keep expressions in", "set HOME or XDG_DATA_HOME");
  const std::string stem = safe_file_part(name);
  if (stem.empty()) return fail("an expression needs a name");
  MMD_TRY(const std::string text, text_of(std::move(expression)));
  std::error_code error;
  std::filesystem::create_directories(folder, error);  // writing says it
  for (int number = 1; number < most_of_a_face; ++number) {
    const std::string file = number == 1 ? stem + ".vpd" : fmt::format("{}-{}.vpd", stem, number);
    const std::filesystem::path path = folder / path_from_utf8(file);
    if (std::filesystem::exists(path, error)) continue;
    MMD_TRY(write_file_atomically(path, as_byte_span(text)));
    return path;
  }
  return fail("no free name for the expression: " + stem + ".vpd", "choose another name");
}

std::vector<std::string> expressions_in(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  if (folder.empty()) return out;
  for (const std::filesystem::path& path : poses_in(folder)) out.push_back(to_utf8(path));
  return out;
}

}  // namespace mmd
