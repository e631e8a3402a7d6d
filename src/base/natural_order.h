#pragma once

#include <string_view>

namespace mmd {

/// Of names that `fold_name` has folded, in the order in which people sort them, digits by their value:
/// negative, 0 or positive.
int compare_folded(std::string_view a, std::string_view b);

/// Whether `a` comes before `b` as people sort names: digits by their value, letters without case.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace mmd
