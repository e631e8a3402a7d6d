#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace mmd {

/// The kinds of labels for a picture (docs/user/labels.md).
enum class Label : std::uint8_t {
  camera,
  bones,
  depth,
  depth_exr,
  normals,
  materials,
  parts,
  rest,
  keypoints,
  openpose,
  lines,
  count
};

/// A set of labels.
class LabelChoice {
 public:
  void add(Label label) { bits_ |= bit(label); }
  void set(Label label, bool chosen) { bits_ = chosen ? bits_ | bit(label) : bits_ & ~bit(label); }
  bool has(Label label) const { return (bits_ & bit(label)) != 0; }
  bool is_empty() const { return bits_ == 0; }
  bool operator==(const LabelChoice& other) const { return bits_ == other.bits_; }

 private:
  static std::uint32_t bit(Label label) { return std::uint32_t{1} << static_cast<unsigned>(label); }
  std::uint32_t bits_ = 0;
};

struct LabelName {
  std::string_view name;
  Label label;
};
std::span<const LabelName> label_names();
/// Whether the program was built with EXR, which Label::depth_exr needs.
bool has_depth_exr();
/// The chosen words as parse_labels() takes them; empty: none.
std::string label_list(const LabelChoice& choice);
/// All words that parse_labels() accepts, separated by commas.
std::string label_words();

/// Parses a list such as "depth,bones"; "all": every label of this build. Error: an unknown or empty word.
Result<LabelChoice> parse_labels(std::string_view list);

}  // namespace mmd
