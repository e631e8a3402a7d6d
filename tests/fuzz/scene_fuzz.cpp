// Reads any text as a scene: it is rejected with a reason, or round-trips.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "options/scene_file.h"
#include "tests/fuzz/memory_budget.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mmd;
  const test::MemoryBudget budget(size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto state = parse_scene(text, "/folder/s.json");
  if (!state) {
    if (state.error().what.empty()) std::abort();
    return 0;
  }
  Options options(Command::view);
  if (const auto applied = apply_scene(*state, "/folder/s.json", options); !applied) {
    if (applied.error().what.empty()) std::abort();
    return 0;
  }
  SceneFile said = *state;
  said.options = scene_options(options);
  const auto again = parse_scene(scene_text(said, "/folder"), "/folder/s.json");
  Options same(Command::view);
  if (!again || again->files != said.files || again->pose != said.pose ||
      !apply_scene(*again, "/folder/s.json", same) || scene_options(same) != said.options)
    std::abort();
  return 0;
}
