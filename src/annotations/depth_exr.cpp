#ifdef MMDVIEW_HAS_EXR
#include <cstdlib>
#include <cstring>
#include <memory>

#include <tinyexr.h>
#endif

#include "annotations/label_json.h"
#include "annotations/label_makers.h"

namespace mmd {

DepthPlane depth_plane(const LabelSource& source, std::span<const SeenPoint> seen) {
  DepthPlane out{source.surfaces.width, source.surfaces.height, {}};
  out.values.assign(source.surfaces.face.size(), 0.0f);
  for (const SeenPoint& point : seen) out.values[point.pixel] = point.depth;
  return out;
}

#ifndef MMDVIEW_HAS_EXR

bool has_depth_exr() {
  return false;
}

Result<Bytes> encode_exr(const DepthPlane&) {
  return fail("this program was built without EXR", "depth is a PNG of 16 bits");
}

#else

namespace {

struct Free {
  void operator()(unsigned char* memory) const { std::free(memory); }
};

/// The file's bytes; null and the reason in `why` on failure.
std::unique_ptr<unsigned char, Free> save(const std::vector<float>& depth, int width, int height,
                                          std::size_t& size, std::string& why) {
  EXRChannelInfo channel{};
  // OpenEXR's name for a single channel, which programs show as grey.
  std::strcpy(channel.name, "Y");
  int type = TINYEXR_PIXELTYPE_FLOAT;
  // Tells readers the unit of the values.
  auto metres = static_cast<float>(metres_per_unit);
  EXRAttribute unit{};
  std::strcpy(unit.name, "metresPerUnit");
  std::strcpy(unit.type, "float");
  unit.value = reinterpret_cast<unsigned char*>(&metres);
  unit.size = sizeof(metres);

  EXRHeader header;
  InitEXRHeader(&header);
  header.num_channels = 1;
  header.channels = &channel;
  header.pixel_types = header.requested_pixel_types = &type;
  header.compression_type = TINYEXR_COMPRESSIONTYPE_ZIP;
  header.num_custom_attributes = 1;
  header.custom_attributes = &unit;
  EXRImage image;
  InitEXRImage(&image);
  // The library only reads the values.
  auto* values = reinterpret_cast<unsigned char*>(const_cast<float*>(depth.data()));
  image.images = &values;
  image.num_channels = 1;
  image.width = width;
  image.height = height;

  unsigned char* memory = nullptr;
  const char* problem = nullptr;
  size = SaveEXRImageToMemory(&image, &header, &memory, &problem);
  std::unique_ptr<unsigned char, Free> out(memory);
  if (problem != nullptr) {
    why = problem;
    FreeEXRErrorMessage(problem);
  }
  return size > 0 ? std::move(out) : nullptr;
}

}  // namespace

bool has_depth_exr() {
  return true;
}

Result<Bytes> encode_exr(const DepthPlane& depth) {
  std::size_t size = 0;
  std::string why;
  const auto bytes = save(depth.values, depth.width, depth.height, size, why);
  if (bytes == nullptr) return fail("the depth cannot be encoded as EXR" + (why.empty() ? "" : ": " + why));
  const auto* first = reinterpret_cast<const std::byte*>(bytes.get());
  return Bytes(first, first + size);
}

#endif

}  // namespace mmd
