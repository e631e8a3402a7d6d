#pragma once

#include "export/model_export.h"
#include "options/options.h"

namespace mmd {

/// What the options say of a model's file.
ModelExportChoice export_choice(const Options& options, ModelFormat format);

}  // namespace mmd
