#include "base/byte_io.h"

namespace mmd {

void ByteWriter::append(const void* data, std::size_t size) {
  const auto* p = static_cast<const std::byte*>(data);
  bytes_.insert(bytes_.end(), p, p + size);
}

}  // namespace mmd
