#pragma once

// Which entries of a shelf are shown, and in which order.

#include <cstdint>
#include <string>
#include <vector>

#include "library/shelf.h"

namespace mmd {

enum class ShelfSort : std::uint8_t { name, newest, coverage, favourites, count };

/// What is known about an entry beside its name.
struct EntryFacts {
  /// How many percent of what it is about the model has; negative: not known (yet), or it is about no model.
  int coverage = -1;
  bool broken = false;  ///< it cannot be used
  bool favourite = false;
};

struct ShelfQuery {
  std::string search;  ///< words, each of which is in the name or the folder, whatever their case and width
  ShelfSort sort = ShelfSort::name;
  bool favourites_only = false;
};

/// Of a model's poses, those that are for it come first: those from half a coverage on.
inline constexpr int foreign_coverage = 50;

/// Indices of the entries that are shown, in their order. `facts`: one per entry. Whatever the order, entries
/// for another model and then broken ones come last.
std::vector<std::size_t> entries_shown(const ShelfEntries& entries, const std::vector<EntryFacts>& facts,
                                       const ShelfQuery& query);

}  // namespace mmd
