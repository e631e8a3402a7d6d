#pragma once

// Synthetic models of realistic size for the benchmarks.

#include "formats/pmx.h"
#include "model/model.h"
#include "pose/pose.h"

namespace mmd::bench {

/// A typical full-body model: 439 bones, 26 of them with append, two legs of 40 iterations x 2 links, two
/// toes of 3 x 1.
pmx::File body_skeleton();
/// A model with IK in hair and tie: 177 bones with seven chains of 1-7 links, 356 link rotations if no chain
/// stops early.
pmx::File chains_skeleton();
/// `bone_count` bones without append and IK, three deep on average.
pmx::File plain_skeleton(int bone_count);
/// body_skeleton() with `vertex_count` vertices of one weight type in one material. Neighbouring vertices
/// share bones as in real models.
pmx::File skinned_body(int vertex_count, pmx::WeightType type);
/// The same in the order of a real model: runs of some hundred vertices of one type (mostly BDEF1 and BDEF2,
/// some BDEF4 and SDEF) that use a few neighbouring bones.
pmx::File mixed_body(int vertex_count);

/// body_skeleton() in 18 materials with every flag: 45,000 vertices of type BDEF2, textures, sphere maps and
/// toons, 100 vertex morphs of 200 vertices (a face).
pmx::File dressed_body();

/// Adds a skirt of strands of four bodies, joined to their neighbours, around two legs that follow the bone
/// `root`: about `count` dynamic bodies, with the bones that they move.
void add_skirt(pmx::File& file, std::int32_t root, int count);

/// A pose in which no chain reaches its goal, so that every iteration runs; all other bones are slightly
/// rotated.
Pose strained_pose(const Model& model);

}  // namespace mmd::bench
