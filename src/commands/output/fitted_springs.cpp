#include "commands/output/fitted_springs.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/json.h"
#include "library/library_store.h"

namespace mmd {
namespace {

/// To be raised when another fit gives other numbers.
constexpr std::int64_t fit_version = 1;

/// Empty without a cache folder.
std::filesystem::path file_of(const LoadedFigure& document, const PhysicsChoice& choice) {
  const std::filesystem::path folder = user_folder(UserFolder::cache);
  if (folder.empty()) return {};
  const PhysicsSettings& settings = choice.settings;
  const std::string physics =
      fmt::format("{} {},{},{} {} {}", settings.rate, settings.gravity.x, settings.gravity.y,
                  settings.gravity.z, settings.ground, choice.warm_up_steps);
  const ContentHash hash = HashOfParts().add(document.model_hash).add(physics).add(fit_version).take();
  return folder / "springs" / (to_hex(hash) + ".json");
}

std::string key_of(const VrmSpring& chain) {
  return fmt::format("{}+{}", chain.bones.front(), chain.bones.size());
}

/// Sets the numbers of the chains. False: the file lacks some, or has others than a fit gives.
bool take_numbers(const nlohmann::json& file, std::vector<VrmSpring>& chains) {
  constexpr double largest = 1e4;
  for (VrmSpring& chain : chains) {
    const auto found = file.is_object() ? file.find(key_of(chain)) : file.end();
    if (found == file.end() || !found->is_array() || found->size() != 5) return false;
    float* const numbers[] = {&chain.numbers.stiffness, &chain.numbers.drag, &chain.numbers.gravity,
                              &chain.error, &chain.rigid_error};
    for (std::size_t i = 0; i < found->size(); ++i) {
      if (!(*found)[i].is_number()) return false;
      const double number = (*found)[i].get<double>();
      if (!(number >= 0.0 && number <= largest)) return false;
      *numbers[i] = static_cast<float>(number);
    }
    if (chain.numbers.drag > 1.0f) return false;
  }
  return true;
}

void keep_numbers(const std::filesystem::path& path, const std::vector<VrmSpring>& chains) {
  nlohmann::json file = nlohmann::json::object();
  for (const VrmSpring& chain : chains)
    file[key_of(chain)] = {chain.numbers.stiffness, chain.numbers.drag, chain.numbers.gravity, chain.error,
                           chain.rigid_error};
  const std::string text = json_text(file);
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  // Without a file the next export fits again.
  static_cast<void>(write_file_atomically(path, as_byte_span(text)));
}

}  // namespace

bool fit_springs_once(const LoadedFigure& document, const PhysicsChoice& choice,
                      std::vector<VrmSpring>& chains, const FitProgress& progress) {
  const std::filesystem::path path = file_of(document, choice);
  if (path.empty()) return fit_springs(document, choice, chains, progress);
  if (const auto bytes = read_file(path)) {
    const auto numbers = parse_json<nlohmann::json>(as_text(*bytes));
    if (numbers && take_numbers(*numbers, chains)) return true;
  }
  if (!fit_springs(document, choice, chains, progress)) return false;
  keep_numbers(path, chains);
  return true;
}

}  // namespace mmd
