#pragma once

// The solids and patches of the figure. Each function returns both sides with weights, texture coordinates
// and edge scale, ready for one material.

#include "make_sample/mesh.h"
#include "make_sample/rig.h"
#include "make_sample/sdf.h"

namespace mmd::sample {

/// The zero set of `f` inside the box, as a closed mesh with edges of about `cell` units (naive surface nets,
/// then relaxed along the surface and projected onto it). The surface must not reach the box's walls. Fills
/// position, normal and indices.
Mesh surface_nets(const Sdf& f, vec3 low, vec3 high, float cell);

/// A plane across a limb: a point inside the limb and two directions from it.
struct Slice {
  vec3 middle, side, up;
};
/// The zero set of `shape` in rings, one per slice, closed at both ends. For limbs: it needs fewer triangles
/// than `surface_nets`, and folds better.
Mesh ring_mesh(const Sdf& shape, const std::vector<Slice>& slices, int around);

// Vertex weights: one function per region of the body, for the left side and the middle. Vertices at a hinge
// joint (elbow, knee) are SDEF about the joint.
WeightFunction on_bone(const Rig& rig, const std::string& name);
/// Shirt: trunk, shoulders and upper arms, both sides.
WeightFunction trunk_weights(const Rig& rig);
/// Neck and head.
WeightFunction head_weights(const Rig& rig);
/// The left arm from the shoulder to the wrist.
WeightFunction arm_weights(const Rig& rig);
/// The left hand; `finger` is the number of the vertex's finger, negative in the palm.
using HandWeights = std::function<Weights(const vec3&, int finger)>;
HandWeights hand_weights(const Rig& rig);
/// The left leg from the hip to the toes.
WeightFunction leg_weights(const Rig& rig);
/// The left shoe: it is stiff but for the bend at the toes.
WeightFunction shoe_weights(const Rig& rig);
/// Shorts: waist, lower body and both thighs.
WeightFunction hip_weights(const Rig& rig);
/// Skirt: lower body and the four nearest bones of the skirt's columns.
WeightFunction skirt_weights(const Rig& rig);
/// The bow: its ends have bones of their own; the rest follows the chest.
WeightFunction bow_weights(const Rig& rig);
/// A tail of hair and the head it hangs from.
WeightFunction tail_weights(const Rig& rig, const Chain& chain);

// body.cpp
Mesh make_arms(const Rig& rig);
Mesh make_legs(const Rig& rig);
Mesh make_nails(const Rig& rig);
/// Fills in unset streams of a part and adds its mirror image.
Mesh both_sides(Mesh left, const Rig& rig);

// clothes.cpp
Mesh make_shirt(const Rig& rig);
/// The surface of the blouse without its sleeves.
Sdf trunk_shape();
/// A flat band around `axis`: half sizes `size` through and along the axis; `section`: corners of its
/// cross-section. Texture: u along the axis.
Mesh band_ring(vec3 centre, vec3 axis, vec3 side, vec2 radii, vec2 size, int around, int section = 10);
Mesh make_shorts(const Rig& rig);
Mesh make_skirt(const Rig& rig);
Mesh make_petticoat(const Rig& rig);  ///< the frill below the skirt

// trim.cpp
Mesh make_trim(const Rig& rig);     ///< the bow and the ribbons of the hair
Mesh make_collar(const Rig& rig);   ///< collar and cuffs
Mesh make_buttons(const Rig& rig);  ///< with the buckles of the shoes

// shoes.cpp
Mesh make_socks(const Rig& rig);
Mesh make_shoes(const Rig& rig);
Mesh make_soles(const Rig& rig);
Mesh make_buckles(const Rig& rig);  ///< of the straps, made of the buttons' metal

// head.cpp
Sdf head_shape();
/// The head is modelled with its middle at y = 18. These functions move a point or a part of it onto the
/// neck.
vec3 lowered(vec3 p);
void lower(Mesh& mesh);
Mesh make_head(const Rig& rig);

// hair.cpp
Mesh make_back_hair(const Rig& rig);  ///< the cover of the skull and the locks at the back
Mesh make_bangs(const Rig& rig);      ///< fringe, side locks and an unruly lock
Mesh make_tails(const Rig& rig);
Mesh make_hair_ribbons(const Rig& rig);

// head.cpp
/// The area in x and y that the planar texture of the face covers.
inline constexpr float face_left = -2.1f, face_right = 2.1f, face_bottom = 15.4f, face_top = 19.6f;
/// A corner of it that no skin uses, and the strip below it for the neck: the upper and lower height of the
/// neck, and their v.
inline constexpr vec2 eye_rim_uv{0.02f, 0.02f};  ///< its middle is the colour of the rims around the eyes
inline constexpr vec4 neck_strip{16.7f, 15.0f, 0.945f, 0.99f};

// eyes.cpp
Mesh make_eye_whites(const Rig& rig);
Mesh make_irises(const Rig& rig);
Mesh make_highlights(const Rig& rig);
Mesh make_lashes(const Rig& rig);
Mesh make_brows(const Rig& rig);
Mesh make_brows_in_front(
    const Rig& rig);  ///< faint ones in front of the fringe, so that it does not hide them

// mouth.cpp
Mesh make_mouth(const Rig& rig);  ///< the cavity, the tongue and the upper teeth
Mesh make_lips(const Rig& rig);   ///< the lines of the lips

// marks.cpp
Mesh make_blush(const Rig& rig);
Mesh make_tears(const Rig& rig);
Mesh make_pallor(const Rig& rig);

/// The cells of tex/face_parts.png: left, top, right, bottom.
namespace cell {
inline constexpr vec4 iris{0.0f, 0.0f, 0.5f, 0.5f}, star{0.5f, 0.0f, 0.75f, 0.25f},
    heart{0.75f, 0.0f, 1.0f, 0.25f}, white{0.5f, 0.25f, 0.75f, 0.5f}, light{0.75f, 0.25f, 1.0f, 0.5f};
inline constexpr vec4 lash{0.0f, 0.5f, 0.5f, 0.5625f}, crease{0.0f, 0.5625f, 0.5f, 0.625f},
    brow{0.0f, 0.625f, 0.5f, 0.75f}, lip{0.0f, 0.75f, 0.5f, 0.8125f};
inline constexpr vec4 cavity{0.5f, 0.5f, 0.5625f, 0.75f}, teeth{0.5625f, 0.5f, 0.75f, 0.5625f},
    tongue{0.5625f, 0.5625f, 0.75f, 0.75f};
inline constexpr vec4 tear{0.0f, 0.8125f, 0.1875f, 1.0f}, blush{0.1875f, 0.8125f, 0.5f, 1.0f},
    pallor{0.5f, 0.75f, 1.0f, 1.0f};
}  // namespace cell

}  // namespace mmd::sample
