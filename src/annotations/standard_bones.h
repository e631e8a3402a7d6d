#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "model/model.h"

namespace mmd {

/// The side of a name that stands for both: 左 becomes 右.
std::string right_of(std::string_view left);

/// Finds bones by the Japanese names that MikuMikuDance's models share, however they are written (width,
/// case), or by the usual English ones where the Japanese are other names.
class StandardBones {
 public:
  explicit StandardBones(const Model& model);
  /// None if the model has no such bone; of several the first.
  std::int32_t find(std::string_view japanese) const;

 private:
  std::unordered_map<std::string, std::int32_t> by_name_;
};

}  // namespace mmd
