#include "commands/output/console.h"

namespace mmd {

void close_own_console() {}

void show_without_console(const std::string&) {}

}  // namespace mmd
