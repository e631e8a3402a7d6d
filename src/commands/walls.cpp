#include "commands/walls.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "assets/archive_path.h"
#include "assets/file_set.h"
#include "commands/messages.h"
#include "document/sample.h"
#include "document/user_folders.h"
#include "sandbox/system_paths.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// As it is once links are followed, as far as it is there.
fs::path real_folder(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  return error ? folder : real;
}

bool lies_in(const fs::path& inner, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), inner.begin(), inner.end()).first == folder.end();
}

/// Whether someone's home lies in there, or is it: that is more than a model's textures.
bool holds_home(const fs::path& folder) {
  if (!folder.has_relative_path()) return true;
  for (const fs::path homes : {"/home", "/Users", "/root"})
    if (folder == homes || folder.parent_path() == homes) return true;
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' && lies_in(real_folder(home), folder);
}

/// A file, and the tree that its textures are looked for in (source_in_folder in scene/load.cpp).
void add_tree(const std::string& file, std::vector<fs::path>& read) {
  if (file == "-") return;
  if (const auto in_archive = archive_path(file)) {
    read.push_back(path_from_utf8(in_archive->archive));
    return;
  }
  const fs::path path = path_from_utf8(file);
  read.push_back(path);
  const fs::path folder = real_folder(path.parent_path());
  for (const fs::path& tree : {folder, folder.parent_path()})
    if (!holds_home(tree)) read.push_back(tree);
}

/// Folders that were named are there, or it would be found out late.
std::optional<Diagnostic> missing_folder(const SandboxChoice& choice) {
  for (const auto* folders : {&choice.read, &choice.write})
    for (const std::string& folder : *folders) {
      std::error_code error;
      if (!fs::is_directory(path_from_utf8(folder), error))
        return in_file(make_error("there is no such folder", "check the spelling, or create it first"),
                       folder);
    }
  return std::nullopt;
}

/// Drivers keep the shaders that they compile, which takes them a tenth of a second each time otherwise.
/// Theirs are for all programs: what a file has taken over must not put its own there. So those of sandboxes
/// have a place of their own; empty: there is none.
fs::path shaders_of_sandboxes() {
  std::error_code error;
  fs::path folder = user_folder(UserFolder::cache);
  if (folder.empty() || !fs::is_directory(folder.parent_path(), error)) return {};
  folder /= "sandbox-shaders";
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error)) return {};
  for (const char* variable : {"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH"})
    setenv(variable, folder.c_str(), 1);
  setenv("MESA_SHADER_CACHE_MAX_SIZE", "64M", 0);
  return folder;
}

}  // namespace

SandboxRules rules_for(const Options& options) {
  SandboxRules rules = system_rules();
  for (const fs::path& samples : sample_folders(program_folder())) rules.read.push_back(samples);
  for (const std::string& file : options.files) add_tree(file, rules.read);
  for (const std::string& folder : options.sandbox.read) rules.read.push_back(path_from_utf8(folder));
  for (const std::string& folder : options.sandbox.write) rules.write.push_back(path_from_utf8(folder));
  if (!options.output.empty() && options.output != "-")
    rules.write.push_back(real_folder(path_from_utf8(options.output).parent_path()));
  return rules;
}

std::optional<Diagnostic> put_up_walls(const Options& options) {
  const bool usual = options.command == Command::thumbnail;
  const SandboxChoice& choice = options.sandbox;
  if (choice.walls == Walls::off || (choice.walls == Walls::usual && !usual)) return std::nullopt;
  if (auto missing = missing_folder(choice)) return missing;
  SandboxRules rules = rules_for(options);
  if (const fs::path shaders = shaders_of_sandboxes(); !shaders.empty()) rules.caches.push_back(shaders);
  const auto walled = enter_sandbox(rules);
  if (!walled && choice.walls == Walls::demanded) return walled.error();
  print_verbose(walled ? "in a sandbox" : walled.error().what, options);
  return std::nullopt;
}

}  // namespace mmd
