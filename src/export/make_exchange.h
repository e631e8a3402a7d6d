#pragma once

#include "export/exchange_materials.h"
#include "export/exchange_model.h"
#include "export/exchange_parts.h"
#include "scene/load.h"

namespace mmd {

/// The model as the actor shows it. What has no place in other programs is told. Errors: more bones than glTF
/// has room for, numbers that are not finite, out of memory.
Result<ExchangeModel> make_exchange(const LoadedModel& loaded, const Actor& actor, ExchangeShape shape,
                                    MaterialTerms terms, Diagnostics& diagnostics);

}  // namespace mmd
