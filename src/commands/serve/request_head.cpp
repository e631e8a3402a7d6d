#include "commands/serve/request_head.h"

#include <nlohmann/json.hpp>

#include "base/json.h"

namespace mmd {

RequestHead head_of(std::string_view line) {
  using Json = nlohmann::json;
  RequestHead out;
  std::string name;
  // Values of other members are dropped as they are read. What a damaged line has before the damage counts.
  const auto keeps = [&](int depth, Json::parse_event_t event, Json& value) {
    using Event = Json::parse_event_t;
    const bool is_kept = name == "id" || name == "cancel";
    if (depth > 1 || event == Event::object_start || event == Event::array_start)
      return depth == 0 || (is_kept && depth <= max_json_depth);
    if (event == Event::key) {
      name = value.get<std::string>();
      return name == "id" || name == "cancel";
    }
    if (depth == 0 || !is_kept || value.is_discarded()) return false;
    (name == "id" ? out.id : out.cancels.emplace()) = json_text(value);
    return false;
  };
  [[maybe_unused]] const Json rest = Json::parse(line, keeps, false);
  return out;
}

}  // namespace mmd
