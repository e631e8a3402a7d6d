#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "assets/image.h"
#include "base/math.h"
#include "base/result.h"
#include "export/embedded_pictures.h"
#include "export/exchange_model.h"
#include "scene/scene.h"

namespace mmd {

/// What the file can say of materials.
enum class MaterialTerms : std::uint8_t {
  plain,            ///< one colour and texture
  vertex_coloured,  ///< and colours of the vertices
  mtoon             ///< light and shade, spheres that add, edges
};

/// The materials of the parts, as morphs have them. What cannot be said is worked into the colours where it
/// can be, and told.
Result<std::vector<ExchangeMaterial>> make_materials(const Actor& actor,
                                                     const std::vector<ExchangePart>& parts,
                                                     const std::vector<std::size_t>& materials,
                                                     MaterialTerms terms, EmbeddedPictures& pictures,
                                                     Diagnostics& diagnostics);

/// What the programs that read the file do with blended faces.
enum class BlendOrder : std::uint8_t {
  by_distance,  ///< they sort them, or blend without writing depth
  by_material   ///< one material after the other, with depth, as MMD does: a VRM's MToon
};

/// How the faces are seen through, by the material's alpha and the texels that the faces show. Cut-outs with
/// soft edges are a mask. Strands that fade out are blended by material; by distance they are a mask, since
/// hair comes out in order only so. `work_left`: texels that may still be looked at, for all parts of a model
/// together; where there are none left, what has alpha is a mask.
AlphaMode alpha_mode(const ExchangePart& part, float material_alpha, const Image* texture, BlendOrder order,
                     double& work_left);

/// To begin with: a second or two. Models show each texel a few times.
inline constexpr double max_texels_looked_at = 256e6;

/// 0-1, straight alpha.
vec4 texel_at(const Image& image, int x, int y);

/// What sphere maps come to on the whole: the mean of the disc that they show, found once for each picture.
class SphereMeans {
 public:
  /// `image` stays.
  const vec4& of(const Image& image);
  /// Pictures that were looked at.
  std::size_t looked_at() const { return means_.size(); }

 private:
  std::unordered_map<const Image*, vec4> means_;
};

}  // namespace mmd
