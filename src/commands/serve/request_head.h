#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mmd {

/// The members of a request that its answer or its cancelling needs, as JSON without spaces. Numbers have
/// the digits of the line.
struct RequestHead {
  std::string id = "null";
  std::optional<std::string> cancels;  ///< the id of the request to cancel
};

/// Finds them in a line of JSON without building its values, in time proportional to its length. A line that
/// is not an object has none.
RequestHead head_of(std::string_view line);

}  // namespace mmd
