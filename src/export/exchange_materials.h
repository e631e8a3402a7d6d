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

/// Material features of the file format.
enum class MaterialTerms : std::uint8_t {
  plain,            ///< one colour and texture
  vertex_coloured,  ///< also vertex colours
  mtoon             ///< lit and shade colour, added sphere maps, edges
};

/// The materials of the parts with morphs applied. Unsupported features are approximated by colours if
/// possible, and reported in `diagnostics`.
Result<std::vector<ExchangeMaterial>> make_materials(const Actor& actor,
                                                     const std::vector<ExchangePart>& parts,
                                                     const std::vector<std::size_t>& materials,
                                                     MaterialTerms terms, EmbeddedPictures& pictures,
                                                     Diagnostics& diagnostics);

/// Removes parts that show only clear texels: MMD draws nothing there, but other programs would hide what is
/// behind them. `materials`: by part. Names them in `diagnostics`.
void drop_clear_parts(const Actor& actor, std::vector<ExchangePart>& parts,
                      std::vector<std::size_t>& materials, Diagnostics& diagnostics);

/// The order in which reading programs blend faces.
enum class BlendOrder : std::uint8_t {
  by_distance,  ///< sorted, or without writing depth
  by_material   ///< in material order with depth, as in MMD and in VRM's MToon
};

/// The alpha mode for a material's alpha and the texels that its faces show. Cut-outs with soft edges become
/// a mask. Hair that fades out is blended by material, but a mask by distance, which mixes up its order.
/// `work_left`: texels that may be examined for a model; without any left, textures with alpha become a mask.
AlphaMode alpha_mode(const ExchangePart& part, float material_alpha, const Image* texture, BlendOrder order,
                     double& work_left);

/// Whether the faces show only clear texels, also at their borders, where filtering mixes neighbours.
bool is_clear(const ExchangePart& part, float material_alpha, const Image* texture);

/// The initial `work_left`, which takes a second or two. Models show each texel a few times.
inline constexpr double max_texels_looked_at = 256e6;

/// The texel at column x and row y from the top; components 0-1, straight alpha.
vec4 texel_at(const Image& image, int x, int y);

/// Mean colours of the visible discs of sphere maps, computed once for each image.
class SphereMeans {
 public:
  /// `image` must outlive the object.
  const vec4& of(const Image& image);
  /// The number of images with a computed mean.
  std::size_t looked_at() const { return means_.size(); }

 private:
  std::unordered_map<const Image*, vec4> means_;
};

}  // namespace mmd
