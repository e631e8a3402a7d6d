#pragma once

#include <string>
#include <vector>

#include "app/actions/parts.h"

namespace mmd {

/// Loads files, after those that are being loaded.
void load(const Parts& parts, std::vector<std::string> files,
          LoadQueue::Origin origin = LoadQueue::Origin::given);
/// Fills in what files are loaded on top of.
void prepare(const Parts& parts, LoadRequest& request);
/// Shows what has been loaded since the last time, says what it is, and goes on with what waits.
void take_arrivals(const Parts& parts);
/// Brings what is kept and shown of the figures up to date with which there are and which is active.
void follow_figures(const Parts& parts);
/// Finds out what the panel of the model shows.
void inspect_model(const Parts& parts);
/// Lists what can be opened, where the last file was unless a place was listed before.
void list_files_to_open(const Parts& parts);
/// Lists the poses that one can step through and compare with.
void list_poses(const Parts& parts);

}  // namespace mmd
