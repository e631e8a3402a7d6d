#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "export/exchange_model.h"

namespace mmd {

/// A Wavefront OBJ and what it names.
struct ObjFiles {
  std::string obj, mtl;
  std::string mtl_name;  ///< in the folder of the OBJ
  struct Picture {
    std::string name;  ///< UTF-8, in the folder of the OBJ
    Bytes bytes;
  };
  std::vector<Picture> pictures;
};

/// `stem`: how the names of all files begin, UTF-8. Texture coordinates are turned upside down, as OBJ has
/// them. Where alpha counts it is a picture of its own, in grey: programs do not agree on which channel of a
/// coloured one it would be.
Result<ObjFiles> write_obj(const ExchangeModel& model, const std::string& stem);

}  // namespace mmd
