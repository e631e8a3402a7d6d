#pragma once

#include <vector>

#include "base/result.h"
#include "export/exchange_materials.h"
#include "export/exchange_model.h"
#include "scene/load.h"
#include "scene/scene.h"

namespace mmd {

/// The kind of exported vertices.
enum class ExchangeShape : std::uint8_t {
  skinned,  ///< rest positions with linear skinning and morphs
  posed     ///< posed positions, without bones and morphs
};

/// Converts MMD units to metres.
vec3 in_metres(const vec3& position);

/// The faces of the actor's materials in file order, without hidden materials and triangles with equal
/// corners. `materials`: receives the material of each part.
std::vector<ExchangePart> make_parts(const Actor& actor, ExchangeShape shape,
                                     std::vector<std::size_t>& materials);

/// The vertex morphs that move vertices of the parts. Error: too many offsets for a file, counted per part.
Result<std::vector<ExchangeMorph>> make_morphs(const Actor& actor, const std::vector<ExchangePart>& parts);

/// The largest distance in MMD units between vertices with linear skinning and with SDEF or QDEF.
float linear_skinning_error(const Actor& actor);

/// Converts the actor's current state; bones and morphs get unique names. Features that other programs lack
/// are reported in `diagnostics`. Errors: more bones than glTF allows; numbers that are not finite; out of
/// memory.
Result<ExchangeModel> make_exchange(const LoadedModel& loaded, const Actor& actor, ExchangeShape shape,
                                    MaterialTerms terms, Diagnostics& diagnostics);

/// Replaces the names of model, bones, morphs and materials by the model's English ones. Those without one
/// keep theirs. Bones and morphs have unique names.
void use_english_names(const Model& model, ExchangeModel& exchange);

/// Suits UniVRM: leaves out lines and points, which it reads as triangles, and gives materials and images
/// names that differ in more than case, because it makes files of them. Lost parts are in `diagnostics`.
void suit_univrm(ExchangeModel& exchange, Diagnostics& diagnostics);

/// Turns the bones of a model so that their Y axis points to their tail, as in Blender. Nothing moves in the
/// scene. Before, bones have the axes of the model.
void point_bones_along(const Skeleton& skeleton, ExchangeModel& model);

/// Adds a part behind the others for each one with an edge, which draws the edge.
void add_edge_hulls(const Model& model, ExchangeModel& exchange);

}  // namespace mmd
