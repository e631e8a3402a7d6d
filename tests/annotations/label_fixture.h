#pragma once

// Labels of pictures of small models and of the sample figure.

#include <string_view>

#include <nlohmann/json.hpp>

#include "annotations/labels.h"
#include "tests/render/render_fixture.h"

namespace mmd::test {

class LabelTest : public RenderTest {
 protected:
  /// Adds the sample figure in a sample pose, framed like `shot`.
  Actor& add_figure(std::string_view pose, int width, int height);
  /// Looks at the scene with these labels.
  LabelSource look(std::string_view labels, int width = 64, int height = 64);
  /// The label file with this suffix.
  static Bytes bytes_of(const LabelSource& source, std::string_view suffix);
  static nlohmann::json parsed(const Bytes& bytes) { return nlohmann::json::parse(as_text(bytes)); }
  static nlohmann::json json_of(const LabelSource& source, std::string_view suffix) {
    return parsed(bytes_of(source, suffix));
  }
};

template <int count>
glm::vec<count, double> vector_of(const nlohmann::json& numbers) {
  glm::vec<count, double> out;
  for (int i = 0; i < count; ++i) out[i] = numbers[static_cast<std::size_t>(i)].get<double>();
  return out;
}

}  // namespace mmd::test
