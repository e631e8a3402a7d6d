#pragma once

#include "assets/image.h"
#include "assets/image_size.h"

namespace mmd {

/// Whether the bytes begin like a PGM or PPM (P2, P3, P5, P6) or a PFM (PF, Pf).
bool looks_like_netpbm(std::string_view bytes);
/// Of these; nullopt: the header makes no sense.
std::optional<ImageSize> netpbm_size(ByteSpan beginning);
/// Decodes these. The numbers of a PFM count from 0 to 1, what lies beyond is cut off (unconfirmed for MMD).
/// Errors: no size or too large, truncated, text that is no number.
Result<Image> decode_netpbm(ByteSpan bytes);

}  // namespace mmd
