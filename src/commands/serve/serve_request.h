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

/// A request to `serve` (docs/user/serve.md).
struct ServeRequest {
  std::string id = "null";             ///< JSON as given
  std::optional<std::string> cancels;  ///< the id of the request to cancel; other members are ignored
  std::string model;
  std::vector<InputFile> poses, motions;
  std::vector<std::pair<std::string, std::string>> options;  ///< options of `shot` without dashes
  bool wants_picture = true, wants_bones = false;
  std::string output;                 ///< file for the picture; empty: picture in the answer
  std::optional<Diagnostic> problem;  ///< the error of an invalid request
};

/// Reads the request's poses and motions.
ServeRequest parse_request(std::string_view line);

/// The options of a picture, which override those of `serve`. Error: an unknown option or a bad value.
Result<Options> options_of(const ServeRequest& request, const Options& base);

/// An answer; the members are JSON.
std::string answer_text(const std::string& id,
                        const std::vector<std::pair<std::string, std::string>>& members);
/// An answer with an error.
std::string error_text(const std::string& id, const Diagnostic& error);

}  // namespace mmd
