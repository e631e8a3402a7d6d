#pragma once

#include <vector>

#include "base/result.h"
#include "export/exchange_materials.h"
#include "export/exchange_model.h"
#include "scene/load.h"
#include "scene/scene.h"

namespace mmd {

/// What becomes of vertices.
enum class ExchangeShape : std::uint8_t {
  skinned,  ///< at rest, moved by bones, linearly, and by morphs
  posed     ///< as the actor has them, moved by nothing
};

/// Positions in metres.
vec3 in_metres(const vec3& position);

/// The faces of the actor's materials, in file order; `materials`: of which material each is. What is hidden
/// and materials without faces are left out, and of triangles those without area by their indices.
std::vector<ExchangePart> make_parts(const Actor& actor, ExchangeShape shape,
                                     std::vector<std::size_t>& materials);

/// The vertex morphs that move anything in the parts. Error: they have more offsets there than a file should
/// hold, vertices of several parts counted for each.
Result<std::vector<ExchangeMorph>> make_morphs(const Actor& actor, const std::vector<ExchangePart>& parts);

/// How far linear skinning takes vertices from where SDEF and QDEF do, at most; MMD units.
float linear_skinning_error(const Actor& actor);

/// The model as the actor shows it. What has no place in other programs is told. Errors: more bones than glTF
/// has room for, numbers that are not finite, out of memory.
Result<ExchangeModel> make_exchange(const LoadedModel& loaded, const Actor& actor, ExchangeShape shape,
                                    MaterialTerms terms, Diagnostics& diagnostics);

}  // namespace mmd
