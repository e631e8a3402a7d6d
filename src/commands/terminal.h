#pragma once

namespace mmd {

/// Whether someone sees what is written to standard error as it comes.
bool errors_go_to_a_terminal();

}  // namespace mmd
