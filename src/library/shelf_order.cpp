#include "library/shelf_order.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <tuple>

#include "base/text.h"

namespace mmd {
namespace {

std::vector<std::string> words_of(const std::string& search) {
  std::vector<std::string> out;
  std::istringstream words(fold_name(search));  // an ideographic space becomes a plain one
  for (std::string word; words >> word;) out.push_back(word);
  return out;
}

bool contains_all(const std::string& text, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

/// 0: for this model, 1: for another, 2: broken.
int rank(const EntryFacts& facts) {
  if (facts.broken) return 2;
  return facts.coverage >= 0 && facts.coverage < foreign_coverage ? 1 : 0;
}

/// What comes before the listing's own order.
std::int64_t weight(ShelfSort sort, const ShelfEntry& entry, const EntryFacts& facts) {
  switch (sort) {
    case ShelfSort::newest:
      return -entry.time;
    case ShelfSort::coverage:
      return -facts.coverage;
    case ShelfSort::favourites:
      return facts.favourite ? 0 : 1;
    case ShelfSort::name:
    case ShelfSort::count:
      break;
  }
  return 0;
}

}  // namespace

std::vector<std::size_t> entries_shown(const ShelfEntries& entries, const std::vector<EntryFacts>& facts,
                                       const ShelfQuery& query) {
  const std::vector<std::string> words = words_of(query.search);
  std::vector<std::tuple<int, std::int64_t, std::size_t>> order;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (query.favourites_only && !facts[i].favourite) continue;
    if (!words.empty() && !contains_all(fold_name(entries[i].group + "/" + entries[i].name), words)) continue;
    order.emplace_back(rank(facts[i]), weight(query.sort, entries[i], facts[i]), i);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> out;
  out.reserve(order.size());
  for (const auto& key : order) out.push_back(std::get<2>(key));
  return out;
}

}  // namespace mmd
