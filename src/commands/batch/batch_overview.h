#pragma once

#include "base/result.h"
#include "commands/batch/batch_run.h"
#include "commands/batch/manifest.h"

namespace mmd {

/// Pictures on a page of a contact sheet.
inline constexpr std::size_t sheet_page = 120;

/// The files of a contact sheet of so many pictures: the one that is asked for, or numbered ones.
std::vector<std::string> sheet_files(const std::string& file, std::size_t pictures);

/// Makes what is asked for of contact sheet and index, of the pictures of the order's shard as they are on
/// disk. `manifest`: what is known of them. Needs memory for a page of the sheet and for what the index says
/// of each. Errors: one of the files cannot be written.
Result<void> write_overviews(const BatchOrder& order, const Manifest& manifest);

}  // namespace mmd
