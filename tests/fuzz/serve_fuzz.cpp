// Takes any bytes as a line to `serve`: the answer, be it a result or an error, is always one line of JSON.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "commands/serve/serve_request.h"
#include "tests/fuzz/memory_budget.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mmd;
  const test::MemoryBudget budget(size);
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  if (line.find('/') != std::string_view::npos) return 0;  // do not read this machine's files
  const ServeRequest request = parse_request(line);
  std::string answer = request.id;
  if (request.problem) {
    answer = error_text(request.id, *request.problem);
  } else if (const auto options = options_of(request, Options(Command::serve)); !options) {
    answer = error_text(request.id, options.error());
  }
  if (answer.find('\n') < answer.size() - 1) std::abort();
  if (nlohmann::json::parse(answer, nullptr, false).is_discarded()) std::abort();
  return 0;
}
