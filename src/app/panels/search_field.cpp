#include "app/panels/search_field.h"

#include <array>

#include <imgui.h>

namespace mmd {

bool draw_search_field(Ui& ui, std::string& search, bool focused, float width) {
  std::array<char, 128> buffer{};
  search.copy(buffer.data(), buffer.size() - 1);
  ImGui::SetNextItemWidth(width);
  ui.known(search);
  const std::string hint(ui.word(text::search));
  if (focused) ui.type_into_next();
  if (!ImGui::InputTextWithHint("##search", ui.known(hint), buffer.data(), buffer.size())) return false;
  search = buffer.data();
  return true;
}

}  // namespace mmd
