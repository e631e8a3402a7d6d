#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "options/options.h"
#include "scene/input.h"

namespace mmd {

/// A line that `serve` was sent (docs/user/serve.md).
struct ServeRequest {
  std::string id = "null";  ///< JSON, as it was given
  std::optional<std::string>
      cancels;  ///< the id of the request that is not wanted any longer; no other member counts
  std::string model;
  std::vector<InputFile> poses, motions;
  std::vector<std::pair<std::string, std::string>> options;  ///< as of `shot`, without dashes
  bool wants_picture = true, wants_bones = false;
  std::string output;                 ///< a file for the picture; empty: in the answer
  std::optional<Diagnostic> problem;  ///< why it cannot be answered
};

/// With the poses and motions that it names.
ServeRequest parse_request(std::string_view line);

/// The options of a picture, over those of `serve`. Error: there is none of that name, or not with that
/// value.
Result<Options> options_of(const ServeRequest& request, const Options& base);

/// An answer: its members are JSON.
std::string answer_text(const std::string& id,
                        const std::vector<std::pair<std::string, std::string>>& members);
/// An answer that says what is wrong.
std::string error_text(const std::string& id, const Diagnostic& error);

std::string json_text(std::string_view text);
std::string base64(ByteSpan bytes);

}  // namespace mmd
