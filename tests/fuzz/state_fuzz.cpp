// Reads any text as a state: it is rejected with a reason, or round-trips.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "options/state_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mmd;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto state = parse_state(text, "/folder/s.json");
  if (!state) {
    if (state.error().what.empty()) std::abort();
    return 0;
  }
  Options options(Command::view);
  if (const auto applied = apply_state(*state, "/folder/s.json", options); !applied) {
    if (applied.error().what.empty()) std::abort();
    return 0;
  }
  StateFile said = *state;
  said.options = state_options(options);
  const auto again = parse_state(state_text(said, "/folder"), "/folder/s.json");
  Options same(Command::view);
  if (!again || again->files != said.files || again->pose != said.pose ||
      !apply_state(*again, "/folder/s.json", same) || state_options(same) != said.options)
    std::abort();
  return 0;
}
