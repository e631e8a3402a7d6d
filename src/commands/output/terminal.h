#pragma once

namespace mmd {

/// Whether someone sees what is written to standard error as it comes.
bool errors_go_to_a_terminal();

/// Where the program was started without standard input, output or error, something that is neither read nor
/// written stands in their place from now on: what is opened next would otherwise be it, a picture that is
/// being written get the messages, say. To be called first.
void fill_missing_streams();

}  // namespace mmd
