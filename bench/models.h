#pragma once

// Synthetic models in the sizes of real ones, for the benchmarks.

#include "formats/pmx.h"
#include "model/model.h"
#include "pose/pose.h"

namespace mmd::bench {

/// 439 bones with 26 append bones, two legs of 40 iterations x 2 links and two toes of 3 x 1: a usual
/// full-body model.
pmx::File body_skeleton();
/// 177 bones with seven chains of 1-7 links: a model with IK in hair and tie. 356 link turns when no chain
/// stops early.
pmx::File chains_skeleton();
/// `bone_count` bones without append and IK, three deep on average.
pmx::File plain_skeleton(int bone_count);
/// body_skeleton() with `vertex_count` vertices, all of one weight type, neighbours sharing their bones as in
/// real models, in triangles of one material.
pmx::File skinned_body(int vertex_count, pmx::WeightType type);
/// The same in the order of a real model: runs of some hundred vertices of one type (BDEF1 and BDEF2 mostly,
/// some BDEF4 and SDEF), within which neighbours take their bones from a few near by.
pmx::File mixed_body(int vertex_count);

/// body_skeleton() in 18 materials with every flag: 45,000 vertices of type BDEF2, textures, sphere maps and
/// toons, 100 vertex morphs of 200 vertices (a face).
pmx::File dressed_body();

/// Adds a skirt of strands of four bodies, joined to their neighbours, around two legs that follow the bone
/// `root`: about `count` dynamic bodies, with the bones that they move.
void add_skirt(pmx::File& file, std::int32_t root, int count);

/// A pose in which no chain reaches its goal, so that every iteration runs; all other bones slightly turned.
Pose strained_pose(const Model& model);

}  // namespace mmd::bench
