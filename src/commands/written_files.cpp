#include "commands/written_files.h"

#include <filesystem>
#include <system_error>

#include "assets/file_set.h"
#include "base/errors.h"

namespace mmd {
namespace {

/// Whether the file exists with other content.
bool would_change(const WrittenFile& file) {
  const std::filesystem::path path = path_from_utf8(file.name);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return false;
  const auto there = read_file(path, file.bytes.size());
  return !there || *there != file.bytes;
}

}  // namespace

Result<void> write_all(const std::vector<WrittenFile>& files, const Options& options,
                       const std::vector<std::string>& read, const CheckedOutputs& outputs) {
  std::vector<OutputFile> out;
  for (const WrittenFile& file : files) {
    Options asked = options;
    asked.output = file.name;
    if (auto problem = output_problem(asked, Written::by_name, read)) return fail(std::move(*problem));
    // The user did not name these files.
    if (file.name != options.output && !options.force && would_change(file))
      return fail(
          in_file(make_error("the file exists with other content; it was not overwritten",
                             takes_force(options.command) ? "give another name, or --force to overwrite it"
                                                          : "remove it, or choose another folder"),
                  file.name));
    out.push_back({file.name, file.bytes});
  }
  return outputs.write(out);
}

}  // namespace mmd
