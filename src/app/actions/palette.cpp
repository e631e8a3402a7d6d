#include "app/actions/palette.h"

#include <algorithm>
#include <cctype>

#include "app/actions/action_words.h"

namespace mmd {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 128)
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

bool matches(std::string_view search, std::initializer_list<std::string_view> texts) {
  const std::string wanted = lower(search);
  std::vector<std::string> all;
  for (const std::string_view text : texts) all.push_back(lower(text));
  for (std::size_t begin = 0; begin < wanted.size();) {
    const std::size_t end = std::min(wanted.find(' ', begin), wanted.size());
    const std::string word = wanted.substr(begin, end - begin);
    const auto has = [&](const std::string& text) { return text.find(word) != std::string::npos; };
    if (!std::any_of(all.begin(), all.end(), has)) return false;
    begin = end + 1;
  }
  return true;
}

std::vector<const ActionRow*> actions_called(std::string_view search) {
  std::vector<const ActionRow*> out;
  for (const ActionRow& row : action_table())
    if (row.menu != Menu::nowhere && matches(search, {row.name.english, row.name.japanese, word_of(row.id)}))
      out.push_back(&row);
  return out;
}

std::size_t Palette::chosen() const {
  const std::size_t count = found().size();
  return count == 0 ? 0 : std::min(chosen_, count - 1);
}

void Palette::step(int by) {
  const auto count = static_cast<std::ptrdiff_t>(found().size());
  if (count == 0) return;
  const std::ptrdiff_t to = (static_cast<std::ptrdiff_t>(chosen()) + by) % count;
  chosen_ = static_cast<std::size_t>(to < 0 ? to + count : to);
}

void Palette::clear() {
  search.clear();
  chosen_ = 0;
}

}  // namespace mmd
