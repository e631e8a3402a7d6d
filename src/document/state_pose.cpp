#include "document/state_pose.h"

#include <nlohmann/json.hpp>

namespace mmd {

std::optional<Bytes> pose_of_state(ByteSpan bytes) {
  const std::string_view all = as_text(bytes);
  if (all.substr(0, 1) != "{") return std::nullopt;
  const auto json = nlohmann::json::parse(all.begin(), all.end(), nullptr, false);
  if (!json.is_object() || !json.contains(state_version_member)) return std::nullopt;
  const auto pose = json.find("pose");
  if (pose == json.end() || !pose->is_string()) return std::nullopt;
  const std::string& text = pose->get_ref<const std::string&>();
  const ByteSpan vpd = as_byte_span(text);
  return Bytes(vpd.begin(), vpd.end());
}

}  // namespace mmd
