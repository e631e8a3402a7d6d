#include "annotations/label_choice.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/text.h"

namespace mmd {
namespace {

constexpr LabelName names[] = {
    {"camera", Label::camera},       {"bones", Label::bones},     {"depth", Label::depth},
    {"depth-exr", Label::depth_exr}, {"normals", Label::normals}, {"materials", Label::materials},
    {"parts", Label::parts},         {"rest", Label::rest},       {"keypoints", Label::keypoints},
    {"openpose", Label::openpose},   {"lines", Label::lines}};
static_assert(std::size(names) == static_cast<std::size_t>(Label::count));

constexpr std::string_view everything = "all";

bool is_of_everything(Label label) {
  return label != Label::depth_exr || has_depth_exr();
}

}  // namespace

std::span<const LabelName> label_names() {
  return names;
}

std::string label_words() {
  std::string out;
  for (const LabelName& n : names) out += fmt::format("{}, ", n.name);
  return out + std::string(everything);
}

std::string label_list(const LabelChoice& choice) {
  std::string out;
  for (const LabelName& n : names)
    if (choice.has(n.label)) out += (out.empty() ? "" : ",") + std::string(n.name);
  return out;
}

Result<LabelChoice> parse_labels(std::string_view list) {
  LabelChoice choice;
  for (const std::string_view word : split_at(list, ',')) {
    const auto found =
        std::find_if(std::begin(names), std::end(names), [&](const LabelName& n) { return n.name == word; });
    if (found == std::end(names) && word != everything)
      return fail(fmt::format("expected words from this list, with commas between them: {}", label_words()));
    for (const LabelName& n : names)
      if (n.name == word || (word == everything && is_of_everything(n.label))) choice.add(n.label);
  }
  return choice;
}

}  // namespace mmd
