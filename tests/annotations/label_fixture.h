#pragma once

// Pictures with labels, of models by hand and of the sample.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "annotations/labels.h"
#include "tests/render/render_fixture.h"

namespace mmd::test {

class LabelTest : public RenderTest {
 protected:
  /// The sample's figure in one of the sample's poses, framed as `shot` does.
  Actor& add_figure(std::string_view pose, int width, int height);
  /// Looks at the scene with these labels.
  LabelSource look(std::string_view labels, int width = 64, int height = 64);
  /// The label with that suffix.
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
