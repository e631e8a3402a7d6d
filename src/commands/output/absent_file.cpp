#include "commands/output/absent_file.h"

#include <filesystem>
#include <system_error>

#include "assets/file_set.h"
#include "document/inputs.h"
#include "library/shelf.h"
#include "options/output_file.h"
#include "scene/input.h"

namespace mmd {
namespace {

/// Whether it may have been meant as a command: no folder, no extension.
bool is_bare_word(const std::string& file) {
  return file.find_first_of("./\\") == std::string::npos;
}

std::optional<Diagnostic> absence_of(const std::string& file) {
  if (file == "-" || is_input(file)) return std::nullopt;
  auto input = read_input(file);
  if (input) return std::nullopt;  // a device or a pipe
  std::error_code error;
  if (is_bare_word(file) && !std::filesystem::exists(path_from_utf8(file), error)) {
    input.error().what = "no such file or command";
    input.error().hint = "`mmdview help` lists the commands";
  } else if (picture_format(file)) {
    input.error().hint = "to write a picture of that name, put -o before it";
  }
  return suggest_file(std::move(input.error()), file);
}

}  // namespace

std::optional<Diagnostic> absent_file(const Options& options, bool folders) {
  for (const std::string& file : options.files) {
    if (folders && is_folder(file)) continue;
    if (auto absent = absence_of(file)) return absent;
  }
  for (const AttachOption& option : options.attachments) {
    const std::string model = split_attachment(option.what).model;
    if (auto absent = model == "-" ? std::nullopt : absence_of(model)) return absent;
  }
  return std::nullopt;
}

}  // namespace mmd
