#pragma once

#include "scene/load.h"

namespace mmd {

/// Gives materials whose texture is not there a colour in its place, so that a figure whose textures cannot
/// be read (a file manager hands over one file) is not a white one: by what their names, or the parts of the
/// body that they cover, say that they are.
void add_stand_in_colours(LoadedModel& loaded);

}  // namespace mmd
